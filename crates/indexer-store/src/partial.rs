//! Segments that are here in part: the rest comes when a question touches it.
//!
//! ```text
//! segments/<digest>.part     a file as long as the segment, whose absent bytes are holes
//! segments/<digest>.pieces   what a source needs to bring the rest: xxh3 of what follows u64 | bytes of the source's own
//! ```
//! Which bytes are there stands nowhere: every block of a segment has a checksum, and the checksums are there from the
//! beginning. A block that fails its own is absent, whoever died in the middle of writing it. So processes share such a
//! file without a lock: two that miss the same block both write it, and both write the same.
//!
//! Once every block is right the file is renamed, and is a segment as any other.

use crate::bytes::u64_at;
use crate::change::{open_to_fill, remove_file, rename_whole, write_at};
use crate::error::StoreError;
use crate::format::{BLOCK, HEADER};
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use xxhash_rust::xxh3::xxh3_64;

/// Blocks of a segment that come together.
pub(crate) const PIECE_BLOCKS: usize = 4;
/// Bytes of them, which are compressed together: less for each would make them larger.
const PIECE: usize = PIECE_BLOCKS * BLOCK;
/// Most pieces that are asked for at once, which are in memory then.
const MOST_PIECES: u32 = (16 << 20) / PIECE as u32;

/// Who has segments that are here in part.
pub trait SegmentSource: Send + Sync {
    /// The pieces of the segment that `table` describes, in words of the source's own; the error says what is wrong
    /// with it. Asks nobody yet.
    fn pieces(self: Arc<Self>, table: &[u8]) -> Result<Arc<dyn PieceSource>, String>;
}

/// Who has the pieces of one segment.
pub trait PieceSource: Send + Sync {
    /// The bytes of pieces, the first of which is numbered; at least the first of those that are wanted are among them.
    /// Blocks for a bounded time, a short one where somebody waits for an answer (`is_awaited`). The error says why
    /// they do not come, for people.
    fn fetch(&self, wanted: Range<u32>, is_awaited: bool) -> Result<(u32, Vec<u8>), String>;
}

/// How much is here of a segment that came in part. Counted in blocks, each of which has a checksum of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Blocks whose checksums are right.
    pub blocks_here: u64,
    /// All others.
    pub blocks_absent: u64,
    /// Bytes of the blocks that are absent, at most.
    pub bytes_absent: u64,
    /// Why one that was missed did not come.
    pub failure: Option<String>,
}

/// What became of waiting for pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// Those that were asked for are there, up to piece `end`.
    Here {
        /// The first that was not asked for.
        end: u32,
    },
    /// Somebody else brought the first of them, or failed to.
    Perhaps,
    /// They do not come.
    Never,
}

/// The file of a segment that is here in part, and who has the rest.
pub(crate) struct PartialFile {
    path: PathBuf,
    whole: PathBuf,
    /// `None` where it cannot be written.
    file: Option<File>,
    length: usize,
    source: Option<Arc<dyn SegmentSource>>,
    pieces: OnceLock<Result<Arc<dyn PieceSource>, String>>,
    under_way: Mutex<BTreeSet<u32>>,
    ended: Condvar,
    /// Why it will not become whole.
    failure: OnceLock<String>,
}

impl fmt::Debug for PartialFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartialFile").field("path", &self.path).finish_non_exhaustive()
    }
}

impl PartialFile {
    /// The file at `path`, which is to be `whole` once it is.
    pub(crate) fn open(
        path: PathBuf,
        whole: PathBuf,
        length: usize,
        source: Option<Arc<dyn SegmentSource>>,
    ) -> Self {
        Self {
            file: open_to_fill(&path).ok(),
            path,
            whole,
            length,
            source,
            pieces: OnceLock::new(),
            under_way: Mutex::default(),
            ended: Condvar::new(),
            failure: OnceLock::new(),
        }
    }

    /// How many pieces it has.
    pub(crate) fn count(&self) -> u32 {
        piece_count(self.length as u64)
    }

    /// Why it will not become whole, once that is known.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Brings `wanted`, or as many of them as come at once. What another thread is bringing is waited for. One failure
    /// of a question is the last: what is absent is made here then.
    pub(crate) fn bring(&self, wanted: Range<u32>, is_awaited: bool) -> Arrival {
        if self.failure.get().is_some() {
            return Arrival::Never;
        }
        let end = wanted.end.min(self.count()).min(wanted.start.saturating_add(MOST_PIECES));
        let mut under_way = self.lock();
        if under_way.contains(&wanted.start) {
            let ended = self.ended.wait_while(under_way, |under_way| under_way.contains(&wanted.start));
            drop(ended.unwrap_or_else(PoisonError::into_inner));
            return Arrival::Perhaps;
        }
        let end = under_way.range(wanted.start..end).next().copied().unwrap_or(end);
        under_way.extend(wanted.start..end);
        drop(under_way);
        let claim = Claim { partial: self, pieces: wanted.start..end };
        match self.fetch(claim.pieces.clone(), is_awaited) {
            Ok(()) => Arrival::Here { end },
            Err(reason) => {
                if is_awaited {
                    let _ = self.failure.set(reason);
                }
                Arrival::Never
            }
        }
    }

    fn fetch(&self, wanted: Range<u32>, is_awaited: bool) -> Result<(), String> {
        let file = self.file.as_ref().ok_or("the file cannot be written")?;
        if let Some((start, bytes)) = self.of_whole(wanted.clone()) {
            return write_at(&self.path, file, start, &bytes).map_err(|error| error.to_string());
        }
        let pieces = self.pieces.get_or_init(|| self.source_of_pieces()).as_ref()?;
        let (first, bytes) = pieces.fetch(wanted.clone(), is_awaited)?;
        let length = self.length as u64;
        let start = piece_extent(length, first).start;
        let end = start.saturating_add(bytes.len() as u64);
        if first > wanted.start || end < piece_extent(length, wanted.start).end || end > length {
            return Err("the source gave other bytes than were asked for".to_owned());
        }
        write_at(&self.path, file, start, &bytes).map_err(|error| error.to_string())
    }

    /// The bytes of pieces where the segment is here as a whole now, which somebody else made.
    fn of_whole(&self, wanted: Range<u32>) -> Option<(u64, Vec<u8>)> {
        let mut file = File::open(&self.whole).ok()?;
        let length = file.metadata().ok()?.len();
        let extents =
            (piece_extent(length, wanted.start), piece_extent(length, wanted.end.saturating_sub(1)));
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(extents.0.start)).ok()?;
        file.take(extents.1.end.saturating_sub(extents.0.start)).read_to_end(&mut bytes).ok()?;
        (length == self.length as u64).then_some((extents.0.start, bytes))
    }

    fn source_of_pieces(&self) -> Result<Arc<dyn PieceSource>, String> {
        let source = self.source.clone().ok_or("no shared store is named")?;
        let table = read_table(&table_of(&self.path)).map_err(|error| error.to_string())?;
        source.pieces(&table)
    }

    /// Gives the file the name of a whole segment; the caller checked every block.
    pub(crate) fn finish(&self) {
        // Where it is gone, or whole already, there is nothing to do.
        if rename_whole(&self.path, &self.whole).is_ok() {
            let _ = remove_file(&table_of(&self.path));
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<u32>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pieces that one thread brings; dropped also by a panic, so that nobody waits for ever.
struct Claim<'p> {
    partial: &'p PartialFile,
    pieces: Range<u32>,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.partial.lock().retain(|piece| !self.pieces.contains(piece));
        self.partial.ended.notify_all();
    }
}

/// The file that says what a source needs, beside a partial one.
pub(crate) fn table_of(partial: &Path) -> PathBuf {
    partial.with_extension("pieces")
}

fn read_table(path: &Path) -> Result<Vec<u8>, StoreError> {
    let mut bytes = fs::read(path)?;
    let sum = u64_at(&bytes, 0);
    bytes.drain(..8.min(bytes.len()));
    match sum == Some(xxh3_64(&bytes)) {
        true => Ok(bytes),
        false => Err(StoreError::Damaged("the pieces of a segment")),
    }
}

/// How many pieces a segment of `length` bytes has.
pub fn piece_count(length: u64) -> u32 {
    u32::try_from(length.saturating_sub(HEADER as u64).div_ceil(PIECE as u64)).unwrap_or(u32::MAX).max(1)
}

/// Bytes of a piece of a segment of `length` bytes. The header belongs to the first, so that all others begin where a
/// block does.
pub fn piece_extent(length: u64, piece: u32) -> Range<u64> {
    let start = |piece: u32| HEADER as u64 + u64::from(piece) * PIECE as u64;
    let first = if piece == 0 { 0 } else { start(piece) };
    first.min(length)..start(piece.saturating_add(1)).min(length)
}

/// The pieces without which a segment of `length` bytes cannot be opened: the first, with its header, and those of its
/// checksums. The length of the body follows from that of all.
pub fn opening_pieces(length: u64) -> [Range<u32>; 2] {
    let blocks = length.saturating_sub(HEADER as u64).div_ceil(BLOCK as u64 + 8);
    let checksums = length.saturating_sub(blocks * 8);
    let count = piece_count(length);
    let first = checksums.saturating_sub(HEADER as u64) / PIECE as u64;
    [0..1, u32::try_from(first).unwrap_or(u32::MAX).clamp(1, count)..count]
}
