//! Calls as agents write them who know language servers, Serena, CodeGraph or ctags, and did not read the
//! schema: `calls/calls.txt`, a call a line with what its answer must hold. They were written down before it
//! was looked which are taken; of the 60, 13 were answered when they were.

use indexer_engine::{Options, Reading, Workspace};
use indexer_testkit::{Files, Scratch, files};
use indexer_tools::{Code, Context, Problem, called};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// Calls that may be refused: what they mean is not plain.
const REFUSED: usize = 5;

fn ask(workspace: &Workspace, name: &str, arguments: &Value) -> Result<String, Problem> {
    let (tool, arguments) = called(name, arguments).expect("a tool of that name")?;
    let cancel = AtomicBool::new(false);
    let snapshot = workspace.refresh().unwrap();
    let reading = Reading::new(workspace, snapshot);
    tool.run(&Context::of(&reading, &cancel), arguments.into_owned()).map(|output| output.body)
}

#[test]
fn plausible_calls_are_answered() {
    let workspace = Workspace::in_memory(files(include_str!("../fixtures/calls.md")));
    let calls: Vec<&str> = include_str!("calls/calls.txt").lines().collect();
    assert_eq!(calls.len(), 60);
    let mut refused = Vec::new();
    for line in calls {
        let (call, wanted) = line.split_once(" =>").unwrap();
        let (name, arguments) = call.split_once(' ').unwrap();
        match ask(&workspace, name, &serde_json::from_str(arguments).unwrap()) {
            Ok(body) if body.contains(wanted.trim()) => {}
            Ok(body) => refused.push(format!("{call}: no {wanted} in {body}")),
            Err(problem) => refused.push(format!("{call}: {problem}")),
        }
    }
    assert!(refused.len() <= REFUSED, "{} are not answered:\n{}", refused.len(), refused.join("\n"));
}

#[test]
fn an_unknown_argument_is_an_error_that_names_the_nearest() {
    let workspace = Workspace::in_memory(files(include_str!("../fixtures/calls.md")));
    let arguments = serde_json::json!({"symbol": "Flask", "dpeth": 2});
    let problem = ask(&workspace, "get_callers", &arguments).unwrap_err();
    assert_eq!((problem.code, problem.parameter.as_deref()), (Code::InvalidArgument, Some("dpeth")));
    assert_eq!(problem.suggestions, ["depth"]);
    assert!(problem.message.contains("did you mean depth?"), "{problem}");
}

#[test]
fn an_empty_answer_says_why() {
    let workspace = Workspace::in_memory(files(include_str!("../fixtures/calls.md")));
    let of = |name: &str, arguments: &str| ask(&workspace, name, &serde_json::from_str(arguments).unwrap());
    let text = "it stands in Nim (app/Main.nim), searched as text only";
    assert!(of("lookup_symbol", r#"{"name": "NimOnly"}"#).unwrap().contains(text));
    assert!(of("explain_symbol", r#"{"name": "NimOnly"}"#).unwrap().contains(text));
    assert!(of("get_callers", r#"{"symbol": "NimOnly"}"#).unwrap_err().message.ends_with(text));
    let declarations = of("list_declarations", r#"{"path": "app/Main.nim"}"#).unwrap();
    assert!(declarations.contains("app/Main.nim is Nim, searched as text only"), "{declarations}");
    let nowhere = of("get_callers", r#"{"symbol": "nothing_at_all"}"#).unwrap_err();
    assert_eq!(nowhere.message, "no symbol is called nothing_at_all");
}

#[test]
fn a_name_that_stands_only_in_files_that_are_left_out_is_told_with_the_reason() {
    let large = format!("def hidden_away(): pass\n{}", "x = 1\n".repeat(400));
    let secret = "API_KEY = 'hidden_away'\n".to_owned();
    let written: Files =
        [("src/large.py", large), (".env", secret), ("src/a.py", "def go(): pass\n".to_owned())]
            .into_iter()
            .map(|(path, text)| (path.to_owned(), text.into_bytes()))
            .collect();
    let scratch = Scratch::new(&written).unwrap();
    let options = Options {
        cache_dir: Some(scratch.cache()),
        max_file_size_kb: Some(1),
        ..Options::new(scratch.root())
    };
    let workspace = Workspace::open(options, |_| {}).unwrap();
    let of = |name: &str, arguments: &str| ask(&workspace, name, &serde_json::from_str(arguments).unwrap());
    let answer = of("lookup_symbol", r#"{"name": "hidden_away"}"#).unwrap();
    assert!(answer.contains("it stands in files that are left out: src/large.py (too_large)"), "{answer}");
    assert!(!answer.contains(".env"), "{answer}");
    let part = of("lookup_symbol", r#"{"name": "idden_awa"}"#).unwrap();
    assert!(!part.contains("large.py"), "whole words only: {part}");
    let path = of("get_file_summary", r#"{"path": "src/large.py"}"#).unwrap_err();
    assert!(
        path.message.ends_with("no indexed file is at src/large.py: it is left out (too_large)"),
        "{path}"
    );
}

#[test]
fn every_path_that_is_left_out_is_told_with_its_reason() {
    let mut written = Files::new();
    for n in 0..6 {
        written.insert(format!("img/a{n}.png"), b"PNG".to_vec());
        written.insert(format!("keys/{n}.pem"), b"x".to_vec());
        written.insert(format!("bin/a{n}.txt"), b"a\0b".to_vec());
        written.insert(format!("out/a{n}.py"), b"x = 1\n".to_vec());
        written.insert(format!("node_modules/p{n}/a.js"), b"1\n".to_vec());
    }
    for (path, text) in [
        (".gitignore", "out/\n"),
        ("src/a.py", "def go(): pass\n"),
        ("one/app.py", "x = 1\n"),
        ("two/app.py", "x = 1\n"),
    ] {
        written.insert(path.to_owned(), text.as_bytes().to_vec());
    }
    let scratch = Scratch::new(&written).unwrap();
    scratch.git(&["init", "-q"]).unwrap();
    scratch.git(&["init", "-q", "sub"]).unwrap();
    scratch.write("sub/lib.go", "package a\n").unwrap();
    let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
    let workspace = Workspace::open(options, |_| {}).unwrap();
    let of =
        |name: &str, arguments: String| ask(&workspace, name, &serde_json::from_str(&arguments).unwrap());
    for (path, reason) in [
        ("img/a5.png", "unknown_language"),
        (".gitignore", "unknown_language"),
        ("keys/5.pem", "secret"),
        ("bin/a5.txt", "binary"),
        ("out/a5.py", "ignored_folder"),
        ("node_modules/p5/a.js", "skipped_folder"),
        ("sub/lib.go", "nested_repository"),
    ] {
        let expected = format!("no indexed file is at {path}: it is left out ({reason})");
        let summary = of("get_file_summary", format!("{{\"path\": \"{path}\"}}")).unwrap_err();
        assert_eq!(summary.message, expected);
        let read = of("read_source", format!("{{\"path\": \"{path}\"}}")).unwrap_err();
        assert_eq!(read.message, expected);
        let place = of("find_definition", format!("{{\"symbol\": \"{path}:1\"}}")).unwrap_err();
        assert_eq!(place.message, expected);
        let name = of("get_history", format!("{{\"target\": \"{path}\"}}")).unwrap_err();
        assert_eq!(name.message, expected);
    }
    // Nothing is there, so nothing is left out; a path is no name.
    let nothing = of("get_callers", r#"{"symbol": "nosuch/lib.rs"}"#.to_owned()).unwrap_err();
    assert_eq!(nothing.message, "no indexed file is at nosuch/lib.rs");
    let several = of("find_definition", r#"{"symbol": "app.py"}"#.to_owned()).unwrap_err();
    assert_eq!((several.code, several.suggestions.len()), (Code::Ambiguous, 2));
    let file = of("explain_symbol", r#"{"name": "src/a.py"}"#.to_owned()).unwrap();
    assert!(file.contains("src/a.py is a file, and a symbol is needed"), "{file}");
    let elsewhere = of("get_callers", r#"{"symbol": "go", "path": "one"}"#.to_owned()).unwrap();
    assert!(elsewhere.contains("src/a.py"), "{elsewhere}");
    let under = of("read_source", r#"{"symbol": "go", "path": "one"}"#.to_owned()).unwrap_err();
    assert_eq!(
        (under.message.as_str(), under.suggestions),
        ("no symbol is called go under one", vec!["src/a.py#go".to_owned()])
    );
    let tokens = of("get_token_estimate", r#"{"path": "go"}"#.to_owned()).unwrap();
    assert!(tokens.contains("src/a.py#go"), "{tokens}");
}
