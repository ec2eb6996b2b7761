//! `indexer diff`: exit codes, and pull requests that a workflow's event tells.

use crate::Repository;
use serde_json::{Value, json};
use std::process::{Command, Output};

/// Two commits: the second gives a function a parameter.
fn repository() -> Repository {
    let repository = Repository::new(&[]);
    std::fs::remove_dir(repository.root().join(".git")).unwrap();
    git(&repository, &["init", "-q"]);
    repository.write("a.py", "def go(x):\n    return x\n");
    repository.write("b.py", "from a import go\n\ndef run():\n    return go(1)\n");
    commit(&repository);
    repository.write("a.py", "def go(x, y):\n    return x\n");
    commit(&repository);
    repository
}

fn git(repository: &Repository, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]);
    let done = git.args(arguments).current_dir(repository.root()).output().unwrap();
    assert!(done.status.success(), "{done:?}");
    String::from_utf8(done.stdout).unwrap().trim().to_owned()
}

fn commit(repository: &Repository) {
    git(repository, &["add", "-A"]);
    git(repository, &["commit", "-q", "-m", "change"]);
}

#[test]
fn the_exit_code_says_what_was_asked_to_fail_on() {
    let repository = repository();
    let code = |arguments: &[&str]| repository.run(arguments).status.code();
    assert_eq!(code(&["diff", "HEAD~1..HEAD"]), Some(0));
    assert_eq!(code(&["diff", "HEAD~1..HEAD", "--fail-on", "breaking"]), Some(1));
    assert_eq!(code(&["diff", "HEAD~1..HEAD", "--fail-on", "cycle"]), Some(0));
    assert_eq!(code(&["diff", "--staged", "--fail-on", "api,breaking"]), Some(0));
    assert_eq!(code(&["diff", "--worktree", "--exit-status"]), Some(1));
    for arguments in
        [&["diff"][..], &["diff", "--", "--output=x"], &["diff", "a..b..c"], &["diff", "nowhere"]]
    {
        assert_eq!(code(arguments), Some(2), "{arguments:?}");
    }
    assert!(!repository.root().join("x").exists());
}

#[test]
fn before_the_first_commit_all_is_new() {
    let repository = Repository::new(&[]);
    std::fs::remove_dir(repository.root().join(".git")).unwrap();
    git(&repository, &["init", "-q"]);
    repository.write("a.py", "def go(x):\n    return x\n");
    git(&repository, &["add", "a.py"]);
    repository.write("b.py", "def run():\n    return 1\n");
    for (flag, files) in [("--staged", 1), ("--worktree", 2)] {
        let output = repository.run(&["diff", flag, "--format", "json"]);
        assert!(output.status.success(), "{output:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let added = answer["files_added"].as_array().map(Vec::len);
        assert_eq!((added, &answer["breaking"]), (Some(files), &json!([])), "{flag}: {answer}");
    }
    // One that is named is there or is not.
    let named = repository.run(&["diff", "HEAD"]);
    assert_eq!(named.status.code(), Some(2));
    assert!(String::from_utf8(named.stderr).unwrap().contains("no commit yet"));
}

/// Asks for pull request 42 in a workflow that was started for it, with this head.
fn asked(repository: &Repository, head: &str, arguments: &[&str]) -> Output {
    let base = git(repository, &["rev-parse", "HEAD~1"]);
    let end = |name: &str, commit: &str| json!({"ref": name, "sha": commit, "repo": {"full_name": "o/n"}});
    let event = json!({
        "repository": {"full_name": "o/n"},
        "pull_request": {"number": 42, "title": "Two", "base": end("main", &base), "head": end("two", head)},
    });
    let file = repository.root().join(".git/event.json");
    std::fs::write(&file, event.to_string()).unwrap();
    let mut command = repository.command(&[&["diff", "--pr", "42"], arguments].concat());
    // Nothing listens there: the event has to suffice.
    command.env("GITHUB_API_URL", "http://127.0.0.1:1").env("GITHUB_REPOSITORY", "o/n");
    command.env("GITHUB_TOKEN", "nobody-may-see-this").env("GITHUB_EVENT_PATH", file).output().unwrap()
}

#[test]
fn a_pull_request_that_the_event_tells_is_compared_without_asking_anybody() {
    let repository = repository();
    let head = git(&repository, &["rev-parse", "HEAD"]);
    repository.write("a.py", "not = of the pull request\n");
    let output = asked(&repository, &head, &["--format", "json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["pr"], json!({"number": 42, "title": "Two", "base": "main", "head": "two"}));
    assert_eq!((&answer["since_ref"], &answer["head"]), (&json!("origin/main"), &json!(head)));
    assert_eq!(answer["breaking"][0]["symbol"], "a.py#go");
}

#[test]
fn commits_that_are_not_here_are_an_error_with_the_fetch_that_brings_them() {
    let repository = repository();
    let output = asked(&repository, &"c".repeat(40), &[]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text.contains("pull request 42") && text.contains("git fetch origin main pull/42/head"),
        "{text}"
    );
    let both = asked(&repository, &"c".repeat(40), &["HEAD~1"]);
    assert!(String::from_utf8(both.stderr).unwrap().contains("names both ends"));
    // The event is about another one, and the server is not there.
    let mut other = repository.command(&["diff", "--pr", "43", "--repo", "o/n"]);
    let other = other.env("GITHUB_API_URL", "http://127.0.0.1:1").env("GITHUB_TOKEN", "nobody-may-see-this");
    let text = String::from_utf8(other.output().unwrap().stderr).unwrap();
    assert!(text.contains("127.0.0.1:1 cannot be reached") && !text.contains("nobody"), "{text}");
}
