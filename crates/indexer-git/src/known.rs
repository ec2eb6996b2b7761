//! What is remembered of commits that were looked at: the history of a second file walks through them in
//! memory, and opens trees only where the file may differ.

use crate::Id;
use crate::commit::{Commit, Touched};
use crate::lines::Churn;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Commits that are remembered at once, some 300 bytes each: as many as one history looks at.
pub(crate) const MOST_KNOWN: usize = 50_000;

/// Files of trees and differences that are remembered at once.
pub(crate) const MOST_ANSWERS: usize = 50_000;

/// Answers that never change, by question. Where they are too many, all are forgotten.
#[derive(Debug)]
pub(crate) struct Memo<K, V>(Mutex<HashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    pub(crate) fn keep(&self, key: K, value: V, most: usize) -> V {
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
    pub(crate) commits: Memo<Id, Arc<KnownCommit>>,
    /// Files by tree and path.
    pub(crate) files: Memo<(Id, Arc<str>), Option<Id>>,
    /// Lines added and removed, by both contents.
    pub(crate) churns: Memo<(Id, Id), Churn>,
}

/// A commit that was read.
#[derive(Debug)]
pub(crate) struct KnownCommit {
    pub(crate) commit: Commit,
    /// Hashes of the paths that differ from its first parent, sorted; `None` where they are too many.
    pub(crate) changed: OnceLock<Option<Box<[u32]>>>,
    /// The files that it changed, where somebody asked for them.
    pub(crate) touched: OnceLock<Arc<[Touched]>>,
}
