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
