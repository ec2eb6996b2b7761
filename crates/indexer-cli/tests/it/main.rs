//! Runs the binary on throw-away repositories.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod cache;
mod clients;
mod configuration;
mod diff;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod network;

mod pages;
mod scip;
mod screens;
#[cfg(unix)]
mod second_name;
#[cfg(target_os = "linux")]
mod terminal;

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    fn new(files: &[(&str, &str)]) -> Self {
        let repository = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(repository.root().join(".git")).unwrap();
        for (path, text) in files {
            repository.write(path, text);
        }
        repository
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("repository")
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_indexer"));
        command.args(arguments);
        self.isolate(&mut command);
        command
    }

    /// Runs it in the repository, with a cache of its own.
    fn isolate(&self, command: &mut Command) {
        command.current_dir(self.root());
        command.env("INDEXER_CACHE_DIR", self.folder.path().join("cache"));
        // Nothing of whoever runs the tests.
        for name in ["HOME", "XDG_CONFIG_HOME", "APPDATA"] {
            command.env(name, self.folder.path().join("home"));
        }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

fn repository() -> Repository {
    Repository::new(&[
        ("pkg/__init__.py", ""),
        ("pkg/a.py", "class C:\n    def get(self):\n        return 1\n\ndef helper():\n    return 2\n"),
        ("main.py", "from pkg.a import helper\n\ndef run():\n    helper()\n"),
    ])
}

#[test]
fn a_question_without_an_index_indexes_first_and_says_nothing_else() {
    let repository = repository();
    let output = repository.run(&["symbol", "helper"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("symbol kind=function qualified=pkg.a.helper path=pkg/a.py line=5"), "{text}");
}

#[test]
fn the_root_is_found_upwards_and_paths_stay_relative_to_it() {
    let repository = repository();
    let output =
        repository.command(&["refs", "helper"]).current_dir(repository.root().join("pkg")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("file path=main.py"), "{text}");
}

#[test]
fn every_tool_has_its_command_and_its_aliases() {
    let repository = repository();
    assert!(repository.ok(&["find-definition", "C.get"]).contains("line=2"));
    assert!(repository.ok(&["find-references", "helper", "--roles", "call"]).contains("\n4 run|"));
    assert!(repository.ok(&["read-source", "pkg/a.py", "--start-line", "5"]).contains("5|def helper():"));
    assert!(repository.ok(&["read", "--symbol", "C.get"]).contains("2|    def get(self):"));
    assert!(repository.ok(&["list-declarations", "pkg"]).contains("method name=get"));
    assert!(repository.ok(&["status"]).contains("language name=python"));
}

#[test]
fn json_is_one_object_with_a_version() {
    let repository = repository();
    for arguments in [vec!["--json", "status"], vec!["status", "--format", "json"]] {
        let json: Value = serde_json::from_str(&repository.ok(&arguments)).unwrap();
        assert_eq!(json["schema_version"], 2);
        assert_eq!(json["index"]["exists"], true);
    }
    assert!(repository.ok(&["status", "--format", "llm"]).starts_with("answer tool=index_status"));
}

#[test]
fn an_edit_is_seen_by_the_next_question() {
    let repository = repository();
    repository.ok(&["index", "--quiet"]);
    repository.write("pkg/a.py", "def renamed(): pass\n");
    assert!(repository.ok(&["symbol", "renamed", "--match", "exact"]).contains("total=1"));
    assert!(repository.ok(&["symbol", "helper", "--match", "exact"]).contains("total=0"));
}

#[test]
fn exit_codes() {
    let repository = repository();
    let code = |arguments: &[&str]| repository.run(arguments).status.code();
    assert_eq!(code(&["symbol", "zzzzzz"]), Some(0));
    assert_eq!(code(&["symbol", "zzzzzz", "--exit-status"]), Some(1));
    assert_eq!(code(&["symbol", "helper", "--exit-status"]), Some(0));
    assert_eq!(code(&["find-definition", "zzzzzz"]), Some(2));
    assert_eq!(code(&["no-such-command"]), Some(2));
    assert_eq!(code(&["--root", "/no/such/folder", "status"]), Some(2));
    assert_eq!(code(&["--version"]), Some(0));
}

#[test]
fn errors_stand_on_stderr_with_a_hint() {
    let output = repository().run(&["find-definition", "helpr"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty());
    assert!(errors.starts_with("error: no symbol is called helpr\n"), "{errors}");
    assert!(errors.contains("hint: near are helper"), "{errors}");
}

#[test]
fn exports_are_json_lines() {
    let repository = repository();
    for (kind, field) in
        [("refs", "def_file"), ("symbols", "qualified"), ("calls", "caller"), ("deps", "from")]
    {
        let text = repository.ok(&["export", kind, "--format", "jsonl"]);
        assert!(!text.is_empty(), "{kind}");
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            assert!(row.get(field).is_some(), "{line}");
        }
    }
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let repository = Repository::new(&[("a.py", &"def f(): pass\n".repeat(20_000))]);
    repository.ok(&["index", "--quiet"]);
    let mut child = repository
        .command(&["export", "symbols"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn completions_know_the_tools() {
    assert!(repository().ok(&["completions", "bash"]).contains("find-references"));
}

#[test]
fn revisions_and_the_git_index_are_asked_by_every_command() {
    let repository = Repository::new(&[("a.py", "def first(): pass\n")]);
    std::fs::remove_dir(repository.root().join(".git")).unwrap();
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        let mut git = Command::new("git");
        let output = git.args(identity).args(arguments).current_dir(repository.root()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    repository.write("a.py", "def second(): pass\n");
    git(&["add", "."]);
    repository.write("a.py", "def third(): pass\n");
    let name = |flags: &[&str]| {
        let text = repository.ok(&[flags, &["list-declarations", "a.py"]].concat());
        ["first", "second", "third"].into_iter().filter(|name| text.contains(name)).collect::<Vec<_>>()
    };
    assert_eq!(name(&["--rev", "HEAD"]), ["first"]);
    assert_eq!(name(&["--staged"]), ["second"]);
    assert_eq!(name(&["--rev", ":staged"]), ["second"]);
    assert_eq!(name(&[]), ["third"]);
    assert!(repository.ok(&["export", "symbols", "--rev", "HEAD"]).contains("first"));
    assert!(repository.ok(&["index", "--staged"]).contains("rev=:staged"));
    let output = repository.run(&["status", "--rev", "HAED"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no revision is called"));
    assert_eq!(repository.run(&["status", "--staged", "--rev", "HEAD"]).status.code(), Some(2));
}

#[test]
fn watch_stores_each_change_and_says_so_in_a_line() {
    let repository = repository();
    let mut watch =
        repository.command(&["watch", "--debounce-ms", "10"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(watch.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first = lines.next().unwrap();
    assert!(first.starts_with("refresh generation=1 changed=3 parsed=3 "), "{first}");
    repository.write("pkg/a.py", "def helper():\n    return 3\n");
    let second = lines.next().unwrap();
    assert!(second.contains(" changed=1 parsed=1 "), "{second}");
    watch.kill().unwrap();
    watch.wait().unwrap();
    // Stored: the next process finds nothing to do.
    assert!(repository.ok(&["index-status"]).contains(" changed=0"));
}
