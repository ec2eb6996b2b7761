//! How far one question reads into a history.

use crate::Id;
use crate::budget::{Kept, OF_A_READING};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Entries of folders and parents of commits that one question compares at most: trees can name the
/// same folders billions of times over. A commit of a large repository compares a few hundred. Tests
/// reach it sooner.
const MOST_WORK: usize = if cfg!(test) { 200_000 } else { 20_000_000 };
/// Parents of a commit that are followed; git itself merges at most a few dozen at once.
pub(crate) const MOST_PARENTS: usize = 1_000;

/// How far back a history is followed.
#[derive(Clone, Copy, Debug)]
pub struct Bound<'a> {
    /// Commits that are looked at at most.
    pub most: usize,
    /// Set when nobody waits for more of it.
    pub stop: &'a AtomicBool,
}

impl Bound<'_> {
    /// True where no more than `looked` commits are to be looked at.
    pub(crate) fn is_reached(&self, looked: usize) -> bool {
        looked >= self.most || self.stop.load(Ordering::Relaxed)
    }
}

/// The files and folders of a tree by name, and which of them are folders.
pub(crate) type Entries = BTreeMap<String, (Id, bool)>;

/// What may still be compared, and what was read for it: the folders of a commit are compared with those
/// of its parent, and then they are the older ones.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) left: usize,
    pub(crate) kept: Kept<Entries>,
}

impl Work {
    /// For one walk through a history.
    pub(crate) fn new() -> Self {
        Self { left: MOST_WORK, kept: Kept::default() }
    }

    /// True where there is no more.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Takes the reading of commits into account.
    pub(crate) fn take_commits(&mut self, commits: usize) {
        self.left = self.left.saturating_sub(commits * OF_A_READING);
    }
}
