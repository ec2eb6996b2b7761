//! The state of a root between refreshes, and what one refresh did.

use crate::types::damage::Damage;
use crate::types::file::FileState;
use crate::types::links::Links;
use crate::types::listing::DirState;
use indexer_core::{ManifestFacts, Problem};
use indexer_store::{Digest, View};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What manifests declare, by path. Shared by the states of a root: a description of a build may be large.
pub(crate) type Manifests = BTreeMap<String, Arc<ManifestFacts>>;

/// The packages that are installed, each as `ecosystem/name` with a number that changes with what is installed.
pub(crate) type Packages = BTreeMap<String, u64>;

/// The state of a root (or revision) between refreshes: its view, and the files behind it.
#[derive(Clone, Debug)]
pub(crate) struct Current {
    pub(crate) view: View,
    /// All listed files, sorted by path.
    pub(crate) files: Vec<FileState>,
    pub(crate) dirs: DirState,
    pub(crate) manifests: Manifests,
    /// The installed packages with which the view was linked; `None` where packages are not linked, or that is not known.
    pub(crate) packages: Option<Packages>,
    /// Problems of reading: (path, problem).
    pub(crate) problems: Vec<(String, Problem)>,
    /// Segments of the view that are not stored.
    pub(crate) pending: Vec<Digest>,
    /// Hash of the stored head that the view grew from.
    pub(crate) based: Option<u64>,
    /// True when the view was taken over from another worktree or revision, and the stored head does
    /// not name it yet.
    pub(crate) adopted: bool,
    /// True when the fingerprints to be stored differ from those that are.
    pub(crate) touched: bool,
    /// True when nothing tells which files were listed beside those of the view: manifests above the root are none.
    pub(crate) is_listing_lost: bool,
    /// What was found damaged and repaired.
    pub(crate) damage: Vec<Damage>,
    /// Stored segments that were found damaged; their files are removed before others are stored.
    pub(crate) condemned: Vec<Digest>,
}

impl Current {
    /// Marks every segment as not stored yet, over a stored head with this hash.
    pub(crate) fn unstored(&mut self, based: Option<u64>) {
        self.based = based;
        self.pending = self.view.segments().iter().map(|held| held.segment.digest()).collect();
        self.touched = true;
    }

    /// The symbolic links of the root. O(links).
    pub(crate) fn links(&self) -> Links {
        Links::of(&self.dirs.links)
    }

    /// Bytes of the segments that are not stored.
    pub(crate) fn pending_bytes(&self) -> usize {
        let held = self.view.segments().iter().map(|held| &held.segment);
        held.filter(|one| self.pending.contains(&one.digest())).map(|one| one.bytes().len()).sum()
    }
}

impl Default for Current {
    fn default() -> Self {
        Self {
            view: View::empty(),
            files: Vec::new(),
            dirs: DirState::default(),
            manifests: BTreeMap::new(),
            packages: None,
            problems: Vec::new(),
            is_listing_lost: false,
            pending: Vec::new(),
            based: None,
            adopted: false,
            touched: false,
            damage: Vec::new(),
            condemned: Vec::new(),
        }
    }
}

/// What a refresh did.
#[derive(Clone, Debug, Default)]
pub(crate) struct RefreshOutcome {
    /// Paths that changed, appeared or vanished, sorted.
    pub(crate) changed: Vec<String>,
    pub(crate) linked: usize,
    pub(crate) parsed: usize,
    /// True when some file changed during the refresh.
    pub(crate) unstable: bool,
    /// True when the watcher reported that nothing was touched.
    pub(crate) quiet: bool,
}
