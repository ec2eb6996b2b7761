//! Nothing leaves: every command and tool runs in a process that the kernel ends at the first
//! attempt to make a socket.
//!
//! The filter is put on by this test binary, which then turns into the program: a filter stays
//! with a process whatever it executes.

use crate::{Repository, repository};
use indexer_tools::ALL;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use serde_json::{Value, json};
use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Output, Stdio};

/// Names the program, and its arguments a line each, for [`become_the_program`].
const PROGRAM: &str = "INDEXER_TEST_PROGRAM";
/// The signal of a forbidden call.
const SIGSYS: i32 = 31;

/// Not a test of its own: what the others start, in a process of its own.
#[test]
fn become_the_program() {
    let Ok(program) = std::env::var(PROGRAM) else { return };
    let mut words = program.lines();
    let kill = SeccompAction::KillProcess;
    let sockets = [libc::SYS_socket, libc::SYS_socketpair, libc::SYS_connect, libc::SYS_bind];
    let rules = sockets.into_iter().map(|call| (call, Vec::new())).collect();
    let arch = std::env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, kill, arch).unwrap();
    seccompiler::apply_filter(&BpfProgram::try_from(filter).unwrap()).unwrap();
    match words.next().unwrap() {
        "socket" => drop(std::net::UdpSocket::bind("127.0.0.1:0")),
        path => panic!("{}", Command::new(path).args(words).env_remove(PROGRAM).exec()),
    }
}

/// Runs a program without sockets; what this binary prints before comes first on stdout.
fn run(repository: &Repository, program: &[&str], input: &str) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    repository.isolate(&mut command);
    command.args(["--exact", "network::become_the_program", "--nocapture", "--test-threads=1"]);
    command.env(PROGRAM, program.join("\n"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn no_program_opens_a_socket() {
    let repository = repository();
    // The trap works: what makes a socket does not survive it.
    let trapped = run(&repository, &["socket"], "");
    assert_eq!(trapped.status.signal(), Some(SIGSYS), "{trapped:?}");

    let indexer = env!("CARGO_BIN_EXE_indexer");
    for arguments in [
        &["index", "--rebuild"][..],
        &["update"],
        &["status"],
        &["config"],
        &["members"],
        &["refs", "helper"],
        &["export", "refs"],
        &["index", "--no-gitignore", "--max-depth", "3"],
        &["init", "--claude", "--zed"],
        &["doctor"],
        &["explore", "--size", "1"],
    ] {
        let output = run(&repository, &[&[indexer], arguments].concat(), "");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    let mut input = String::new();
    let mut say = |id: usize, method: &str, params: Value| {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        input.push_str(&format!("{message}\n"));
    };
    say(1_000, "initialize", json!({"protocolVersion": "2025-11-25", "capabilities": {}}));
    say(1_001, "tools/list", json!({}));
    for (id, tool) in ALL.iter().enumerate() {
        // A tool that needs more answers with a problem: it has run all the same.
        let mut arguments = json!({"path": "pkg/a.py"});
        for name in tool.full_schema()["required"].as_array().into_iter().flatten() {
            arguments[name.as_str().unwrap()] = "helper".into();
        }
        say(id, "tools/call", json!({"name": tool.name, "arguments": arguments}));
    }
    let output = run(&repository, &[indexer, "serve", "--tools", "all"], &input);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let messages = text.lines().filter_map(|line| serde_json::from_str(&line[line.find('{')?..]).ok());
    // Notifications have no id.
    let answers: Vec<Value> = messages.filter(|message: &Value| message.get("id").is_some()).collect();
    assert_eq!(answers.len(), ALL.len() + 2, "{text}");
    let well = answers.iter().filter(|answer| answer["result"]["isError"] == false).count();
    assert!(well * 2 > ALL.len(), "{well} of {} tools gave an answer", ALL.len());
}
