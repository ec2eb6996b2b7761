//! What tools read: a stack of segments.

use crate::live::LiveMask;
use crate::record::FileRecord;
use crate::segment::Segment;
use bincode::{Decode, Encode};
use std::sync::Arc;

/// When and how a view was built, and what it leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct ViewInfo {
    /// Counts up with every change of the worktree's index.
    pub generation: u64,
    /// When it was built: seconds since 1970, UTC, as the caller says.
    pub built_at: u64,
    /// The commit that the worktree was at, in hexadecimal digits, where it was known.
    pub head_commit: Option<String>,
    /// How long the last build took, in milliseconds.
    pub duration_ms: u64,
    /// How many files were left out, by reason, sorted by reason.
    pub left_out: Vec<(String, u64)>,
    /// Hash of the settings under which it was built.
    pub settings: u64,
}

/// One segment of a view.
#[derive(Clone, Debug)]
pub struct ViewSegment {
    /// The segment.
    pub segment: Arc<Segment>,
    /// Which of its files count.
    pub live: LiveMask,
}

/// An immutable stack of segments, newest first, in which every path is live at most once. Cheap
/// to clone; may be shared by threads.
#[derive(Clone, Debug)]
pub struct View {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    info: ViewInfo,
    segments: Vec<ViewSegment>,
}

/// Counts over all live files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Files, manifests and files that are only listed included.
    pub files: u64,
    /// Symbols.
    pub symbols: u64,
    /// References.
    pub references: u64,
    /// References by resolution, in the order of `Resolution::ALL`.
    pub by_resolution: [u64; 4],
    /// Bytes of the files.
    pub source_bytes: u64,
    /// Lines of the files.
    pub lines: u64,
    /// Files with problems.
    pub with_problems: u64,
    /// Bytes of the segments, dead files included.
    pub index_bytes: u64,
}

impl View {
    /// A view of `segments`, newest first, whose masks leave every path live at most once. O(1).
    pub fn new(info: ViewInfo, segments: Vec<ViewSegment>) -> View {
        View { inner: Arc::new(Inner { info, segments }) }
    }

    /// The view of nothing.
    pub fn empty() -> View {
        View::new(ViewInfo::default(), Vec::new())
    }

    /// A view of one segment in memory with these records, in any order; for tests and for views
    /// that are not published. Of records with equal paths the last counts. O(index).
    pub fn in_memory(records: Vec<FileRecord>) -> View {
        let _ = records;
        todo!()
    }

    /// This view with `segment` on top: its files and the paths in `removed` are no longer live
    /// below. O((files of `segment` + removed) * segments).
    pub fn layered(&self, info: ViewInfo, segment: Arc<Segment>, removed: &[String]) -> View {
        let _ = (info, segment, removed);
        todo!()
    }

    /// When and how it was built.
    pub fn info(&self) -> &ViewInfo {
        &self.inner.info
    }

    /// Counts up with every change of the worktree's index.
    pub fn generation(&self) -> u64 {
        self.inner.info.generation
    }

    /// The segments, newest first.
    pub fn segments(&self) -> &[ViewSegment] {
        &self.inner.segments
    }

    /// True when bytes of some segment failed a check: answers are not to be used; drop the
    /// segments that say `damaged()`, build them again and ask again.
    pub fn damaged(&self) -> bool {
        self.inner.segments.iter().any(|s| s.segment.damaged())
    }

    /// Counts over all live files. O(files).
    pub fn totals(&self) -> Totals {
        todo!()
    }

    /// The records of all live files in path order, read one by one. O(index).
    pub fn records(&self) -> impl Iterator<Item = FileRecord> + '_ {
        self.files().map(|file| file.record())
    }
}
