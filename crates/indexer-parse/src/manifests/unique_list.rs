//! Lists in which nothing stands twice.

use rustc_hash::FxHashSet;
use std::hash::Hash;

/// A list that takes each value once, in the order in which they come. O(1) for each.
#[derive(Debug)]
pub(super) struct UniqueList<T> {
    list: Vec<T>,
    known: FxHashSet<T>,
}

impl<T> Default for UniqueList<T> {
    fn default() -> Self {
        Self { list: Vec::new(), known: FxHashSet::default() }
    }
}

impl<T: Clone + Eq + Hash> UniqueList<T> {
    /// Adds a value, unless it is there.
    pub(super) fn push(&mut self, one: T) {
        if self.known.insert(one.clone()) {
            self.list.push(one);
        }
    }

    /// True where it is there.
    pub(super) fn contains(&self, one: &T) -> bool {
        self.known.contains(one)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The values in order.
    pub(super) fn into_list(self) -> Vec<T> {
        self.list
    }
}
