//! Who may use the ledger, and what of it stays out of the way.

use super::{Desk, SHOP, settings, settings_of};
use indexer_testkit::{Files, Scratch};
use indexer_tools::{ALL, Code, Policy, Tool, roots};
use serde_json::json;
use std::fs;
use std::sync::atomic::AtomicBool;

fn memory() -> impl Iterator<Item = &'static Tool> {
    ALL.iter().filter(|tool| tool.memory)
}

#[test]
fn without_the_switch_there_is_no_ledger() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    let off = settings(&desk.scratch, &["--tools", "all"]);
    let policy = Policy::new(&off);
    assert_eq!(memory().count(), 8);
    for tool in memory() {
        let problem = policy.check(tool).unwrap_err();
        assert_eq!(problem.code, Code::Disabled, "{}", tool.name);
        assert!(problem.hint.unwrap().contains("--memory"), "{}", tool.name);
        assert!(!policy.lists(tool));
        let arguments = json!({"title": "a", "id": "b"});
        let asked = roots::ask(&desk.workspace, &off, tool, &arguments, &AtomicBool::new(false));
        assert_eq!(asked.unwrap_err().code, Code::Disabled, "{}", tool.name);
    }
    assert!(!desk.scratch.root().join(".indexer").exists());
    let on = Policy::new(&settings(&desk.scratch, &["--tools", "all", "--memory"]));
    assert!(memory().all(|tool| on.lists(tool) && on.check(tool).is_ok()));
}

#[test]
fn a_server_that_only_reads_reads_the_ledger_too() {
    let scratch = Scratch::new(&Files::new()).unwrap();
    let policy = Policy::new(&settings(&scratch, &["--tools", "all", "--memory", "--read-only"]));
    let left: Vec<&str> = memory().filter(|tool| policy.lists(tool)).map(|tool| tool.name).collect();
    assert_eq!(left, ["get_briefing", "get_conflicts", "list_decisions"]);
    let writers: Vec<&Tool> = ALL.iter().filter(|tool| tool.writes).collect();
    assert_eq!(writers.len(), 5);
    assert!(writers.iter().all(|tool| policy.check(tool).is_err_and(|one| one.code == Code::Disabled)));
}

#[test]
fn a_project_may_refuse_a_ledger_and_not_ask_for_one() {
    let scratch = Scratch::new(&Files::new()).unwrap();
    for (user, project, left) in [
        ("", "memory = true", 0),
        ("memory = true", "", 8),
        ("memory = true", "memory = false", 0),
        ("memory = true", "read_only = true", 3),
    ] {
        scratch.write(".indexer/config.toml", project).unwrap();
        let policy = Policy::new(&settings_of(&scratch, user, &[]));
        let can = memory().filter(|tool| policy.check(tool).is_ok()).count();
        assert_eq!(can, left, "{user} {project}");
    }
}

#[test]
fn the_ledger_is_no_code_and_a_new_line_no_reason_to_look_at_any() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    desk.workspace.watch();
    desk.ok("record_decision", json!({"title": "first", "symbols": ["price"]}));
    // New folders are watched from the end of the sweep that found them.
    for _ in 0..2 {
        desk.workspace.refresh().unwrap();
    }
    let before = desk.workspace.refresh().unwrap();
    assert!(before.view.files().all(|file| file.path() == "shop.py"));
    desk.ok("record_decision", json!({"title": "second", "symbols": ["price"]}));
    let after = desk.workspace.refresh().unwrap();
    assert_eq!(after.freshness.generation, before.freshness.generation);
    assert_eq!((after.freshness.changed.len(), after.freshness.parsed), (0, 0));
    assert!(std::sync::Arc::ptr_eq(&before, &after) || after.view.files().count() == 1);
    assert_eq!(fs::read_to_string(desk.ledger()).unwrap().lines().count(), 2);
}

#[test]
fn only_a_folder_on_disk_has_a_ledger() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    desk.scratch.git(&["init", "-q"]).unwrap();
    desk.scratch.git(&["add", "-A"]).unwrap();
    desk.scratch.git(&["commit", "-q", "-m", "first"]).unwrap();
    let desk = Desk { workspace: reopened(&desk), ..desk };
    for (tool, arguments) in
        [("record_decision", json!({"title": "a", "rev": "HEAD"})), ("get_briefing", json!({"rev": "HEAD"}))]
    {
        let problem = desk.problem(tool, arguments);
        assert_eq!((problem.code, problem.parameter.as_deref()), (Code::NotSupported, Some("rev")));
    }
    let memory = indexer_engine::Workspace::in_memory([("a.py".to_owned(), b"x = 1\n".to_vec())]);
    let tool = indexer_tools::find("record_decision").unwrap();
    let asked = roots::ask(&memory, &desk.settings, tool, &json!({"title": "a"}), &AtomicBool::new(false));
    assert_eq!(asked.unwrap_err().code, Code::NotSupported);
}

pub(super) fn reopened(desk: &Desk) -> indexer_engine::Workspace {
    let cache_dir = Some(desk.scratch.cache());
    let options = indexer_engine::Options { cache_dir, ..indexer_engine::Options::new(desk.scratch.root()) };
    indexer_engine::Workspace::open(options, |_| ()).unwrap()
}

#[cfg(unix)]
#[test]
fn a_folder_that_leads_elsewhere_is_refused() {
    let desk = Desk::new(&[("shop.py", SHOP)]);
    let outside = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(outside.path(), desk.scratch.root().join(".indexer")).unwrap();
    for (tool, arguments) in [("record_decision", json!({"title": "a"})), ("get_briefing", json!({}))] {
        let problem = desk.problem(tool, arguments);
        assert!(problem.message.contains("leads out of the root"), "{problem:?}");
    }
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}
