//! What the linker found, kept between refreshes: after an edit most of it is still true.

use crate::link::environment::Environment;
use crate::link::installed::PackagesRead;
use crate::types::file::{FileState, FileStatus};
use crate::types::links::Links;
use crate::types::state::Packages;
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

/// What the linker found, by the state of which it is true, the state kept last at the end.
#[derive(Debug, Default)]
pub(crate) struct KeptAnswers(Mutex<Vec<(LinkedState, Kept)>>);

/// What a run of the linker found.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) answers: Answers,
    /// The packages whose files the answers number; none where packages are not linked.
    pub(crate) packages: Option<PackagesRead>,
}

/// Hash of all that the linker is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinkedState(u64);

impl LinkedState {
    /// Of these files and links under these settings, beside these packages. O(files and packages)
    pub(crate) fn of(
        (files, links): (&[FileState], &Links),
        settings: u64,
        packages: Option<(&Environment, &Packages)>,
    ) -> Self {
        let mut hasher = FxHasher::default();
        settings.hash(&mut hasher);
        links.number().hash(&mut hasher);
        for file in files {
            if matches!(file.status, FileStatus::Code(_) | FileStatus::Manifest) {
                (&file.path, &file.content).hash(&mut hasher);
            }
        }
        packages.map(|(environment, packages)| (environment.places_from(), packages)).hash(&mut hasher);
        Self(hasher.finish())
    }
}

impl KeptAnswers {
    /// True where nothing is kept.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Takes what is true of this state.
    pub(crate) fn take(&self, state: LinkedState) -> Option<Kept> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(of, _)| *of == state)?;
        Some(kept.remove(at).1)
    }

    /// Keeps what a run found of this state, unless it is too much.
    pub(crate) fn keep(&self, state: LinkedState, mut found: Kept) {
        if found.answers.size() > MOST_ANSWERS {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(of, _)| *of != state);
        if kept.len() >= MOST_STATES {
            kept.remove(0);
        }
        kept.push((state, found));
    }
}
