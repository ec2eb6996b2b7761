//! Segments put on top of one another, and merged into one.

use crate::types::error::EngineError;
use crate::types::state::Current;
use indexer_store::{Bytes, Digest, LiveMask, Segment, View, ViewInfo, ViewSegment};
use std::sync::Arc;

/// More segments than this are merged.
const MOST_SEGMENTS: usize = 8;

/// Small segments are merged once they are more than this part of the oldest one.
const SMALL_PART: usize = 8;

/// A segment this many times as large as all newer ones together is not merged with them.
const TIER: usize = 2;

/// Puts a segment on top of the current view.
pub(crate) fn add_segment(
    current: &mut Current,
    info: ViewInfo,
    bytes: Bytes,
    removed: &[String],
) -> Result<Digest, EngineError> {
    let segment = Segment::open(bytes, None);
    let segment = Arc::new(segment.map_err(|e| EngineError::Build(e.to_string()))?);
    let digest = segment.digest();
    current.view = if current.view.segments().is_empty() {
        View::new(info, vec![ViewSegment { segment, live: LiveMask::all() }])
    } else {
        current.view.layered(info, segment, removed)
    };
    Ok(digest)
}

/// Makes one segment of many, where that pays or `always`; true when it did.
pub(crate) fn merge_segments(current: &mut Current, always: bool) -> bool {
    let segments = current.view.segments();
    let Some((base, small)) = segments.split_last() else { return false };
    let small_bytes: usize = small.iter().map(|s| s.segment.bytes().len()).sum();
    let pays = segments.len() > MOST_SEGMENTS || small_bytes * SMALL_PART > base.segment.bytes().len();
    if small.is_empty() || !(always || pays) {
        return false;
    }
    let bytes = indexer_store::merge(&current.view);
    if current.view.damaged() {
        return false;
    }
    let mut merged = Current { view: View::empty(), ..Current::default() };
    let info = current.view.info().clone();
    let Ok(digest) = add_segment(&mut merged, info, bytes.into(), &[]) else { return false };
    current.view = merged.view;
    current.pending = vec![digest];
    true
}

/// Makes one segment of the newest ones, where there are many: a process that only refreshes merges
/// nothing else, and would grow a segment with each edit. True when it did.
///
/// Tiers, as in a log-structured merge tree (O'Neil et al. 1996): what is merged stops before a
/// segment that is several times as large as all newer ones, so that a large change is not written
/// again for every few small ones. A byte is written again O(log of what changed) times.
pub(crate) fn merge_newest(current: &mut Current) -> bool {
    let segments = current.view.segments();
    let Some((_, small)) = segments.split_last() else { return false };
    if segments.len() <= MOST_SEGMENTS {
        return false;
    }
    let sizes: Vec<usize> = small.iter().map(|held| held.segment.bytes().len()).collect();
    let (small, rest) = segments.split_at(tier(&sizes));
    let info = current.view.info().clone();
    let small = View::new(info.clone(), small.to_vec());
    let bytes = indexer_store::merge(&small);
    if small.damaged() {
        return false;
    }
    let Ok(segment) = Segment::open(Bytes::Owned(bytes), None) else { return false };
    let digest = segment.digest();
    let merged = ViewSegment { segment: Arc::new(segment), live: LiveMask::all() };
    let segments: Vec<ViewSegment> = [merged].into_iter().chain(rest.iter().cloned()).collect();
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
                let merged: usize = small.iter().sum();
                written += merged;
                sizes = [&[merged], rest, &[1_000_000]].concat();
            }
        }
        assert!(sizes.len() <= MOST_SEGMENTS);
        assert!(written < 12 * 10_000 * 100, "{written} bytes were written again");
    }
}
