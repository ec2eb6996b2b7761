//! How much is read on behalf of one question: a few bytes of objects can name themselves billions of
//! times over.

use crate::Id;
use crate::error::GitError;
use std::collections::HashMap;
use std::sync::Arc;

/// Files and folders that one tree may hold, however often each is named. Tests reach it sooner.
pub const MOST_ENTRIES: usize = if cfg!(test) { 50_000 } else { 5_000_000 };
/// Bytes that their paths may have together.
const MOST_PATHS: usize = 512 << 20;
/// What reading an object counts for beside an entry.
pub(crate) const OF_A_READING: usize = 10;
/// How much of what was read is kept at once.
const MOST_KEPT: usize = 16 << 20;

/// Folders that were read, so that one that is named again and again is read once.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    folders: HashMap<Id, Arc<T>>,
    bytes: usize,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { folders: HashMap::new(), bytes: 0 }
    }
}

impl<T> Kept<T> {
    pub(crate) fn get(&self, id: &Id) -> Option<Arc<T>> {
        self.folders.get(id).cloned()
    }

    /// Keeps what takes about so many bytes.
    pub(crate) fn keep(&mut self, id: Id, folder: T, bytes: usize) -> Arc<T> {
        if self.bytes + bytes > MOST_KEPT {
            *self = Self::default();
        }
        self.bytes += bytes;
        let folder = Arc::new(folder);
        self.folders.insert(id, folder.clone());
        folder
    }
}

/// What may still be listed.
#[derive(Debug)]
pub(crate) struct Budget {
    entries: usize,
    paths: usize,
    /// The bytes of folders.
    pub(crate) kept: Kept<Vec<u8>>,
}

impl Budget {
    /// For the listing of one tree, or of one git index.
    pub(crate) fn new() -> Self {
        Self { entries: MOST_ENTRIES, paths: MOST_PATHS, kept: Kept::default() }
    }

    /// Takes one more entry into account, whose path has so many bytes.
    pub(crate) fn take(&mut self, path: usize) -> Result<(), GitError> {
        self.subtract(1, path)
    }

    /// Takes the reading of an object into account.
    pub(crate) fn take_reading(&mut self) -> Result<(), GitError> {
        self.subtract(OF_A_READING, 0)
    }

    fn subtract(&mut self, entries: usize, path: usize) -> Result<(), GitError> {
        let left = self.entries.checked_sub(entries).zip(self.paths.checked_sub(path));
        (self.entries, self.paths) = left.ok_or(GitError::TooMany { most: MOST_ENTRIES })?;
        Ok(())
    }
}
