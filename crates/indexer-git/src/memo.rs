//! What is remembered of commits that were looked at: the history of a second file walks through them in
//! memory, and opens trees only where the file may differ.

use crate::Id;
use crate::commit::{CommitWords, Touched};
use crate::lines::Churn;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

/// Bytes of commits, of what they touched and of other answers that are remembered at once, twice of each: as many
/// commits as one history looks at have some 15 MB.
const MOST_OF_COMMITS: usize = 24 << 20;
const MOST_OF_TOUCHED: usize = 8 << 20;
const MOST_OF_ANSWERS: usize = 4 << 20;
/// Bytes that each answer counts with beside its texts.
const OF_AN_ANSWER: usize = 128;

/// Answers that never change, by question, in two generations: where the young ones are too many they are the old
/// ones, and what is asked again is young again.
#[derive(Debug)]
pub(crate) struct Memo<K, V>(Mutex<Generations<K, V>>);

#[derive(Debug)]
struct Generations<K, V> {
    young: HashMap<K, (V, usize)>,
    old: HashMap<K, (V, usize)>,
    /// Bytes of the young ones, about, and the most.
    bytes: usize,
    most: usize,
}

impl<K: Eq + Hash + Clone, V: Clone> Memo<K, V> {
    fn of(most: usize) -> Self {
        let generations = Generations { young: HashMap::new(), old: HashMap::new(), bytes: 0, most };
        Self(Mutex::new(generations))
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((value, _)) = held.young.get(key) {
            return Some(value.clone());
        }
        let (value, bytes) = held.old.remove(key)?;
        held.insert(key.clone(), value.clone(), bytes);
        Some(value)
    }

    /// An answer that is kept has come to hold so many bytes more.
    pub(crate) fn grow(&self, key: &K, more: usize) {
        let held = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, bytes)) = held.young.get_mut(key) {
            *bytes += more;
            held.bytes += more;
        } else if let Some((_, bytes)) = held.old.get_mut(key) {
            *bytes += more;
        }
    }

    /// All that is remembered, in no order.
    pub(crate) fn all(&self) -> Vec<(K, V)> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all = held.young.iter().chain(&held.old);
        all.map(|(key, (value, _))| (key.clone(), value.clone())).collect()
    }

    /// Keeps an answer whose texts have so many bytes, together with those of its question.
    pub(crate) fn keep(&self, key: K, value: V, texts: usize) -> V {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.insert(key, value.clone(), OF_AN_ANSWER + texts);
        value
    }
}

impl<K: Eq + Hash, V> Generations<K, V> {
    fn insert(&mut self, key: K, value: V, bytes: usize) {
        if self.bytes + bytes > self.most {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        // One that is larger than all others together may be is not worth their place.
        if bytes <= self.most {
            self.bytes += bytes;
            self.young.insert(key, (value, bytes));
        }
    }
}

/// What is remembered of a repository.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) commits: Memo<Id, Arc<KnownCommit>>,
    /// The files that differ between two trees, few of which anybody asks for.
    pub(crate) touched: Memo<(Option<Id>, Id), Arc<[Touched]>>,
    /// Files by tree and path.
    pub(crate) files: Memo<(Id, Arc<str>), Option<Id>>,
    /// Lines added and removed, by both contents.
    pub(crate) churns: Memo<(Id, Id), Churn>,
    /// Done once what another process learned was taken over.
    pub(crate) is_recalled: Once,
    /// Commits whose trees were compared since somebody wrote down what is known.
    pub(crate) compared: AtomicUsize,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            commits: Memo::of(MOST_OF_COMMITS),
            touched: Memo::of(MOST_OF_TOUCHED),
            files: Memo::of(MOST_OF_ANSWERS),
            churns: Memo::of(MOST_OF_ANSWERS),
            is_recalled: Once::new(),
            compared: AtomicUsize::new(0),
        }
    }
}

/// A commit that was read, now or by a process before this one.
#[derive(Debug)]
pub(crate) struct KnownCommit {
    pub(crate) tree: Id,
    pub(crate) parents: Box<[Id]>,
    /// Seconds since 1970, UTC.
    pub(crate) time: i64,
    /// Who wrote it and the first line of its message, once they were read: few are shown, and they may hold secrets, so
    /// that they are in memory alone.
    pub(crate) words: OnceLock<CommitWords>,
    /// Hashes of the paths that differ from its first parent, sorted, at most 300; `None` where there are more.
    pub(crate) changed: OnceLock<Option<Box<[u32]>>>,
}

impl KnownCommit {
    /// How many bytes its parents, words and changed paths have.
    pub(crate) fn bytes(&self) -> usize {
        let words = self.words.get().map_or(0, |words| words.author.len() + words.subject.len());
        let changed =
            self.changed.get().and_then(Option::as_ref).map_or(0, |changed| size_of_val(&**changed));
        words + changed + size_of_val(&*self.parents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_again_stays_and_no_more_than_two_generations_are_held() {
        let memo: Memo<usize, usize> = Memo::of(10 * OF_AN_ANSWER);
        for key in 0..100 {
            memo.keep(key, key, 0);
            assert_eq!(memo.get(&0), Some(0), "asked each time, so never forgotten");
        }
        let held = (0..100).filter(|key| memo.get(key).is_some()).count();
        assert!((10..=20).contains(&held), "{held}");
    }

    #[test]
    fn answers_that_grow_take_the_place_of_others() {
        let memo: Memo<usize, ()> = Memo::of(10 * OF_AN_ANSWER);
        for key in 0..100 {
            memo.keep(key, (), 0);
            memo.grow(&key, 4 * OF_AN_ANSWER);
        }
        let held = (0..100).filter(|key| memo.0.lock().unwrap().young.contains_key(key)).count();
        assert!((1..=2).contains(&held), "{held}");
        let held = (0..100).filter(|key| memo.get(key).is_some()).count();
        assert!((2..=4).contains(&held), "{held}");
    }

    #[test]
    fn long_texts_take_the_place_of_many() {
        let memo: Memo<usize, ()> = Memo::of(10 * OF_AN_ANSWER);
        memo.keep(0, (), 100 * OF_AN_ANSWER);
        assert_eq!(memo.get(&0), None);
        for key in 1..10 {
            memo.keep(key, (), 4 * OF_AN_ANSWER);
        }
        assert!((1..10).filter(|key| memo.get(key).is_some()).count() <= 4);
    }
}
