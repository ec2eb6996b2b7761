//! Storing a view, best effort: packs, then segments, then the head, then fingerprints, so that a
//! reader never finds a head whose segments are not there.

use super::fingerprints::place_of;
use crate::facts::cache::FactsCache;
use crate::publish::fingerprints::Fingerprints;
use crate::publish::sweep::discard;
use crate::types::state::Current;
use indexer_store::change::{replace_file, try_lock};
use indexer_store::{
    Head, HeadSegment, Layout, StoreError, View, ViewSegment, open_segment, publish_segment,
};
use std::fs;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// What became of an attempt to store.
#[derive(Debug)]
pub(crate) enum StoreOutcome {
    /// It is stored, or there was nothing to store.
    Yes,
    /// Another process holds the lock.
    Busy,
    /// Another process stored something since the view was loaded; load that.
    Superseded,
    /// The cache cannot be written.
    Failed(StoreError),
}

impl StoreOutcome {
    /// Why it is not stored; `None` where it is.
    pub(crate) fn reason(&self) -> Option<String> {
        match self {
            StoreOutcome::Yes => None,
            StoreOutcome::Busy => Some("another process is storing".into()),
            StoreOutcome::Superseded => Some("another process stored something else in between".into()),
            StoreOutcome::Failed(error) => Some(error.to_string()),
        }
    }
}

/// Stores what `current` has that the cache has not, and puts good facts packs in the place of
/// damaged ones.
pub(crate) fn store_view(
    layout: &Layout,
    facts_cache: &FactsCache,
    current: &mut Current,
    sync: bool,
) -> StoreOutcome {
    if current.pending.is_empty() && !current.touched && !facts_cache.is_damaged() {
        return StoreOutcome::Yes;
    }
    let lock = match try_lock(&layout.lock()) {
        Ok(Some(lock)) => lock,
        Ok(None) => return StoreOutcome::Busy,
        Err(error) => return StoreOutcome::Failed(error),
    };
    let outcome = match head_hash(layout) == current.based {
        true => locked(layout, facts_cache, current, sync)
            .map_or_else(StoreOutcome::Failed, |()| StoreOutcome::Yes),
        false => StoreOutcome::Superseded,
    };
    drop(lock);
    outcome
}

/// Hash of the stored head; `None` where there is none.
pub(crate) fn head_hash(layout: &Layout) -> Option<u64> {
    fs::read(layout.head()).ok().map(|bytes| xxh3_64(&bytes))
}

/// Bytes from which on a segment that was just stored is read from where it lies.
const LARGE: usize = 4 << 20;

/// Maps large segments where they are stored now: they lay in memory, or in a file without a name, whose room is
/// free once no snapshot shows it.
fn give_back(layout: &Layout, current: &mut Current) {
    let is_again = |held: &ViewSegment| {
        held.segment.bytes().len() >= LARGE && current.pending.contains(&held.segment.digest())
    };
    if !current.view.segments().iter().any(is_again) {
        return;
    }
    let stored = |held: &ViewSegment| {
        let again = is_again(held).then(|| open_segment(layout, held.segment.digest()).ok()).flatten();
        ViewSegment { segment: again.map_or_else(|| held.segment.clone(), Arc::new), live: held.live.clone() }
    };
    let segments = current.view.segments().iter().map(stored).collect();
    current.view = View::new(current.view.info().clone(), segments);
}

fn locked(
    layout: &Layout,
    facts_cache: &FactsCache,
    current: &mut Current,
    sync: bool,
) -> Result<(), StoreError> {
    facts_cache.repair()?;
    // What cannot be made smaller now stays as it is.
    let _ = facts_cache.gather();
    if !current.pending.is_empty() || current.adopted {
        facts_cache.commit()?;
        discard(layout, &current.condemned);
        let mut segments = Vec::new();
        for ViewSegment { segment, live } in current.view.segments() {
            let digest = segment.digest();
            // One that was stored may be gone since: it is still open here, and is stored again.
            let is_stored = !current.pending.contains(&digest) && layout.has_segment(digest);
            if !is_stored && !segment.complete() {
                return Err(StoreError::Damaged("a segment that is gone, of which only a part was here"));
            }
            if !is_stored && publish_segment(layout, segment.bytes())? != digest {
                return Err(StoreError::Damaged("a segment that is gone"));
            }
            segments.push(HeadSegment { digest, live: live.clone() });
        }
        let head = Head { info: current.view.info().clone(), segments };
        head.publish(&layout.head(), sync)?;
        current.based = head_hash(layout);
        give_back(layout, current);
        current.pending.clear();
        current.condemned.clear();
        current.adopted = false;
    }
    let fingerprints = Fingerprints {
        head: current.based.unwrap_or_default(),
        place: place_of(layout),
        files: current.files.clone(),
        manifests: current.manifests.clone(),
        dirs: current.dirs.clone(),
        packages: current.packages.clone(),
        damage: current.damage.clone(),
    };
    if let Some(bytes) = fingerprints.to_bytes() {
        replace_file(&layout.fingerprints(), &bytes, false)?;
    }
    current.touched = false;
    Ok(())
}
