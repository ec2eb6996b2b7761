//! Storing a view, best effort: packs, then segments, then the head, then fingerprints, so that a
//! reader never finds a head whose segments are not there.

use super::fingerprints::place_of;
use crate::facts::cache::Shelf;
use crate::publish::fingerprints::Fingerprints;
use crate::publish::sweep::discard;
use crate::types::state::Current;
use indexer_store::change::{replace_file, try_lock};
use indexer_store::{Head, HeadSegment, Layout, StoreError, ViewSegment, publish_segment};
use std::fs;
use xxhash_rust::xxh3::xxh3_64;

/// What became of an attempt to store.
#[derive(Debug)]
pub(crate) enum Stored {
    /// It is stored, or there was nothing to store.
    Yes,
    /// Another process holds the lock.
    Busy,
    /// Another process stored something since the view was loaded; load that.
    Superseded,
    /// The cache cannot be written.
    Failed(StoreError),
}

impl Stored {
    /// Why it is not stored; `None` where it is.
    pub(crate) fn reason(&self) -> Option<String> {
        match self {
            Stored::Yes => None,
            Stored::Busy => Some("another process is storing".into()),
            Stored::Superseded => Some("another process stored something else in between".into()),
            Stored::Failed(error) => Some(error.to_string()),
        }
    }
}

/// Stores what `current` has that the cache has not, and puts good facts packs in the place of
/// damaged ones.
pub(crate) fn store_view(layout: &Layout, shelf: &Shelf, current: &mut Current, sync: bool) -> Stored {
    if current.pending.is_empty() && !current.touched && !shelf.is_damaged() {
        return Stored::Yes;
    }
    let lock = match try_lock(&layout.lock()) {
        Ok(Some(lock)) => lock,
        Ok(None) => return Stored::Busy,
        Err(error) => return Stored::Failed(error),
    };
    let outcome = match head_hash(layout) == current.based {
        true => locked(layout, shelf, current, sync).map_or_else(Stored::Failed, |()| Stored::Yes),
        false => Stored::Superseded,
    };
    drop(lock);
    outcome
}

/// Hash of the stored head; `None` where there is none.
pub(crate) fn head_hash(layout: &Layout) -> Option<u64> {
    fs::read(layout.head()).ok().map(|bytes| xxh3_64(&bytes))
}

fn locked(layout: &Layout, shelf: &Shelf, current: &mut Current, sync: bool) -> Result<(), StoreError> {
    shelf.repair()?;
    // What cannot be made smaller now stays as it is.
    let _ = shelf.gather();
    if !current.pending.is_empty() || current.adopted {
        shelf.commit()?;
        discard(layout, &current.condemned);
        let mut segments = Vec::new();
        for ViewSegment { segment, live } in current.view.segments() {
            let digest = segment.digest();
            // One that was stored may be gone since: it is still open here, and is stored again.
            if (current.pending.contains(&digest) || !layout.segment(digest).exists())
                && publish_segment(layout, segment.bytes())? != digest
            {
                return Err(StoreError::Damaged("a segment that is gone"));
            }
            segments.push(HeadSegment { digest, live: live.clone() });
        }
        let head = Head { info: current.view.info().clone(), segments };
        head.publish(&layout.head(), sync)?;
        current.based = head_hash(layout);
        current.pending.clear();
        current.condemned.clear();
        current.adopted = false;
    }
    let fingerprints = Fingerprints {
        head: current.based.unwrap_or_default(),
        place: place_of(layout),
        files: current.known.clone(),
        manifests: current.manifests.clone(),
        frame: current.frame.clone(),
        damage: current.damage.clone(),
    };
    if let Some(bytes) = fingerprints.to_bytes() {
        replace_file(&layout.fingerprints(), &bytes, false)?;
    }
    current.touched = false;
    Ok(())
}
