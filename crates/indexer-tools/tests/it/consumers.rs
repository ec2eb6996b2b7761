//! Several repositories asked together, over throw-away folders.

use indexer_tools::settings::TOOL_NAMES;
use indexer_tools::{Code, Configuration, Grant, Problem, Roots, find};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// Repositories in a folder, and a file that names them.
pub(crate) struct Together {
    pub(crate) folder: TempDir,
    pub(crate) roots: Roots,
}

impl Together {
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut names: Vec<&str> = Vec::new();
        for (path, text) in files {
            let full = folder.path().join(path);
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            fs::write(full, text).unwrap();
            names.extend(path.split('/').next().filter(|name| !names.contains(name)));
        }
        fs::write(folder.path().join("all.toml"), format!("repositories = {names:?}\n")).unwrap();
        let said = format!(
            "repositories = {:?}\ncache_dir = {:?}\n",
            folder.path().join("all.toml"),
            folder.path().join(".cache")
        );
        let configuration =
            Configuration::of_text(&said, Path::new("/user/config.toml"), TOOL_NAMES).unwrap();
        Self { folder, roots: Roots::new(configuration) }
    }

    pub(crate) fn ask(&self, tool: &str, arguments: Value) -> Result<Value, Problem> {
        self.ask_for(&Grant::Everything, tool, arguments)
    }

    /// The same for who may ask so much.
    pub(crate) fn ask_for(&self, grant: &Grant, tool: &str, mut arguments: Value) -> Result<Value, Problem> {
        arguments["format"] = "json".into();
        let tool = find(tool).unwrap();
        let output = self.roots.ask_for(grant, tool, &arguments, &AtomicBool::new(false))?;
        Ok(output.structured.unwrap())
    }

    /// The uses of a symbol of a repository in the others: `repo path:line resolution`.
    fn uses(&self, repo: &str, symbol: &str) -> Vec<String> {
        let found = self.ask("get_consumers", json!({"repository": repo, "symbol": symbol})).unwrap();
        let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
        let all = found["uses"].as_array().unwrap().iter();
        all.map(|one| {
            format!(
                "{} {}:{} {}",
                text(one, "repository"),
                text(one, "path"),
                one["line"],
                text(one, "resolution")
            )
        })
        .collect()
    }
}

#[test]
fn users_of_a_crate_are_found_in_other_repositories() {
    let together = Together::of(&[
        ("prices/Cargo.toml", "[package]\nname = \"price-list\"\nversion = \"1.0.0\"\nedition = \"2021\"\n"),
        (
            "prices/src/lib.rs",
            "mod money;\npub use money::total;\npub struct Price;\nimpl Price {\n    pub fn new() -> Self { Self }\n}\n",
        ),
        ("prices/src/money.rs", "pub fn total() -> u64 { 1 }\n"),
        (
            "shop/Cargo.toml",
            "[package]\nname = \"shop\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[dependencies]\nprice-list = \"1\"\n",
        ),
        (
            "shop/src/lib.rs",
            "use price_list::{total, Price};\npub fn basket() -> u64 {\n    Price::new();\n    total()\n}\n",
        ),
        ("namesake/Cargo.toml", "[package]\nname = \"namesake\"\nversion = \"1.0.0\"\nedition = \"2021\"\n"),
        (
            "namesake/src/lib.rs",
            "pub fn total() -> u64 { 2 }\npub fn more() -> u64 { total() + other_list::total() }\n",
        ),
    ]);
    assert_eq!(
        together.uses("prices", "total"),
        ["shop src/lib.rs:1 resolved", "shop src/lib.rs:4 resolved"]
    );
    assert_eq!(together.uses("prices", "Price.new"), ["shop src/lib.rs:3 resolved"]);
    // Whoever is asked is not among the others, and what is private to another is not shared.
    assert_eq!(together.uses("shop", "basket"), Vec::<String>::new());
}

#[test]
fn users_of_a_python_package_are_found_and_who_does_not_declare_it_is_possible() {
    let together = Together::of(&[
        ("prices/pyproject.toml", "[project]\nname = \"acme-prices\"\n"),
        (
            "prices/src/acme/__init__.py",
            "from .money import total\n\n\nclass Price:\n    def rounded(self):\n        return 1\n",
        ),
        ("prices/src/acme/money.py", "def total(all):\n    return sum(all)\n"),
        ("web/pyproject.toml", "[project]\nname = \"web\"\ndependencies = [\"Acme_Prices>=1\"]\n"),
        (
            "web/web.py",
            "import acme.money as m\nfrom acme import Price, total\n\n\ndef basket():\n    return total([1]) + m.total([2]) + Price().rounded()\n",
        ),
        ("script/run.py", "from acme import total\nfrom other import total as more\n\ntotal([])\nmore([])\n"),
    ]);
    let expected = [
        "script run.py:1 possible",
        "script run.py:4 possible",
        "web web.py:2 resolved",
        "web web.py:6 resolved",
        "web web.py:6 resolved",
    ];
    assert_eq!(together.uses("prices", "total"), expected);
    // The very next question sees an edit of another repository.
    fs::write(together.folder.path().join("script/run.py"), "print()\n").unwrap();
    assert_eq!(together.uses("prices", "total"), expected[2..]);
}

#[test]
fn users_of_a_package_in_a_workspace_of_npm_are_found() {
    let together = Together::of(&[
        ("mono/package.json", "{\"name\": \"mono\", \"private\": true, \"workspaces\": [\"packages/*\"]}"),
        ("mono/packages/prices/package.json", "{\"name\": \"@acme/prices\", \"main\": \"src/index.ts\"}"),
        ("mono/packages/prices/src/index.ts", "export { total } from \"./money\";\n"),
        (
            "mono/packages/prices/src/money.ts",
            "export function total(all: number[]) { return all.length; }\n",
        ),
        ("web/package.json", "{\"name\": \"web\", \"dependencies\": {\"@acme/prices\": \"1\"}}"),
        (
            "web/app.ts",
            "import { total } from \"@acme/prices\";\nimport { total as other } from \"elsewhere\";\nexport const x = total([1]) + other([2]);\n",
        ),
    ]);
    assert_eq!(together.uses("mono", "total"), ["web app.ts:1 resolved", "web app.ts:3 resolved"]);
}

#[test]
fn users_of_a_go_module_are_found() {
    let together = Together::of(&[
        ("prices/go.mod", "module acme.dev/prices\n\ngo 1.22\n"),
        (
            "prices/prices.go",
            "package prices\n\ntype Price struct{ Cents int }\n\nfunc New(c int) Price { return Price{c} }\n",
        ),
        ("prices/money/money.go", "package money\n\nfunc Total(all []int) int { return len(all) }\n"),
        ("svc/go.mod", "module acme.dev/svc\n\ngo 1.22\n\nrequire acme.dev/prices v1.0.0\n"),
        (
            "svc/main.go",
            "package main\n\nimport (\n\t\"acme.dev/prices\"\n\t\"acme.dev/prices/money\"\n)\n\nfunc main() {\n\tprices.New(3)\n\tmoney.Total(nil)\n}\n",
        ),
    ]);
    assert_eq!(together.uses("prices", "New"), ["svc main.go:9 resolved"]);
    assert_eq!(together.uses("prices", "Total"), ["svc main.go:10 resolved"]);
}

#[test]
fn what_cannot_be_asked_is_said_and_every_tool_takes_the_name_of_a_repository() {
    let together = Together::of(&[("one/a.py", "def go(): pass\n"), ("two/b.py", "def go(): pass\n")]);
    let list = together.folder.path().join("all.toml");
    fs::write(&list, "repositories = [\"one\", \"two\", \"gone\"]\n").unwrap();
    let found = together.ask("get_consumers", json!({"repository": "one", "symbol": "go"})).unwrap();
    assert_eq!(found["symbols"][0]["package"], Value::Null, "no manifest declares one: {found}");
    let gone = &found["repositories"][0];
    assert!(gone["problem"].as_str().unwrap().contains("cannot open"), "{gone}");
    assert!(gone["resolved"].is_null(), "nothing is claimed of what was not asked: {gone}");
    assert_eq!((&found["repositories"][1]["name"], &found["total"]), (&"two".into(), &0.into()));
    // Zero uses beside sites of the name is not "unused".
    assert_eq!(found["repositories"][1]["completeness"]["resolved"], 0);

    let found = together.ask("lookup_symbol", json!({"repository": "two", "name": "go"})).unwrap();
    assert_eq!(found["symbols"][0]["path"], "b.py");
    let problem = together.ask("lookup_symbol", json!({"repository": "tow", "name": "go"})).unwrap_err();
    assert_eq!((problem.code, problem.parameter.as_deref()), (Code::InvalidArgument, Some("repository")));
    assert_eq!(problem.suggestions, ["two"]);
    let problem = together
        .ask("get_consumers", json!({"repository": "one", "symbol": "go", "among": ["x"]}))
        .unwrap_err();
    assert_eq!(problem.parameter.as_deref(), Some("among"));
    fs::write(&list, "repositories = 1\n").unwrap();
    let problem = together.ask("lookup_symbol", json!({"repository": "two", "name": "go"})).unwrap_err();
    assert!(problem.message.contains("must be a list"), "{}", problem.message);
}
