//! What the linker found, kept between refreshes: after an edit most of it is still true.

use crate::types::file::{FileState, FileStatus};
use indexer_link::Answers;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// States whose answers are kept: the files on disk, and those with texts that nobody saved in their place.
const MOST_STATES: usize = 2;
/// Answers of one state, of some 200 to 300 bytes each. Who has found more begins with nothing the next time.
const MOST_ANSWERS: usize = 120_000;
/// A run that links more files than this is a first one, or as good as one: it finds more than edits will ask for.
pub(crate) const MOST_FILES: usize = 256;

/// Answers by the state of the files of which they are true, the state kept last at the end.
#[derive(Debug, Default)]
pub(crate) struct KeptAnswers(Mutex<Vec<(u64, Answers)>>);

impl KeptAnswers {
    /// Takes the answers that are true of these files under these settings. O(files).
    pub(crate) fn take(&self, files: &[FileState], settings: u64) -> Option<Answers> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_empty() {
            return None;
        }
        let wanted = state_of(files, settings);
        let at = kept.iter().position(|(state, _)| *state == wanted)?;
        Some(kept.remove(at).1)
    }

    /// Keeps what a run found of these files, unless it is too much. O(files).
    pub(crate) fn keep(&self, files: &[FileState], settings: u64, mut answers: Answers) {
        if answers.size() > MOST_ANSWERS {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_STATES {
            kept.remove(0);
        }
        kept.push((state_of(files, settings), answers));
    }
}

/// Hash of the paths and contents of what the linker is asked about, and of the settings.
fn state_of(files: &[FileState], settings: u64) -> u64 {
    let mut hasher = FxHasher::default();
    settings.hash(&mut hasher);
    for file in files {
        if matches!(file.status, FileStatus::Code(_) | FileStatus::Manifest) {
            (&file.path, &file.content).hash(&mut hasher);
        }
    }
    hasher.finish()
}
