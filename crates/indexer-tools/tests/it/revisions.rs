//! Every tool answers about revisions and the git index, and says which it was.

use indexer_engine::{Options, Workspace};
use indexer_testkit::{Files, Scratch};
use indexer_tools::roots::ask;
use indexer_tools::{ALL, Code, Output, Problem, Settings, find};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

struct Repository {
    scratch: Scratch,
    workspace: Workspace,
}

/// Three commits: `old.py`; also `many.py`; then neither, but `new.py`.
fn repository() -> Repository {
    let scratch = Scratch::new(&Files::new()).unwrap();
    let commit = |message: &str| {
        scratch.git(&["add", "-A"]).unwrap();
        scratch.git(&["commit", "-q", "-m", message]).unwrap();
    };
    scratch.git(&["init", "-q"]).unwrap();
    scratch.write("old.py", "def old_one():\n    return 1\n").unwrap();
    commit("one");
    let many: String = (0..50).map(|i| format!("def many_{i}(): pass\n")).collect();
    scratch.write("many.py", many).unwrap();
    commit("two");
    scratch.remove("old.py").unwrap();
    scratch.remove("many.py").unwrap();
    scratch.write("new.py", "def new_one():\n    return old_one()\n").unwrap();
    commit("three");
    let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    Repository { scratch, workspace }
}

impl Repository {
    fn ask(&self, tool: &str, arguments: Value) -> Result<Output, Problem> {
        let tool = find(tool).unwrap();
        ask(&self.workspace, &Settings::default(), tool, &arguments, &AtomicBool::new(false))
    }

    fn text(&self, tool: &str, arguments: Value) -> String {
        self.ask(tool, arguments).unwrap().body
    }
}

#[test]
fn every_tool_takes_rev_and_says_so() {
    let repository = repository();
    // The ledger is that of the files on disk; that its tools say so is tested with them.
    for tool in ALL.iter().filter(|tool| !tool.memory) {
        // Arguments that every tool understands are few; a tool that wants more says which.
        let arguments = json!({"rev": "HEAD~2", "format": "json"});
        match repository.ask(tool.name, arguments) {
            Ok(output) => {
                let json = output.structured.unwrap();
                assert_eq!(json["index"]["rev"], "HEAD~2", "{}", tool.name);
                assert_eq!(json["index"]["commit"].as_str().unwrap().len(), 40);
            }
            Err(problem) => assert_ne!(problem.parameter.as_deref(), Some("rev"), "{problem:?}"),
        }
        let problem = repository.ask(tool.name, json!({"rev": "a..b"})).unwrap_err();
        assert_eq!(problem.parameter.as_deref(), Some("rev"), "{}", tool.name);
        assert_eq!((problem.code, problem.tool), (Code::InvalidArgument, Some(tool.name)));
    }
}

#[test]
fn answers_are_those_of_the_revision() {
    let repository = repository();
    let old = repository.text("lookup_symbol", json!({"name": "old_one", "rev": "HEAD~2"}));
    assert!(old.starts_with("answer tool=lookup_symbol") && old.contains("rev=HEAD~2 commit="), "{old}");
    assert!(old.contains("path=old.py"), "{old}");
    let now = repository.text("lookup_symbol", json!({"name": "old_one", "match": "exact"}));
    assert!(now.contains("total=0") && !now.contains("rev="), "{now}");
    let text = repository.text("read_source", json!({"path": "old.py", "start_line": 1, "rev": "HEAD~2"}));
    assert!(text.contains("1|def old_one():"), "{text}");
    repository.scratch.write("staged.py", "def staged_one(): pass\n").unwrap();
    repository.scratch.git(&["add", "staged.py"]).unwrap();
    repository.scratch.remove("staged.py").unwrap();
    let staged = repository.text("lookup_symbol", json!({"name": "staged_one", "rev": ":staged"}));
    assert!(staged.contains("path=staged.py") && !staged.contains("commit="), "{staged}");
}

#[test]
fn a_cursor_is_bound_to_what_the_revision_held() {
    let repository = repository();
    let asked = json!({"name": "many", "limit": 10, "rev": "HEAD~1", "format": "json"});
    let first = repository.ask("lookup_symbol", asked.clone()).unwrap().structured.unwrap();
    let mut next = asked.clone();
    next["cursor"] = first["cursor"].clone();
    let second = repository.ask("lookup_symbol", next.clone()).unwrap().structured.unwrap();
    assert_ne!(first["symbols"], second["symbols"]);
    // The name means another commit now.
    repository.scratch.git(&["commit", "-q", "--allow-empty", "-m", "four"]).unwrap();
    assert_eq!(repository.ask("lookup_symbol", next.clone()).unwrap_err().code, Code::StaleCursor);
    next["rev"] = "HEAD~2".into();
    assert_eq!(repository.ask("lookup_symbol", next).unwrap_err().code, Code::StaleCursor);
}

#[test]
fn an_unknown_revision_is_answered_with_near_names() {
    let repository = repository();
    repository.scratch.git(&["tag", "release-1"]).unwrap();
    let problem = repository.ask("index_status", json!({"rev": "relase-1"})).unwrap_err();
    assert_eq!((problem.code, problem.suggestions), (Code::NotFound, vec!["release-1".to_owned()]));
    let problem = repository.ask("index_status", json!({"rev": "HEAD~9"})).unwrap_err();
    assert_eq!(problem.code, Code::NotFound);
}
