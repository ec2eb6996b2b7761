//! Storing a view, best effort: packs, then segments, then the head, then fingerprints, so that a
//! reader never finds a head whose segments are not there.

use crate::facts::Shelf;
use crate::fingerprints::Fingerprints;
use crate::plan::{Known, Standing};
use crate::refresh::Current;
use crate::source::Stamp;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_store::change::{remove_file, remove_temporaries, replace_file, try_lock};
use indexer_store::{
    Bytes, Digest, Head, HeadSegment, Layout, LiveMask, Segment, StoreError, TEXT, View, ViewSegment,
    open_segment, publish_segment, remove_segment,
};
use rustc_hash::FxHashSet;
use std::fs;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// More segments than this are folded.
const MOST_SEGMENTS: usize = 8;
/// Small segments are folded once they are more than this part of the oldest one.
const SMALL_PART: usize = 8;
/// A segment this many times as large as all newer ones together is not folded with them.
const TIER: usize = 2;
/// A segment that no head names is deleted once it is this old: a publisher may be about to name it.
pub(crate) const YOUNG: Duration = Duration::from_secs(600);

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
pub(crate) fn store(layout: &Layout, shelf: &Shelf, current: &mut Current, sync: bool) -> Stored {
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

/// What is stored of a root.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    /// The view; `None` where there is none that this program and these settings can use, and
    /// everything is built.
    pub(crate) current: Option<Current>,
    /// Hash of the head, whatever is in it.
    pub(crate) based: Option<u64>,
    /// What was found damaged.
    pub(crate) damage: Vec<String>,
    /// Segments whose files are not what their names say.
    pub(crate) condemned: Vec<Digest>,
}

/// Loads the stored view of a root.
pub(crate) fn load(layout: &Layout, settings: u64) -> Loaded {
    let mut loaded = Loaded::default();
    // A fold may take a segment away between the head and the opening: then there is a new head.
    for _ in 0..3 {
        loaded = Loaded::default();
        if try_load(layout, settings, &mut loaded) {
            break;
        }
    }
    loaded
}

/// False where another try is worth while.
fn try_load(layout: &Layout, settings: u64, loaded: &mut Loaded) -> bool {
    let bytes = match fs::read(layout.head()) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return true,
        Err(error) => {
            loaded.damage.push(format!("the head cannot be read: {error}"));
            return true;
        }
    };
    let based = xxh3_64(&bytes);
    loaded.based = Some(based);
    let head = match Head::from_bytes(&bytes) {
        Ok(head) => head,
        Err(error) => {
            loaded.damage.push(format!("the head: {error}"));
            return true;
        }
    };
    if head.info.settings != settings || head.segments.is_empty() {
        return true;
    }
    let mut segments = Vec::with_capacity(head.segments.len());
    for HeadSegment { digest, live } in head.segments {
        match open_segment(layout, digest) {
            Ok(segment) => segments.push(ViewSegment { segment: Arc::new(segment), live }),
            Err(error) => {
                loaded.damage.push(format!("segment {digest}: {error}"));
                if !error.is_damage() {
                    return false;
                }
                loaded.condemned.push(digest);
            }
        }
    }
    if !loaded.damage.is_empty() {
        return true;
    }
    let view = View::new(head.info, segments);
    let kept = match Fingerprints::read(&layout.fingerprints()) {
        Ok(Some(kept)) if kept.place != place_of(layout) => {
            loaded.damage.push("the fingerprints: those of another worktree or revision".to_owned());
            None
        }
        Ok(kept) => kept.filter(|kept| kept.head == based),
        Err(reason) => {
            loaded.damage.push(format!("the fingerprints: {reason}"));
            None
        }
    };
    let touched = kept.is_none();
    let kept = kept.unwrap_or_else(|| {
        // Everything is read again and found equal.
        Fingerprints { files: known_of(&view), ..Fingerprints::default() }
    });
    loaded.current = Some(Current {
        view,
        known: kept.files,
        manifests: kept.manifests,
        frame: kept.frame,
        damage: kept.damage,
        touched,
        based: Some(based),
        ..Current::default()
    });
    true
}

/// What a worktree or revision is called in the cache, wherever that is.
fn place_of(layout: &Layout) -> u64 {
    let names = layout.root().components().rev().take(3);
    names.fold(0, |hash, name| hash_numbers([hash, hash_text(&name.as_os_str().to_string_lossy())]))
}

pub(crate) fn known_of(view: &View) -> Vec<Known> {
    let known = view.files().map(|file| Known {
        path: file.path().to_owned(),
        stamp: Stamp::default(),
        settled: false,
        content: file.content(),
        standing: match file.language() {
            "" => Standing::Manifest,
            TEXT => Standing::Text,
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

/// Makes one segment of the newest ones, where there are many: a process that only refreshes folds
/// nothing else, and would grow a segment with each edit. True when it did.
///
/// Tiers, as in a log-structured merge tree (O'Neil et al. 1996): what is folded stops before a
/// segment that is several times as large as all newer ones, so that a large change is not written
/// again for every few small ones. A byte is written again O(log of what changed) times.
pub(crate) fn fold_small(current: &mut Current) -> bool {
    let segments = current.view.segments();
    let Some((_, small)) = segments.split_last() else { return false };
    if segments.len() <= MOST_SEGMENTS {
        return false;
    }
    let sizes: Vec<usize> = small.iter().map(|held| held.segment.bytes().len()).collect();
    let (small, rest) = segments.split_at(tier(&sizes));
    let info = current.view.info().clone();
    let small = View::new(info.clone(), small.to_vec());
    let bytes = indexer_store::fold(&small);
    if small.damaged() {
        return false;
    }
    let Ok(segment) = Segment::open(Bytes::Owned(bytes), None) else { return false };
    let digest = segment.digest();
    let folded = ViewSegment { segment: Arc::new(segment), live: LiveMask::all() };
    let segments: Vec<ViewSegment> = [folded].into_iter().chain(rest.iter().cloned()).collect();
    current.pending.retain(|pending| rest.iter().any(|held| held.segment.digest() == *pending));
    current.pending.push(digest);
    current.view = View::new(info, segments);
    true
}

/// How many of the segments of these sizes, newest first, become one: at least half, so that there
/// is room for new ones.
fn tier(sizes: &[usize]) -> usize {
    let mut newer: usize = sizes.iter().take(sizes.len() / 2).sum();
    let rest = sizes.iter().skip(sizes.len() / 2);
    let taken = rest.take_while(|size| {
        let belongs = **size <= newer * TIER;
        newer += **size;
        belongs
    });
    sizes.len() / 2 + taken.count()
}

/// Deletes segments that no head of any worktree or revision names, and what dead writers left. Those that are
/// open stay readable.
pub(crate) fn sweep_segments(layout: &Layout) {
    for folder in [layout.facts(), layout.segments()] {
        remove_temporaries(&folder);
    }
    let mut named: FxHashSet<String> = FxHashSet::default();
    for place in layout.all() {
        remove_temporaries(place.root());
        match Head::read(&place.head()) {
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
            .is_ok_and(|modified| modified.elapsed().is_ok_and(|age| age > YOUNG));
        if old && !named.contains(&*entry.file_name().to_string_lossy()) {
            // Best effort: the next fold tries again.
            let _ = remove_file(&entry.path());
        }
    }
}

/// Deletes the files of segments that were found damaged, which otherwise would be taken for
/// stored. One that another process has repaired since stays.
fn discard(layout: &Layout, condemned: &[Digest]) {
    for digest in condemned {
        if !open_segment(layout, *digest).is_ok_and(|segment| segment.verify()) {
            // Best effort: storing says what is wrong with the place.
            let _ = remove_segment(layout, *digest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_ends_before_what_is_much_larger() {
        assert_eq!(tier(&[1; 8]), 8);
        assert_eq!(tier(&[1, 1, 1, 1, 1, 1, 1, 900]), 7, "the large one stays");
        assert_eq!(tier(&[1, 1, 1, 1, 1, 1, 30, 900]), 6);
        assert_eq!(tier(&[1, 900, 1, 1, 1, 1, 1, 1]), 8, "one among the newest is taken: they are in order");
    }

    /// What is written again for each byte stays small, however long a process lives.
    #[test]
    fn many_small_changes_cost_little() {
        let (mut sizes, mut written): (Vec<usize>, usize) = (vec![1_000_000], 0);
        for _ in 0..10_000 {
            sizes.insert(0, 100);
            if sizes.len() > MOST_SEGMENTS {
                let (small, rest) = sizes[..sizes.len() - 1].split_at(tier(&sizes[..sizes.len() - 1]));
                let folded: usize = small.iter().sum();
                written += folded;
                sizes = [&[folded], rest, &[1_000_000]].concat();
            }
        }
        assert!(sizes.len() <= MOST_SEGMENTS);
        assert!(written < 12 * 10_000 * 100, "{written} bytes were written again");
    }
}
