//! `indexer init` and `indexer doctor` as a user runs them.

use crate::{Repository, repository};
use serde_json::{Value, json};
use std::fs;

fn text(repository: &Repository, path: &str) -> String {
    fs::read_to_string(repository.root().join(path)).unwrap()
}

#[test]
fn init_registers_says_that_the_server_answers_and_takes_back() {
    let repository = repository();
    let mine = "{\n  // mine\n  \"mcpServers\": { \"other\": { \"command\": \"x\" } }\n}\n";
    repository.write(".mcp.json", mine);
    let shown = repository.ok(&["init", "--claude", "--codex", "--dry-run"]);
    assert!(shown.contains("Claude Code: server would be added to "), "{shown}");
    assert!(shown.contains("\n+[mcp_servers.indexer]\n"), "{shown}");
    assert_eq!(text(&repository, ".mcp.json"), mine);

    let said = repository.ok(&["init", "--claude", "--codex", "--instructions", "--skill", "--with-hooks"]);
    assert!(said.contains("\nthe server answers: indexer "), "{said}");
    assert_eq!(said.lines().count(), 7, "{said}");
    let file = text(&repository, ".mcp.json");
    assert!(file.contains("// mine") && file.contains("\"args\": [\"serve\"]"), "{file}");
    let block = repository.ok(&["init", "--print-instructions"]);
    assert_eq!(text(&repository, "CLAUDE.md"), block);
    let again = repository.ok(&["init", "--claude"]);
    assert!(again.contains("server is in "), "{again}");

    let said = repository.ok(&["init", "--remove"]);
    assert_eq!(said.matches(" removed from ").count(), 6, "{said}");
    assert_eq!(text(&repository, ".mcp.json"), mine);
    for path in [".codex", ".claude", "CLAUDE.md", "AGENTS.md", ".mcp.json.before-indexer"] {
        assert!(!repository.root().join(path).exists(), "{path}");
    }
    assert_eq!(repository.ok(&["init", "--remove"]), "nothing of ours was found\n");
}

#[test]
fn init_says_what_is_wrong_and_writes_nothing() {
    let repository = repository();
    let output = repository.run(&["init"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("no client was found") && errors.contains("--opencode"), "{errors}");
    repository.write(".mcp.json", "{ \"mcpServers\": }");
    let output = repository.run(&["init", "--claude", "--cursor"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains(".mcp.json: is no JSON") && errors.contains("nothing was written"), "{errors}");
    assert!(!repository.root().join(".cursor").exists());
}

#[test]
fn init_tells_where_the_server_does_not_answer() {
    let repository = repository();
    let output = repository
        .command(&["init", "--zed", "--json"])
        .env("INDEXER_MCP_ENABLED", "false")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["steps"][0]["outcome"], "created");
    assert_eq!(said["server"]["answers"], false);
}

fn checks(repository: &Repository, arguments: &[&str], code: i32) -> Vec<Value> {
    let output = repository.run(&[&["doctor", "--format", "json"], arguments].concat());
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["failed"], code == 1);
    report["checks"].as_array().unwrap().clone()
}

fn found<'a>(checks: &'a [Value], what: &str, state: &str) -> Vec<&'a str> {
    let wanted = checks.iter().filter(|check| check["what"] == what && check["state"] == state);
    wanted.map(|check| check["found"].as_str().unwrap()).collect()
}

#[test]
fn doctor_finds_nothing_wrong_and_a_server_that_answers() {
    let repository = repository();
    repository.ok(&["init", "--claude", "--cursor", "--windsurf"]);
    let checks = checks(&repository, &["--strict"], 0);
    assert_eq!(found(&checks, "client", "ok").len(), 3, "{checks:?}");
    for what in ["configuration", "cache", "index"] {
        assert_eq!(found(&checks, what, "ok").len(), 1, "{what}: {checks:?}");
    }
    let lines = repository.ok(&["doctor"]);
    assert!(lines.lines().all(|line| line.starts_with("ok ") || line.starts_with("warning ")), "{lines}");
}

#[test]
fn doctor_fails_on_faults_and_with_strict_on_unsafe_configuration() {
    let repository = repository();
    repository.write(".indexer/config.toml", "no_gitignore = true\n");
    let checked = checks(&repository, &[], 0);
    assert!(found(&checked, "configuration", "warning")[0].contains("no_gitignore"), "{checked:?}");
    checks(&repository, &["--strict"], 1);
    fs::remove_dir_all(repository.root().join(".indexer")).unwrap();
    checks(&repository, &["--strict"], 0);
    let output =
        repository.command(&["doctor", "--strict"]).env("INDEXER_HTTP", "0.0.0.0:8080").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");

    repository.write(".vscode/mcp.json", "{ broken");
    let entry = json!({"mcpServers": {"indexer": {"command": "/no/such/indexer", "args": ["serve"]}}});
    repository.write(".mcp.json", &entry.to_string());
    let checked = checks(&repository, &[], 1);
    let faults = found(&checked, "client", "fault");
    assert!(faults[0].contains("there is no program") && faults[1].contains("is no JSON"), "{faults:?}");

    let output = repository.command(&["doctor"]).env("INDEXER_MAX_DEPTH", "deep").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stdout).unwrap().starts_with("FAULT   configuration: INDEXER_MAX_DEPTH")
    );

    let blocked = repository.folder.path().join("file");
    fs::write(&blocked, "").unwrap();
    let output =
        repository.command(&["doctor"]).env("INDEXER_CACHE_DIR", blocked.join("cache")).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

/// A repository that was cloned names programs in files of clients: none of them is started.
#[cfg(unix)]
#[test]
fn doctor_starts_nothing_that_a_project_brings_along() {
    use std::os::unix::fs::PermissionsExt;
    let repository = repository();
    let started = repository.folder.path().join("started");
    repository.write("bin/indexer", &format!("#!/bin/sh\ntouch {}\n", started.display()));
    let program = repository.root().join("bin/indexer");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let entry = |command: &str, args: &[&str]| {
        let entry = json!({"mcpServers": {"indexer": {"command": command, "args": args}}});
        repository.write(".mcp.json", &entry.to_string());
    };
    let script = format!("touch {}", started.display());
    for (command, args) in [
        (program.to_str().unwrap(), &["serve"][..]),
        ("./bin/indexer", &["serve"]),
        ("sh", &["-c", &script]),
        (env!("CARGO_BIN_EXE_indexer"), &["clean", "--yes", "--all"]),
    ] {
        entry(command, args);
        let checked = checks(&repository, &["--strict"], 0);
        let said = found(&checked, "client", "warning");
        assert!(said.iter().any(|said| said.contains("not started")), "{command}: {checked:?}");
        assert!(!started.exists(), "{command}");
    }
}

#[test]
fn every_snippet_of_the_page_starts_a_server_that_answers() {
    use indexer_clients::{CLIENTS, Launch, SERVER, page, probe};
    let repository = repository();
    let page_text = include_str!("../../../../docs/clients.md").replace("\r\n", "\n");
    for client in CLIENTS {
        let (_, section) = page_text.split_once(&format!("### {}\n", client.title)).unwrap();
        let (_, fenced) = section.split_once("```").unwrap();
        let (language, rest) = fenced.split_once('\n').unwrap();
        let snippet = rest.split("```").next().unwrap();
        let file: Value = match language {
            "toml" => serde_json::to_value(snippet.parse::<toml::Table>().unwrap()).unwrap(),
            _ => serde_json::from_str(snippet).unwrap(),
        };
        let mut launch = Launch::read(&file[client.key][SERVER]).unwrap();
        assert_eq!(launch.command, "indexer", "{}", client.id);
        launch.command = env!("CARGO_BIN_EXE_indexer").to_owned();
        for argument in &mut launch.args {
            if [page::PROJECT, "${workspaceFolder}"].contains(&argument.as_str()) {
                *argument = repository.root().display().to_string();
            }
        }
        let answer = probe::probe(&launch, &repository.root()).unwrap();
        assert_eq!(answer.name, "indexer", "{}", client.id);
    }
}
