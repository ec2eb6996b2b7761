//! Deletes segments that nobody names.

use indexer_store::change::{remove_file, remove_temporaries};
use indexer_store::{Digest, Head, Layout, Segment, open_segment, remove_segment};
use rustc_hash::FxHashSet;
use std::fs;
use std::time::Duration;

/// A segment that no head names is deleted once it is this old: a publisher may be about to name it.
pub(crate) const YOUNG: Duration = Duration::from_secs(600);

/// Deletes segments that no head of any worktree or revision names, and what dead writers left. Those that are
/// open stay readable.
pub(crate) fn sweep_segments(layout: &Layout) {
    for folder in [layout.facts(), layout.segments()] {
        remove_temporaries(&folder);
    }
    let mut named: FxHashSet<Digest> = FxHashSet::default();
    for place in layout.all() {
        remove_temporaries(place.root());
        match Head::read(&place.head()) {
            Ok(Some(head)) => named.extend(head.segments.iter().map(|segment| segment.digest)),
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
        let digest = entry.file_name().to_str().and_then(Layout::segment_of);
        if old && !digest.is_some_and(|digest| named.contains(&digest)) {
            // Best effort: the next merge tries again.
            let _ = remove_file(&entry.path());
        }
    }
}

/// Deletes the files of segments that were found damaged, which otherwise would be taken for
/// stored. One that another process has repaired since stays.
pub(super) fn discard(layout: &Layout, condemned: &[Digest]) {
    for digest in condemned {
        // One that is here in part would be fetched, and was made here instead.
        let is_good = |segment: Segment| !segment.is_partial() && segment.verify();
        if !open_segment(layout, *digest).is_ok_and(is_good) {
            // Best effort: storing says what is wrong with the place.
            let _ = remove_segment(layout, *digest);
        }
    }
}
