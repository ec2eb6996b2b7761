//! Rows of the ledger within a bound. The file may come from anybody, and holds what it likes.

use super::conflict::{ConflictRow, EntryRow};
use super::item::{AnchorRow, ItemRow, StepRow, UpdateRow};
use crate::protocol::rows::shortened;
use std::borrow::Cow;

/// How much of a row is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// Characters of each text.
    pub(crate) text: usize,
    /// Entries of each list.
    pub(crate) list: usize,
}

/// What can be said with fewer words.
pub(crate) trait Shorten {
    /// Cuts every text and every list to the bound; true where there was more.
    fn shorten(&mut self, bound: Bound) -> bool;
}

impl Shorten for String {
    fn shorten(&mut self, bound: Bound) -> bool {
        let Cow::Owned(cut) = shortened(self, bound.text) else { return false };
        *self = cut;
        true
    }
}

impl<T: Shorten> Shorten for Option<T> {
    fn shorten(&mut self, bound: Bound) -> bool {
        self.as_mut().is_some_and(|one| one.shorten(bound))
    }
}

impl<T: Shorten> Shorten for Vec<T> {
    fn shorten(&mut self, bound: Bound) -> bool {
        let cut = self.len() > bound.list;
        self.truncate(bound.list);
        self.iter_mut().fold(cut, |cut, one| one.shorten(bound) | cut)
    }
}

impl Shorten for u32 {
    fn shorten(&mut self, _: Bound) -> bool {
        false
    }
}

/// Shortens all of these; true where one was longer.
fn all<const N: usize>(parts: [&mut dyn Shorten; N], bound: Bound) -> bool {
    parts.into_iter().fold(false, |cut, one| one.shorten(bound) | cut)
}

impl Shorten for ItemRow {
    fn shorten(&mut self, bound: Bound) -> bool {
        let Self { kind: _, id, status, severity, time, author, title, text, cut: _, .. } = self;
        let texts = all([id, status, severity, time, author, title, text], bound);
        let Self { goal, supersedes, superseded_by, progress: _, anchors, steps, updates, .. } = self;
        let lists = all([goal, supersedes, superseded_by, anchors, steps, updates], bound);
        self.cut |= texts | lists;
        texts | lists
    }
}

impl Shorten for AnchorRow {
    fn shorten(&mut self, bound: Bound) -> bool {
        let Self { symbol, kind, state: _, line: _, now } = self;
        all([symbol, kind, now], bound)
    }
}

impl Shorten for StepRow {
    fn shorten(&mut self, bound: Bound) -> bool {
        let Self { number: _, done: _, text } = self;
        text.shorten(bound)
    }
}

impl Shorten for UpdateRow {
    fn shorten(&mut self, bound: Bound) -> bool {
        let Self { id, time, author, status, done, text } = self;
        all([id, time, author, status, done, text], bound)
    }
}

impl Shorten for ConflictRow {
    fn shorten(&mut self, bound: Bound) -> bool {
        let Self { kind: _, symbol, now, line: _, candidates, missing, entries, .. } = self;
        let cut = all([symbol, now, candidates, missing, entries], bound);
        self.cut |= cut;
        cut
    }
}

impl Shorten for EntryRow {
    fn shorten(&mut self, bound: Bound) -> bool {
        let Self { kind, id, time, status, title } = self;
        all([kind, id, time, status, title], bound)
    }
}
