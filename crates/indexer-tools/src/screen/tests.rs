//! Screens as text.

use super::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

const SOURCE: &str = "import a\n\ndef run():\n    return a.helper(1, 2)\n";

const EDGES: Look = Look::of(&[Section::of("edges", Form::Tree(Parent::Edge, Sites::Own))]);

fn screen(answer: &Value, look: Look) -> Screen {
    let read = |path: &str| (path == "src/b.py").then(|| Arc::from(SOURCE));
    screen_of(answer, &look, &mut Lines::new(&read))
}

fn shown(answer: &Value, look: Look) -> String {
    Paper::default().write(&screen(answer, look))
}

/// Cells of a line of plain text.
fn cells(line: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(line)
}

const USES: Look = Look::of(&[
    Section::of("symbols", Form::Subjects),
    Section::of("uses", Form::Uses),
    Section::of("sites", Form::Counts(&["resolved", "unresolved=not known"])).titled("sites"),
]);

fn uses() -> Value {
    json!({
        "total": 3, "shown": 2, "cursor": "2.1.abc",
        "symbols": [{"key": "src/a.py#helper", "kind": "function", "path": "src/a.py", "line": 7, "n": 1}],
        "uses": [
            {"path": "src/b.py", "line": 4, "column": 14, "role": "call", "resolution": "resolved"},
            {"path": "src/b.py", "line": 1, "column": 8, "role": "import", "resolution": "possible", "enclosing": "b"},
        ],
        "sites": {"resolved": 1, "unresolved": 4, "names": ["helper"]},
    })
}

#[test]
fn uses_stand_below_their_files_with_their_lines() {
    assert_eq!(
        shown(&uses(), USES),
        "helper  function  src/a.py:7\n\n\
         src/b.py\n\
         4:14   return a.helper(1, 2)\n \
         1:8 ? import a  import, b\n\n\
         sites: 1 resolved, 4 not known\n\n\
         2 of 3 shown, more with --limit, the next with --cursor 2.1.abc\n"
    );
}

#[test]
fn colours_and_links_change_nothing_that_is_said() {
    let links = Hyperlink::parse("vscode").unwrap();
    let paper = Paper { painted: true, links, root: PathBuf::from("/my code"), ..Paper::default() };
    let painted = paper.write(&screen(&uses(), USES));
    assert!(painted.contains("\u{1b}[1m\u{1b}[31mhelper\u{1b}[0m"), "{painted:?}");
    let link = "\u{1b}]8;;vscode://file/my%20code/src/b.py:4:14\u{1b}\\";
    assert!(painted.contains(link), "{painted:?}");
    let mut plain = painted;
    while let Some(start) = plain.find('\u{1b}') {
        let rest = &plain[start..];
        let length = if rest.starts_with("\u{1b}]") {
            rest.find("\u{1b}\\").unwrap() + 2
        } else {
            rest.find('m').unwrap() + 1
        };
        plain.replace_range(start..start + length, "");
    }
    assert_eq!(plain, shown(&uses(), USES));
}

#[test]
fn rows_of_several_symbols_stand_below_their_own() {
    let mut answer = uses();
    let second = json!({"key": "src/c.py#helper", "kind": "method", "path": "src/c.py", "line": 2, "n": 2});
    answer["symbols"].as_array_mut().unwrap().push(second);
    answer["uses"][0]["of"] = json!([1, 2]);
    answer["uses"][1]["of"] = json!([2]);
    let text = shown(&answer, USES);
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(at("src/a.py:7") < at("4:14") && at("4:14") < at("src/c.py:2") && at("src/c.py:2") < at("1:8"));
}

#[test]
fn what_is_found_nowhere_is_said() {
    let none = json!({"total": 0, "shown": 0, "uses": [], "symbols": []});
    assert_eq!(shown(&none, USES), "nothing found\n");
    assert_eq!(shown(&json!({"total": 0, "shown": 0, "hits": []}), Look::AUTO), "nothing found\n");
}

#[test]
fn no_text_is_obeyed_and_none_makes_a_line() {
    let odd = "a\u{1b}[2J\n\u{202e}\tb\u{9b}";
    let answer = json!({
        "total": 1, "shown": 1, "note": odd, "inner": {odd: odd},
        "rows": [{"name": odd, "path": format!("{odd}/x.py"), "kind": odd, "many": [odd], "count": 1}],
        "symbols": [{"key": format!("x#{odd}"), "path": odd, "line": 1, "signature": odd, "doc": odd}],
        "tree": [{"depth": 1, "key": odd, "path": odd, "direction": odd}],
        "blocks": [{"path": odd, "start_line": 1, "text": "one\u{1b}c\ntwo\u{7}"}],
        "hits": [{"path": odd, "line": 3, "snippet": format!("3: {odd}"), "why": [odd]}],
        "edges": [{"from": odd, "to": odd, "uses": 2}],
    });
    let links = Hyperlink::parse("default").unwrap();
    for painted in [false, true] {
        let paper = Paper { painted, links: links.clone(), root: odd.into(), ..Paper::default() };
        for look in [Look::AUTO, EDGES] {
            let text = paper.write(&screen(&answer, look));
            let mut rest = text.as_str();
            while let Some(at) = rest.find(|c: char| c.is_control() && c != '\n' || c == '\u{202e}') {
                let code = &rest[at..];
                // Ours alone: styles and links, which hold visible ASCII.
                let end = code
                    .strip_prefix("\u{1b}]8;;")
                    .and_then(|link| link.find("\u{1b}\\"))
                    .map(|end| end + 5 + 2);
                let end = end.or_else(|| {
                    code.strip_prefix("\u{1b}[").and_then(|style| style.find('m')).map(|end| end + 3)
                });
                let end = end.unwrap_or_else(|| panic!("{code:?}"));
                let inner = code[..end].trim_start_matches('\u{1b}').trim_end_matches("\u{1b}\\");
                assert!(inner.chars().all(|c| c.is_ascii_graphic()), "{inner:?}");
                rest = &code[end..];
            }
            assert!(text.contains("\\x1b[2J\\n\\u{202e}"), "{text:?}");
        }
    }
}

#[test]
fn no_line_is_wider_than_the_paper() {
    let long = "x".repeat(300);
    let wide = "漢".repeat(90);
    let answer = json!({
        "total": 9, "shown": 2, "cursor": "1.2.3", "words": [long, "b"], "note": wide,
        "symbols": [{"key": format!("a#{long}"), "path": format!("src/{long}.py"), "line": 1, "kind": "class", "signature": wide, "doc": long}],
        "rows": [
            {"name": long, "path": format!("{long}/b.py"), "a": 1, "b": 22, "c": 333, "text": wide},
            {"name": "b", "path": "b.py", "a": 1, "b": 22, "c": 333, "text": "t"},
        ],
        "hits": [{"path": "a.py", "start_line": 3, "qualified": "m.name", "snippet": format!("3: {wide} name {long}")}],
    });
    for width in [20, 40, 80, 120, 200] {
        let text = Paper { width, ..Paper::default() }.write(&screen(&answer, Look::AUTO));
        for line in text.lines() {
            assert!(cells(line) <= width, "{} > {width}: {line}", cells(line));
        }
    }
    let narrow = Paper { width: 40, ..Paper::default() }.write(&screen(&answer, Look::AUTO));
    assert!(
        narrow.lines().any(|line| line.contains("…漢") && line.contains(" name xxx") && line.ends_with('…')),
        "{narrow}"
    );
}

#[test]
fn columns_that_find_no_room_go_from_the_end() {
    let row = json!({"name": "a", "first": 1_000_000, "second": 2_000_000, "third": 3_000_000});
    let answer = json!({"total": 1, "shown": 1, "rows": [row]});
    let look =
        Look::of(const { &[Section::of("rows", Form::Table(&["name", "first=one", "second", "third"]))] });
    let paper = |width| Paper { width, ..Paper::default() };
    assert_eq!(
        paper(80).write(&screen(&answer, look)),
        "name      one   second    third\na     1000000  2000000  3000000\n"
    );
    assert_eq!(paper(23).write(&screen(&answer, look)), "name      one   second\na     1000000  2000000\n");
}

#[test]
fn sums_stand_behind_a_rule() {
    let rows = json!([{"language": "python", "files": 2}, {"language": "rust", "files": 1}]);
    let answer = json!({"total": 2, "shown": 2, "languages": rows, "files": 3});
    let look = Look::of(const { &[Section::of("languages", Form::Summed(&["language", "files"]))] });
    assert_eq!(
        shown(&answer, look),
        "language  files\n───────────────\npython        2\nrust          1\n───────────────\ntotal         3\n"
    );
}

#[test]
fn paths_are_as_seen_from_the_current_folder() {
    let answer = json!({"total": 1, "shown": 1, "uses": [{"path": "src/b.py", "line": 1, "column": 1, "role": "import"}]});
    for (folder, seen) in [
        ("", "src/b.py"),
        ("src", "b.py"),
        ("src/b", "../b.py"),
        ("docs", "../src/b.py"),
        ("s", "../src/b.py"),
    ] {
        let paper = Paper { folder: folder.to_owned(), ..Paper::default() };
        assert_eq!(paper.write(&screen(&answer, USES)), format!("{seen}\n1:1   import a  import\n"));
    }
}

#[test]
fn a_tree_is_drawn_by_depth_by_parent_and_by_edge() {
    let of = |key: &str, more: Value| {
        let mut row = json!({"key": format!("src/b.py#{key}"), "path": "src/b.py", "line": 3});
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    };
    let rows = [
        of("a", json!({"sites": ["4:14"], "distance": 1})),
        of("b", json!({"distance": 1})),
        of("c", json!({"calls": "src/b.py#a", "distance": 2})),
        of("d", json!({"calls": "src/b.py#e"})),
        of("e", json!({"calls": "src/b.py#d"})),
    ];
    let answer = json!({"total": 5, "shown": 5, "rows": rows});
    let look = Look::of(const { &[Section::of("rows", Form::Tree(Parent::Key("calls"), Sites::Own))] });
    assert_eq!(
        shown(&answer, look),
        "├─ a  src/b.py:3\n│  │  4:14  return a.helper(1, 2)\n│  └─ c  src/b.py:3\n├─ b  src/b.py:3\n└─ d  src/b.py:3\n   └─ e  src/b.py:3\n"
    );
    let entries = json!([
        {"depth": 0, "folder": true, "path": "src", "files": 2},
        {"depth": 1, "folder": false, "path": "src/a.py", "lines": 3},
        {"depth": 1, "folder": false, "path": "src/b.py", "lines": 4},
        {"depth": 0, "folder": false, "path": "c.py", "lines": 5},
    ]);
    let answer = json!({"total": 4, "shown": 4, "entries": entries});
    let look = Look::of(const { &[Section::of("entries", Form::Tree(Parent::Depth, Sites::Own))] });
    assert_eq!(
        shown(&answer, look),
        "├─ src/  2 files\n│  ├─ a.py  3 lines\n│  └─ b.py  4 lines\n└─ c.py  5 lines\n"
    );
    let edge = |from: &str, to: &str| json!({"from": from, "to": to, "uses": 1, "cycle": from == "c.py"});
    let edges = [edge("a.py", "b.py"), edge("b.py", "c.py"), edge("c.py", "b.py"), edge("a.py", "c.py")];
    let answer = json!({"total": 4, "shown": 4, "edges": edges});
    let look = EDGES;
    assert_eq!(
        shown(&answer, look),
        "a.py\n├─ b.py  1 use\n│  └─ c.py  1 use\n│     └─ b.py  cycle  1 use, see above\n└─ c.py  1 use, see above\n"
    );
}

#[test]
fn formats_of_links_are_those_of_ripgrep() {
    for (name, _) in ALIASES {
        assert!(Hyperlink::parse(name).is_ok(), "{name}");
    }
    assert!(Hyperlink::parse("none").unwrap().is_none());
    for (format, wrong) in [
        ("vscod", "{path}"),
        ("file://{line}", "{path}"),
        ("file://{path}:{column}", "{line}"),
        ("{path}", "scheme"),
        ("file://{pth}", "{pth}"),
        ("file://{path", "not closed"),
        ("file://\u{1b}{path}", "ASCII"),
    ] {
        let problem = Hyperlink::parse(format).unwrap_err();
        assert!(problem.contains(wrong), "{format}: {problem}");
    }
}

#[test]
fn a_file_is_read_once_whatever_stands_between_its_rows() {
    let reads = std::cell::Cell::new(0);
    let read = |_: &str| {
        reads.set(reads.get() + 1);
        Some(Arc::from(SOURCE))
    };
    let paths = ["a.py", "b.py", "c.py"];
    let row = |i: usize| json!({"path": paths[i % 3], "line": 1 + i % 4, "column": 1, "role": "call"});
    let uses: Vec<Value> = (0..50).map(row).collect();
    let answer = json!({"total": 50, "shown": 50, "uses": uses});
    let _ = screen_of(&answer, &USES, &mut Lines::new(&read));
    assert_eq!(reads.get(), 3);
}

#[test]
fn what_is_left_out_or_not_certain_is_said() {
    let answer =
        json!({"total": 0, "shown": 0, "uses": [], "more_symbols": 3, "bounded": true, "confidence": "low"});
    let text = shown(&answer, USES);
    assert_eq!(text, "nothing found\n\n3 more symbols, the search stopped at its bound, confidence low\n");
}
