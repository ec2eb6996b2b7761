//! How much is read on behalf of one question: a few bytes of objects can name themselves billions of
//! times over.

use crate::error::GitError;

/// Files and folders that one tree may hold, however often each is named. Tests reach it sooner.
pub const MOST_ENTRIES: usize = if cfg!(test) { 50_000 } else { 5_000_000 };
/// Bytes that their paths may have together.
const MOST_PATHS: usize = 512 << 20;

/// What may still be listed.
#[derive(Debug)]
pub(crate) struct Budget {
    entries: usize,
    paths: usize,
}

impl Budget {
    /// For the listing of one tree, or of one git index.
    pub(crate) fn new() -> Self {
        Self { entries: MOST_ENTRIES, paths: MOST_PATHS }
    }

    /// Takes one more entry into account, whose path has so many bytes.
    pub(crate) fn take(&mut self, path: usize) -> Result<(), GitError> {
        let left = self.entries.checked_sub(1).zip(self.paths.checked_sub(path));
        (self.entries, self.paths) = left.ok_or(GitError::TooMany { most: MOST_ENTRIES })?;
        Ok(())
    }
}
