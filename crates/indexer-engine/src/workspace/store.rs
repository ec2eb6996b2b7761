//! Stores what changed, within the bound of the cache.

use crate::publish::evict::CacheBound;
use crate::publish::holdings::{Holding, holdings};
use crate::publish::store::StoreOutcome;
use crate::publish::store::store_view;
use crate::types::state::Current;
use crate::workspace::open::Workspace;
use indexer_store::{FactsKey, Layout};
use std::sync::atomic::Ordering;

/// After so many bytes were stored, the cache is looked at.
const LOOK_AFTER: usize = 8 << 20;

impl Workspace {
    /// Stores what `current` has that the cache has not. Where the disk is full, makes room in the
    /// cache and tries once more; not again before something could be stored.
    pub(crate) fn store(&self, layout: &Layout, current: &mut Current, sync: bool) -> StoreOutcome {
        let mut outcome = store_view(layout, &self.facts_cache, current, sync);
        let is_full =
            |outcome: &StoreOutcome| matches!(outcome, StoreOutcome::Failed(error) if error.is_full());
        if is_full(&outcome) && !self.full.swap(true, Ordering::Relaxed) && self.make_room(layout) {
            outcome = store_view(layout, &self.facts_cache, current, sync);
        }
        if matches!(outcome, StoreOutcome::Yes) {
            self.full.store(false, Ordering::Relaxed);
        }
        outcome
    }

    pub(super) fn make_room(&self, layout: &Layout) -> bool {
        let Some(cache) = self.cache_dir() else { return false };
        let is_of_now = |key: &FactsKey| self.facts_cache.is_of_now(key);
        CacheBound { cache, own: layout, bound: 0, is_of_now: &is_of_now }.make_room()
    }

    /// Called after something was stored: keeps the cache within its bound. Walks through all of it
    /// only where it may have grown, or `due`.
    pub(crate) fn keep_bound(&self, layout: &Layout, stored: usize, due: bool) {
        let Some(cache) = self.cache_dir() else { return };
        let grown = self.stored.fetch_add(stored, Ordering::Relaxed).saturating_add(stored);
        if grown < LOOK_AFTER && !due {
            return;
        }
        self.stored.store(0, Ordering::Relaxed);
        let bound = self.options.cache_size_mb.saturating_mul(1 << 20);
        let is_of_now = |key: &FactsKey| self.facts_cache.is_of_now(key);
        CacheBound { cache, own: layout, bound, is_of_now: &is_of_now }.enforce();
    }

    /// What the cache folder holds of all repositories, and which of them is this one's; nothing
    /// where there is no cache.
    pub fn holdings(&self) -> Vec<(Holding, bool)> {
        let Some((cache, layout)) = self.cache_dir().zip(self.layout.as_ref()) else {
            return Vec::new();
        };
        let is_own = |one: &Holding| one.folder == layout.repository();
        holdings(cache).into_iter().map(|one| (one.clone(), is_own(&one))).collect()
    }
}
