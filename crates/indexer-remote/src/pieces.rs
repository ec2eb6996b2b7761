//! Pieces of segments, as questions miss them.

use crate::block::{BlockRef, FrameRef, pieces_of_block, unpack, unpack_piece};
use crate::error::RemoteError;
use crate::objects::{ALL_ATTEMPTS, AT_ONCE, FIRST};
use crate::remote_head::FileBlocks;
use crate::store::SharedStore;
use futures_util::{StreamExt, TryStreamExt, stream};
use indexer_store::{PieceSource, SegmentSource, piece_extent};
use object_store::path::Path;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Pieces in one request: 2 MB, so that many of them come over several connections.
const RUN: u32 = 32;
/// Questions wait so long for pieces, all together; then the store is given up. Local work takes less on most
/// repositories, and a good store brings all of a large one in that time.
const MOST_WAITED: Duration = Duration::from_secs(60);

/// Who has the pieces of one segment.
struct RemoteSegment {
    store: Arc<SharedStore>,
    file: FileBlocks,
}

impl SegmentSource for SharedStore {
    fn pieces(self: Arc<Self>, table: &[u8]) -> Result<Arc<dyn PieceSource>, String> {
        let file = FileBlocks::from_table(table).ok_or("the table of its pieces is of another version")?;
        Ok(Arc::new(RemoteSegment { store: self, file }))
    }
}

impl PieceSource for RemoteSegment {
    fn fetch(&self, wanted: Range<u32>, is_awaited: bool) -> Result<(u32, Vec<u8>), String> {
        let store = &*self.store;
        if let Some(reason) = store.given_up.get() {
            return Err(reason.clone());
        }
        let started = Instant::now();
        let patience = if is_awaited { FIRST } else { ALL_ATTEMPTS };
        let came = store.run(|| async {
            let pieces = fetch_pieces(store, &self.file, wanted);
            let late = |_| RemoteError::Slow { seconds: patience.as_secs() };
            tokio::time::timeout(patience, pieces).await.map_err(late)?
        });
        let came = came.map_err(|error| {
            store.note(&error);
            (error.to_string(), error.is_of_all())
        });
        if !is_awaited {
            return came.map_err(|(reason, _)| reason);
        }
        let waited = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let waited = store.waited_ms.fetch_add(waited, Ordering::Relaxed).saturating_add(waited);
        if Duration::from_millis(waited) > MOST_WAITED {
            let seconds = MOST_WAITED.as_secs();
            let _ = store.given_up.set(format!("questions waited more than {seconds} s for the store"));
        }
        came.map_err(|(reason, is_of_all)| {
            if is_of_all {
                let _ = store.given_up.set(reason.clone());
            }
            reason
        })
    }
}

/// The bytes of consecutive pieces of a segment, with the number of the first. A server that only gives whole objects
/// gives more of them than were wanted.
pub(crate) async fn fetch_pieces(
    store: &SharedStore,
    file: &FileBlocks,
    wanted: Range<u32>,
) -> Result<(u32, Vec<u8>), RemoteError> {
    if store.has_ranges.load(Ordering::Relaxed) {
        match fetch_runs(store, file, wanted.clone()).await {
            Err(RemoteError::NoRanges) => store.has_ranges.store(false, Ordering::Relaxed),
            // What is wrong with an object as a whole, only all of it tells.
            Err(RemoteError::Unreachable(_) | RemoteError::Damaged { .. }) => {}
            outcome => return outcome.map(|bytes| (wanted.start, bytes)),
        }
    }
    let step = pieces_of_block();
    let first = wanted.start / step;
    let blocks = file.blocks.iter().skip(first as usize).take((wanted.end.div_ceil(step) - first) as usize);
    let mut came = stream::iter(blocks.map(|block| whole_block(store, block))).buffered(AT_ONCE);
    let mut bytes = Vec::new();
    while let Some(block) = came.try_next().await? {
        bytes.extend_from_slice(&block);
    }
    Ok((first * step, bytes))
}

async fn fetch_runs(
    store: &SharedStore,
    file: &FileBlocks,
    wanted: Range<u32>,
) -> Result<Vec<u8>, RemoteError> {
    let runs = runs(wanted).map(|run| fetch_run(store, file, run));
    let mut came = stream::iter(runs).buffered(AT_ONCE);
    let mut bytes = Vec::new();
    while let Some(run) = came.try_next().await? {
        bytes.extend_from_slice(&run);
    }
    Ok(bytes)
}

/// The same pieces in runs, none of which is long or reaches from one block into another.
fn runs(wanted: Range<u32>) -> impl Iterator<Item = Range<u32>> {
    let step = RUN.min(pieces_of_block());
    let ends = (wanted.start / step..wanted.end.div_ceil(step)).map(move |run| run * step..(run + 1) * step);
    ends.map(move |run| run.start.max(wanted.start)..run.end.min(wanted.end))
}

async fn fetch_run(store: &SharedStore, file: &FileBlocks, run: Range<u32>) -> Result<Vec<u8>, RemoteError> {
    let step = pieces_of_block();
    let none = || RemoteError::Damaged { object: "a segment".to_owned(), what: "shorter than its head says" };
    let block: &BlockRef = file.blocks.get((run.start / step) as usize).ok_or_else(none)?;
    let first = (run.start % step) as usize;
    let frames = block.frames.get(first..first + run.len()).ok_or_else(none)?;
    let stored = |frames: &[FrameRef]| -> u64 { frames.iter().map(|frame| u64::from(frame.stored)).sum() };
    let start = stored(&block.frames[..first]);
    let range = start..start + stored(frames);
    let path = store.naming.block(block);
    let came = store.objects.get_range(&path, store.naming.block_range(block, &range)).await?;
    let came = store.naming.open_range(block, &range, came.ok_or_else(|| missing(&path))?)?;
    let (mut bytes, mut at, length) = (Vec::new(), 0, file.plain());
    for (piece, frame) in run.zip(frames) {
        let end = at + frame.stored as usize;
        let extent = piece_extent(length, piece);
        let frame_bytes = came.get(at..end).unwrap_or_default();
        bytes.extend_from_slice(&unpack_piece(frame, &path, frame_bytes, extent.end - extent.start)?);
        at = end;
    }
    Ok(bytes)
}

/// The bytes in a block.
pub(crate) async fn whole_block(store: &SharedStore, block: &BlockRef) -> Result<Vec<u8>, RemoteError> {
    let path = store.naming.block(block);
    let length = store.naming.stored_length(u64::from(block.stored));
    let object = store.objects.get(&path, length).await?.ok_or_else(|| missing(&path))?;
    unpack(block, &path, &store.naming.open(&path, object)?)
}

/// A block that a head names is not there.
fn missing(path: &Path) -> RemoteError {
    RemoteError::Damaged { object: path.to_string(), what: "missing" }
}
