//! Where answers are remembered. Nothing that is remembered is ever replaced: who comes second gets what the first
//! one found, which is equal.

use crate::query::Dependencies;
use crate::value::Set;
use indexer_core::FileId;
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

const SHARDS: usize = 64;

/// The answer to a query, and what it rests on.
#[derive(Clone, Debug)]
pub(crate) struct Memo {
    pub(crate) set: Set,
    pub(crate) dependencies: Arc<Dependencies>,
}

/// Answers by key, shared by all threads of a run.
#[derive(Debug)]
pub(crate) struct Table<K, V> {
    shards: Vec<Mutex<FxHashMap<K, Arc<V>>>>,
}

impl<K: Eq + Hash, V> Table<K, V> {
    pub(crate) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        self.shard(key).get(key).cloned()
    }

    /// Remembers an answer, unless one is known; gives the one that is remembered.
    pub(crate) fn insert(&self, key: K, value: Arc<V>) -> Arc<V> {
        self.shard(&key).entry(key).or_insert(value).clone()
    }

    /// The answer to a key. `find` runs outside of the lock, since it may parse: two threads may both run it.
    pub(crate) fn get_or_insert_with(&self, key: K, find: impl FnOnce() -> V) -> Arc<V> {
        match self.get(&key) {
            Some(known) => known,
            None => self.insert(key, Arc::new(find())),
        }
    }

    /// Forgets the answers of which this is not true.
    pub(crate) fn retain(&mut self, keep: impl Fn(&K, &V) -> bool) {
        for shard in &mut self.shards {
            shard.get_mut().unwrap_or_else(PoisonError::into_inner).retain(|key, value| keep(key, value));
        }
    }

    /// Takes out the answers of which this is true. O(all)
    pub(crate) fn take_if(&mut self, wanted: impl Fn(&K, &V) -> bool) -> Vec<(K, Arc<V>)> {
        let mut taken = Vec::new();
        for shard in &mut self.shards {
            let shard = shard.get_mut().unwrap_or_else(PoisonError::into_inner);
            taken.extend(shard.extract_if(|key, value| wanted(key, value)));
        }
        taken
    }

    /// How many answers there are.
    pub(crate) fn len(&mut self) -> usize {
        let shards = self.shards.iter_mut();
        shards.map(|shard| shard.get_mut().unwrap_or_else(PoisonError::into_inner).len()).sum()
    }

    fn shard(&self, key: &K) -> MutexGuard<'_, FxHashMap<K, Arc<V>>> {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(key);
        self.shards[(hash >> 32) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// At most one answer for each file of a run, shared by all threads.
#[derive(Debug)]
pub(crate) struct PerFile<T> {
    known: Vec<OnceLock<T>>,
    /// Those of files whose ids are handed out while the run goes on, so many at a time.
    later: Vec<OnceLock<Box<[OnceLock<T>]>>>,
}

/// Files of packages whose answers stand together: most packages have few.
const TOGETHER: usize = 64;

impl<T> PerFile<T> {
    /// Of so many files that are known, and ids below a bound that may still be handed out.
    pub(crate) fn new((known, most): (usize, usize)) -> Self {
        let later = most.saturating_sub(known).div_ceil(TOGETHER);
        Self {
            known: (0..known).map(|_| OnceLock::new()).collect(),
            later: (0..later).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The answer for a file, where it is known.
    pub(crate) fn get(&self, file: FileId) -> Option<&T> {
        match file.index().checked_sub(self.known.len()) {
            None => self.known[file.index()].get(),
            Some(at) => self.later.get(at / TOGETHER)?.get()?[at % TOGETHER].get(),
        }
    }

    /// The answer for a file; `None` for one that is not there.
    pub(crate) fn get_or_init(&self, file: FileId, find: impl FnOnce() -> T) -> Option<&T> {
        let slot = match file.index().checked_sub(self.known.len()) {
            None => &self.known[file.index()],
            Some(at) => {
                let together = || (0..TOGETHER).map(|_| OnceLock::new()).collect();
                &self.later.get(at / TOGETHER)?.get_or_init(together)[at % TOGETHER]
            }
        };
        Some(slot.get_or_init(find))
    }
}

/// What one thread remembers while it links one file.
#[derive(Debug)]
pub(crate) struct LocalCache<K, V>(RefCell<FxHashMap<K, V>>);

impl<K, V> Default for LocalCache<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Eq + Hash, V: Clone> LocalCache<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.0.borrow().get(key).cloned()
    }

    pub(crate) fn insert(&self, key: K, value: V) {
        self.0.borrow_mut().insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_first_stays() {
        let mut table: Table<u32, &str> = Table::new();
        assert!(table.get(&1).is_none());
        assert_eq!(*table.get_or_insert_with(1, || "first"), "first");
        assert_eq!(*table.get_or_insert_with(1, || "second"), "first");
        assert_eq!(*table.insert(1, Arc::new("third")), "first");
        assert_eq!(table.get(&1).as_deref(), Some(&"first"));
        table.insert(2, Arc::new("second"));
        table.retain(|key, value| *key == 2 && *value == "second");
        assert_eq!((table.get(&1), table.get(&2).as_deref(), table.len()), (None, Some(&"second"), 1));
    }

    #[test]
    fn a_file_that_is_not_there_has_no_answer() {
        let files = PerFile::new((1, 1));
        assert_eq!(files.get(FileId(0)), None);
        assert_eq!(files.get_or_init(FileId(0), || 7), Some(&7));
        assert_eq!(files.get_or_init(FileId(0), || 8), Some(&7));
        assert_eq!(files.get_or_init(FileId(1), || 9), None);
        assert_eq!((files.get(FileId(0)), files.get(FileId(1))), (Some(&7), None));
    }

    #[test]
    fn files_that_come_later_have_answers_too() {
        let files = PerFile::new((2, 200));
        assert_eq!(files.get(FileId(199)), None);
        assert_eq!(files.get_or_init(FileId(199), || 7), Some(&7));
        assert_eq!((files.get(FileId(199)), files.get(FileId(198))), (Some(&7), None));
    }
}
