//! Storing a view, best effort: packs, then segments, then the head, then fingerprints, so that a
//! reader never finds a head whose segments are not there.

use crate::facts::Shelf;
use crate::fingerprints::Fingerprints;
use crate::plan::{Known, Standing};
use crate::refresh::Current;
use crate::source::{Frame, Stamp};
use indexer_store::layout::replace_file;
use indexer_store::{
    Bytes, Digest, Head, HeadSegment, Layout, LiveMask, Segment, StoreError, View, ViewSegment, open_segment,
    publish_segment,
};
use rustc_hash::FxHashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// More segments than this are folded.
const MOST_SEGMENTS: usize = 8;
/// Small segments are folded once they are more than this part of the oldest one.
const SMALL_PART: usize = 8;
/// A segment that no head names is deleted once it is this old: a publisher may be about to name it.
const UNNAMED_FOR: Duration = Duration::from_secs(600);

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

/// Stores what `current` has that the cache has not.
pub(crate) fn store(layout: &Layout, shelf: &Shelf, current: &mut Current, sync: bool) -> Stored {
    if current.pending.is_empty() && !current.touched {
        return Stored::Yes;
    }
    let lock = match lock(layout) {
        Ok(Some(lock)) => lock,
        Ok(None) => return Stored::Busy,
        Err(error) => return Stored::Failed(error.into()),
    };
    let outcome = match head_hash(layout) == current.based {
        true => locked(layout, shelf, current, sync).map_or_else(Stored::Failed, |()| Stored::Yes),
        false => Stored::Superseded,
    };
    drop(lock);
    outcome
}

/// Takes the lock if it is free. It is released when the file is closed, also by a crash.
fn lock(layout: &Layout) -> io::Result<Option<File>> {
    fs::create_dir_all(layout.root())?;
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(layout.lock())?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Hash of the stored head; `None` where there is none.
pub(crate) fn head_hash(layout: &Layout) -> Option<u64> {
    fs::read(layout.head()).ok().map(|bytes| xxh3_64(&bytes))
}

fn locked(layout: &Layout, shelf: &Shelf, current: &mut Current, sync: bool) -> Result<(), StoreError> {
    if !current.pending.is_empty() {
        shelf.commit()?;
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
    }
    let fingerprints = Fingerprints {
        head: current.based.unwrap_or_default(),
        files: current.known.clone(),
        manifests: current.manifests.clone(),
        frame: current.frame.clone(),
    };
    if let Some(bytes) = fingerprints.to_bytes() {
        replace_file(&layout.fingerprints(), &bytes, false)?;
    }
    current.touched = false;
    Ok(())
}

/// The stored view of a root; `None` where there is none that this program and these settings can
/// use, and everything is built.
pub(crate) fn load(layout: &Layout, settings: u64) -> Option<Current> {
    // A fold may take a segment away between the head and the opening: then there is a new head.
    (0..3).find_map(|_| try_load(layout, settings).ok())?
}

/// `Err` is worth another try.
fn try_load(layout: &Layout, settings: u64) -> Result<Option<Current>, StoreError> {
    let Ok(bytes) = fs::read(layout.head()) else { return Ok(None) };
    let based = xxh3_64(&bytes);
    let Ok(head) = Head::from_bytes(&bytes) else { return Ok(None) };
    if head.info.settings != settings || head.segments.is_empty() {
        return Ok(None);
    }
    let open = |named: HeadSegment| {
        let segment: Segment = open_segment(layout, named.digest)?;
        Ok(ViewSegment { segment: Arc::new(segment), live: named.live })
    };
    let segments: Result<Vec<ViewSegment>, StoreError> = head.segments.into_iter().map(open).collect();
    let view = View::new(head.info, segments?);
    let kept = Fingerprints::read(&layout.fingerprints()).filter(|kept| kept.head == based);
    let (known, manifests, frame) = match kept {
        Some(kept) => (kept.files, kept.manifests, kept.frame),
        // Everything is read again and found equal.
        None => (known_of(&view), Default::default(), Frame::default()),
    };
    Ok(Some(Current { view, known, manifests, frame, based: Some(based), ..Current::default() }))
}

pub(crate) fn known_of(view: &View) -> Vec<Known> {
    let known = view.files().map(|file| Known {
        path: file.path().to_owned(),
        stamp: Stamp::default(),
        settled: false,
        content: file.content(),
        standing: match file.language() {
            "" => Standing::Manifest,
            language => Standing::Code(language.to_owned()),
        },
    });
    known.collect()
}

/// Makes one segment of many, where that pays or `always`; true when it did.
pub(crate) fn fold(current: &mut Current, always: bool) -> bool {
    let segments = current.view.segments();
    let Some((base, small)) = segments.split_last() else { return false };
    let small_bytes: usize = small.iter().map(|s| s.segment.bytes().len()).sum();
    let pays = segments.len() > MOST_SEGMENTS || small_bytes * SMALL_PART > base.segment.bytes().len();
    if small.is_empty() || !(always || pays) {
        return false;
    }
    let bytes = indexer_store::fold(&current.view);
    if current.view.damaged() {
        return false;
    }
    let mut folded = Current { view: View::empty(), ..Current::default() };
    let info = current.view.info().clone();
    let Ok(digest) = crate::refresh::add_segment(&mut folded, info, bytes, &[]) else { return false };
    current.view = folded.view;
    current.pending = vec![digest];
    true
}

/// Makes one segment of all but the oldest, where there are many: a process that only refreshes
/// folds nothing else, and would grow a segment with each edit. True when it did. O(what changed
/// since the last fold).
pub(crate) fn fold_small(current: &mut Current) -> bool {
    let segments = current.view.segments();
    let Some((base, small)) = segments.split_last() else { return false };
    if segments.len() <= MOST_SEGMENTS {
        return false;
    }
    let info = current.view.info().clone();
    let small = View::new(info.clone(), small.to_vec());
    let bytes = indexer_store::fold(&small);
    if small.damaged() {
        return false;
    }
    let Ok(segment) = Segment::open(Bytes::Owned(bytes), None) else { return false };
    let digest = segment.digest();
    let folded = ViewSegment { segment: Arc::new(segment), live: LiveMask::all() };
    let oldest = base.segment.digest();
    current.pending.retain(|pending| *pending == oldest);
    current.pending.push(digest);
    current.view = View::new(info, vec![folded, base.clone()]);
    true
}

/// Deletes segments that no head of any worktree names. Those that are open stay readable.
pub(crate) fn sweep_segments(layout: &Layout) {
    let mut named: FxHashSet<String> = FxHashSet::default();
    for root in fs::read_dir(layout.repository().join("roots")).into_iter().flatten().flatten() {
        let path = root.path().join("head");
        match Head::read(&path) {
            Ok(Some(head)) => named.extend(head.segments.iter().map(|segment| segment.digest.to_string())),
            Ok(None) => {}
            // A head that cannot be read may name anything.
            Err(_) => return,
        }
    }
    for entry in fs::read_dir(layout.segments()).into_iter().flatten().flatten() {
        let old = entry
            .metadata()
            .and_then(|meta| meta.modified())
            .is_ok_and(|modified| modified.elapsed().is_ok_and(|age| age > UNNAMED_FOR));
        if old && !named.contains(&*entry.file_name().to_string_lossy()) {
            // Best effort: the next fold tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Deletes the files of damaged segments, which otherwise would be taken for stored.
pub(crate) fn discard_damaged(layout: &Layout, view: &View) {
    let damaged = view.segments().iter().filter(|s| s.segment.damaged());
    let digests: Vec<Digest> = damaged.map(|s| s.segment.digest()).collect();
    for digest in digests {
        let _ = fs::remove_file(layout.segment(digest));
    }
}
