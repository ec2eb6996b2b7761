//! Facts of installed packages: kept once for all repositories that have the same version of one.

use crate::facts::cache::FactsCache;
use crate::types::package_root::PackageRoot;
use indexer_parse::Limits;
use indexer_store::StoreError;
use rustc_hash::FxHashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// Says where the facts of a package in a folder are kept, and that they are used; `None` where nothing is stored.
pub(crate) type PlaceOf = dyn Fn(&PackageRoot, &Path) -> Option<PathBuf> + Send + Sync;

/// Bytes of entries of a package after which a pack is written while its files are still parsed.
const EARLY: usize = 8 << 20;

/// The caches of packages, each opened when it is first asked for.
pub(crate) struct PackageFacts {
    place_of: Box<PlaceOf>,
    read_only: bool,
    stop: Arc<AtomicBool>,
    open: Mutex<FxHashMap<String, Arc<FactsCache>>>,
}

impl PackageFacts {
    /// Caches in the places that `place_of` tells; with `read_only` nothing is written there. Nothing is parsed once `stop` is
    /// set.
    pub(crate) fn new(place_of: Box<PlaceOf>, read_only: bool, stop: Arc<AtomicBool>) -> Self {
        Self { place_of, read_only, stop, open: Mutex::default() }
    }

    /// The cache of the package in the folder `root`.
    pub(crate) fn of(&self, package: &PackageRoot, root: &Path) -> Arc<FactsCache> {
        let place = (self.place_of)(package, root);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = open.get(&package.id) {
            found.renew();
            return Arc::clone(found);
        }
        let early = (!self.read_only).then_some(EARLY);
        let cache = FactsCache::new(place, Limits::default(), early).until(Arc::clone(&self.stop));
        let cache = Arc::new(cache);
        open.insert(package.id.clone(), Arc::clone(&cache));
        cache
    }

    /// Writes what was parsed, and forgets the caches. What cannot be written is parsed again.
    pub(crate) fn commit(&self) -> Result<(), StoreError> {
        let open = std::mem::take(&mut *self.open.lock().unwrap_or_else(PoisonError::into_inner));
        if self.read_only {
            return Ok(());
        }
        open.values().try_for_each(|cache| {
            cache.repair()?;
            cache.commit()
        })
    }
}

impl fmt::Debug for PackageFacts {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("PackageFacts").field("read_only", &self.read_only).finish_non_exhaustive()
    }
}
