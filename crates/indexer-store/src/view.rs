//! Views: stacks of segments, which tools read as one index.

use crate::catalogue::FileOrder;
use crate::file::FileRef;
use crate::format::Section as S;
use crate::live::LiveMask;
use crate::record::FileRecord;
use crate::reference::ReferenceRef;
use crate::segment::Segment;
use crate::symbol::SymbolRef;
use bincode::{Decode, Encode};
use indexer_core::key::hash_numbers;
use std::sync::{Arc, OnceLock};

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
    /// A number for the symbolic links on the way of paths, as they were when it was linked.
    pub links: u64,
}

/// One segment of a view.
#[derive(Clone, Debug)]
pub struct ViewSegment {
    /// The bytes, open for reading; several views may share them.
    pub segment: Arc<Segment>,
    /// Which of its files no newer segment replaces.
    pub live: LiveMask,
}

impl ViewSegment {
    /// A segment all of whose files are live.
    pub fn all(segment: Segment) -> Self {
        Self { segment: Arc::new(segment), live: LiveMask::all() }
    }
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
    /// Made when it is first asked for.
    order: OnceLock<FileOrder>,
}

/// Counts over all live files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Files, manifests and files that are only listed included.
    pub files: u64,
    /// Definitions of all kinds.
    pub symbols: u64,
    /// Uses of names, whatever is known of them.
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

static NOTHING: OnceLock<Segment> = OnceLock::new();

fn nothing() -> Segment {
    Segment::open(crate::write(&[]), None).expect("what was just written opens")
}

impl View {
    /// A view of `segments`, newest first, whose masks leave every path live at most once. O(1).
    pub fn new(info: ViewInfo, segments: Vec<ViewSegment>) -> View {
        View { inner: Arc::new(Inner { info, segments, order: OnceLock::new() }) }
    }

    /// A view without segments.
    pub fn empty() -> View {
        View::new(ViewInfo::default(), Vec::new())
    }

    /// A view of one segment in memory with these records, in any order; for tests and for views
    /// that are not published. Of records with equal paths the last counts. O(index).
    pub fn in_memory(mut records: Vec<FileRecord>) -> View {
        // Sorting is stable, so the last of equal paths comes first after turning around.
        records.reverse();
        records.sort_by(|a, b| a.path.cmp(&b.path));
        records.dedup_by(|later, kept| later.path == kept.path);
        let segment = Segment::open(crate::write(&records), None).expect("what was just written opens");
        View::new(ViewInfo::default(), vec![ViewSegment::all(segment)])
    }

    /// This view with `segment` on top: its files and the paths in `removed` are no longer live
    /// below. O((files of `segment` + removed + dead files) * segments).
    pub fn layered<P: AsRef<str>>(&self, info: ViewInfo, segment: Arc<Segment>, removed: &[P]) -> View {
        let replaced = (0..segment.file_count()).map(|file| segment.file_path(file));
        let gone: Vec<&str> = replaced.chain(removed.iter().map(AsRef::as_ref)).collect();
        let below = self.inner.segments.iter().map(|old| {
            let mut live = old.live.clone();
            live.kill_all(gone.iter().filter_map(|path| old.segment.find(path)));
            ViewSegment { segment: Arc::clone(&old.segment), live }
        });
        let below: Vec<ViewSegment> = below.collect();
        let top = ViewSegment { segment, live: LiveMask::all() };
        View::new(info, std::iter::once(top).chain(below).collect())
    }

    /// The same segments with another [`ViewInfo`]. O(segments).
    #[must_use]
    pub fn with_info(&self, info: ViewInfo) -> View {
        View::new(info, self.inner.segments.clone())
    }

    /// When and how it was built.
    pub fn info(&self) -> &ViewInfo {
        &self.inner.info
    }

    /// Counts up with every change of the worktree's index.
    pub fn generation(&self) -> u64 {
        self.inner.info.generation
    }

    /// Hash of the settings and of the paths and contents of all live files: equal where these are,
    /// whatever segments hold them and however they came there. O(dead files), and O(files) for the
    /// first view that has a segment.
    pub fn version(&self) -> u64 {
        // A sum, so that it depends on no order and what is dead is taken away again.
        let live = self.inner.segments.iter().map(|ViewSegment { segment, live }| {
            let dead = live.dead_files().iter().map(|file| segment.file(*file).hash());
            dead.fold(segment.contents(), u64::wrapping_sub)
        });
        hash_numbers([self.inner.info.settings, live.fold(0, u64::wrapping_add)])
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

    /// Checks every block of all segments; true when all are right. O(length).
    pub fn verify(&self) -> bool {
        // Every one, so that all that is damaged is known.
        self.inner.segments.iter().filter(|held| !held.segment.verify()).count() == 0
    }

    /// Counts over all live files. O(files).
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for (number, held) in self.numbered() {
            totals.index_bytes += held.bytes().len() as u64;
            for index in (0..held.file_count()).filter(|index| self.is_live(number, *index)) {
                let file = FileRef { view: self, segment: number, index };
                totals.files += 1;
                totals.symbols += u64::from(file.symbol_count());
                totals.references += u64::from(file.reference_count());
                totals.source_bytes += u64::from(file.bytes());
                totals.lines += u64::from(file.lines());
                totals.with_problems += u64::from(file.has_problems());
                for (sum, count) in totals.by_resolution.iter_mut().zip(file.by_resolution()) {
                    *sum += u64::from(count);
                }
            }
        }
        totals
    }

    /// The records of all live files in path order, read one by one. O(index).
    pub fn records(&self) -> impl Iterator<Item = FileRecord> + '_ {
        self.files().map(|file| file.record())
    }

    /// The order of the live files; made where there is none yet.
    pub(crate) fn order(&self, make: impl FnOnce() -> FileOrder) -> &FileOrder {
        self.inner.order.get_or_init(make)
    }

    /// The segments with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (u32, &Segment)> {
        (0u32..).zip(self.inner.segments.iter().map(|held| &*held.segment))
    }

    /// Segment `number`; an empty one for the number of none, which a handle of another view may
    /// have.
    pub(crate) fn segment(&self, number: u32) -> &Segment {
        let found = self.inner.segments.get(number as usize).map(|held| &*held.segment);
        found.unwrap_or_else(|| NOTHING.get_or_init(nothing))
    }

    pub(crate) fn is_live(&self, segment: u32, file: u32) -> bool {
        self.inner.segments.get(segment as usize).is_some_and(|held| held.live.is_live(file))
    }

    pub(crate) fn is_live_symbol(&self, symbol: SymbolRef) -> bool {
        self.owner_is_live(symbol.segment, S::FileSymbolStart, symbol.index)
    }

    pub(crate) fn is_live_reference(&self, reference: ReferenceRef) -> bool {
        self.owner_is_live(reference.segment, S::FileReferenceStart, reference.index)
    }

    fn owner_is_live(&self, segment: u32, starts: S, item: u32) -> bool {
        self.inner.segments.get(segment as usize).is_some_and(|held| {
            held.live.is_all() || held.live.is_live(held.segment.columns.owner_of(starts, item))
        })
    }
}
