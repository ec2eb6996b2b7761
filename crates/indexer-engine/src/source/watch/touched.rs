//! What was touched since the last look, and what differs from the last listing.

use crate::types::listing::DirEntry;
use crate::types::stamp::Stamp;
use std::collections::{BTreeMap, BTreeSet};

/// What happened to a file. Later ones say more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EventKind {
    /// Its bytes or attributes changed.
    Content,
    /// It was renamed, removed or put in place of another.
    Entry,
    /// There was none of that name before.
    Born,
}

/// What was touched since the last look.
#[derive(Clone, Debug, Default)]
pub(super) struct QueuedEvents {
    /// Files, by path.
    pub(super) files: BTreeMap<String, EventKind>,
    /// Folders in which files came or went.
    pub(super) folders: BTreeSet<String>,
    /// True where only a sweep can tell.
    pub(super) lost: bool,
}

impl QueuedEvents {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there is no queue"))]
    pub(super) fn touch(&mut self, path: String, touch: EventKind) {
        let before = self.files.entry(path).or_insert(touch);
        // Born only where that came first: else there may have been another file before.
        if *before != EventKind::Born && touch > EventKind::Content {
            *before = EventKind::Entry;
        }
    }
}

/// What differs from the last listing.
#[derive(Clone, Debug, Default)]
pub(crate) struct WatchedChanges {
    /// Known files to be read again, sorted.
    pub(crate) files: Vec<DirEntry>,
    /// Known files that are gone, sorted.
    pub(crate) gone: Vec<String>,
    /// Folders whose stamp is another one now.
    pub(crate) folders: Vec<(String, Stamp)>,
}

impl WatchedChanges {
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.gone.is_empty() && self.folders.is_empty()
    }
}
