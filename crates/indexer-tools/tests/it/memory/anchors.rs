//! Entries stay with the code that they are about, and say when it is no longer what it was.

use super::{Desk, SHOP, values};
use serde_json::{Value, json};
use std::fs;

/// What becomes of a decision about `symbol` of `before` once the files are those `after`: its state, and
/// where the code is now.
fn becomes(symbol: &str, before: &[(&str, &str)], after: &[(&str, &str)]) -> (String, Value) {
    let desk = Desk::new(before);
    desk.ok("record_decision", json!({"title": "It stays so", "symbols": [symbol]}));
    for (path, _) in before {
        desk.scratch.remove(path).unwrap();
    }
    for (path, text) in after {
        desk.scratch.write(path, text).unwrap();
    }
    let anchor = desk.ok("list_decisions", json!({}))["decisions"][0]["anchors"][0].clone();
    let conflicts = values(&desk.ok("get_conflicts", json!({})), "conflicts", "kind");
    let state = anchor["state"].as_str().unwrap().to_owned();
    let expected: &[&str] = if state == "same" { &[] } else { &[&state] };
    assert_eq!(conflicts, expected, "{anchor}");
    (state, anchor["now"].clone())
}

fn check(symbol: &str, before: (&str, &str), after: &[(&str, &str)], state: &str, now: Value) {
    assert_eq!(becomes(symbol, &[before], after), (state.to_owned(), now), "{symbol} {after:?}");
}

#[test]
fn formatting_and_comments_change_nothing_and_code_does() {
    let shop = ("shop.py", SHOP);
    let moved_down = format!("# What a shop is.\n\n\n{}", SHOP.replace("sum(item", "sum(\n            item"));
    check("Cart.total", shop, &[("shop.py", &moved_down)], "same", Value::Null);
    let documented =
        SHOP.replace("(name):\n", "(name):\n    \"\"\"The price.\"\"\"\n    # Longer is dearer.\n");
    check("price", shop, &[("shop.py", &documented)], "same", Value::Null);
    let other = SHOP.replace("self.items = []", "self.items = None");
    check("Cart.clear", shop, &[("shop.py", &other)], "changed", Value::Null);
    check("Cart.total", shop, &[("shop.py", &other)], "same", Value::Null);
    check("Cart", shop, &[("shop.py", &other)], "changed", Value::Null);
    let decorated = SHOP.replace("def price", "@cached\ndef price");
    check("price", shop, &[("shop.py", &decorated)], "changed", Value::Null);
}

#[test]
fn what_is_renamed_or_moved_is_followed() {
    let shop = ("shop.py", SHOP);
    check("price", shop, &[("lib/prices.py", SHOP)], "moved", json!("lib/prices.py#price"));
    check("Cart.total", shop, &[("lib/prices.py", SHOP)], "moved", json!("lib/prices.py#Cart.total"));
    let renamed = SHOP.replace("total", "whole_sum");
    check("Cart.total", shop, &[("shop.py", &renamed)], "moved", json!("shop.py#Cart.whole_sum"));
    let owner = SHOP.replace("Cart", "Basket");
    check("Cart.total", shop, &[("shop.py", &owner)], "moved", json!("shop.py#Basket.total"));
}

#[test]
fn what_is_gone_is_gone_and_copies_are_candidates() {
    let shop = ("shop.py", SHOP);
    check("price", shop, &[("shop.py", "def cost(x, y):\n    return x * y + 1\n")], "vanished", Value::Null);
    // Short code is equal by chance.
    check("ONE", ("a.py", "ONE = 1\n"), &[("a.py", "TWO = 1\n")], "vanished", Value::Null);
    let desk = Desk::new(&[("shop.py", SHOP)]);
    desk.ok("open_bug", json!({"title": "It is wrong", "symbols": ["price"]}));
    for path in ["a.py", "b.py"] {
        desk.scratch.write(path, SHOP).unwrap();
    }
    desk.scratch.remove("shop.py").unwrap();
    let conflicts = desk.ok("get_conflicts", json!({}));
    assert_eq!(conflicts["conflicts"][0]["kind"], "vanished");
    assert_eq!(conflicts["conflicts"][0]["candidates"], json!(["a.py#price", "b.py#price"]));
    // Nobody needs to know once it is fixed.
    let id = conflicts["conflicts"][0]["entries"][0]["id"].clone();
    desk.ok("update_bug", json!({"id": id, "status": "fixed"}));
    assert_eq!(desk.ok("get_conflicts", json!({}))["total"], 0);
}

#[test]
fn parts_of_one_symbol_are_one_anchor() {
    let java = "class A {\n    int go(int x) { return x; }\n    int go(String x) { return 2; }\n}\n";
    let other = java.replace("return 2", "return 3");
    check("A.go", ("A.java", java), &[("A.java", &other)], "changed", Value::Null);
    let (header, source) = ("int go(int x);\n", "#include \"a.h\"\nint go(int x) { return x; }\n");
    let before = [("a.h", header), ("a.c", source)];
    let after = [("a.h", header), ("a.c", "#include \"a.h\"\nint go(int x) { return x + 1; }\n")];
    assert_eq!(becomes("go", &before, &after).0, "changed");
    assert_eq!(becomes("go", &before, &before).0, "same");
}

#[test]
fn decisions_that_do_not_fit_each_other_are_told() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    let first = desk.id("record_decision", json!({"title": "Cents", "symbols": ["price"]}));
    desk.id("record_decision", json!({"title": "Lengths", "symbols": ["price"]}));
    let possible = desk.ok("get_conflicts", json!({}));
    assert_eq!(values(&possible, "conflicts", "kind"), ["possible"]);
    assert_eq!(
        (&possible["pressing"], &possible["conflicts"][0]["symbol"]),
        (&json!(0), &json!("shop.py#price"))
    );
    assert_eq!(desk.ok("get_briefing", json!({}))["counts"]["conflicts"], 0, "they may well agree");
    // Two branches supersede one decision, each with its own.
    let before = fs::read_to_string(desk.ledger()).unwrap();
    desk.id("record_decision", json!({"title": "Tenths", "supersedes": [first]}));
    let side = fs::read_to_string(desk.ledger()).unwrap();
    fs::write(desk.ledger(), &before).unwrap();
    desk.id("record_decision", json!({"title": "Euros", "supersedes": [first]}));
    let main = fs::read_to_string(desk.ledger()).unwrap();
    fs::write(desk.ledger(), format!("{main}{}", &side[before.len()..])).unwrap();
    let forked = desk.ok("get_conflicts", json!({}));
    assert_eq!(values(&forked, "conflicts", "kind"), ["forked", "superseded"]);
    assert_eq!(values(&forked["conflicts"][0], "entries", "title")[0], "Cents");
    let briefing = desk.text("get_briefing", &json!({}));
    assert!(briefing.lines().nth(2).unwrap().starts_with("conflict kind=forked"), "{briefing}");
}

/// Ledgers hold these for years. Where this fails, `VERSION` in `crates/indexer-tools/src/ledger/anchor.rs`
/// counts up, so that anchors made before are told as such and not as changed.
#[test]
fn equal_code_has_the_hash_that_it_had() {
    for (path, text, symbol, content) in [
        ("a.py", "def f(a, b=1):\n    # no\n    return a + b\n", "f", "1-6709820b9e783f95"),
        ("a.rs", "pub fn f(a: u8) -> u8 { /* no */ a + 1 }\n", "f", "1-c055078fe3cefd88"),
        ("a.js", "function f(a) { return a + `x${a}`; } // no\n", "f", "1-a159f9360f9ea0de"),
        ("a.go", "package a\n\nfunc f(a int) int { return a + 1 }\n", "f", "1-731f5bc0830e7c3a"),
        ("A.java", "class A { int f(int a) { return a + 1; } }\n", "A.f", "1-28404a0b2cc77848"),
        ("a.c", "int f(int a) { return a + '\\n'; }\n", "f", "1-adfec4550a220470"),
    ] {
        let desk = Desk::new(&[(path, text)]);
        desk.ok("record_decision", json!({"title": "It stays so", "symbols": [symbol]}));
        let line: Value = serde_json::from_str(fs::read_to_string(desk.ledger()).unwrap().trim()).unwrap();
        assert_eq!(line["anchors"][0]["content"], content, "{path}");
    }
}

#[test]
fn an_anchor_of_another_version_is_not_called_changed() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    desk.ok("record_decision", json!({"title": "It stays so", "symbols": ["price"]}));
    let line = fs::read_to_string(desk.ledger()).unwrap();
    fs::write(desk.ledger(), line.replace("\"content\":\"1-", "\"content\":\"7-")).unwrap();
    assert_eq!(values(&desk.ok("get_conflicts", json!({})), "conflicts", "kind"), ["unknown"]);
}
