//! How the files differ from those of a view.

use crate::types::file::FileState;
use indexer_core::{ManifestFacts, Problem};
use std::sync::Arc;

/// How the files differ from those of the view. Paths, sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileChanges {
    pub(crate) added: Vec<String>,
    pub(crate) modified: Vec<String>,
    pub(crate) removed: Vec<String>,
    /// Facts of modified manifests before.
    pub(crate) old_manifests: Vec<(String, Arc<ManifestFacts>)>,
    pub(crate) problems: Vec<(String, Problem)>,
}

impl FileChanges {
    pub(crate) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.modified.is_empty() && self.removed.is_empty()
    }

    /// All paths, sorted.
    pub(crate) fn paths(&self) -> Vec<String> {
        let mut all = [self.added.as_slice(), &self.modified, &self.removed].concat();
        all.sort_unstable();
        all
    }
}

pub(super) fn known<'k>(all: &'k [FileState], path: &str) -> Option<&'k FileState> {
    all.binary_search_by(|known| known.path.as_str().cmp(path)).ok().map(|i| &all[i])
}
