//! A store with a key: without it, what it holds says nothing, and who has none, or another, does the work.

use crate::ranges::{ask, cache, large, partial, stored};
use crate::{Machines, records};
use indexer_engine::{Options, Remote, RemoteState, Shard, Workspace};
use indexer_remote::{Access, SharedStore};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// Keys for tests, which stand in the open here.
const OTHER_KEY: &str = "AGE-SECRET-KEY-1QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSKMP32K";

pub(crate) fn key() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/age/key.txt")
}

fn other_key(machines: &Machines) -> PathBuf {
    let path = machines.folder.path().join("other-key.txt");
    fs::write(&path, OTHER_KEY).unwrap();
    path
}

fn open(machines: &Machines, name: &str, key: Option<&Path>, access: Access) -> Workspace {
    let root = machines.folder.path().join(name);
    let root = if root.exists() { root } else { machines.machine(name) };
    let store = SharedStore::open(&machines.address(), access).unwrap();
    let store = key.into_iter().try_fold(store, SharedStore::encrypted).unwrap();
    let remote = Some(Remote(Arc::new(store)));
    let options = Options { cache_dir: Some(cache(machines, name)), remote, ..Options::new(&root) };
    Workspace::open(options, |_| ()).unwrap()
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn what_a_store_holds_says_nothing_without_the_key() {
    let machines = Machines::encrypted();
    machines.published("ci");
    let facts = open(&machines, "worker", Some(&key()), Access::ReadWrite);
    facts.publish_facts(Shard { number: 1, of: 2 }).unwrap();
    let mut git = Command::new("git");
    let tree =
        git.args(["rev-parse", "HEAD^{tree}"]).current_dir(machines.origin.root()).output().unwrap().stdout;
    let objects = machines.objects();
    assert!(objects.len() > 3, "{objects:?}");
    for object in objects {
        let bytes = fs::read(&object).unwrap();
        assert!(bytes.starts_with(b"age-encryption.org/v1\n-> X25519 "), "{}", object.display());
        // The name of a head, the magic of a head, that of a frame of zstd.
        for part in [tree.trim_ascii(), b"ixremo", &[0x28, 0xb5, 0x2f, 0xfd]] {
            let name = object.to_string_lossy();
            assert!(!holds(&bytes, part) && !holds(name.as_bytes(), part), "{name}");
        }
    }
    let held = fs::read_dir(machines.store().join("v2/heads")).unwrap().count();
    assert_eq!(held, 1);
    // And all of it with the key.
    let (workspace, counts) = machines.open("laptop", Some(&machines.address()), Access::Read);
    assert_eq!(records(&workspace.refresh().unwrap()), machines.built_from_nothing("clean"));
    assert_eq!(*counts.lock().unwrap(), (0, 0));
    assert_eq!(workspace.remote().unwrap().1.state, RemoteState::Taken);
}

#[test]
fn who_has_no_key_or_another_makes_the_index_and_is_told() {
    let machines = Machines::encrypted();
    machines.published("ci");
    let clean = machines.built_from_nothing("clean");
    let other = other_key(&machines);
    for (name, key, part) in
        [("none", None, "is encrypted; --remote-key-file"), ("other", Some(&*other), "another key")]
    {
        let workspace = open(&machines, name, key, Access::Read);
        assert_eq!(records(&workspace.refresh().unwrap()), clean, "{name}");
        let (_, fetched) = workspace.remote().unwrap();
        assert_eq!(fetched.state, RemoteState::Failed, "{name}");
        assert!(fetched.reason.as_ref().unwrap().contains(part), "{name}: {fetched:?}");
    }
    // A store that nobody encrypted, and a key.
    let plain = Machines::new();
    plain.published("ci");
    let workspace = open(&plain, "keyed", Some(&key()), Access::Read);
    assert_eq!(records(&workspace.refresh().unwrap()), clean);
    let reason = workspace.remote().unwrap().1.reason.unwrap();
    assert!(reason.contains("not encrypted"), "{reason}");
}

#[test]
fn who_forgets_the_key_writes_nothing_that_others_can_read() {
    let machines = Machines::encrypted();
    machines.published("ci");
    let before = machines.objects();
    let other = other_key(&machines);
    for (name, key) in [("none", None), ("other", Some(&*other))] {
        let workspace = open(&machines, name, key, Access::ReadWrite);
        workspace.index(false).unwrap();
        let published = workspace.publish_remote().unwrap();
        assert!(published.reason.unwrap().contains("encrypted"), "{name}");
        let (_, published) = workspace.publish_facts(Shard { number: 1, of: 1 }).unwrap();
        assert!(published.reason.unwrap().contains("encrypted"), "{name}");
        assert_eq!(machines.objects(), before, "{name}");
        // Nor can it tell what may go.
        let store = SharedStore::open(&machines.address(), Access::ReadWrite).unwrap();
        let store = key.into_iter().try_fold(store, SharedStore::encrypted).unwrap();
        assert!(store.collect(Duration::ZERO, 0, false).is_err(), "{name}");
        assert_eq!(machines.objects(), before, "{name}");
    }
    let store = SharedStore::open(&machines.address(), Access::ReadWrite).unwrap().encrypted(&key()).unwrap();
    let collected = store.collect(Duration::from_secs(3600), 0, false).unwrap();
    assert_eq!((collected.heads, collected.kept_heads), (0, 1));
    assert_eq!(collected.kept_blocks as usize, before.len() - 1, "a head names each block");
}

#[test]
fn segments_of_an_encrypted_store_come_by_range() {
    let machines = large();
    let ci = open(&machines, "ci", Some(&key()), Access::ReadWrite);
    ci.index(false).unwrap();
    assert_eq!(ci.publish_remote().unwrap().reason, None);
    let laptop = open(&machines, "laptop", Some(&key()), Access::Read);
    assert_eq!(ask(&laptop), 1);
    let (_, fetched) = laptop.remote().unwrap();
    assert_eq!((fetched.state, fetched.reason), (RemoteState::Taken, None));
    assert!(fetched.bytes * 2 < stored(&machines), "{} of {}", fetched.bytes, stored(&machines));
    assert_eq!(partial(&cache(&machines, "laptop")), 1);
    let presence = laptop.query(|reading| reading.view.segments()[0].segment.presence()).unwrap().unwrap();
    assert!(presence.blocks_here > 0 && presence.blocks_absent > 0, "{presence:?}");
    drop(laptop);
    // Another process, that has lost the key: what is absent is made here.
    let clean = machines.built_from_nothing("clean");
    let without = open(&machines, "laptop", None, Access::Read);
    assert_eq!(without.query(|reading| records(reading.snapshot())).unwrap(), clean);
    assert_eq!(without.remote().unwrap().1.state, RemoteState::Failed);
    // And one that has it brings all of it.
    let whole = open(&machines, "whole", Some(&key()), Access::Read);
    whole.index(false).unwrap();
    assert_eq!(whole.query(|reading| records(reading.snapshot())).unwrap(), clean);
    assert_eq!(partial(&cache(&machines, "whole")), 0);
}
