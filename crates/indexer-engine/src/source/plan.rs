//! Decides which files are read again: a pure function of the last and the present listing.

use crate::types::exclusion::LeftOut;
use crate::types::file::{FileState, FileStatus};
use crate::types::listing::DirEntry;

/// What to do: indexes into the two inputs of [`plan`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefreshPlan {
    /// Files that are certainly as they were: (previous, listed).
    pub reuse: Vec<(usize, usize)>,
    /// Files to read: (previous where there was one, listed).
    pub read: Vec<(Option<usize>, usize)>,
    /// Files that are gone.
    pub drop: Vec<usize>,
}

impl RefreshPlan {
    /// Also reads files that are as they were: those of the previous list that are `wanted`.
    pub fn read_too(&mut self, wanted: impl Fn(usize) -> bool) {
        let again = self.reuse.extract_if(.., |(before, _)| wanted(*before));
        self.read.extend(again.map(|(before, listed)| (Some(before), listed)));
    }
}

/// Compares two lists sorted by path, the second made at `now`. O(both).
pub fn plan(previous: &[FileState], listed: &[DirEntry], now: i64) -> RefreshPlan {
    let mut plan = RefreshPlan::default();
    let (mut p, mut l) = (0, 0);
    while p < previous.len() || l < listed.len() {
        let order = match (previous.get(p), listed.get(l)) {
            (Some(before), Some(now)) => before.path.as_str().cmp(&now.path),
            (Some(_), None) => std::cmp::Ordering::Less,
            _ => std::cmp::Ordering::Greater,
        };
        match order {
            std::cmp::Ordering::Less => plan.drop.push(p),
            std::cmp::Ordering::Greater => plan.read.push((None, l)),
            std::cmp::Ordering::Equal if unchanged(&previous[p], &listed[l], now) => plan.reuse.push((p, l)),
            std::cmp::Ordering::Equal => plan.read.push((Some(p), l)),
        }
        p += usize::from(order.is_le());
        l += usize::from(order.is_ge());
    }
    plan
}

fn unchanged(before: &FileState, listed: &DirEntry, now: i64) -> bool {
    match listed.content {
        // What could not be read may be there now.
        Some(content) => content == before.content && before.status != FileStatus::Out(LeftOut::Unreadable),
        // A clock that went back makes a stamp young again.
        None => before.settled && before.stamp == listed.stamp && listed.stamp.settled(now),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::stamp::{SETTLING, Stamp};
    use indexer_core::ContentId;

    fn known(path: &str, mtime: i64, settled: bool) -> FileState {
        let stamp = Stamp { mtime, ..Stamp::default() };
        let status = FileStatus::Code("x".into());
        FileState { path: path.into(), stamp, settled, content: ContentId::default(), status }
    }

    fn listed(path: &str, mtime: i64) -> DirEntry {
        DirEntry { path: path.into(), stamp: Stamp { mtime, ..Stamp::default() }, content: None }
    }

    #[test]
    fn reuses_reads_and_drops() {
        let before = [known("a", 1, true), known("b", 1, true), known("d", 1, true)];
        let now = [listed("a", 1), listed("b", 2), listed("c", 1)];
        let plan = plan(&before, &now, SETTLING + 3);
        assert_eq!(plan.reuse, [(0, 0)]);
        assert_eq!(plan.read, [(Some(1), 1), (None, 2)]);
        assert_eq!(plan.drop, [2]);
        let mut plan = plan;
        plan.read_too(|before| before == 0);
        assert_eq!((plan.reuse, plan.read), (vec![], vec![(Some(1), 1), (None, 2), (Some(0), 0)]));
    }

    #[test]
    fn a_young_stamp_is_not_trusted() {
        let plan = plan(&[known("a", 1, false)], &[listed("a", 1)], SETTLING + 3);
        assert_eq!(plan.read, [(Some(0), 0)]);
    }

    #[test]
    fn a_clock_that_went_back_makes_a_stamp_young_again() {
        let (before, now) = ([known("a", 1, true)], [listed("a", 1)]);
        assert_eq!(plan(&before, &now, SETTLING + 2).reuse, [(0, 0)]);
        assert_eq!(plan(&before, &now, 1).read, [(Some(0), 0)]);
    }

    #[test]
    fn a_content_id_says_more_than_a_stamp() {
        let mut now = listed("a", 9);
        now.content = Some(ContentId::default());
        assert_eq!(plan(&[known("a", 1, false)], &[now.clone()], 0).reuse, [(0, 0)]);
        now.content = Some(ContentId::of(b"x"));
        assert_eq!(plan(&[known("a", 1, true)], &[now], 0).read, [(Some(0), 0)]);
    }
}
