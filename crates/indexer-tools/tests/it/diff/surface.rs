//! What breaks is what others reached: by which names, and what they must write.

use super::*;

/// `ways key` of what breaks between two states.
fn breaking(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<String> {
    let repository = Repository::new(before);
    let gone = before.iter().filter(|(path, _)| after.iter().all(|(other, _)| other != path));
    gone.for_each(|(path, _)| repository.git(&["rm", "-q", path]));
    repository.commit(after);
    let answer = repository.json(json!({"since_ref": "HEAD~1"}));
    let row = |row: &Value| {
        let ways: Vec<&str> =
            row["ways"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        format!("{} {}", ways.join(","), row["symbol"].as_str().unwrap())
    };
    let mut rows: Vec<String> = answer["breaking"].as_array().unwrap().iter().map(row).collect();
    rows.sort();
    rows
}

const CARGO: (&str, &str) = ("Cargo.toml", "[package]\nname = \"shop\"\n");

#[test]
fn what_nobody_could_reach_breaks_nobody_and_what_is_passed_on_still_is_not_gone() {
    let before = [
        CARGO,
        (
            "src/lib.rs",
            "mod hidden;\nmod inner;\npub mod a;\npub use a::Thing;\npub fn kept(t: &Thing) {}\npub fn gone() {}\n",
        ),
        ("src/hidden.rs", "pub fn not_reachable(x: u8) {}\npub struct H;\n"),
        (
            "src/a.rs",
            "pub struct Thing { pub size: u32, pub price: u32, pub name: String, pub more: Vec<u8> }\n",
        ),
        ("src/inner.rs", "// nothing\n"),
    ];
    let after = [
        CARGO,
        (
            "src/lib.rs",
            "mod hidden;\nmod inner;\npub mod a;\npub use inner::Thing;\npub fn kept(t: &crate::inner::Thing) {}\n",
        ),
        ("src/hidden.rs", "pub fn not_reachable(x: u8, y: u8) {}\n"),
        ("src/a.rs", "pub use crate::inner::Thing;\n"),
        (
            "src/inner.rs",
            "pub struct Thing { pub size: u32, pub price: u32, pub name: String, pub more: Vec<u8> }\n",
        ),
    ];
    assert_eq!(breaking(&before, &after), ["removed src/lib.rs#gone"]);
    // One of two names is gone.
    let mut without = after;
    without[3] = ("src/a.rs", "// nothing\n");
    assert_eq!(breaking(&before, &without), ["moved src/inner.rs#Thing", "removed src/lib.rs#gone"]);
}

#[test]
fn a_type_without_a_name_outside_breaks_whoever_is_given_one() {
    let before = [
        CARGO,
        ("src/lib.rs", "mod hidden;\npub fn make() -> hidden::Made { hidden::Made }\n"),
        (
            "src/hidden.rs",
            "pub struct Made;\nimpl Made {\n    pub fn run(&self) {}\n}\npub struct Own;\nimpl Own {\n    pub fn run(&self) {}\n}\n",
        ),
    ];
    let hidden = before[2].1.replace("run(&self)", "run(&self, n: u8)");
    let after = [before[0], before[1], ("src/hidden.rs", hidden.as_str())];
    assert_eq!(breaking(&before, &after), ["parameter_added src/hidden.rs#Made.run"]);
    // What a public class has from a hidden one is its own.
    let before = [
        ("pkg/__init__.py", "from ._client import Client\n\n__all__ = [\"Client\"]\n"),
        (
            "pkg/_client.py",
            "class Base:\n    def get(self, a): pass\n\nclass Client(Base):\n    pass\n\ndef helper(a): pass\n",
        ),
    ];
    let client = before[1].1.replace("get(self, a)", "get(self, a, b)").replace("helper(a)", "helper(a, b)");
    let after = [before[0], ("pkg/_client.py", client.as_str())];
    assert_eq!(breaking(&before, &after), ["parameter_added pkg/_client.py#Base.get"]);
}

#[test]
fn a_module_that_still_binds_a_name_has_not_lost_it() {
    let moved = "def moved(a):\n    first = a + 1\n    second = first * 2\n    return [first, second]\n";
    let before =
        [("pkg/__init__.py", "from pkg.a import moved\n"), ("pkg/a.py", moved), ("pkg/b.py", "y = 1\n")];
    let b = format!("y = 1\n\n{moved}");
    let after = [
        ("pkg/__init__.py", "from pkg.b import moved\n"),
        ("pkg/a.py", "from pkg.b import moved\n"),
        ("pkg/b.py", b.as_str()),
    ];
    assert_eq!(breaking(&before, &after), [""; 0]);
    let mut lost = after;
    lost[1] = ("pkg/a.py", "x = 1\n");
    assert_eq!(breaking(&before, &lost), ["moved pkg/b.py#moved"]);
}

#[test]
fn what_is_passed_on_no_more_is_lost_though_it_did_not_change() {
    let before = [
        CARGO,
        ("src/lib.rs", "mod inner;\npub mod open;\npub use inner::{Gone, Kept};\npub use open::Both;\n"),
        ("src/inner.rs", "pub struct Gone;\npub struct Kept;\n"),
        ("src/open.rs", "pub struct Both;\n"),
    ];
    let mut after = before;
    after[1] = ("src/lib.rs", "mod inner;\npub mod open;\npub use inner::Kept;\n");
    assert_eq!(
        breaking(&before, &after),
        ["moved src/open.rs#Both", "visibility_narrowed src/inner.rs#Gone"]
    );
}

#[test]
fn the_file_is_no_part_of_a_name_in_a_package() {
    let waits = "fun wait(a: Int): List<Int> {\n    val b = a + 1\n    val c = b * 2\n    return listOf(a, b, c)\n}\n";
    let of = |package: &str| format!("package {package}\n\n{waits}");
    let (one, other) = (of("shop.core"), of("shop.other"));
    let empty = "package shop.core\n\nval x = 1\n";
    let before = [("src/jvm/A.kt", one.as_str()), ("src/common/B.kt", empty)];
    assert_eq!(breaking(&before, &[("src/common/B.kt", empty), ("src/common/C.kt", one.as_str())]), [""; 0]);
    assert_eq!(
        breaking(&before, &[("src/common/B.kt", empty), ("src/common/C.kt", other.as_str())]),
        ["moved src/common/C.kt#wait"]
    );
}

#[test]
fn another_name_of_a_type_is_the_type() {
    let types = "from typing import Union\n\nUrls = Union[\"URL\", str]\n\nclass URL:\n    pass\n";
    let before = [
        ("pkg/__init__.py", "from .client import get\n"),
        ("pkg/types.py", types),
        ("pkg/client.py", "from .types import URL, Urls\n\ndef get(url: Urls, more: Urls): pass\n"),
    ];
    let client = "from .types import URL, Urls\n\ndef get(url: URL | str, more: URL): pass\n";
    let after = [before[0], before[1], ("pkg/client.py", client)];
    assert_eq!(breaking(&before, &after), ["parameter_retyped pkg/client.py#get"]);
    let wider =
        [before[0], before[1], ("pkg/client.py", &client.replace("more: URL", "more: URL | str | None"))];
    assert_eq!(breaking(&before, &wider), [""; 0]);
}

#[test]
fn a_member_is_one_more_only_for_who_must_write_it() {
    // Had by embedding before, and one that is new.
    let before = [
        ("go.mod", "module example.org/a\n"),
        (
            "a.go",
            "package a\n\ntype Chain interface { Where(q string) Chain }\n\ntype Create interface { Chain; Run() }\n",
        ),
    ];
    let after = [
        before[0],
        (
            "a.go",
            "package a\n\ntype Chain interface { Where(q string) Chain }\n\ntype Create interface { Where(q string) Chain; Set(); Run() }\n",
        ),
    ];
    assert_eq!(breaking(&before, &after), ["member_added a.go#Create.Set"]);
    // No other package has a method of this name.
    let before = [before[0], ("a.go", "package a\n\ntype A interface { own(); F() }\n")];
    let after = [before[0], ("a.go", "package a\n\ntype A interface { own(); F(); G() }\n")];
    assert_eq!(breaking(&before, &after), [""; 0]);
    // A trait above that nobody can name.
    let of = |vis: &str, members: &str| {
        format!(
            "{vis}mod sealed {{\n    pub trait Sealed {{}}\n}}\npub trait Ext: sealed::Sealed {{\n    fn a(&self);\n{members}}}\n"
        )
    };
    let check = |vis: &str| {
        let (old, new) = (of(vis, ""), of(vis, "    fn b(&self);\n"));
        breaking(&[CARGO, ("src/lib.rs", &old)], &[CARGO, ("src/lib.rs", &new)])
    };
    assert_eq!(check(""), [""; 0]);
    assert_eq!(check("pub "), ["member_added src/lib.rs#Ext.b"]);
}

#[test]
fn what_is_reached_is_not_known_where_a_package_offers_what_is_built() {
    let before = [
        ("package.json", "{\"name\": \"shop\", \"main\": \"dist/index.js\"}\n"),
        ("src/index.ts", "export function sell(a: number) {}\n"),
    ];
    let after = [before[0], ("src/index.ts", "export function sell(a: number, b: number) {}\n")];
    assert_eq!(breaking(&before, &after), ["parameter_added src/index.ts#sell"]);
}

#[test]
fn a_path_that_is_in_neither_state_is_a_problem() {
    let repository = Repository::new(&[("a/x.py", A), ("b/y.py", B)]);
    repository.git(&["rm", "-q", "a/x.py"]);
    repository.commit(&[("c/z.py", A)]);
    let ask = |path: &str| repository.ask(json!({"since_ref": "HEAD~1", "path": path}));
    assert_eq!(ask("typo").unwrap_err().code, Code::NotFound);
    for path in ["a", "b", "c"] {
        assert!(ask(path).is_ok(), "{path}");
    }
}

#[test]
fn nothing_is_staged_where_there_are_no_files() {
    let origin = Repository::new(&[("a.py", A)]);
    let bare = Scratch::new(&Files::new()).unwrap();
    bare.git(&["clone", "-q", "--bare", &address(&origin), "."]).unwrap();
    let problem = Repository::open(bare).ask(json!({"rev": ":staged"})).unwrap_err();
    assert!(problem.message.contains("nothing is staged"), "{problem:?}");
}

#[test]
fn a_declaration_and_its_definition_break_once() {
    let header = "namespace ns { class A { public: int f(int x); }; int h(int x); }\n";
    let source =
        "#include \"a.h\"\nnamespace ns { int A::f(int x) { return x; } int h(int x) { return x; } }\n";
    let main = "#include \"a.h\"\nint run(ns::A a) { return a.f(1) + ns::h(2); }\n";
    let repository = Repository::new(&[("include/a.h", header), ("src/a.cc", source), ("src/main.cc", main)]);
    let more =
        |text: &str| text.replace("f(int x)", "f(int x, int y)").replace("h(int x)", "h(int x, int y)");
    repository.commit(&[("include/a.h", &more(header)), ("src/a.cc", &more(source))]);
    let answer = repository.json(json!({"since_ref": "HEAD~1"}));
    let rows = answer["breaking"].as_array().unwrap();
    let told: Vec<(&str, &Value)> =
        rows.iter().map(|row| (row["symbol"].as_str().unwrap(), &row["resolved"])).collect();
    assert_eq!(told.len(), 2, "{answer}");
    assert!(told.iter().all(|(_, users)| **users == json!(1)), "{told:?}");
}

#[test]
fn what_is_in_conflict_is_not_removed() {
    let repository = Repository::new(&[("a.py", A), ("b.py", B)]);
    let git = |arguments: &[&str]| repository.scratch.git(arguments);
    git(&["checkout", "-q", "-b", "side"]).unwrap();
    repository.commit(&[("a.py", &A.replace("x + 1", "x + 2"))]);
    git(&["checkout", "-q", "main"]).unwrap();
    repository.commit(&[("a.py", &A.replace("x + 1", "x + 3"))]);
    assert!(git(&["merge", "-q", "side"]).is_err(), "it is a conflict");
    let answer = repository.json(json!({"rev": ":staged", "since_ref": "HEAD", "fail_on": ["breaking"]}));
    assert_eq!((&answer["files_removed"], &answer["failed"]), (&json!([]), &json!([])));
    assert_eq!((&answer["unread"], &answer["changes"]), (&json!(["a.py"]), &json!(0)));
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_not_removed() {
    let origin = Repository::new(&[("in/a.py", A), ("out/b.py", A), ("out/deep/c.py", B)]);
    for cone in ["--no-sparse-index", "--sparse-index"] {
        let clone = Scratch::new(&Files::new()).unwrap();
        clone.git(&["clone", "-q", "--no-checkout", &address(&origin), "."]).unwrap();
        clone.git(&["sparse-checkout", "set", "--cone", cone, "in"]).unwrap();
        clone.git(&["checkout", "-q", "main"]).unwrap();
        let clone = Repository::open(clone);
        assert_eq!(clone.changes(json!({"worktree": true})), [""; 0], "{cone}");
        clone.write(&[("in/a.py", &A.replace("x + 1", "x + 2"))]);
        let answer = clone.json(json!({"worktree": true}));
        assert_eq!(symbols(&answer), ["body in/a.py#used"], "{cone}");
        assert_eq!(answer["files_removed"], json!([]), "{cone}");
    }
}

#[test]
fn a_file_of_types_alone_is_not_missed_where_the_module_is_there() {
    let module = ("shop/cart.py", "class Cart(dict):\n    def add(self, item): pass\n");
    let before = [
        ("shop/__init__.py", ""),
        module,
        (
            "shop/cart.pyi",
            "class Cart(dict):\n    def add(self, item: str) -> None: ...\ndef told() -> None: ...\n",
        ),
        ("shop/alone.pyi", "def alone() -> None: ...\n"),
    ];
    let after = [before[0], module];
    assert_eq!(breaking(&before, &after), ["removed shop/alone.pyi#alone"]);
}

#[test]
fn what_scripts_and_builds_keep_breaks_nobody() {
    let before = [
        ("build.ps1", "$version = 1\nfunction Use { $version }\n"),
        ("lib.psm1", "function Make { 1 }\n"),
        ("CMakeLists.txt", "set(flags a)\nadd_library(shop a.c)\n"),
        ("WORKSPACE", "TAG = 1\n"),
        ("defs.bzl", "OFFERED = 1\n"),
    ];
    let after = [
        ("build.ps1", "function Use { 1 }\n"),
        ("lib.psm1", "# nothing\n"),
        ("CMakeLists.txt", "add_library(shop a.c)\n"),
        ("WORKSPACE", "# nothing\n"),
        ("defs.bzl", "# nothing\n"),
    ];
    assert_eq!(breaking(&before, &after), ["removed defs.bzl#OFFERED", "removed lib.psm1#Make"]);
}

#[test]
fn what_is_derived_no_more_breaks_unless_it_is_written_out() {
    let before =
        [CARGO, ("src/lib.rs", "#[derive(Clone, Debug)]\npub struct A;\n#[derive(Clone)]\npub struct B;\n")];
    let after = [
        CARGO,
        (
            "src/lib.rs",
            "#[derive(Debug)]\npub struct A;\nimpl Clone for A {\n    fn clone(&self) -> Self { A }\n}\npub struct B;\n",
        ),
    ];
    assert_eq!(breaking(&before, &after), ["derive_removed src/lib.rs#B"]);
}

#[test]
fn what_stands_in_a_module_that_is_closed_is_lost() {
    let text = "pub mod inner {\n    pub fn z() {}\n    pub struct S;\n    impl S {\n        pub fn m(&self) {}\n    }\n}\npub fn open() {}\n";
    let before = [CARGO, ("src/lib.rs", text)];
    let closed = text.replace("pub mod inner", "pub(crate) mod inner");
    let after = [CARGO, ("src/lib.rs", closed.as_str())];
    assert_eq!(
        breaking(&before, &after),
        ["visibility_narrowed src/lib.rs#inner.S", "visibility_narrowed src/lib.rs#inner.z"]
    );
}

#[test]
fn a_base_that_another_one_has_is_no_loss_and_what_docs_define_is_used_by_nobody() {
    let mixins = "class Updating:\n    pass\n\nclass Calling(Updating, dict):\n    pass\n";
    let before = [
        ("shop/__init__.py", "from .control import Control, Other\n"),
        ("shop/mixins.py", mixins),
        (
            "shop/control.py",
            "from .mixins import Calling, Updating\n\nclass Control(Updating, dict):\n    pass\n\nclass Other(Updating, list):\n    pass\n",
        ),
        ("docs/conf.py", "master_doc = \"index\"\nproject = \"shop\"\n"),
    ];
    let after = [
        before[0],
        before[1],
        (
            "shop/control.py",
            "from .mixins import Calling, Updating\n\nclass Control(Calling):\n    pass\n\nclass Other(Calling):\n    pass\n",
        ),
        ("docs/conf.py", "project = \"shop\"\n"),
    ];
    assert_eq!(breaking(&before, &after), ["type_changed shop/control.py#Other"]);
}
