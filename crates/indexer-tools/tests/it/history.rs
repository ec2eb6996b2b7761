//! What was changed before ranks what is asked about a change, and nothing else.

use indexer_engine::{Options, Workspace};
use indexer_testkit::{Files, Scratch};
use indexer_tools::roots::ask;
use indexer_tools::{Code, Output, Problem, Settings, find};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::sync::atomic::AtomicBool;

struct Repository {
    scratch: Scratch,
    workspace: Workspace,
}

/// Two files that differ in nothing but the commit that touched one of them alone: that which comes second otherwise.
fn repository() -> Repository {
    let scratch = Scratch::new(&Files::new()).unwrap();
    scratch.git(&["init", "-q"]).unwrap();
    let drain = "def drain(pool):\n    return pool.sockets\n";
    scratch.write("net/second.py", drain).unwrap();
    scratch.write("net/first.py", "x = 1\n").unwrap();
    scratch.git(&["add", "-A"]).unwrap();
    scratch.git(&["commit", "-q", "-m", "begin"]).unwrap();
    scratch.write("net/first.py", drain).unwrap();
    scratch.git(&["commit", "-q", "-a", "-m", "Close leaked sockets at once"]).unwrap();
    let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    Repository { scratch, workspace }
}

impl Repository {
    fn ask(&self, tool: &str, arguments: Value) -> Result<Output, Problem> {
        let tool = find(tool).unwrap();
        ask(&self.workspace, &Settings::default(), tool, &arguments, &AtomicBool::new(false))
    }

    /// The paths of the hits, and whether the first one's history speaks for it.
    fn hits(&self, query: &str) -> (Vec<String>, bool) {
        let json = self.ask("search", json!({"query": query, "explain": true, "format": "json"})).unwrap();
        let json = json.structured.unwrap();
        let hits = json["hits"].as_array().unwrap();
        let path = |hit: &Value| hit["path"].as_str().unwrap().to_owned();
        let signals = hits[0]["signals"].as_array().unwrap();
        (hits.iter().map(path).collect(), signals.iter().any(|one| one["name"] == "history"))
    }
}

#[test]
fn files_that_alike_changes_touched_stand_higher_where_a_change_is_asked_for() {
    let repository = repository();
    let (paths, by_history) = repository.hits("Fix leaked sockets of the drain");
    assert_eq!((paths[0].as_str(), by_history), ("net/first.py", true), "{paths:?}");
    let (paths, by_history) = repository.hits("leaked sockets of the drain");
    assert_eq!((paths[0].as_str(), by_history), ("net/second.py", false), "no change is asked for");
}

#[test]
fn a_file_that_is_gone_has_a_history_and_a_shallow_clone_says_what_it_is() {
    let repository = repository();
    repository.scratch.git(&["rm", "-q", "net/first.py"]).unwrap();
    repository.scratch.git(&["commit", "-q", "-m", "Remove it"]).unwrap();
    let history = |repository: &Repository, target: &str| {
        repository.ask("get_history", json!({"target": target, "format": "json"}))
    };
    let json = history(&repository, "net/first.py").unwrap().structured.unwrap();
    let subjects: Vec<&str> =
        json["commits"].as_array().unwrap().iter().map(|row| row["subject"].as_str().unwrap()).collect();
    assert_eq!(subjects, ["Remove it", "Close leaked sockets at once", "begin"]);
    assert_eq!(json["commits"][0]["change"], json!(["removed"]));
    let problem = history(&repository, "net/never.py").unwrap_err();
    assert_eq!(problem.message, "no indexed file is at net/never.py");
    let clone = Scratch::new(&Files::new()).unwrap();
    let address = format!("file://{}", repository.scratch.root().display());
    clone.git(&["clone", "-q", "--depth", "1", &address, "."]).unwrap();
    let options = Options { cache_dir: Some(clone.cache()), ..Options::new(clone.root()) };
    let clone = Repository { workspace: Workspace::open(options, |_| ()).unwrap(), scratch: clone };
    let json = history(&clone, "net/second.py").unwrap().structured.unwrap();
    assert_eq!((&json["commits_total"], &json["bounded"]), (&json!(0), &json!(true)));
    assert!(json["why"].as_str().unwrap().contains("--unshallow"), "{json}");
    let churn = clone.ask("get_hotspots", json!({"sort_by": "churn"})).unwrap();
    assert!(churn.body.contains("--unshallow"), "{}", churn.body);
}

#[test]
fn changes_are_read_once_for_a_commit_whatever_the_files_become() {
    let repository = repository();
    assert!(repository.hits("Fix leaked sockets of the drain").1);
    let mut git = Command::new("git");
    let said = git.args(["rev-parse", "HEAD~1"]).current_dir(repository.scratch.root()).output().unwrap();
    let before = String::from_utf8(said.stdout).unwrap();
    let (folder, name) = before.trim().split_at(2);
    let object = repository.scratch.root().join(".git/objects").join(folder).join(name);
    fs::rename(&object, object.with_extension("gone")).unwrap();
    repository.scratch.write("net/third.py", "def third():\n    return 3\n").unwrap();
    assert!(repository.hits("Fix leaked sockets of the drain").1, "nothing is read of the objects again");
}

#[test]
fn a_cursor_of_a_question_about_a_change_ends_with_the_next_commit() {
    let repository = repository();
    let calls = |query: &str| {
        [
            ("search", json!({"query": query, "limit": 1, "format": "json"})),
            ("hybrid_search", json!({"query": query, "page_size": 1, "format": "json"})),
            ("explain", json!({"query": query, "limit": 1, "format": "json"})),
        ]
    };
    let cursors = |query: &str| {
        calls(query).map(|(tool, mut arguments)| {
            let first = repository.ask(tool, arguments.clone()).unwrap().structured.unwrap();
            arguments["cursor"] = first["cursor"].clone();
            assert!(arguments["cursor"].is_string(), "{tool}: {first}");
            assert!(repository.ask(tool, arguments.clone()).is_ok(), "{tool}");
            (tool, arguments)
        })
    };
    let (changes, others) = (cursors("Fix leaked sockets of the drain"), cursors("sockets of the drain"));
    repository.scratch.git(&["commit", "-q", "--allow-empty", "-m", "Close the drain"]).unwrap();
    for (tool, arguments) in changes {
        assert_eq!(repository.ask(tool, arguments).unwrap_err().code, Code::StaleCursor, "{tool}");
    }
    for (tool, arguments) in others {
        assert!(repository.ask(tool, arguments).is_ok(), "{tool}: no commit changes what is found");
    }
}
