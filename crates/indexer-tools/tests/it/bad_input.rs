//! What no question can mean, asked of every tool: each is an error that says which argument is to
//! blame and what is allowed. Nothing is guessed, and nothing answered as if it were empty.

use indexer_engine::{Reading, Workspace};
use indexer_tools::{ALL, Code, Context, Problem, Tool};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

fn workspace() -> Workspace {
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = [\"one\", \"two\"]\n"),
        ("one/Cargo.toml", "[package]\nname = \"one\"\n"),
        (
            "one/src/lib.rs",
            "pub struct Cart;\nimpl Cart { pub fn total(&self) -> u32 { price() } }\nfn price() -> u32 { 1 }\n",
        ),
        ("two/Cargo.toml", "[package]\nname = \"two\"\n"),
        ("two/src/lib.rs", "pub fn other() {}\n"),
    ];
    Workspace::in_memory(files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())))
}

fn ask(workspace: &Workspace, tool: &Tool, arguments: Value) -> Result<String, Problem> {
    let cancel = AtomicBool::new(false);
    let snapshot = workspace.refresh().unwrap();
    let reading = Reading::new(workspace, snapshot);
    tool.run(&Context::of(&reading, &cancel), arguments).map(|output| output.body)
}

/// Arguments that are right, for what each tool requires.
fn right(tool: &Tool) -> Value {
    let mut arguments = json!({});
    let schema = tool.full_schema();
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        arguments[name] = match name {
            "type_name" => json!("Cart"),
            "pattern" | "query" => json!("price"),
            "to" => json!("price"),
            "from" => json!("Cart.total"),
            "target" | "symbol" | "name" => json!("price"),
            _ => json!("x"),
        };
    }
    arguments
}

fn properties(tool: &Tool) -> Vec<(String, Value)> {
    let schema = tool.full_schema();
    schema["properties"].as_object().unwrap().iter().map(|(name, one)| (name.clone(), one.clone())).collect()
}

/// The tools that write to the ledger, or need something that a folder in memory does not have, take
/// their arguments apart in the same way; their first complaint may be another.
fn refused(workspace: &Workspace, tool: &Tool, arguments: Value, what: &str) -> Option<Problem> {
    match ask(workspace, tool, arguments.clone()) {
        Err(problem) => Some(problem),
        Ok(body) => panic!("{} {arguments}: {what} is answered: {body}", tool.name),
    }
}

#[test]
fn what_is_of_no_type_or_list_is_refused_by_every_tool() {
    let workspace = workspace();
    for tool in ALL {
        let mut arguments = right(tool);
        arguments["colour"] = json!("red");
        let problem = refused(&workspace, tool, arguments, "an unknown argument").unwrap();
        assert_eq!(
            (problem.code, problem.parameter.as_deref()),
            (Code::InvalidArgument, Some("colour")),
            "{}",
            tool.name
        );
        assert!(problem.message.contains("known are") && problem.message.contains("limit"), "{problem}");
        for (name, schema) in properties(tool) {
            let wrong = match schema["type"].as_str() {
                Some("integer") => json!(-1),
                Some("number") => json!("much"),
                Some("boolean") => json!("maybe"),
                // A word alone is a list of one.
                Some("array") => json!(7),
                _ if schema["enum"].is_array() => json!("nonsense"),
                _ => json!(7),
            };
            let mut arguments = right(tool);
            arguments[&name] = wrong;
            let problem = refused(&workspace, tool, arguments, &name).unwrap();
            assert_eq!(
                (problem.code, problem.parameter.as_deref()),
                (Code::InvalidArgument, Some(name.as_str())),
                "{}: {problem}",
                tool.name
            );
            assert!(problem.message.contains("must be"), "{}: {problem}", tool.name);
            if let Some(words) = schema["enum"].as_array() {
                let all = words.iter().all(|word| problem.message.contains(word.as_str().unwrap()));
                assert!(all, "{}: {problem} does not list {words:?}", tool.name);
            }
        }
    }
}

#[test]
fn kinds_rows_members_and_places_that_there_are_not_are_refused_by_every_tool() {
    let workspace = workspace();
    for tool in ALL {
        let with = |name: &str, value: Value| {
            let mut arguments = right(tool);
            arguments[name] = value;
            arguments
        };
        let rows = refused(&workspace, tool, with("limit", json!(0)), "no rows").unwrap();
        assert_eq!(rows.parameter.as_deref(), Some("limit"), "{}: {rows}", tool.name);
        let member = refused(&workspace, tool, with("member", json!("onne")), "an unknown member").unwrap();
        assert_eq!(
            (member.code, member.parameter.as_deref()),
            (Code::NotFound, Some("member")),
            "{}",
            tool.name
        );
        assert!(member.suggestions.contains(&"one".to_owned()), "{}: {member:?}", tool.name);
        for path in ["../one", "/etc", "nowhere/at/all.rs"] {
            if path.starts_with("nowhere") && ask(&workspace, tool, right(tool)).is_err() {
                // It needs a path of a file, or a repository of git: other tests ask it.
                continue;
            }
            let problem = refused(&workspace, tool, with("path", json!(path)), path).unwrap();
            assert_eq!(problem.parameter.as_deref(), Some("path"), "{} {path}: {problem:?}", tool.name);
        }
        for (name, schema) in properties(tool) {
            // Where the kinds are few the schema lists them, which is asked above.
            if name == "kind" && schema["enum"].is_null() && schema["items"]["enum"].is_null() {
                let problem =
                    refused(&workspace, tool, with("kind", json!("gizmo")), "an unknown kind").unwrap();
                assert_eq!(problem.parameter.as_deref(), Some("kind"), "{}: {problem}", tool.name);
                assert!(problem.render().contains("function"), "{}: {problem:?}", tool.name);
            }
            if name == "end_line" {
                let lines = json!({"path": "one/src/lib.rs", "start_line": 3, "end_line": 1});
                let problem = refused(&workspace, tool, lines, "a reversed range").unwrap();
                assert_eq!(problem.parameter.as_deref(), Some("end_line"), "{problem}");
            }
        }
    }
}

#[test]
fn an_empty_text_is_no_question() {
    let workspace = workspace();
    for tool in ALL {
        let schema = tool.full_schema();
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            for empty in ["", "  "] {
                let mut arguments = right(tool);
                arguments[name] = json!(empty);
                let problem = refused(&workspace, tool, arguments, "an empty text").unwrap();
                assert_eq!(problem.parameter.as_deref(), Some(name), "{}: {problem:?}", tool.name);
            }
            let mut arguments = right(tool);
            arguments.as_object_mut().unwrap().remove(name);
            let problem = refused(&workspace, tool, arguments, "a missing argument").unwrap();
            assert_eq!(
                (problem.code, problem.parameter.as_deref()),
                (Code::InvalidArgument, Some(name)),
                "{}",
                tool.name
            );
        }
    }
}

#[test]
fn a_folder_is_no_file() {
    let workspace = workspace();
    // Those that take `path` alone and need one file say so; what they are is told by what they answer.
    let needs_file = |tool: &&Tool| {
        let file = ask(&workspace, tool, json!({"path": "one/src/lib.rs"}));
        let nothing = ask(&workspace, tool, json!({}));
        file.is_ok() && nothing.is_err_and(|problem| problem.parameter.as_deref() == Some("path"))
    };
    let tools: Vec<&Tool> = ALL.iter().filter(needs_file).collect();
    assert!(tools.len() >= 4, "{tools:?}");
    for tool in tools {
        if let Err(problem) = ask(&workspace, tool, json!({"path": "one/src"})) {
            assert_eq!(problem.parameter.as_deref(), Some("path"), "{}: {problem:?}", tool.name);
            assert!(problem.message.contains("folder"), "{}: {problem:?}", tool.name);
        }
    }
}
