//! What is remembered of commits that were looked at: the history of a second file walks through them in
//! memory, and opens trees only where the file may differ.

use crate::Id;
use crate::bound::Work;
use crate::churn::{Churn, churn};
use crate::error::GitError;
use crate::history::{Commit, Touched};
use crate::objects::Objects;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Commits that are remembered at once, some 300 bytes each: as many as one history looks at.
const MOST_KNOWN: usize = 50_000;

/// Files of trees and differences that are remembered at once.
const MOST_ANSWERS: usize = 50_000;

/// Answers that never change, by question. Where they are too many, all are forgotten.
#[derive(Debug)]
pub(crate) struct Memo<K, V>(Mutex<HashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    fn get(&self, key: &K) -> Option<V> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn keep(&self, key: K, value: V, most: usize) -> V {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.len() >= most {
            held.clear();
        }
        held.insert(key, value.clone());
        value
    }
}

/// What is remembered of a repository.
#[derive(Debug, Default)]
pub(crate) struct Known {
    commits: Memo<Id, Arc<KnownCommit>>,
    /// Files by tree and path.
    files: Memo<(Id, Arc<str>), Option<Id>>,
    /// Lines added and removed, by both contents.
    churns: Memo<(Id, Id), Churn>,
}

/// A commit that was read.
#[derive(Debug)]
pub(crate) struct KnownCommit {
    pub(crate) commit: Commit,
    /// Hashes of the paths that differ from its first parent, sorted; `None` where they are too many.
    changed: OnceLock<Option<Box<[u32]>>>,
    /// The files that it changed, where somebody asked for them.
    touched: OnceLock<Arc<[Touched]>>,
}

/// What comparing all files of commits with those of their first parents may cost in one walk.
pub(crate) struct Comparing(Work);

impl Comparing {
    /// For one walk.
    pub(crate) fn new() -> Self {
        Self(Work::new())
    }
}

impl Objects {
    /// A commit, read once; `None` where it is not here and that is no surprise.
    pub(crate) fn known_commit(&self, id: Id) -> Result<Option<Arc<KnownCommit>>, GitError> {
        if let Some(known) = self.known.commits.get(&id) {
            return Ok(Some(known));
        }
        let Some(commit) = self.commit(id)? else { return Ok(None) };
        let known = Arc::new(KnownCommit { commit, changed: OnceLock::new(), touched: OnceLock::new() });
        Ok(Some(self.known.commits.keep(id, known, MOST_KNOWN)))
    }

    /// As [`file`](Self::file), looked up once.
    pub(crate) fn known_file(&self, tree: Id, path: &Arc<str>) -> Result<Option<Id>, GitError> {
        let key = (tree, path.clone());
        match self.known.files.get(&key) {
            Some(found) => Ok(found),
            None => Ok(self.known.files.keep(key, self.file(tree, path)?, MOST_ANSWERS)),
        }
    }

    /// How many lines two contents do not share, compared once; `None` for a file that was not there.
    pub fn churn(&self, old: Option<Id>, new: Option<Id>) -> Result<Churn, GitError> {
        let key = old.zip(new);
        if let Some(found) = key.and_then(|key| self.known.churns.get(&key)) {
            return Ok(found);
        }
        let bytes = |id: Option<Id>| id.map_or_else(|| Ok(Vec::new()), |id| self.blob(id));
        let found = churn(&bytes(old)?, &bytes(new)?);
        Ok(match key {
            Some(key) => self.known.churns.keep(key, found, MOST_ANSWERS),
            None => found,
        })
    }

    /// The files that a commit changed, compared with the tree of its only parent (none for the first
    /// commit) once: few commits change any one file.
    pub(crate) fn known_touched(
        &self,
        commit: &KnownCommit,
        parent: Option<Id>,
        work: &mut Work,
    ) -> Result<Arc<[Touched]>, GitError> {
        if let Some(touched) = commit.touched.get() {
            return Ok(touched.clone());
        }
        let touched: Arc<[Touched]> = self.touched(parent, commit.commit.tree, work)?.into();
        // Where there was no more work it is not known.
        if !work.is_over() {
            let _ = commit.touched.set(touched.clone());
        }
        Ok(touched)
    }

    /// False where the file at `path` is certainly the same in `commit` and in its first parent, whose tree
    /// is `parent`.
    pub(crate) fn may_differ(
        &self,
        commit: &KnownCommit,
        parent: Id,
        path: &str,
        comparing: &mut Comparing,
    ) -> bool {
        let changed = match commit.changed.get() {
            Some(changed) => changed,
            None => {
                // Other folders than those of the file may be missing in a partial clone.
                let Ok(found) = self.compared(Some(parent), commit.commit.tree, &mut comparing.0) else {
                    return true;
                };
                if comparing.0.is_over() {
                    return true;
                }
                let hashes = found.map(|found| {
                    let mut hashes: Vec<u32> = found.iter().map(|one| path_hash(&one.path)).collect();
                    hashes.sort_unstable();
                    hashes.into_boxed_slice()
                });
                commit.changed.get_or_init(|| hashes)
            }
        };
        changed.as_ref().is_none_or(|hashes| hashes.binary_search(&path_hash(path)).is_ok())
    }
}

fn path_hash(path: &str) -> u32 {
    let mut hash = DefaultHasher::new();
    path.hash(&mut hash);
    hash.finish() as u32
}
