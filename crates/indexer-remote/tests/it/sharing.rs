//! What a machine takes from another one's work.

use crate::{Machines, opened, records};
use indexer_engine::{RemoteState, Shard};
use indexer_remote::Access;
use std::fs;
use std::process::Command;

#[test]
fn a_fresh_clone_of_an_indexed_commit_parses_and_links_nothing() {
    let machines = Machines::new();
    machines.published("ci");
    let (workspace, counts) = machines.open("laptop", Some(&machines.address()), Access::Read);
    let snapshot = workspace.refresh().unwrap();
    assert_eq!(*counts.lock().unwrap(), (0, 0));
    let (_, fetched) = workspace.remote().unwrap();
    assert_eq!((fetched.state, fetched.behind, fetched.reason), (RemoteState::Taken, 0, None));
    // The head, and a block of its one small segment: facts are not needed.
    assert_eq!(fetched.requests, 2);
    assert!(fetched.bytes > 0);
    assert_eq!(records(&snapshot), machines.built_from_nothing("other"));
}

#[test]
fn a_commit_in_between_parses_only_its_difference() {
    let machines = Machines::new();
    machines.published("ci");
    machines.origin.write("added.py", "def added():\n    return 1\n").unwrap();
    machines.commit("two");
    machines.commit("nothing changed");
    let (workspace, counts) = machines.open("laptop", Some(&machines.address()), Access::Read);
    let snapshot = workspace.refresh().unwrap();
    let (parsed, linked) = *counts.lock().unwrap();
    assert_eq!(parsed, 1, "the file that was added");
    assert!(linked < snapshot.view.files().count(), "{linked}");
    let (_, fetched) = workspace.remote().unwrap();
    // Two commits have one tree.
    assert_eq!((fetched.state, fetched.behind), (RemoteState::TakenFromAncestor, 1));
    assert_eq!(records(&snapshot), machines.built_from_nothing("other"));
}

#[test]
fn ci_goes_on_from_what_it_stored_and_uploads_the_difference() {
    let machines = Machines::new();
    machines.published("first");
    let before = machines.objects().len();
    machines.origin.write("added.py", "def added():\n    return 1\n").unwrap();
    machines.commit("two");
    // A machine with nothing, as CI has it each time.
    let (workspace, counts) = machines.open("second", Some(&machines.address()), Access::ReadWrite);
    workspace.refresh().unwrap();
    assert_eq!(counts.lock().unwrap().0, 1);
    workspace.index(false).unwrap();
    let published = workspace.publish_remote().unwrap();
    // A segment, a pack and a head.
    assert_eq!((published.objects, published.was_there, published.reason), (3, false, None));
    assert_eq!(machines.objects().len(), before + 3);
    assert!(workspace.publish_remote().unwrap().was_there);
    let (third, counts) = machines.open("third", Some(&machines.address()), Access::Read);
    let snapshot = third.refresh().unwrap();
    assert_eq!(*counts.lock().unwrap(), (0, 0));
    assert_eq!(records(&snapshot), machines.built_from_nothing("other"));
}

#[test]
fn what_is_not_committed_is_taken_in_here_and_stored_nowhere() {
    let machines = Machines::new();
    let root = machines.machine("ci");
    fs::write(root.join("draft.py"), "def draft():\n    return 1\n").unwrap();
    let cache = machines.folder.path().join("ci-cache");
    let (workspace, _) = opened(&root, &cache, Some(&machines.address()), Access::ReadWrite);
    workspace.index(false).unwrap();
    assert_eq!(workspace.publish_remote().unwrap().reason, None);
    let (laptop, counts) = machines.open("laptop", Some(&machines.address()), Access::Read);
    let snapshot = laptop.refresh().unwrap();
    assert_eq!(*counts.lock().unwrap(), (0, 0));
    assert!(!records(&snapshot).iter().any(|record| record.contains("draft")));
}

#[test]
fn an_index_that_is_here_asks_nobody() {
    let machines = Machines::new();
    machines.published("ci");
    let root = machines.machine("laptop");
    let cache = machines.folder.path().join("laptop-cache");
    opened(&root, &cache, None, Access::Read).0.refresh().unwrap();
    let (workspace, _) = opened(&root, &cache, Some(&machines.address()), Access::Read);
    workspace.refresh().unwrap();
    let (_, fetched) = workspace.remote().unwrap();
    assert_eq!((fetched.state, fetched.requests), (RemoteState::Unasked, 0));
}

#[test]
fn a_store_for_reading_is_not_written() {
    let machines = Machines::new();
    let (workspace, _) = machines.open("laptop", Some(&machines.address()), Access::Read);
    workspace.index(false).unwrap();
    let reason = workspace.publish_remote().unwrap().reason.unwrap();
    assert!(reason.contains("--remote-write"), "{reason}");
    assert!(machines.objects().is_empty());
    assert_eq!(workspace.remote().unwrap().1.state, RemoteState::Absent);
}

#[test]
fn tenants_with_prefixes_of_their_own_see_nothing_of_each_other() {
    let machines = Machines::new();
    machines.published("ci");
    let other = machines.store().join("other");
    let (workspace, counts) = machines.open("laptop", other.to_str(), Access::Read);
    let snapshot = workspace.refresh().unwrap();
    assert!(counts.lock().unwrap().0 > 0 && snapshot.view.files().count() > 0);
    assert_eq!(workspace.remote().unwrap().1.state, RemoteState::Absent);
}

#[test]
fn who_joins_the_parts_parses_nothing_and_what_a_part_did_not_do_is_done_here() {
    let machines = Machines::new();
    let parts = 3;
    let mut files = 0;
    for number in 1..=parts {
        let (worker, counts) =
            machines.open(&format!("worker-{number}"), Some(&machines.address()), Access::ReadWrite);
        let shard = Shard { number, of: parts };
        let (count, published) = worker.publish_facts(shard).unwrap();
        assert_eq!((published.reason, *counts.lock().unwrap()), (None, (0, 0)));
        // A worker that is run again says the same.
        assert_eq!(worker.publish_facts(shard).unwrap().0, count);
        files += count;
    }
    assert!(files > parts as usize);
    let (joined, counts) = machines.open("joined", Some(&machines.address()), Access::Read);
    let snapshot = joined.refresh().unwrap();
    assert_eq!(counts.lock().unwrap().0, 0);
    assert_eq!(joined.remote().unwrap().1.state, RemoteState::FactsTaken);
    let clean = machines.built_from_nothing("clean");
    assert_eq!(records(&snapshot), clean);
    let part = machines.objects().into_iter().find(|path| path.ends_with("2-of-3")).unwrap();
    fs::write(part, "half of it").unwrap();
    let (joined, counts) = machines.open("lacking", Some(&machines.address()), Access::Read);
    assert_eq!(records(&joined.refresh().unwrap()), clean);
    let parsed = counts.lock().unwrap().0;
    assert!(parsed > 0 && parsed < files, "{parsed} of {files}");
}

#[test]
fn every_path_is_in_one_part() {
    for of in [1, 2, 7, Shard::MOST] {
        for path in ["a.py", "src/lib.rs", ""] {
            assert_eq!((1..=of).filter(|number| Shard { number: *number, of }.holds(path)).count(), 1);
        }
    }
    assert_eq!(Shard::parse("2/8"), Ok(Shard { number: 2, of: 8 }));
    for bad in ["", "1", "0/8", "9/8", "1/0", "-1/8", "1/5000", "a/b"] {
        assert!(Shard::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_bare_clone_asks_for_the_commit_that_is_asked_about() {
    let machines = Machines::new();
    machines.published("ci");
    machines.origin.git(&["tag", "v1"]).unwrap();
    machines.origin.write("later.py", "def later():\n    return 1\n").unwrap();
    machines.commit("two");
    let bare = machines.folder.path().join("mirror.git");
    let mut git = Command::new("git");
    let done = git.args(["clone", "-q", "--bare"]).arg(machines.origin.root()).arg(&bare).status().unwrap();
    assert!(done.success());
    let cache = machines.folder.path().join("bare-cache");
    let (workspace, counts) = opened(&bare, &cache, Some(&machines.address()), Access::Read);
    let snapshot = workspace.at("v1").unwrap();
    assert_eq!(records(&snapshot), machines.built_from_nothing_at("plain", "v1"));
    assert_eq!(*counts.lock().unwrap(), (0, 0), "nothing is parsed where the store has it");
    assert_eq!(workspace.remote().unwrap().1.reason, None);
    // HEAD is one commit on: only what differs is parsed.
    workspace.refresh().unwrap();
    assert_eq!(counts.lock().unwrap().0, 1);
}
