//! What is told to be absent is, and what is not told is counted.

use crate::fixture::Fixture;
use serde_json::{Value, json};

fn ask(files: &[(&str, &str)], query: &str, more: Value) -> Value {
    let mut arguments = json!({"query": query});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Fixture::new(files).json("search", &arguments.to_string())
}

fn screen(files: &[(&str, &str)], query: &str) -> String {
    Fixture::new(files).output("search", json!({"query": query, "format": "screen"})).body
}

fn absent(files: &[(&str, &str)], query: &str, more: Value) -> Value {
    ask(files, query, more)["absent"].take()
}

#[test]
fn what_the_filter_leaves_out_is_not_absent() {
    let files = [("pool.py", "class Pool:\n    limit = 3\n\ndef open():\n    return \"zork_quux\"\n")];
    let query = "where is \"zork_quux\" read";
    assert!(absent(&files, query, json!({"kind": "class"})).is_null(), "it stands in a function");
    assert_eq!(absent(&files, "where is \"zork_quuz\" read", json!({"kind": "class"})), json!(["zork_quuz"]));
    assert!(absent(&files, query, json!({})).is_null());
    let test = "pub fn open() -> u32 {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn it_opens() {\n        \
                panic!(\"zork_quux\");\n    }\n}\n";
    assert!(
        absent(&[("pool.rs", test)], query, json!({"tests": false})).is_null(),
        "in a test of a file that is read"
    );
}

#[test]
fn signs_that_no_word_holds_are_looked_for_in_all_files() {
    let files = [("pool.py", "ARROW = \"→\"\nPRICE = \"3 €\"\nCODE = \"404\"\n")];
    for (sign, line) in [("→", 1), ("€", 2), ("404", 3)] {
        let json = ask(&files, &format!("where is \"{sign}\" written"), json!({}));
        assert!(json["absent"].is_null(), "{json}");
        assert_eq!(json["hits"][0]["start_line"], line, "{json}");
    }
    assert_eq!(absent(&files, "where is \"✓\" written", json!({})), json!(["✓"]));
}

#[test]
fn what_stands_behind_many_rare_words_is_not_absent() {
    let many = "# zork is a word\n".repeat(300);
    let text = format!("{many}print(\"zork of the quux\")\n");
    let query = "where is \"zork of the quux\" printed";
    assert!(absent(&[("pool.py", &text)], query, json!({})).is_null());
}

#[test]
fn a_file_without_words_may_hold_anything() {
    // Too large to be parsed; a file of blanks has no words either, and holds nothing.
    let large = format!("{}print(\"zork_quux\")\n", "# word of a pool\n".repeat(560_000));
    let files =
        [("large.py", large.as_str()), ("pool.py", "limit = 3\n"), ("blank.py", "\n"), ("none.py", "")];
    let query = "where is \"zork_quux\" printed";
    assert!(absent(&files, query, json!({})).is_null());
    assert_eq!(absent(&files[1..], query, json!({})), json!(["zork_quux"]));
    assert_eq!(
        absent(&files, query, json!({"path": "pool.py"})),
        json!(["zork_quux"]),
        "of what is asked about"
    );
}

#[test]
fn a_file_that_is_in_no_index_is_counted_beside_what_is_absent() {
    let large = format!("{{{}\"failed\": \"Zork quux\"}}", "\"key\": \"word\",\n".repeat(20_000));
    let files = [("locale/en.json", large.as_str()), ("pool.py", "limit = 3\n")];
    let query = "where is \"Zork quux\" written";
    let json = ask(&files, query, json!({}));
    assert_eq!(
        (&json["absent"], &json["unread"]),
        (&json!(["Zork quux"]), &json!({"too_large": 1})),
        "{json}"
    );
    let json = ask(&files[1..], query, json!({}));
    assert!(json["absent"].is_array() && json["unread"].is_null(), "{json}");
    let unknown = [("po/de.po", "msgid \"Zork quux\"\n"), ("t.csv", "Zork quux\n"), files[1]];
    let json = ask(&unknown, query, json!({}));
    assert_eq!(json["unread"], json!({"unknown_language": 2}), "{json}");
    let json = Fixture::new(&unknown).json("explain", &json!({"query": query}).to_string());
    assert_eq!(
        (&json["absent"], &json["unread"]["unknown_language"]),
        (&json!(["Zork quux"]), &json!(2)),
        "{json}"
    );
    let screen = screen(&unknown, query);
    assert!(screen.contains("files in no index: unknown language 2"), "{screen}");
    let json = ask(&unknown, "Zork +quux", json!({"mode": "regex"}));
    assert_eq!((&json["total"], &json["unread"]), (&json!(0), &json!({"unknown_language": 2})), "{json}");
    let json = ask(&unknown, "limit += 3", json!({"mode": "regex"}));
    assert_eq!((&json["total"], &json["unread"]), (&json!(1), &Value::Null), "{json}");
}

#[test]
fn what_is_too_much_to_look_through_is_said_not_to_be_whole() {
    // Too large for words, so that making them takes no time.
    let large = "# word of a pool\n".repeat(560_000);
    let paths: Vec<String> = (0..8).map(|n| format!("large_{n}.py")).collect();
    let mut files: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), large.as_str())).collect();
    files.push(("pool.py", "zork_limit = 3\n\ndef pool():\n    return zork_limit\n"));
    let json = ask(&files, "404", json!({}));
    assert_eq!((&json["total"], &json["stopped"]), (&json!(0), &json!(true)), "{json}");
    assert!(json["absent"].is_null(), "{json}");
    let small = ask(&files[8..], "\"zork_quuz_pool\"", json!({}));
    let json = ask(&files, "\"zork_quuz_pool\"", json!({}));
    assert_eq!((&json["total"], &json["absent"]), (&small["total"], &Value::Null), "{small}\n{json}");
}

#[test]
fn a_line_as_long_as_a_file_is_looked_at_around_its_places_alone() {
    let place = " cannot bind x to port y z";
    let text = format!("// {}{}\n", "A".repeat(400_000), place.repeat(60));
    let json = ask(&[("pool.js", text.as_str())], "cannot bind /var/app.sock to port 80", json!({}));
    assert_eq!(json["mode"], "hybrid", "{json}");
}

#[test]
fn what_stands_inside_of_a_word_is_not_absent() {
    let text = "LABEL = \"Zorkloading\u{2026}\"\nTEXT = \"\u{5546}\u{54c1}\u{4ef7}\u{683c}\u{4e3a}\"\nWIDTH = \"12qq\"\n";
    for inside in ["Zorkloading", "\u{4ef7}\u{683c}", "qq"] {
        let query = format!("where is \"{inside}\" written");
        assert!(absent(&[("pool.py", text)], &query, json!({})).is_null(), "{inside}");
    }
    assert_eq!(absent(&[("pool.py", text)], "where is \"qqq\" written", json!({})), json!(["qqq"]));
}

#[test]
fn a_number_in_many_lines_is_shown_in_some() {
    let lines: String = (0..30).map(|n| format!("value_{n} = get(404)\n")).collect();
    let json = ask(&[("pool.py", lines.as_str())], "404", json!({"budget": 20_000, "limit": 30}));
    assert_eq!((&json["total"], &json["more_lines"]), (&json!(20), &json!(10)), "{json}");
    assert!(json["stopped"].is_null(), "{json}");
    assert_eq!(absent(&[("pool.py", "limit = 3\n")], "404", json!({})), json!(["404"]));
}

#[test]
fn further_lines_are_lines_and_bounded_ones_say_so() {
    let lines: String = (0..30).map(|n| format!("value_{n} = ZORK_QUUX + ZORK_QUUX\n")).collect();
    let json = ask(&[("pool.py", lines.as_str())], "`ZORK_QUUX`", json!({}));
    assert_eq!(json["more_lines"], 30, "two places of a line are one: {json}");
    assert!(json["stopped"].is_null(), "{json}");
    let lines = "raise Error(\"cannot open the idle pool\")\n".repeat(150);
    let json = ask(&[("pool.py", lines.as_str())], "cannot open the idle pool", json!({}));
    assert_eq!((&json["more_lines"], &json["stopped"]), (&json!(80), &json!(true)), "{json}");
    let screen = screen(&[("pool.py", lines.as_str())], "cannot open the idle pool");
    assert!(screen.contains("the search stopped at its bound"), "{screen}");
    let json = ask(&[("pool.py", lines.as_str())], "cannot open the idle pool", json!({"threshold": 0.99}));
    assert!(json["more_lines"].is_null(), "lines below the least score are not meant: {json}");
}

#[test]
fn lines_of_files_that_are_not_read_are_not_counted_as_whole() {
    let many: Vec<String> = (0..300).map(|n| format!("pool_{n:03}.py")).collect();
    let text = "raise Error(\"cannot open the idle pool\")\n";
    let files: Vec<(&str, &str)> = many.iter().map(|path| (path.as_str(), text)).collect();
    let json = ask(&files, "\"cannot open the idle pool\"", json!({}));
    assert_eq!((&json["more_lines"], &json["stopped"]), (&json!(236), &json!(true)), "{json}");
    let json = ask(&files[..200], "\"cannot open the idle pool\"", json!({}));
    assert_eq!((&json["more_lines"], &json["stopped"]), (&json!(180), &Value::Null), "{json}");
}

#[test]
fn a_bound_that_was_hit_where_nothing_was_found_is_said() {
    let behind = |lines: &str| format!("{}print(\"zork of the quux\")\n", lines.repeat(300));
    let asked = |first: &str| {
        let files = [("a.py", first), ("b.py", "print(\"zork of the quux\")\n")];
        ask(&files, "\"zork of the quux\"", json!({}))
    };
    let json = asked(&behind("# quux is no zork\n"));
    assert_eq!((&json["more_lines"], &json["stopped"]), (&Value::Null, &json!(true)), "{json}");
    // Where one of the words alone is common, the other leads there.
    let json = asked(&behind("# zork is a word\n"));
    assert_eq!((&json["total"], &json["stopped"]), (&json!(2), &Value::Null), "{json}");
}

#[test]
fn a_key_in_many_lines_hides_nothing_and_is_counted() {
    let lines: String = (0..30).map(|n| format!("value_{n} = conf[\"ZORK_QUUX\"]\n")).collect();
    let json = ask(&[("pool.py", lines.as_str())], "`ZORK_QUUX`", json!({}));
    assert_eq!(json["more_lines"], 30, "{json}");
    assert!(json["total"].as_u64().unwrap() > 0, "the file is an answer still: {json}");
}

#[test]
fn lines_that_are_not_told_are_counted() {
    let lines: String = (0..80).map(|_| "raise Error(\"cannot open the idle pool\")\n").collect();
    let json = ask(&[("pool.py", lines.as_str())], "cannot open the idle pool", json!({"budget": 20_000}));
    let told = json["hits"].as_array().unwrap().iter().filter(|hit| hit["why"][0] == "literal").count();
    assert_eq!((told, &json["more_lines"]), (10, &json!(60)), "a page of 10 of the 20 that are told: {json}");
}

#[test]
fn files_that_the_filter_leaves_out_take_no_room() {
    // Equal pieces stand by path, so those of `a` come first.
    let of = |folder: &str, n: usize| {
        (format!("{folder}/file_{n:03}.py"), "def of(): return zork_quux, \"zork-quux\"\n".to_owned())
    };
    let mut texts: Vec<(String, String)> = (0..300).map(|n| of("a", n)).collect();
    texts.push(of("z", 0));
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let json = ask(&files, "where is \"zork-quux\" read", json!({"path": "z"}));
    assert_eq!(json["hits"][0]["why"][0], "literal", "{json}");
}
