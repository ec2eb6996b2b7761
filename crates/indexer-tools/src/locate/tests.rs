//! Names as people write them, over repositories in memory.

use super::{Called, called};
use crate::fixture::{Fixture, values};
use indexer_store::View;

/// The keys of what `find_definition` finds, in its order.
fn found(files: &[(&str, &str)], name: &str) -> String {
    let answer =
        Fixture::new(files).json("find_definition", &serde_json::json!({"symbol": name}).to_string());
    let rows = answer["definitions"].as_array().cloned().unwrap_or_default();
    let keys: Vec<&str> = rows.iter().filter_map(|row| row["key"].as_str()).collect();
    keys.join(" ")
}

const PACKAGE: &[(&str, &str)] = &[
    (
        "src/flask/__init__.py",
        "from .app import Flask as Flask\nfrom .helpers import *\nfrom .app import Flask as App\n",
    ),
    (
        "src/flask/app.py",
        "from .scaffold import Scaffold\n\nclass Flask(Scaffold):\n    def run(self): pass\n",
    ),
    ("src/flask/scaffold.py", "class Scaffold:\n    def route(self): pass\n"),
    ("src/flask/helpers.py", "def url_for(): pass\n"),
    ("tests/test_app.py", "from flask import Flask\n\nclass Helper:\n    def url_for(self): pass\n"),
];

#[test]
fn what_a_reexport_offers_is_found_under_the_name_that_users_write() {
    assert_eq!(found(PACKAGE, "flask.Flask"), "src/flask/app.py#Flask");
    assert_eq!(found(PACKAGE, "flask.url_for"), "src/flask/helpers.py#url_for", "by a wildcard");
    assert_eq!(found(PACKAGE, "flask.App"), "src/flask/app.py#Flask", "under another name");
    assert_eq!(found(PACKAGE, "flask.Flask.run"), "src/flask/app.py#Flask.run");
    let rust = [
        ("tokio/Cargo.toml", "[package]\nname = \"tokio\"\n"),
        ("tokio/src/lib.rs", "pub mod runtime;\npub mod task;\npub use task::spawn;\n"),
        ("tokio/src/runtime.rs", "pub struct Handle;\nimpl Handle { pub fn spawn(&self) {} }\n"),
        ("tokio/src/task/mod.rs", "mod spawn;\npub use spawn::*;\n"),
        ("tokio/src/task/spawn.rs", "pub fn spawn() {}\n"),
    ];
    let spawn = "tokio/src/task/spawn.rs#spawn";
    assert_eq!(found(&rust, "tokio::spawn"), spawn);
    assert_eq!(found(&rust, "tokio::task::spawn"), spawn);
    assert_eq!(found(&rust, "crate::task::spawn::spawn"), spawn);
    assert_eq!(found(&rust, "Handle::spawn"), "tokio/src/runtime.rs#Handle.spawn");
}

#[test]
fn a_name_with_dots_in_it_is_found_whole_and_by_its_last_parts() {
    let elixir = [
        (
            "lib/shop/router.ex",
            "defmodule Shop.Web.Router do\n  defstruct router: nil\n  def scope(a), do: a\nend\n",
        ),
        ("lib/shop/other.ex", "defmodule Other.Router do\n  def go(a), do: Shop.Web.Router.scope(a)\nend\n"),
    ];
    let router = "lib/shop/router.ex#Shop.Web.Router";
    assert_eq!(found(&elixir, "Shop.Web.Router"), router);
    assert_eq!(found(&elixir, "shop.web.router"), router, "in any case");
    assert_eq!(found(&elixir, router), router, "by its key");
    assert_eq!(found(&elixir, "Shop.Web.Router.scope"), "lib/shop/router.ex#Shop.Web.Router.scope");
    assert_eq!(found(&elixir, "Other.Router"), "lib/shop/other.ex#Other.Router");
}

#[test]
fn a_schema_before_a_table_says_which() {
    let sql = [
        ("a.sql", "CREATE TABLE shop.cart (id int);\nCREATE TABLE shop.carts (id int);\n"),
        ("b.sql", "CREATE TABLE old.cart (id int);\n"),
    ];
    assert_eq!(found(&sql, "shop.cart"), "a.sql#cart");
    assert_eq!(found(&sql, "OLD.cart"), "b.sql#cart");
    assert_eq!(found(&sql, "shop.carts"), "a.sql#carts");
}

#[test]
fn a_package_that_a_file_declares_names_what_is_in_it() {
    let kotlin = [
        ("src/commonMain/kotlin/Pool.kt", "package shop\n\nclass Pool\n"),
        ("src/jvmMain/kotlin/Use.kt", "package shop.use\n\nfun pool() = 1\n"),
    ];
    assert_eq!(found(&kotlin, "shop.Pool"), "src/commonMain/kotlin/Pool.kt#Pool");
    assert_eq!(found(&kotlin, "shop.use.pool"), "src/jvmMain/kotlin/Use.kt#pool");
    let php = [("lib/Pool.php", "<?php\nnamespace App\\Store;\n\nclass Pool {}\n")];
    assert_eq!(found(&php, "App\\Store\\Pool"), "lib/Pool.php#Pool");
}

#[test]
fn a_package_and_the_end_of_a_path_name_what_is_in_it() {
    let go = [
        ("go.mod", "module example.com/states\n"),
        ("internal/statemgr/locker.go", "package statemgr\n\ntype Locker interface {\n\tLock() error\n}\n"),
        ("internal/cloud/locker.go", "package cloud\n\ntype Locker struct{}\n"),
    ];
    let key = "internal/statemgr/locker.go#Locker";
    assert_eq!(found(&go, "statemgr.Locker"), key);
    assert_eq!(found(&go, "statemgr/locker.go#Locker"), key);
    assert_eq!(found(&go, "example.com/states/internal/statemgr.Locker"), key);
    assert_eq!(found(&go, "statemgr/locker.go:3"), key);
    assert_eq!(found(&go, "statemgr/locker.go:2-5"), key);
}

#[test]
fn members_are_found_where_a_type_has_them_from() {
    assert_eq!(found(PACKAGE, "Flask.route"), "src/flask/scaffold.py#Scaffold.route");
    assert_eq!(found(PACKAGE, "flask.Flask.route"), "src/flask/scaffold.py#Scaffold.route");
    assert_eq!(found(PACKAGE, "Flask/run"), "src/flask/app.py#Flask.run", "owners as folders");
    assert_eq!(found(PACKAGE, "Flask#run"), "src/flask/app.py#Flask.run");
    assert_eq!(found(PACKAGE, "class Flask"), "src/flask/app.py#Flask");
}

#[test]
fn the_source_stands_before_what_stands_beside_it() {
    let files = [
        ("a_tests/tests/a.py", "class Cart: pass\n"),
        ("benches/b.py", "class Cart: pass\n"),
        ("examples/c.py", "class Cart: pass\n"),
        ("lib/d.pyi", "class Cart: ...\n"),
        ("lib/e.py", "def make():\n    class Cart: pass\n"),
        ("lib/f.py", "def Cart(): pass\n"),
        ("lib/g.py", "class Cart: pass\n"),
        ("vendor/h.py", "class Cart: pass\n"),
    ];
    assert_eq!(
        found(&files, "Cart"),
        "lib/g.py#Cart lib/f.py#Cart lib/d.pyi#Cart lib/e.py#make.Cart benches/b.py#Cart examples/c.py#Cart \
         a_tests/tests/a.py#Cart vendor/h.py#Cart"
    );
}

#[test]
fn a_class_and_its_constructors_are_one() {
    let java = [
        ("a/Tree.java", "package a;\nclass Tree {\n  Tree() {}\n  Tree(int size) {}\n}\n"),
        (
            "a/Use.java",
            "package a;\nclass Use {\n  Tree one() { return new Tree(); }\n  Tree two() { return new Tree(2); }\n}\n",
        ),
    ];
    let fixture = Fixture::new(&java);
    let lines = fixture.text("get_callers", r#"{"symbol": "Tree"}"#);
    assert_eq!(values(&lines, "symbol", "kind"), ["class"]);
    assert_eq!(values(&lines, "caller", "qualified"), ["a.Use.one", "a.Use.two"]);
    let lines = fixture.text("get_impact", r#"{"target": "Tree"}"#);
    assert_eq!(values(&lines, "target", "kind"), ["class"]);
    assert!(values(&lines, "affected", "qualified").contains(&"a.Use.one".to_owned()), "{lines:?}");
    let lines = fixture.text("lookup_symbol", r#"{"name": "Tree"}"#);
    assert_eq!(values(&lines, "symbol", "kind"), ["class"]);
    let lines = fixture.text("find_references", r#"{"symbol": "Tree"}"#);
    assert_eq!(values(&lines, "symbol", "kind"), ["class"]);
    assert!(values(&lines, "use", "line").len() >= 4, "{lines:?}");
}

#[test]
fn a_declaration_is_told_beside_its_definition() {
    let fixture = Fixture::new(&[
        ("a.h", "int go(int x);\n"),
        ("a.c", "#include \"a.h\"\nint go(int x) { return x; }\n"),
    ]);
    let lines = fixture.text("lookup_symbol", r#"{"name": "go"}"#);
    assert_eq!(values(&lines, "symbol", "path"), ["a.c"]);
    assert_eq!(values(&lines, "symbol", "declared"), ["a.h:1"]);
    let lines = fixture.text("read_source", r#"{"symbol": "go"}"#);
    assert_eq!(values(&lines, "source", "path"), ["a.c"]);
}

#[test]
fn what_a_question_calls_a_symbol() {
    let view = View::empty();
    let name = |text: &'static str| match called(&view, text) {
        Called::Name(names) => names.join(" "),
        other => format!("{other:?}"),
    };
    assert_eq!(name("a::B.c()"), "a B c");
    assert_eq!(name("println!"), "println");
    assert_eq!(name("`Session#get`"), "Session get");
    assert_eq!(called(&view, "./a/b.py#C.d"), Called::Key { path: "a/b.py", chain: "C.d".into() });
    let at = |line, column| Called::Place { path: "a/b.py", line, column };
    assert_eq!(called(&view, "a/b.py:3:4"), at(3, Some(4)));
    assert_eq!(called(&view, "a/b.py:3"), at(3, None));
    assert_eq!(called(&view, "a/b.py:3-4"), Called::Lines { path: "a/b.py", first: 3, last: 4 });
}

#[test]
fn a_path_may_hold_what_ends_it_in_a_key() {
    let files = [
        ("c#/a.py", "def f(): pass\n"),
        ("c#/b#c.py", "class B:\n    def g(self): pass\n"),
        ("c#/b", "B:\n"),
        ("x/a#b.js", "export class A { #x() {} }\n"),
        ("notes/c#.md", "# Why\n\n## C# and F#\n"),
    ];
    for (name, key) in [
        ("c#/a.py#f", "c#/a.py#f"),
        ("c#/a.py:1:5", "c#/a.py#f"),
        ("c#/a.py:1-2", "c#/a.py#f"),
        ("c#/b#c.py#B.g", "c#/b#c.py#B.g"),
        ("b#c.py#B.g", "c#/b#c.py#B.g"),
        ("b#c.py:2:9", "c#/b#c.py#B.g"),
        ("x/a#b.js#A", "x/a#b.js#A"),
        ("notes/c#.md#Why", "notes/c#.md#Why"),
        ("notes/c#.md#Why.C# and F#", "notes/c#.md#Why.C# and F#"),
        ("B#g", "c#/b#c.py#B.g"),
    ] {
        assert_eq!(found(&files, name), key, "{name}");
    }
    let answer = Fixture::new(&files).json("find_definition", r##"{"symbol": "c#/a.py"}"##);
    assert_eq!(answer["definitions"][0]["module"], "c#/a.py");
    let answer = Fixture::new(&files).json("get_callers", r##"{"symbol": "c#/a.py#f"}"##);
    assert_eq!(answer["symbols"][0]["key"], "c#/a.py#f", "{answer}");
    let many = format!("a{}b", "#".repeat(100_000));
    let problem =
        Fixture::new(&files).problem("find_definition", &serde_json::json!({"symbol": many}).to_string());
    assert_eq!(problem.code, crate::protocol::Code::NotFound);
}

#[test]
fn a_component_is_found_by_the_name_of_its_file() {
    let fixture = Fixture::new(&[
        (
            "src/MyPart.vue",
            "<script setup>\nconst size = 3\n</script>\n<template><b>{{ size }}</b></template>\n",
        ),
        (
            "src/App.vue",
            "<script setup>\nimport MyPart from './MyPart.vue'\n</script>\n<template><my-part /></template>\n",
        ),
    ]);
    for name in ["MyPart", "my-part"] {
        let found = fixture.json("lookup_symbol", &format!(r#"{{"name": "{name}"}}"#));
        assert_eq!(
            (&found["total"], &found["symbols"][0]["path"]),
            (&1.into(), &"src/MyPart.vue".into()),
            "{found}"
        );
    }
    let lines = fixture.text("find_references", r#"{"symbol": "MyPart"}"#);
    assert!(values(&lines, "answer", "total")[0].parse::<u32>().unwrap() > 0);
}

#[test]
fn code_stands_before_what_a_framework_makes_of_it() {
    let files = [
        (
            "app.py",
            "import click\nfrom flask import Flask\n\ndef make():\n    app = Flask(__name__)\n    @app.cli.command()\n    def load(): pass\n    return app\n\n@click.command()\ndef serve(): pass\n",
        ),
        ("tests/test_app.py", "def serve(): pass\n"),
    ];
    assert_eq!(found(&files, "load").split(' ').next(), Some("app.py#make.load"));
    let all = found(&files, "serve");
    assert!(all.starts_with("app.py#serve ") && all.split(' ').count() == 3, "{all}");
    let lines = Fixture::new(&files).text("lookup_symbol", r#"{"name": "serve"}"#);
    assert_eq!(values(&lines, "symbol", "kind")[0], "function");
}
