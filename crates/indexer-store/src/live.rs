//! Which files of a segment count.

use bincode::{Decode, Encode};

/// Which files of one segment are live: not replaced by a newer segment and not removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct LiveMask {
    /// Indexes of dead files, ascending, each once.
    dead: Vec<u32>,
}

impl LiveMask {
    /// The mask in which every file is live.
    pub fn all() -> Self {
        Self::default()
    }

    /// True when file `index` (0-based, in path order) is live. O(log dead).
    pub fn is_live(&self, index: u32) -> bool {
        self.dead.binary_search(&index).is_err()
    }

    /// Marks file `index` as dead; true when it was live. O(dead).
    pub fn kill(&mut self, index: u32) -> bool {
        match self.dead.binary_search(&index) {
            Ok(_) => false,
            Err(at) => {
                self.dead.insert(at, index);
                true
            }
        }
    }

    /// Marks files as dead, in any order. O((dead + files) * log).
    pub fn kill_all(&mut self, files: impl IntoIterator<Item = u32>) {
        self.dead.extend(files);
        self.dead.sort_unstable();
        self.dead.dedup();
    }

    /// How many files are dead.
    pub fn dead(&self) -> usize {
        self.dead.len()
    }

    /// True when every file is live.
    pub fn is_all(&self) -> bool {
        self.dead.is_empty()
    }

    /// True when the mask is one that this type makes; a decoded one may not be.
    pub(crate) fn is_sorted(&self) -> bool {
        self.dead.is_sorted_by(|a, b| a < b)
    }

    /// The dead files, ascending.
    pub fn dead_files(&self) -> &[u32] {
        &self.dead
    }
}
