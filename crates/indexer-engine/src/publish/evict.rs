//! The bound of the cache. What is not needed goes first, then revisions, then whole repositories,
//! each time what was used longest ago; never what some process has open, nor the root's own index.
//!
//! Where the disk is full before the bound is reached, room is made by what nobody misses alone: a
//! disk may be full of anything, and the indexes of other roots are not to pay for it.

use crate::publish::holdings::{Holding, holdings};
use crate::publish::sweep::{YOUNG, sweep_segments};
use crate::publish::usage::{self, PLACE, is_older};
use indexer_core::ContentId;
use indexer_store::change::{remove_file, remove_folder, try_lock};
use indexer_store::{FORMAT, FactsKey, Head, Layout, pack};
use rustc_hash::FxHashSet;
use std::fs::{self, File};
use std::path::Path;

/// What is enforced.
pub(crate) struct CacheBound<'a> {
    pub(crate) cache: &'a Path,
    pub(crate) own: &'a Layout,
    /// In bytes.
    pub(crate) bound: u64,
    /// True for facts that this program would use.
    pub(crate) is_of_now: &'a dyn Fn(&FactsKey) -> bool,
}

impl CacheBound<'_> {
    pub(crate) fn enforce(&self) {
        let mut held = holdings(self.cache);
        if total(&held) <= self.bound {
            return;
        }
        let Some(_lock) = self.lock() else { return };
        // What no program of this version will read goes first.
        held.sort_by_key(|one| (one.format, one.used));
        let steps: [&dyn Fn(&Holding); 4] = [
            &|one| self.remove_old(one),
            &|one| self.remove_superfluous(one),
            &|one| self.remove_revisions(one),
            &|one| self.remove_repository(one),
        ];
        for step in steps {
            for i in 0..held.len() {
                if total(&held) <= self.bound {
                    return;
                }
                step(&held[i]);
                held[i] = Holding::at(held[i].folder.clone(), held[i].format);
            }
        }
    }

    /// Removes what no root needs, and revisions of the own repository that were not used for a
    /// while; true where that was anything.
    pub(crate) fn make_room(&self) -> bool {
        let Some(_lock) = self.lock() else { return false };
        let held = holdings(self.cache);
        for one in &held {
            self.remove_superfluous(one);
            if one.folder == self.own.repository() {
                self.remove_revisions(one);
            }
        }
        total(&holdings(self.cache)) < total(&held)
    }

    /// One process at a time; another one does it as well.
    pub(crate) fn lock(&self) -> Option<File> {
        try_lock(&self.cache.join(format!("v{FORMAT}")).join("lock")).ok().flatten()
    }

    pub(crate) fn layouts(&self, one: &Holding) -> Option<Layout> {
        let name = one.folder.file_name()?.to_str()?;
        (one.format == FORMAT).then(|| Layout::new(self.cache, name, ""))
    }

    pub(crate) fn remove_old(&self, one: &Holding) {
        if one.format != FORMAT {
            self.remove_repository(one);
        }
    }

    pub(crate) fn remove_repository(&self, one: &Holding) {
        if one.folder != self.own.repository() {
            // What cannot be removed now is found again by whoever stores next.
            let _ = one.remove_unused();
        }
    }

    /// Roots whose folder is gone, segments that no head names, facts of no file.
    pub(crate) fn remove_superfluous(&self, one: &Holding) {
        let Some(layout) = self.layouts(one) else { return };
        for place in layout.all() {
            if usage::place(place.root()).is_some_and(|root| !root.exists()) {
                remove_place(&place);
            }
        }
        sweep_segments(&layout);
        self.remove_facts(&layout);
    }

    /// Revisions that were not used for a while: they are made again from facts.
    pub(crate) fn remove_revisions(&self, one: &Holding) {
        let Some(layout) = self.layouts(one) else { return };
        for place in layout.all().iter().filter(|place| place.is_revision()) {
            if place.head().exists() && is_older(&place.head(), YOUNG) {
                remove_place(place);
            }
        }
        sweep_segments(&layout);
        self.remove_facts(&layout);
    }

    /// Rewrites packs of which less than half belongs to a file that some head names.
    pub(crate) fn remove_facts(&self, layout: &Layout) {
        let Some(named) = contents(layout) else { return };
        let wanted = |key: &FactsKey| named.contains(&key.content) && (self.is_of_now)(key);
        for entry in fs::read_dir(layout.facts()).into_iter().flatten().flatten() {
            let path = entry.path();
            // A young one may belong to a head that is still to be written.
            if path.extension().is_none_or(|e| e != "pack") || !is_older(&path, YOUNG) {
                continue;
            }
            let keys = pack::pack_keys(&path);
            let bytes = |live: bool| -> u64 {
                keys.iter().filter(|(key, _)| wanted(key) == live).map(|(_, bytes)| bytes).sum()
            };
            if bytes(true) < bytes(false) {
                // Facts are a cache: what is lost is parsed again.
                let _ = pack::rewrite(&layout.facts(), &[path], wanted);
            }
        }
    }
}

fn total(held: &[Holding]) -> u64 {
    held.iter().map(Holding::bytes).sum()
}

/// Removes the index of one root or revision, unless somebody is storing it.
fn remove_place(place: &Layout) {
    let Ok(Some(_lock)) = try_lock(&place.lock()) else { return };
    for file in [place.head(), place.fingerprints(), place.root().join(PLACE), place.lock()] {
        if remove_file(&file).is_err() {
            return;
        }
    }
    let _ = remove_folder(place.root());
}

/// The contents of the files of all heads; `None` where some head cannot be read.
fn contents(layout: &Layout) -> Option<FxHashSet<ContentId>> {
    let mut found = FxHashSet::default();
    for place in layout.all() {
        let Some(head) = Head::read(&place.head()).ok()? else { continue };
        let view = head.open(layout).ok()?;
        found.extend(view.files().map(|file| file.content()));
        if view.damaged() {
            return None;
        }
    }
    Some(found)
}
