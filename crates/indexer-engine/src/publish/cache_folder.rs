//! Where an index is kept: its folder in the cache, and the bound of the cache around it.

use crate::facts::cache::FactsCache;
use crate::facts::packages::PlaceOf;
use crate::publish::evict::CacheBound;
use crate::publish::holdings::{Holding, holdings};
use crate::publish::location;
use crate::publish::store::{StoreOutcome, store_view};
use crate::publish::usage::UsageLock;
use crate::source::disk::root::Disk;
use crate::types::options::Options;
use crate::types::remote::Remote;
use crate::types::state::Current;
use indexer_store::{FactsKey, Layout, SegmentSource};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// After so many bytes were stored, the cache is looked at.
const LOOK_AFTER: usize = 8 << 20;

/// The cache folder as one root sees it.
pub(crate) struct CacheFolder {
    root: PathBuf,
    /// Holds all repositories.
    dir: Option<PathBuf>,
    layout: Option<Layout>,
    read_only: bool,
    /// In bytes.
    bound: u64,
    usage: UsageLock,
    /// Bytes stored since the size of the cache was last checked.
    stored: AtomicUsize,
    /// Set while the disk is full and nothing in the cache can make room.
    full: AtomicBool,
}

impl CacheFolder {
    /// The one in which the index of `disk` is kept, where any is known.
    pub(crate) fn of(disk: &Disk, options: &Options) -> Self {
        let dir = location::cache_dir(options.cache_dir.as_deref());
        let layout = dir.as_deref().map(|dir| match &options.package {
            Some(package) => location::package_layout(dir, package, disk.path()),
            None => location::layout(dir, disk),
        });
        // Who only reads the cache brings nothing into it.
        let remote = options.remote.as_ref().filter(|_| !options.read_only && options.package.is_none());
        let source = remote.map(|Remote(store)| store.clone() as Arc<dyn SegmentSource>);
        let layout = layout.map(|layout| layout.with_source(source));
        Self { dir, layout, ..Self::none(disk.path().to_owned(), options) }
    }

    /// None: nothing is stored.
    pub(crate) fn none(root: PathBuf, options: &Options) -> Self {
        Self {
            root,
            dir: None,
            layout: None,
            read_only: options.read_only,
            bound: options.cache_size_mb.saturating_mul(1 << 20),
            usage: UsageLock::default(),
            stored: AtomicUsize::new(0),
            full: AtomicBool::new(false),
        }
    }

    /// Says where the facts of installed packages are kept, and marks them as used: where a question into the package
    /// keeps them, too.
    pub(crate) fn packages(&self) -> Box<PlaceOf> {
        let (dir, read_only) = (self.dir.clone(), self.read_only);
        let used: Mutex<FxHashMap<String, UsageLock>> = Mutex::default();
        Box::new(move |package, root| {
            let dir = dir.as_deref()?;
            let layout = location::package_layout(dir, package, root);
            if !read_only {
                let mut used = used.lock().unwrap_or_else(PoisonError::into_inner);
                used.entry(package.id.clone()).or_default().note(dir, &layout, root);
            }
            Some(layout.facts())
        })
    }

    /// Where this root's index is read from.
    pub(crate) fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// The folder that holds all repositories.
    pub(crate) fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// Where the index may be stored.
    pub(crate) fn writable(&self) -> Option<&Layout> {
        self.layout.as_ref().filter(|_| !self.read_only)
    }

    /// Why nothing is stored.
    pub(crate) fn why_not(&self) -> &'static str {
        match self.layout {
            Some(_) => "the cache is opened for reading only",
            None => "no folder for the cache is known: name one with --cache-dir or INDEXER_CACHE_DIR",
        }
    }

    /// Notes that the repository is in use; true where the last note is more than an hour old.
    pub(crate) fn note_use(&self) -> bool {
        let place = self.dir().zip(self.writable());
        place.is_some_and(|(dir, layout)| self.usage.note(dir, layout, &self.root))
    }

    /// Somebody removed what was stored: notes the use anew.
    pub(crate) fn note_use_again(&self) {
        self.usage.forget();
        self.note_use();
    }

    /// Stores what `current` has that the cache has not. Where the disk is full, makes room in the
    /// cache and tries once more; not again before something could be stored.
    pub(crate) fn store(
        &self,
        layout: &Layout,
        facts: &Arc<FactsCache>,
        current: &mut Current,
        sync: bool,
    ) -> StoreOutcome {
        let mut outcome = store_view(layout, facts, current, sync);
        let is_full =
            |outcome: &StoreOutcome| matches!(outcome, StoreOutcome::Failed(error) if error.is_full());
        if is_full(&outcome) && !self.full.swap(true, Ordering::Relaxed) && self.make_room(layout, facts) {
            outcome = store_view(layout, facts, current, sync);
        }
        if matches!(outcome, StoreOutcome::Yes) {
            self.full.store(false, Ordering::Relaxed);
        }
        outcome
    }

    fn make_room(&self, layout: &Layout, facts: &FactsCache) -> bool {
        let Some(cache) = self.dir() else { return false };
        let is_of_now = |key: &FactsKey| facts.is_of_now(key);
        CacheBound { cache, own: layout, bound: 0, is_of_now: &is_of_now }.make_room()
    }

    /// Called after `stored` bytes were stored: keeps the cache within its bound. Walks through all of it
    /// only where it may have grown, or `due`.
    pub(crate) fn keep_bound(&self, layout: &Layout, facts: &FactsCache, stored: usize, due: bool) {
        let Some(cache) = self.dir() else { return };
        let grown = self.stored.fetch_add(stored, Ordering::Relaxed).saturating_add(stored);
        if grown < LOOK_AFTER && !due {
            return;
        }
        self.stored.store(0, Ordering::Relaxed);
        let is_of_now = |key: &FactsKey| facts.is_of_now(key);
        CacheBound { cache, own: layout, bound: self.bound, is_of_now: &is_of_now }.enforce();
    }

    /// What it holds of all repositories, and which of them is this one's.
    pub(crate) fn holdings(&self) -> Vec<(Holding, bool)> {
        let Some((cache, layout)) = self.dir().zip(self.layout()) else { return Vec::new() };
        let is_own = |one: &Holding| one.folder == layout.repository();
        holdings(cache).into_iter().map(|one| (one.clone(), is_own(&one))).collect()
    }
}
