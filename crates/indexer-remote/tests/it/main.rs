//! A shared store as workspaces use it: what comes, what is made here instead, and what is said about it.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod damage;
mod encrypted;
mod ranges;
mod sharing;
mod writers;

use indexer_engine::{Event, Options, Remote, Snapshot, Workspace};
use indexer_remote::{Access, SharedStore};
use indexer_testkit::{Scratch, mini_corpus};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// Files that were parsed and linked.
type Counts = Arc<Mutex<(usize, usize)>>;

/// A repository, a store, and any number of machines: clones with caches of their own.
struct Machines {
    origin: Scratch,
    folder: TempDir,
    /// The file with the key of the store.
    key: Option<PathBuf>,
}

impl Machines {
    fn new() -> Self {
        let origin = Scratch::new(&mini_corpus()).unwrap();
        origin.git(&["init", "-q"]).unwrap();
        let machines = Self { origin, folder: tempfile::tempdir().unwrap(), key: None };
        machines.commit("one");
        machines
    }

    /// The same with a store that is encrypted.
    fn encrypted() -> Self {
        Self { key: Some(encrypted::key()), ..Self::new() }
    }

    fn commit(&self, message: &str) {
        self.origin.git(&["add", "-A"]).unwrap();
        self.origin.git(&["commit", "-q", "--allow-empty", "-m", message]).unwrap();
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    /// A clone, as on a machine that has nothing else.
    fn machine(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        let mut git = Command::new("git");
        let done = git.args(["clone", "-q"]).arg(self.origin.root()).arg(&path).status().unwrap();
        assert!(done.success());
        path
    }

    fn open(&self, name: &str, address: Option<&str>, access: Access) -> (Workspace, Counts) {
        let root = self.machine(name);
        let store = address.map(|address| SharedStore::open(address, access).unwrap());
        let store =
            store.map(|store| self.key.iter().fold(store, |store, key| store.encrypted(key).unwrap()));
        opened_with(&root, &self.folder.path().join(format!("{name}-cache")), store)
    }

    fn address(&self) -> String {
        self.store().display().to_string()
    }

    /// A machine of CI, which has stored the index of HEAD.
    fn published(&self, name: &str) -> Workspace {
        let (workspace, _) = self.open(name, Some(&self.address()), Access::ReadWrite);
        workspace.index(false).unwrap();
        let published = workspace.publish_remote().unwrap();
        assert_eq!(published.reason, None);
        workspace
    }

    /// All objects of the store.
    fn objects(&self) -> Vec<PathBuf> {
        fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() { walk(&path, found) } else { found.push(path) }
            }
        }
        let mut found = Vec::new();
        walk(&self.store(), &mut found);
        found.sort();
        found
    }

    /// What a build from nothing of a revision holds.
    fn built_from_nothing_at(&self, name: &str, revision: &str) -> Vec<String> {
        let (workspace, _) = self.open(name, None, Access::Read);
        records(&workspace.at(revision).unwrap())
    }

    /// What a build from nothing of the same commit holds.
    fn built_from_nothing(&self, name: &str) -> Vec<String> {
        let (workspace, _) = self.open(name, None, Access::Read);
        records(&workspace.refresh().unwrap())
    }
}

fn opened(root: &Path, cache: &Path, address: Option<&str>, access: Access) -> (Workspace, Counts) {
    opened_with(root, cache, address.map(|address| SharedStore::open(address, access).unwrap()))
}

fn opened_with(root: &Path, cache: &Path, store: Option<SharedStore>) -> (Workspace, Counts) {
    let remote = store.map(|store| Remote(Arc::new(store)));
    let options = Options { cache_dir: Some(cache.to_owned()), remote, ..Options::new(root) };
    let counts = Counts::default();
    let added = counts.clone();
    let count = move |event| {
        if let Event::Done { parsed, linked, .. } = event {
            let mut counts = added.lock().unwrap();
            *counts = (counts.0 + parsed, counts.1 + linked);
        }
    };
    (Workspace::open(options, count).unwrap(), counts)
}

/// Everything that an index says, line by line.
fn records(snapshot: &Snapshot) -> Vec<String> {
    snapshot.view.dump().lines().map(str::to_owned).collect()
}
