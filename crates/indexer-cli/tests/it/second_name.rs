//! `indexer-mcp` is the same program under a second name.

use super::repository;
use serde_json::Value;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SESSION: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"lookup_symbol","arguments":{"name":"helper"}}}"#,
    "\n",
);

fn fed(command: &mut Command) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(SESSION.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn by_id(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{output:?}");
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let mut answers: Vec<Value> = lines.map(|line| serde_json::from_slice(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers
}

#[test]
fn the_second_name_is_the_server() {
    let repository = repository();
    let second = repository.folder.path().join("indexer-mcp");
    symlink(Path::new(env!("CARGO_BIN_EXE_indexer")), &second).unwrap();
    let mut by_name = Command::new(&second);
    repository.isolate(&mut by_name);
    // Where the index is there already, both say the same of it.
    repository.ok(&["index"]);
    let (by_command, by_name) = (by_id(&fed(&mut repository.command(&["serve"]))), by_id(&fed(&mut by_name)));
    assert_eq!(by_command.len(), 3, "{by_command:?}");
    assert!(by_command[2]["result"].to_string().contains("pkg/a.py"), "{by_command:?}");
    assert_eq!(by_command, by_name);
}

#[test]
fn both_names_say_commit_target_and_index_format() {
    let repository = repository();
    let second = repository.folder.path().join("indexer-mcp");
    symlink(Path::new(env!("CARGO_BIN_EXE_indexer")), &second).unwrap();
    let said = repository.ok(&["--version"]);
    let of_second = Command::new(&second).arg("--version").output().unwrap();
    let of_second = String::from_utf8(of_second.stdout).unwrap();
    assert_eq!(said.strip_prefix("indexer "), of_second.strip_prefix("indexer-mcp "), "{said} {of_second}");
    for part in ["(commit ", std::env::consts::ARCH, ", index format "] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(repository.ok(&["-V"]).trim_end(), concat!("indexer ", env!("CARGO_PKG_VERSION")));
}
