//! What a change does, over repositories on disk.

use indexer_engine::{Event, Options, Workspace};
use indexer_testkit::{Files, Scratch};
use indexer_tools::roots::ask;
use indexer_tools::{Code, Output, Problem, Settings, find};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

mod routes;
mod surface;

struct Repository {
    scratch: Scratch,
    workspace: Workspace,
    parsed: Arc<AtomicUsize>,
}

const A: &str = "def used(x):\n    return x + 1\n\ndef unused_soon():\n    return 2\n";
const B: &str = "from a import used, unused_soon\n\ndef caller():\n    return used(1) + unused_soon()\n";
const TEST: &str = "from b import caller\n\ndef test_caller():\n    assert caller() == 4\n";

impl Repository {
    /// A repository whose first commit holds these files.
    fn new(files: &[(&str, &str)]) -> Self {
        let scratch = Scratch::new(&Files::new()).unwrap();
        scratch.git(&["init", "-q"]).unwrap();
        let repository = Self::open(scratch);
        repository.commit(files);
        repository
    }

    fn open(scratch: Scratch) -> Self {
        let parsed = Arc::new(AtomicUsize::new(0));
        let counter = parsed.clone();
        let count = move |event: Event| {
            if let Event::Done { parsed, .. } = event {
                counter.fetch_add(parsed, Ordering::Relaxed);
            }
        };
        let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
        let workspace = Workspace::open(options, count).unwrap();
        Self { scratch, workspace, parsed }
    }

    fn write(&self, files: &[(&str, &str)]) {
        files.iter().for_each(|(path, text)| self.scratch.write(path, text).unwrap());
    }

    fn commit(&self, files: &[(&str, &str)]) {
        self.write(files);
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "change"]);
    }

    fn git(&self, arguments: &[&str]) {
        self.scratch.git(arguments).unwrap();
    }

    fn ask(&self, arguments: Value) -> Result<Output, Problem> {
        let tool = find("get_diff_summary").unwrap();
        ask(&self.workspace, &Settings::default(), tool, &arguments, &AtomicBool::new(false))
    }

    fn json(&self, mut arguments: Value) -> Value {
        arguments["format"] = "json".into();
        self.ask(arguments).unwrap().structured.unwrap()
    }

    fn text(&self, arguments: Value) -> String {
        self.ask(arguments).unwrap().body
    }

    /// `what key` of every symbol that changed.
    fn changes(&self, arguments: Value) -> Vec<String> {
        symbols(&self.json(arguments))
    }
}

fn symbols(answer: &Value) -> Vec<String> {
    let row = |row: &Value| {
        let end = if row["new"].is_null() { &row["old"] } else { &row["new"] };
        let words: Vec<&str> =
            row["change"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        format!("{} {}", words.join("+"), end["key"].as_str().unwrap())
    };
    answer["symbols"].as_array().unwrap().iter().map(row).collect()
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    value.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
}

#[test]
fn callers_tests_edges_and_what_nobody_uses_any_more() {
    let repository = Repository::new(&[("a.py", A), ("b.py", B), ("tests/test_b.py", TEST)]);
    let b = "from a import used\n\ndef caller():\n    return used(1)\n";
    repository.commit(&[("a.py", &A.replace("used(x)", "used(x, y)")), ("b.py", b)]);
    let answer = repository.json(json!({"since_ref": "HEAD~1"}));
    assert_eq!(symbols(&answer), ["signature a.py#used", "body b.py#caller"]);
    assert_eq!(answer["changes"], 2);
    assert_eq!(texts(&answer["files_modified"], "path"), ["a.py", "b.py"]);
    let breaking = &answer["breaking"][0];
    assert_eq!((&breaking["symbol"], &breaking["ways"]), (&json!("a.py#used"), &json!(["parameter_added"])));
    assert_eq!((&breaking["resolved"], &breaking["hits"][0]["user"]), (&json!(1), &json!("b.py#caller")));
    assert_eq!(answer["unused"], json!(["a.py#unused_soon"]));
    assert_eq!(texts(&answer["edges"]["vanished"], "to"), ["a.py#unused_soon", "a.py#unused_soon"]);
    assert_eq!(texts(&answer["tests"], "key"), ["tests/test_b.py#test_caller"]);
    assert_eq!(
        repository.text(json!({"since_ref": "HEAD~1", "format": "pytest"})),
        "tests/test_b.py::test_caller\n"
    );
    let only = repository.text(json!({"since_ref": "HEAD~1", "tests": true, "detail": "full"}));
    assert!(
        only.contains("test key=tests/test_b.py#test_caller") && !only.contains("symbol change="),
        "{only}"
    );
}

#[test]
fn calls_that_fit_no_more_break_where_the_number_of_arguments_is_a_part_of_the_name() {
    let cart =
        "defmodule Cart do\n  def add(cart, item), do: [item | cart]\n  def drop(cart), do: cart\nend\n";
    let user = "defmodule User do\n  def go(c), do: Cart.add(c, 1)\n  def gone(c), do: Cart.add(c, 2)\nend\n";
    let repository = Repository::new(&[("cart.ex", cart), ("user.ex", user)]);
    repository.commit(&[
        ("cart.ex", &cart.replace("add(cart, item)", "add(cart, item, at)")),
        ("user.ex", &user.replace("Cart.add(c, 2)", "Cart.drop(c)")),
    ]);
    let breaking = &repository.json(json!({"since_ref": "HEAD~1"}))["breaking"];
    assert_eq!(breaking[0]["ways"], json!(["parameter_added"]));
    assert_eq!(texts(&breaking[0]["hits"], "user"), ["user.ex#User.go"]);
    assert_eq!((&breaking[0]["resolved"], &breaking[0]["adapted"]), (&json!(1), &json!(0)));
}

#[test]
fn the_short_form_has_the_lines_that_break_and_counts_what_says_little() {
    let tests: String = (0..5).map(|i| format!("def test_{i}():\n    assert caller() == {i}\n")).collect();
    let of = |tests: &str| format!("from b import caller\n\n{tests}");
    let repository = Repository::new(&[("a.py", A), ("b.py", B), ("tests/test_b.py", &of(&tests))]);
    let new = "def one():\n    pass\n\ndef two():\n    pass\n";
    repository.commit(&[
        ("a.py", &A.replace("used(x)", "used(x, y)")),
        ("new.py", new),
        ("tests/test_b.py", &of(&tests.replace("assert caller()", "assert 0 + caller()"))),
    ]);
    let text = repository.text(json!({"since_ref": "HEAD~1"}));
    let (first, rest) = text.split_once("\nchanges ").unwrap();
    assert!(first.starts_with("answer total=8\ncompared base="), "{text}");
    let expected = "symbols=8 added=2 body=5 signature=1 files_added=1 files_modified=2 breaking=1 tests=5\n\
        file is=added path=new.py symbols=2\n\
        breaking key=a.py#used line=1 ways=parameter_added users=1\n\
        file path=b.py\n4 caller|return used(1) + unused_soon()\n\
        symbols\nfile path=a.py\n1 used is=signature parameter_added=y\n\
        tests\nfile path=tests/test_b.py\n3 test_0 is=body\n5 test_1 is=body\n7 test_2 is=body\n\
        folded tests=2 of_files=2 see=detail=full\n\
        affected resolved=3 files=2\n\
        tests_to_run see=tests=true\n\
        file path=tests/test_b.py\n3 test_0\n5 test_1\n7 test_2\n";
    assert_eq!(rest, expected);
    let json = repository.json(json!({"since_ref": "HEAD~1"}));
    assert_eq!((&json["total"], json["symbols"].as_array().map(Vec::len)), (&json!(8), Some(8)));
    assert_eq!(json["breaking"][0]["hits"][0]["text"], "return used(1) + unused_soon()");
    let all = repository.text(json!({"since_ref": "HEAD~1", "tests": true}));
    assert!(all.ends_with("\n11 test_4\n") && !all.contains("symbols"), "{all}");
}

#[test]
fn who_still_names_what_is_gone_is_hit_and_who_does_not_has_adapted() {
    let two = format!("{B}\ndef second():\n    return used(2)\n");
    let repository = Repository::new(&[("a.py", A), ("b.py", &two)]);
    let now = two.replace("return used(2)", "return plus(2)").replace("import used", "import plus, used");
    repository.commit(&[("a.py", &A.replace("def used", "def plus")), ("b.py", &now)]);
    let answer = repository.json(json!({"since_ref": "HEAD~1", "fail_on": ["breaking", "cycle"]}));
    let breaking = &answer["breaking"][0];
    assert_eq!((&breaking["was"], &breaking["symbol"]), (&json!("a.py#used"), &json!("a.py#plus")));
    assert_eq!(texts(&breaking["hits"], "user"), ["b.py", "b.py#caller"]);
    assert_eq!(breaking["adapted"], 1);
    assert_eq!(answer["failed"], json!(["breaking"]));
    assert!(repository.ask(json!({"since_ref": "HEAD~1", "fail_on": ["breaking"]})).unwrap().failed);
    assert!(!repository.ask(json!({"since_ref": "HEAD~1"})).unwrap().failed);
    assert!(!repository.ask(json!({"since_ref": "HEAD", "fail_on": ["breaking", "api"]})).unwrap().failed);
}

#[test]
fn a_cycle_that_the_change_closes_is_told_and_one_that_was_there_is_not() {
    let repository = Repository::new(&[
        ("a.py", "import b\n\ndef a():\n    b.b()\n"),
        ("b.py", "import c\n\ndef b():\n    c.c()\n"),
        ("c.py", "def c():\n    pass\n"),
    ]);
    repository.commit(&[("c.py", "import a\n\ndef c():\n    a.a()\n")]);
    let answer = repository.json(json!({"since_ref": "HEAD~1", "fail_on": ["cycle"]}));
    assert_eq!(answer["cycles"], json!([["a.py", "b.py", "c.py"]]));
    assert_eq!(answer["failed"], json!(["cycle"]));
    repository.commit(&[("b.py", "import c\nimport a\n\ndef b():\n    c.c()\n    a.a()\n")]);
    assert_eq!(repository.json(json!({"since_ref": "HEAD~1"}))["cycles"], json!([]));
}

#[test]
fn a_cycle_of_types_alone_is_told_apart_and_fails_nothing() {
    let a = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from b import B\n\nclass A:\n    def go(self, b: \"B\") -> None:\n        b.run()\n";
    let b = "from a import A\n\nclass B:\n    def run(self) -> None:\n        A().go(self)\n";
    let x = "import type { Y } from \"./y\";\nexport class X { go(y: Y) { y.run(); } }\n";
    let y = "import { X } from \"./x\";\nexport class Y { run() { new X().go(this); } }\n";
    let files = [("a.py", "class A:\n    def go(self, b): pass\n"), ("b.py", b), ("y.ts", y)];
    let repository = Repository::new(&[&files[..], &[("x.ts", "export class X { go(y) {} }\n")]].concat());
    repository.commit(&[("a.py", a), ("x.ts", x)]);
    let answer = repository.json(json!({"since_ref": "HEAD~1", "fail_on": ["cycle"]}));
    assert_eq!((&answer["cycles"], &answer["failed"]), (&json!([]), &json!([])));
    assert_eq!(answer["cycles_of_types"], json!([["b.py", "a.py"], ["y.ts", "x.ts"]]));
    let text = repository.text(json!({"since_ref": "HEAD~1"}));
    assert!(text.contains("cycle files=b.py,a.py only_types=true\n"), "{text}");
    repository.commit(&[("a.py", &a.replace("b.run()", "b.run(), B()"))]);
    let answer = repository.json(json!({"since_ref": "HEAD~1", "fail_on": ["cycle"]}));
    assert_eq!((&answer["cycles"], &answer["failed"]), (&json!([["b.py", "a.py"]]), &json!(["cycle"])));
}

#[test]
fn a_large_change_fits_its_budget_and_counts_what_it_leaves_out() {
    let before: String = (0..60).map(|n| format!("def f{n}(x):\n    return x\n\n")).collect();
    let after: String = (0..60).map(|n| format!("def f{n}(x, y):\n    return x + y\n\n")).collect();
    let uses: Vec<(String, String)> = (0..60)
        .map(|n| {
            (format!("tests/test_{n}.py"), format!("from a import f{n}\n\ndef test_{n}():\n    f{n}(1)\n"))
        })
        .collect();
    let mut files = vec![("a.py", before.as_str())];
    files.extend(uses.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let repository = Repository::new(&files);
    let renamed: Vec<(String, String)> =
        uses.iter().map(|(path, text)| (path.clone(), text.replace("(1)", "(1, 2)"))).collect();
    let mut files = vec![("a.py", after.as_str())];
    files.extend(renamed.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    repository.commit(&files);
    for budget in [900, 1_200] {
        let text = repository.ask(json!({"since_ref": "HEAD~1", "budget": budget})).unwrap().body;
        assert!(text.len() <= budget * 33 / 10, "{budget}: {} bytes", text.len());
        for part in ["breaking=60", "tests=60", "files_modified=61", "truncated=true", "symbols=120"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    let json = repository.json(json!({"since_ref": "HEAD~1", "budget": 6_000}));
    assert!(json.to_string().len() <= 6_000 * 33 / 10, "{} bytes", json.to_string().len());
    let breaking = json["breaking"].as_array().unwrap().len() as u64;
    assert_eq!(breaking + json["more_breaking"].as_u64().unwrap(), 60);
}

#[test]
fn a_card_says_when_the_symbol_itself_changed() {
    let repository = Repository::new(&[("a.py", A)]);
    repository.write(&[("a.py", &A.replace("x + 1", "x + 2"))]);
    repository.git(&["commit", "-q", "-a", "-m", "the other number"]);
    repository.write(&[("a.py", &A.replace("x + 1", "x + 2").replace("return 2", "return 3"))]);
    repository.git(&["commit", "-q", "-a", "-m", "what follows"]);
    let card = |name: &str| {
        let tool = find("explain_symbol").unwrap();
        let arguments = json!({"name": name, "format": "json"});
        let cancel = AtomicBool::new(false);
        let output = ask(&repository.workspace, &Settings::default(), tool, &arguments, &cancel).unwrap();
        output.structured.unwrap()["symbols"][0]["last_change"]["subject"].clone()
    };
    assert_eq!(card("used"), "the other number");
    assert_eq!(card("unused_soon"), "what follows");
}

#[test]
fn what_others_wrote_is_told_last() {
    let repository = Repository::new(&[
        ("z.py", "def own():\n    return 1\n"),
        ("dist/a.py", "def made():\n    return 1\n"),
    ]);
    repository
        .commit(&[("z.py", "def own():\n    return 2\n"), ("dist/a.py", "def made():\n    return 2\n")]);
    let changes = repository.changes(json!({"since_ref": "HEAD~1"}));
    assert_eq!(changes, ["body z.py#own", "body dist/a.py#made"]);
}

#[test]
fn what_came_to_main_after_the_branch_point_is_not_of_the_branch() {
    let repository = Repository::new(&[("a.py", A)]);
    repository.git(&["checkout", "-q", "-b", "feature"]);
    repository.commit(&[("f.py", "def feature():\n    return 1\n")]);
    repository.git(&["checkout", "-q", "main"]);
    repository.commit(&[("m.py", "def on_main():\n    return 1\n")]);
    for since in ["main..feature", "main...feature"] {
        assert_eq!(repository.changes(json!({"since_ref": since})), ["added f.py#feature"], "{since}");
    }
    assert_eq!(repository.changes(json!({"since_ref": "main", "rev": "feature"})), ["added f.py#feature"]);
    repository.git(&["checkout", "-q", "feature"]);
    assert_eq!(repository.changes(json!({"since_ref": "main"})), ["added f.py#feature"]);
}

#[test]
fn a_staged_rename_with_an_edit_that_is_not_staged() {
    let repository = Repository::new(&[("a.py", A)]);
    repository.git(&["mv", "a.py", "z.py"]);
    repository.write(&[("z.py", &A.replace("x + 1", "x + 2"))]);
    let staged = repository.json(json!({"rev": ":staged"}));
    // The file is a module: who imported it by its name does so no more.
    assert_eq!(symbols(&staged), ["moved z.py#used", "moved z.py#unused_soon"]);
    assert_eq!(
        (&staged["files_modified"][0]["path"], &staged["files_modified"][0]["was"]),
        (&json!("z.py"), &json!("a.py"))
    );
    let worktree = repository.json(json!({"worktree": true}));
    assert_eq!(symbols(&worktree), ["moved+body z.py#used", "moved z.py#unused_soon"]);
    assert_eq!(worktree["head"], "worktree");
    assert_eq!(worktree["files_modified"][0]["change"], json!(["renamed"]));
}

#[test]
fn no_content_is_parsed_twice() {
    let repository = Repository::new(&[("a.py", A), ("b.py", B), ("c.py", "def c():\n    pass\n")]);
    repository.commit(&[("a.py", &A.replace("x + 1", "x + 2")), ("d.py", "def d():\n    pass\n")]);
    repository.json(json!({"since_ref": "HEAD~1..HEAD"}));
    repository.json(json!({"since_ref": "HEAD~1"}));
    // Four files, and one of them in two states.
    assert_eq!(repository.parsed.load(Ordering::Relaxed), 5);
}

#[test]
fn every_format_says_the_same() {
    let repository = Repository::new(&[("a.py", A), ("b.py", B)]);
    repository.commit(&[("a.py", &A.replace("used(x)", "used(x, y)"))]);
    let said =
        |format: &str| repository.text(json!({"since_ref": "HEAD~1", "format": format, "detail": "full"}));
    let comment = said("markdown");
    assert!(comment.starts_with("<!-- indexer-diff -->\n"), "{comment}");
    assert!(
        comment.contains("**1 breaking changes**") && comment.contains("`a.py#used: parameter added"),
        "{comment}"
    );
    assert_eq!(comment, said("markdown"), "stable");
    let sarif: Value = serde_json::from_str(&said("sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 1);
    assert_eq!(result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"], "b.py");
    let fingerprint = result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap();
    assert!(fingerprint.len() == 18 && fingerprint.ends_with(":1"), "{fingerprint}");
    let github = said("github");
    assert!(github.starts_with("::warning file=a.py,line=1,title=Breaking change::a.py#used"), "{github}");
    let screen = said("screen");
    assert!(screen.contains("\nBreaking changes: 1\n! a.py#used\n    parameter added\n"), "{screen}");
    assert!(screen.contains("\n~ a.py#used  signature") && screen.contains("      b.py:4\n"), "{screen}");
    assert!(screen.lines().all(|line| line.chars().count() <= 80), "{screen}");
    let text = said("text");
    assert!(
        text.contains("breaking ways=parameter_added symbol=a.py#used path=a.py line=1 resolved=1"),
        "{text}"
    );
    assert!(text.contains("\n  hits user=b.py#caller path=b.py line=4 resolution=resolved"), "{text}");
    // What is said of a symbol is known again when its line has moved.
    repository.commit(&[("a.py", &format!("# above\n{}", A.replace("used(x)", "used(x, y)")))]);
    let later = repository.text(json!({"since_ref": "HEAD~2", "format": "sarif"}));
    let later: Value = serde_json::from_str(&later).unwrap();
    let moved = &later["runs"][0]["results"][0];
    assert_eq!(moved["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    assert_eq!(moved["partialFingerprints"]["primaryLocationLineHash"], fingerprint);
}

#[test]
fn what_cannot_be_compared_is_a_problem_that_says_what_to_do() {
    let repository = Repository::new(&[("a.py", A)]);
    let problem = |arguments: Value| repository.ask(arguments).unwrap_err();
    let neither = problem(json!({}));
    assert_eq!((neither.code, neither.parameter.as_deref()), (Code::InvalidArgument, Some("since_ref")));
    assert!(neither.hint.unwrap().contains("BASE..HEAD"));
    for (since, code) in [
        ("--output=x", Code::InvalidArgument),
        ("a..b..c", Code::InvalidArgument),
        ("HEAD:a.py", Code::InvalidArgument),
        ("nowhere", Code::NotFound),
        ("HEAD~7", Code::NotFound),
        ("", Code::InvalidArgument),
    ] {
        assert_eq!(problem(json!({"since_ref": since})).code, code, "{since}");
    }
    assert_eq!(
        problem(json!({"since_ref": "HEAD", "worktree": true})).parameter.as_deref(),
        Some("worktree")
    );
    repository.git(&["checkout", "-q", "--orphan", "other"]);
    assert!(problem(json!({"since_ref": "main"})).message.contains("no commit yet"));
    repository.commit(&[("a.py", "other = 1\n")]);
    assert!(problem(json!({"since_ref": "main"})).message.contains("no commit in common"));
    assert!(!repository.scratch.root().join("x").exists(), "nothing is written");

    let outside = Scratch::new(&Files::new()).unwrap();
    let error = Repository::open(outside).ask(json!({"since_ref": "main"})).unwrap_err();
    assert!(error.message.contains("no git repository"), "{error:?}");
}

/// The address of a repository, for clones.
fn address(repository: &Repository) -> String {
    format!("file://{}", repository.scratch.root().display())
}

#[test]
fn clones_without_files_without_a_past_and_within_another_are_told_apart() {
    let origin = Repository::new(&[("a.py", A)]);
    origin.git(&["checkout", "-q", "-b", "side"]);
    origin.commit(&[("a.py", "def used(x):\n    return x + 2\n")]);
    origin.git(&["checkout", "-q", "main"]);
    origin.commit(&[("c.py", "c = 1\n")]);

    let bare = Scratch::new(&Files::new()).unwrap();
    bare.git(&["clone", "-q", "--bare", &address(&origin), "."]).unwrap();
    let bare = Repository::open(bare);
    let answer = bare.json(json!({"since_ref": "main..side"}));
    assert_eq!(
        texts(&answer["files_modified"], "path"),
        ["a.py"],
        "a bare repository has no files, but revisions"
    );

    let shallow = Scratch::new(&Files::new()).unwrap();
    shallow.git(&["clone", "-q", "--depth", "1", "--no-single-branch", &address(&origin), "."]).unwrap();
    let problem =
        Repository::open(shallow).ask(json!({"since_ref": "origin/main..origin/side"})).unwrap_err();
    let said = format!("{} {}", problem.message, problem.hint.unwrap_or_default());
    assert!(said.contains("shallow") && said.contains("fetch"), "{said}");

    let around = Repository::new(&[("b.py", "b = 1\n")]);
    around.git(&["-c", "protocol.file.allow=always", "submodule", "add", "-q", &address(&origin), "sub"]);
    let answer = around.json(json!({"since_ref": "HEAD"}));
    assert_eq!(answer["changes"], 0, "what a submodule holds is of another repository: {answer}");

    let empty = Scratch::new(&Files::new()).unwrap();
    empty.git(&["init", "-q"]).unwrap();
    let problem = Repository::open(empty).ask(json!({"since_ref": "main"})).unwrap_err();
    assert_eq!(problem.code, Code::NotFound, "{problem:?}");
    assert!(problem.hint.is_some(), "{problem:?}");
}

#[test]
fn ten_megabytes_of_conflicts_are_left_out_and_said() {
    let repository = Repository::new(&[("a.py", A), ("b.py", B)]);
    let conflict = "<<<<<<< ours\ndef x(): pass\n=======\ndef y(): pass\n>>>>>>> theirs\n";
    let text = conflict.repeat(10 * 1024 * 1024 / conflict.len());
    repository.write(&[("b.py", &text)]);
    let answer = repository.json(json!({"worktree": true, "limit": 1}));
    let told = [texts(&answer["files_modified"], "path"), texts(&answer["files_removed"], "path")].concat();
    assert_eq!(told, ["b.py"]);
}

#[test]
fn what_a_base_has_is_missed_by_nobody_and_who_was_adapted_comes_last() {
    let base = "class Base:\n    def get(self):\n        return 1\n\nclass Heir(Base):\n    def get(self):\n        return 2\n    def take(self):\n        return 3\n";
    let user = "from base import Heir\n\ndef one():\n    return Heir().take()\n\ndef two():\n    return Heir().take()\n";
    let repository = Repository::new(&[("base.py", base), ("user.py", user)]);
    let after =
        base.replace("    def get(self):\n        return 2\n", "").replace("take(self)", "take(self, how)");
    let mended =
        user.replace("def two():\n    return Heir().take()", "def two():\n    return Heir().take(1)");
    repository.commit(&[("base.py", &after), ("user.py", &mended)]);
    let answer = repository.json(json!({"since_ref": "HEAD~1"}));
    assert_eq!(texts(&answer["breaking"], "symbol"), ["base.py#Heir.take"], "{answer}");
    let hits = &answer["breaking"][0]["hits"];
    assert_eq!(texts(hits, "user"), ["user.py#one", "user.py#two"]);
    assert_eq!((&hits[0]["touched"], &hits[1]["touched"]), (&Value::Null, &json!(true)));
}

#[test]
fn files_that_change_their_kind_and_conflicts_are_taken_as_they_are() {
    let repository = Repository::new(&[("a.py", A), ("b.py", B)]);
    let conflict = "<<<<<<< ours\ndef x(): pass\n=======\ndef y(): pass\n>>>>>>> theirs\n";
    repository.write(&[("b.py", &conflict.repeat(2_000))]);
    let answer = repository.json(json!({"worktree": true, "limit": 1}));
    assert_eq!(texts(&answer["files_modified"], "path"), ["b.py"]);
    assert!(answer["changes"].as_u64().unwrap() > 0);
    repository.git(&["checkout", "-q", "b.py"]);
    #[cfg(unix)]
    {
        repository.scratch.remove("b.py").unwrap();
        std::os::unix::fs::symlink("a.py", repository.scratch.root().join("b.py")).unwrap();
        let answer = repository.json(json!({"worktree": true}));
        assert_eq!(texts(&answer["files_removed"], "path"), ["b.py"]);
    }
}

#[test]
fn a_symbol_has_its_own_history_through_renames_and_moves() {
    let body =
        "    total = 0\n    for one in items:\n        total += one.price * one.count\n    return total\n";
    let text = |name: &str, rest: &str| format!("def {name}(items):\n{body}{rest}");
    let other = "\n\ndef other(a, b):\n    return [a for a in range(b) if a > 3 and b < 7]\n";
    let repository = Repository::new(&[("a.py", &text("price", other))]);
    repository.commit(&[("a.py", &text("price", &other.replace('7', "8"))), ("b.py", "b = 1\n")]);
    repository.commit(&[("a.py", &text("total_price", &other.replace('7', "8"))), ("b.py", "b = 2\n")]);
    repository.commit(&[("a.py", other), ("b.py", &text("total_price", "\n\nb = 3\n"))]);
    let grown = text("total_price", "\n\nb = 3\n").replace("total = 0", "total = 1");
    repository.commit(&[("b.py", &grown)]);
    let ask_history = |target: &str| {
        let tool = find("get_history").unwrap();
        let arguments = json!({"target": target, "format": "json"});
        let answer =
            ask(&repository.workspace, &Settings::default(), tool, &arguments, &AtomicBool::new(false))
                .unwrap();
        answer.structured.unwrap()
    };
    let told = |answer: &Value| -> Vec<String> {
        let row = |row: &Value| format!("{} {}", row["change"], row["key"]).replace('"', "");
        answer["commits"].as_array().unwrap().iter().map(row).collect()
    };
    let symbol = ask_history("total_price");
    assert_eq!(
        told(&symbol),
        [
            "[body] b.py#total_price",
            "[moved] b.py#total_price",
            "[renamed] a.py#total_price",
            "[added] a.py#price",
        ]
    );
    assert_eq!((&symbol["commits"][0]["added"], &symbol["commits"][0]["removed"]), (&json!(1), &json!(1)));
    assert_eq!(symbol["authors"], json!([{"name": "t", "commits": 4}]));
    let file = ask_history("a.py");
    assert_eq!(file["commits_total"], 4);
    assert_eq!(file["together"][0], json!({"path": "b.py", "commits": 3}));
}

#[test]
fn the_history_of_a_member_goes_on_where_its_type_came_from() {
    let class = "class Walker:\n    def walk(self, tree, visit):\n        for node in tree:\n            visit(node.left)\n            visit(node.right, depth=1)\n        return tree\n\n    def other(self):\n        return [1, 2, 3]\n";
    let rest = "def rest(a):\n    return [a for a in range(a) if a > 3]\n";
    let keep = "def keep(x, y):\n    return [x, y, \"something\", 1, 2, 3]\n\n\n";
    let repository = Repository::new(&[("a.py", &format!("{class}\n{rest}"))]);
    let second = class.replace("depth=1", "depth=2");
    repository.commit(&[("a.py", &format!("{second}\n{rest}"))]);
    repository.commit(&[("a.py", rest), ("b.py", &format!("{keep}{second}"))]);
    repository.commit(&[("b.py", &format!("{keep}{}", second.replace("depth=2", "depth=3")))]);
    let tool = find("get_history").unwrap();
    let arguments = json!({"target": "Walker.walk", "format": "json"});
    let settings = Settings::default();
    let answer = ask(&repository.workspace, &settings, tool, &arguments, &AtomicBool::new(false)).unwrap();
    let commits = answer.structured.unwrap()["commits"].clone();
    let row = |row: &Value| format!("{} {}", row["change"], row["key"]).replace('"', "");
    let told: Vec<String> = commits.as_array().unwrap().iter().map(row).collect();
    let expected = [
        "[body] b.py#Walker.walk",
        "[moved] b.py#Walker.walk",
        "[body] a.py#Walker.walk",
        "[added] a.py#Walker.walk",
    ];
    assert_eq!(told, expected);
}

#[test]
fn another_path_to_the_same_type_breaks_nobody() {
    let manifest = ("Cargo.toml", "[package]\nname = \"k\"\n");
    let lib = |uses: &str, of: &str, to: &str| {
        format!(
            "pub mod a {{\n    pub struct T;\n}}\npub use a::T as U;\n{uses}\npub fn f(one: {of}) -> Result<usize, {to}> {{\n    g(one)\n}}\n"
        )
    };
    let repository = Repository::new(&[manifest, ("src/lib.rs", &lib("use std::io;", "a::T", "io::Error"))]);
    repository.commit(&[("src/lib.rs", &lib("", "crate::a::T", "std::io::Error"))]);
    let answer = repository.json(json!({"since_ref": "HEAD~1", "fail_on": ["breaking", "api"]}));
    assert_eq!(symbols(&answer), ["signature src/lib.rs#f"]);
    let whats = texts(&answer["symbols"][0]["signature"], "what");
    assert_eq!(
        (whats, &answer["breaking"], &answer["failed"]),
        (vec!["path".into(), "path".into()], &json!([]), &json!([]))
    );
    // The same words for something else.
    repository.commit(&[("src/lib.rs", &lib("", "crate::a::T", "std::fmt::Error"))]);
    let answer = repository.json(json!({"since_ref": "HEAD~1"}));
    assert_eq!(answer["breaking"][0]["ways"], json!(["type_changed"]));
}

#[test]
fn only_what_others_can_use_is_listed_where_that_is_asked_for() {
    let repository = Repository::new(&[("a.py", "def used():\n    return 1\n\ndef _own():\n    return 1\n")]);
    repository.commit(&[("a.py", "def used():\n    return 2\n\ndef _own():\n    return 2\n")]);
    let all = repository.json(json!({"since_ref": "HEAD~1"}));
    assert_eq!(symbols(&all), ["body a.py#used", "body a.py#_own"]);
    let public = repository.json(json!({"since_ref": "HEAD~1", "public": true}));
    assert_eq!((symbols(&public), &public["changes"]), (vec!["body a.py#used".to_owned()], &json!(1)));
}
