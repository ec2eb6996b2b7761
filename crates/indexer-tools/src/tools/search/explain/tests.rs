//! Bundles: what is told of a question, and in which order.

use crate::fixture::{Fixture, values};
use serde_json::json;

const CACHE: &str = "\
class Cache:
    \"\"\"Keeps answers.\"\"\"

    def load(self, key):
        \"\"\"Reads an answer from the disk.

        Missing ones are None.\"\"\"
        return decode(self.path(key))

    def path(self, key):
        return key

def decode(path):
    \"\"\"Takes the bytes of a file apart.\"\"\"
    return path

def fetch(cache: Cache):
    return cache.load(\"x\")
";

fn fixture() -> Fixture {
    let test = "from cache import decode\n\ndef test_decode():\n    assert decode(1)\n";
    Fixture::new(&[("cache.py", CACHE), ("test_cache.py", test)])
}

#[test]
fn a_symbol_is_told_with_all_that_stands_around_it() {
    let lines = fixture().text("explain", r#"{"query": "decode"}"#);
    assert_eq!(values(&lines, "explained", "intent"), ["symbol"]);
    assert_eq!(values(&lines, "definition", "qualified"), ["cache.decode"]);
    assert_eq!(values(&lines, "caller", "qualified"), ["cache.Cache.load"]);
    assert_eq!(values(&lines, "test", "qualified")[0], "test_cache.test_decode");
    assert_eq!(values(&lines, "caller", "of"), ["cache.py#decode"]);
}

#[test]
fn what_is_meant_stands_in_the_order_in_which_search_finds_it() {
    let files = [
        ("cache.py", CACHE),
        ("main.py", "import cache\n\nprint(\"cannot open the answer of a key\")\n"),
        ("test_cache.py", "from cache import decode\n\ndef test_decode():\n    assert decode(1)\n"),
    ];
    for query in ["cannot open the answer of a key", "how is an answer read", "keep answers on the disk"] {
        let fixture = Fixture::new(&files);
        let asked = json!({"query": query}).to_string();
        let first = |tool: &str, list: &str| fixture.json(tool, &asked)[list][0]["path"].clone();
        assert_eq!(first("explain", "parts"), first("search", "hits"), "{query}");
    }
}

#[test]
fn further_files_that_may_be_meant_are_named_in_the_order_of_search() {
    let texts: Vec<(String, String)> =
        (0..9).map(|n| (format!("m{n}.py"), format!("def keep{n}(pool):\n    return idle_pool\n"))).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let fixture = Fixture::new(&files);
    let paths = |tool: &str, list: &str, asked: serde_json::Value| -> Vec<String> {
        let json = fixture.json(tool, &asked.to_string());
        let rows = json[list].as_array().unwrap().clone();
        let told = |row: &serde_json::Value| row["role"] == "definition" || row["role"] == "candidate";
        let rows = rows.iter().filter(|row| row["role"].is_null() || told(row));
        let mut all: Vec<String> = rows.map(|row| row["path"].as_str().unwrap().to_owned()).collect();
        all.dedup();
        all
    };
    let query = "where is the idle pool kept";
    let explained = paths("explain", "parts", json!({"query": query}));
    let found = paths("search", "hits", json!({"query": query, "limit": 50, "budget": 20000}));
    assert_eq!(explained.len(), 9);
    assert_eq!(explained, found);
}

#[test]
fn what_is_neither_told_nor_named_is_counted() {
    let texts: Vec<(String, String)> =
        (0..15).map(|n| (format!("m{n}.py"), "def keep(pool):\n    return idle_pool\n".into())).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let fixture = Fixture::new(&files);
    for (query, more) in [("keep", "more_definitions"), ("where is the idle pool kept", "more_candidates")] {
        let asked = json!({"query": query, "budget": 20_000}).to_string();
        let answer = fixture.json("explain", &asked);
        let named = answer["parts"].as_array().unwrap().iter().filter(|row| row["of"].is_null()).count();
        assert_eq!((named, answer[more].as_u64()), (10, Some(5)), "{answer}");
        assert_eq!(values(&fixture.text("explain", &asked), more, "count"), ["5"]);
    }
    let all = fixture.json("explain", r#"{"query": "idle pool of keep", "path": "m1.py"}"#);
    assert!(all["more_candidates"].is_null() && all["more_definitions"].is_null(), "{all}");
}

#[test]
fn what_is_counted_of_a_part_only_is_said_to_be() {
    let texts: Vec<(String, String)> =
        (0..210).map(|n| (format!("m{n}.py"), "def keep(pool):\n    return idle_pool\n".into())).collect();
    let stopped = |files: usize| {
        let files: Vec<(&str, &str)> =
            texts[..files].iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let fixture = Fixture::new(&files);
        let asked = r#"{"query": "where is the idle pool kept"}"#;
        let flags = values(&fixture.text("explain", asked), "explained", "stopped").len();
        (fixture.json("explain", asked)["stopped"].as_bool(), flags)
    };
    assert_eq!(stopped(20), (None, 0));
    assert_eq!(stopped(210), (Some(true), 1));
}

#[test]
fn a_question_that_is_too_long_is_refused_before_it_is_read() {
    let long = json!({"query": "pool ".repeat(20_001)}).to_string();
    for tool in ["explain", "search"] {
        assert_eq!(fixture().problem(tool, &long).parameter.as_deref(), Some("query"), "{tool}");
    }
}

#[test]
fn of_lines_of_no_symbol_the_section_that_holds_them_is_told() {
    let page = "# Pools\n\nHow pools are kept.\n\n# Sockets\n\nHow they close.\n\n# Errors\n\nWho reads \
                \"the drain is clogged by hair\" calls a plumber.\n";
    let fixture = Fixture::new(&[("docs/guide.md", page), ("cache.py", CACHE)]);
    let json = fixture.json("explain", r#"{"query": "the drain is clogged by hair"}"#);
    let part = &json["parts"][0];
    assert_eq!((&part["path"], &part["start_line"]), (&json!("docs/guide.md"), &json!(9)), "{json}");
    assert!(part["snippet"].as_str().unwrap().contains("clogged"), "{json}");
}

#[test]
fn the_wish_of_a_question_orders_what_is_told() {
    let roles = |query: &str| -> Vec<String> {
        let json = fixture().json("explain", &json!({"query": query}).to_string());
        let parts = json["parts"].as_array().unwrap().clone();
        let mut roles: Vec<String> =
            parts.iter().map(|part| part["role"].as_str().unwrap().to_owned()).collect();
        // Which further files there are is no matter of the wish.
        roles.retain(|role| role != "candidate");
        roles.dedup();
        roles
    };
    let how = roles("how is an answer read from the disk");
    assert_eq!(how[..2], ["definition", "callee"], "{how:?}");
    let who = roles("who calls decode of bytes");
    assert_eq!(who[..2], ["definition", "caller"], "{who:?}");
}

#[test]
fn an_answer_fits_its_budget_and_an_unknown_name_gets_suggestions() {
    let small = fixture().output("explain", json!({"query": "decode", "budget": 200}));
    let large = fixture().output("explain", json!({"query": "decode"}));
    assert!(small.body.len() < large.body.len());
    assert!(indexer_search::tokens(large.body.len()) <= 2_500);
    let lines = fixture().text("explain", r#"{"query": "decoed"}"#);
    assert!(values(&lines, "suggestion", "name").contains(&"decode".to_owned()), "{lines:?}");
    assert_eq!(fixture().problem("explain", r#"{"query": "??"}"#).parameter.as_deref(), Some("query"));
}
