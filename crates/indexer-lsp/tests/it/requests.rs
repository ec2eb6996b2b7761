//! Each kind of request, over a small shop.

use crate::client::Client;
use serde_json::{Value, json};
use std::fs;

const PRICE: &str = "class Price:\n    \"\"\"What it costs.\"\"\"\n\n    def of(self): return 1\n\nclass Cheap(Price):\n    def of(self): return 0\n\ndef price(item):\n    return Price()\n";
const CART: &str = "import os\nfrom price import Price, price\n\ndef total(cart):\n    one = price(1)\n    cart.of()\n    return one.of() + os.getpid()\n";
const TEST: &str = "from price import price\n\ndef test_price():\n    assert price(2)\n";

fn shop() -> Client {
    Client::new(&[("price.py", PRICE), ("cart.py", CART), ("tests/test_price.py", TEST)])
}

#[test]
fn a_definition_is_led_to_where_it_is_certain() {
    let mut client = shop();
    for (from, to) in [
        ("cart.py:4:10", vec!["price.py:8:4"]),
        // Behind the last letter.
        ("cart.py:4:15", vec!["price.py:8:4"]),
        ("cart.py:1:18", vec!["price.py:0:6"]),
        ("cart.py:1:5", vec!["price.py:0:0"]),
        ("price.py:8:4", vec!["price.py:8:4"]),
        ("cart.py:6:15", vec!["price.py:3:8"]),
        // Nobody knows what a cart is, and `os` is outside.
        ("cart.py:5:9", vec![]),
        ("cart.py:6:25", vec![]),
        ("cart.py:2:0", vec![]),
        ("nowhere.py:0:0", vec![]),
    ] {
        let answer = client.at("textDocument/definition", from);
        assert_eq!(client.places(&answer), to, "{from}");
    }
    let answer = client.at("textDocument/typeDefinition", "cart.py:4:4");
    assert_eq!(client.places(&answer), ["price.py:0:6"]);
    let answer = client.at("textDocument/implementation", "price.py:0:6");
    assert_eq!(client.places(&answer), ["price.py:5:6"]);
    let answer = client.at("textDocument/implementation", "price.py:3:8");
    assert_eq!(client.places(&answer), ["price.py:6:8"]);
}

#[test]
fn what_may_implement_a_method_is_not_led_to() {
    let base = "class Base {\n  run() {}\n}\nmodule.exports = pick ? Base : class Base { run() {} };\n";
    let heir = "const Base = require('./base');\nclass Heir extends Base {\n  run() {}\n}\n";
    let sure = "class Top {\n  run() {}\n}\nclass Low extends Top {\n  run() {}\n}\n";
    let mut client = Client::new(&[("base.js", base), ("heir.js", heir), ("sure.js", sure)]);
    let answer = client.at("textDocument/implementation", "sure.js:1:2");
    assert_eq!(client.places(&answer), ["sure.js:4:2"]);
    let answer = client.at("textDocument/implementation", "base.js:1:2");
    assert_eq!(client.places(&answer), Vec::<String>::new());
}

#[test]
fn uses_are_those_that_are_certain() {
    let mut client = shop();
    let answer = client.at("textDocument/references", "price.py:8:4");
    assert_eq!(
        client.places(&answer),
        [
            "cart.py:1:25",
            "cart.py:4:10",
            "price.py:8:4",
            "tests/test_price.py:0:18",
            "tests/test_price.py:3:11"
        ]
    );
    let answer = client.at("textDocument/documentHighlight", "cart.py:4:10");
    let starts: Vec<&Value> =
        answer.as_array().unwrap().iter().map(|one| &one["range"]["start"]["line"]).collect();
    assert_eq!(starts, [1, 4]);
}

#[test]
fn hovering_says_how_certain_it_is() {
    let mut client = shop();
    let mut said = |place: &str| client.at("textDocument/hover", place)["contents"]["value"].to_string();
    let certain = said("cart.py:4:10");
    assert!(certain.contains("def price(item)") && certain.contains("price.py:9"), "{certain}");
    assert!(said("price.py:0:6").contains("What it costs."));
    assert!(said("cart.py:6:25").contains("**external**"));
    let unsure = said("cart.py:5:9");
    assert!(unsure.contains("**possible**") || unsure.contains("**unresolved**"), "{unsure}");
    assert_eq!(said("cart.py:2:0"), "null");
}

#[test]
fn what_is_installed_is_led_to_and_shown_with_its_version() {
    const SITE: &str = ".venv/lib/python3.11/site-packages";
    let mut client = Client::new(&[
        ("app.py", "from shelf import Book\n"),
        (&format!("{SITE}/shelf.py"), "class Book:\n    \"\"\"A book.\"\"\"\n"),
        (&format!("{SITE}/shelf-2.5.dist-info/RECORD"), "shelf.py,,\n"),
        (&format!("{SITE}/shelf-2.5.dist-info/METADATA"), "Name: shelf\nVersion: 2.5\n"),
    ]);
    let hover = client.at("textDocument/hover", "app.py:0:19")["contents"]["value"].to_string();
    assert!(hover.contains("**external**") && hover.contains("A book."), "{hover}");
    assert!(hover.contains("shelf 2.5: shelf.py:1"), "{hover}");
    let answer = client.at("textDocument/definition", "app.py:0:19");
    let place = &answer[0];
    assert!(place["uri"].as_str().unwrap().ends_with(&format!("{SITE}/shelf.py")), "{answer}");
    assert_eq!(place["range"]["start"]["line"], 0);
}

#[test]
fn lenses_count_what_is_certain_apart() {
    let mut client = shop();
    let document = json!({"textDocument": {"uri": client.url("price.py")}});
    let lenses = client.ask("textDocument/codeLens", document);
    let lenses = lenses.as_array().unwrap();
    assert_eq!(lenses.len(), 5, "of functions and types");
    let titles: Vec<Value> = lenses
        .iter()
        .map(|lens| client.ask("codeLens/resolve", lens.clone())["command"]["title"].clone())
        .collect();
    assert_eq!(titles[4], "4 uses, 2 in tests", "{titles:?}");
}

#[test]
fn the_outline_is_nested_and_names_are_found() {
    let mut client = shop();
    let document = json!({"textDocument": {"uri": client.url("price.py")}});
    let outline = client.ask("textDocument/documentSymbol", document);
    let names = |all: &Value| -> Vec<String> {
        let all = all.as_array().cloned().unwrap_or_default();
        all.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&outline), ["Price", "Cheap", "price"]);
    assert_eq!(names(&outline[0]["children"]), ["of"]);
    assert_eq!(outline[0]["range"]["end"]["line"], 3);
    let found = client.ask("workspace/symbol", json!({"query": "price"}));
    assert_eq!(names(&found), ["price", "Price", "test_price"], "{found}");
    assert_eq!(client.ask("workspace/symbol", json!({"query": ""})), json!([]));
}

#[test]
fn calls_and_types_are_followed_a_step_at_a_time() {
    let mut client = shop();
    let items = client.at("textDocument/prepareCallHierarchy", "cart.py:4:10");
    assert_eq!(items[0]["name"], "price");
    let calls = client.ask("callHierarchy/incomingCalls", json!({"item": items[0]}));
    let names: Vec<&Value> = calls.as_array().unwrap().iter().map(|one| &one["from"]["name"]).collect();
    assert_eq!(names, ["total", "test_price"]);
    assert_eq!(calls[0]["fromRanges"][0]["start"], json!({"line": 4, "character": 10}));
    let calls = client.ask("callHierarchy/outgoingCalls", json!({"item": calls[0]["from"]}));
    let all = calls.as_array().unwrap();
    let of = |name: &str| all.iter().find(|one| one["to"]["name"] == name).unwrap();
    assert_eq!(of("price")["to"]["detail"], "price.py");
    // What overrides a method may run instead.
    assert!(
        of("Cheap.of")["to"]["detail"].as_str().unwrap().starts_with("possible (by override)"),
        "{calls}"
    );

    let items = client.at("textDocument/prepareTypeHierarchy", "price.py:5:6");
    let above = client.ask("typeHierarchy/supertypes", json!({"item": items[0]}));
    assert_eq!(above[0]["name"], "Price");
    let below = client.ask("typeHierarchy/subtypes", json!({"item": above[0]}));
    assert_eq!(below[0]["name"], "Cheap");
}

#[test]
fn what_is_not_saved_counts() {
    let mut client = shop();
    client.open("cart.py", CART);
    let change = json!({
        "textDocument": {"uri": client.url("cart.py"), "version": 2},
        "contentChanges": [
            {"range": {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 0}},
             "text": "s = '\u{1d54f}'; price(3)\n"},
        ],
    });
    client.tell("textDocument/didChange", change);
    let answer = client.at("textDocument/definition", "cart.py:3:10");
    assert_eq!(client.places(&answer), ["price.py:8:4"]);
    let answer = client.at("textDocument/references", "price.py:8:4");
    let places = client.places(&answer);
    assert!(places.contains(&"cart.py:3:10".to_owned()), "in UTF-16 units: {places:?}");
    assert!(places.contains(&"cart.py:5:10".to_owned()), "a line further down: {places:?}");
    client.open("new.py", "from price import price\nprice(4)\n");
    let answer = client.at("textDocument/references", "price.py:8:4");
    assert!(client.places(&answer).contains(&"new.py:1:0".to_owned()), "of no file on disk");
    // Closed without being saved: what is on disk counts again.
    for path in ["cart.py", "new.py"] {
        client.tell("textDocument/didClose", json!({"textDocument": {"uri": client.url(path)}}));
    }
    let answer = client.at("textDocument/references", "price.py:8:4");
    assert_eq!(client.places(&answer).len(), 5);
    fs::write(client.path("late.py"), "from price import price\n").unwrap();
    let answer = client.at("textDocument/references", "price.py:8:4");
    assert_eq!(client.places(&answer).len(), 6, "what is saved by others is seen: {answer}");
}

#[test]
fn the_outline_follows_each_letter_and_all_else_follows_the_outline() {
    let mut client = shop();
    client.open("cart.py", CART);
    let document = json!({"textDocument": {"uri": client.url("cart.py")}});
    for (version, text) in ["def late():\n", "    price(3)\n", "    x = 1\n"].into_iter().enumerate() {
        let start = json!({"line": 3 + version, "character": 0});
        let change = json!({
            "textDocument": {"uri": client.url("cart.py"), "version": 2 + version},
            "contentChanges": [{"range": {"start": start, "end": start}, "text": text}],
        });
        client.tell("textDocument/didChange", change);
        let outline = client.ask("textDocument/documentSymbol", document.clone());
        let late = outline.as_array().unwrap().iter().find(|one| one["name"] == "late").unwrap();
        assert_eq!(late["selectionRange"]["start"], json!({"line": 3, "character": 4}));
    }
    let answer = client.at("textDocument/definition", "cart.py:4:6");
    assert_eq!(client.places(&answer), ["price.py:8:4"], "of the text that the outline was given of");
    let linked = client.ask("textDocument/documentSymbol", document.clone());
    client.tell("textDocument/didClose", document.clone());
    let saved = client.ask("textDocument/documentSymbol", document);
    assert!(linked.to_string().contains("late") && !saved.to_string().contains("late"));
}

#[test]
fn the_encoding_that_the_client_knows_is_spoken() {
    let capabilities = json!({"general": {"positionEncodings": ["utf-16", "utf-8"]}});
    let mut client = Client::with(&[("a.py", "def f(): pass\ns = '\u{1d54f}'; f()\n")], capabilities);
    assert_eq!(client.told["capabilities"]["positionEncoding"], "utf-8");
    let answer = client.at("textDocument/definition", "a.py:1:12");
    assert_eq!(client.places(&answer), ["a.py:0:4"]);
}

#[test]
fn what_is_wrong_is_said_and_harms_nothing() {
    let mut client = shop();
    assert_eq!(client.ask("textDocument/rename", json!({}))["error"]["code"], -32601);
    assert_eq!(client.ask("textDocument/hover", json!({"x": 1}))["error"]["code"], -32602);
    client.tell("textDocument/didChange", json!({"nonsense": true}));
    client.tell("$/setTrace", json!({"value": "off"}));
    let outside =
        json!({"textDocument": {"uri": "file:///etc/hosts"}, "position": {"line": 0, "character": 0}});
    assert_eq!(client.ask("textDocument/definition", outside), json!([]));
    let far = json!({"textDocument": {"uri": client.url("cart.py")}, "position": {"line": 4_000_000, "character": 9}});
    assert_eq!(client.ask("textDocument/hover", far), Value::Null);
    // One that is taken back is answered all the same, as cancelled or not.
    let id = client.send("workspace/symbol", json!({"query": "price"}));
    client.tell("$/cancelRequest", json!({"id": 3}));
    let answer = client.answer(&id);
    assert!(answer.is_array() || answer["error"]["code"] == -32800, "{answer}");
}
