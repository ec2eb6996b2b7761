//! Records of symbols in compressed blocks: signatures and documentation are read for what is shown alone.

use crate::frames;
use std::sync::OnceLock;

/// Symbols of a block: a dozen lines of them are a few KB, which take some microseconds.
pub(crate) const BLOCK_SYMBOLS: usize = 64;

/// Bytes that the records of a block may hold: a crafted length asks for no more memory.
const LARGEST: u64 = 64 << 20;

/// Of zstd. Twice as fast as the next that is smaller by a fiftieth.
const LEVEL: i32 = 3;

/// A frame for each [`BLOCK_SYMBOLS`] records.
pub(crate) struct BlockFrames<I> {
    records: I,
    plain: Vec<u8>,
}

impl<I> BlockFrames<I> {
    pub(crate) fn new(records: I) -> Self {
        Self { records, plain: Vec::new() }
    }
}

impl<'a, I: Iterator<Item = &'a [u8]>> Iterator for BlockFrames<I> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        self.plain.clear();
        let before = self.records.by_ref().take(BLOCK_SYMBOLS).fold(0, |count, record| {
            self.plain.extend_from_slice(record);
            count + 1
        });
        // An empty frame, which a failure gives, reads as damaged.
        (before > 0).then(|| frames::compressed(&self.plain, LEVEL).unwrap_or_default())
    }
}

/// Blocks that were read, decompressed: they stay as long as the segment is open.
#[derive(Debug, Default)]
pub(crate) struct ReadBlocks(OnceLock<Vec<OnceLock<ReadBlock>>>);

/// The bytes of a block; `None` where it is damaged.
type ReadBlock = Option<Box<[u8]>>;

impl ReadBlocks {
    /// What block `at` of `count` holds: `length` bytes, from the frame that `frame` gives where it was not read
    /// before. `None` where the frame is damaged or holds something else.
    pub(crate) fn read<'a>(
        &'a self,
        (at, count): (usize, usize),
        length: u64,
        frame: impl FnOnce() -> &'a [u8],
    ) -> Option<&'a [u8]> {
        let blocks = self.0.get_or_init(|| (0..count).map(|_| OnceLock::new()).collect());
        blocks.get(at)?.get_or_init(|| decompressed(length, frame).map(Vec::into_boxed_slice)).as_deref()
    }

    /// For how many blocks there is a place.
    #[cfg(test)]
    pub(crate) fn slots(&self) -> usize {
        self.0.get().map_or(0, Vec::len)
    }
}

/// The block that was read last of those of one segment.
#[derive(Debug, Default)]
pub(crate) struct ScannedBlock {
    /// Which one, and its bytes; `None` where it is damaged.
    last: Option<(u32, Option<Vec<u8>>)>,
}

impl ScannedBlock {
    /// What block `at` holds, as [`ReadBlocks::read`] says it.
    pub(crate) fn read<'a>(
        &mut self,
        at: u32,
        length: u64,
        frame: impl FnOnce() -> &'a [u8],
    ) -> Option<&[u8]> {
        if self.last.as_ref().is_none_or(|(last, _)| *last != at) {
            self.last = Some((at, decompressed(length, frame)));
        }
        self.last.as_ref().and_then(|(_, plain)| plain.as_deref())
    }
}

/// The `length` bytes of a frame; `None` where it is damaged or holds something else.
fn decompressed<'a>(length: u64, frame: impl FnOnce() -> &'a [u8]) -> Option<Vec<u8>> {
    let length = usize::try_from(Some(length).filter(|length| *length <= LARGEST)?).ok()?;
    let plain = frames::decompressed(frame(), length)?;
    (plain.len() == length).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_their_records_and_nothing_else_is_one() {
        let records: Vec<Vec<u8>> = (0..150_u8).map(|n| vec![n; usize::from(n % 7)]).collect();
        let frames: Vec<Vec<u8>> = BlockFrames::new(records.iter().map(Vec::as_slice)).collect();
        assert_eq!(frames.len(), 3);
        let (read, mut scanned) = (ReadBlocks::default(), ScannedBlock::default());
        for (at, (frame, block)) in frames.iter().zip(records.chunks(BLOCK_SYMBOLS)).enumerate() {
            let block = block.concat();
            assert_eq!(read.read((at, 3), block.len() as u64, || frame), Some(block.as_slice()));
            assert_eq!(read.read((at, 3), block.len() as u64, || &[]), Some(block.as_slice()), "it is kept");
            assert_eq!(scanned.read(at as u32, block.len() as u64, || frame), Some(block.as_slice()));
            assert_eq!(
                scanned.read(at as u32, block.len() as u64, || &[]),
                Some(block.as_slice()),
                "it is kept"
            );
            let length = block.len() as u64;
            for wrong in [length + 1, length - 1, u64::MAX] {
                assert_eq!(ReadBlocks::default().read((at, 3), wrong, || frame), None);
            }
            assert_eq!(ReadBlocks::default().read((at, 3), length, || &frame[1..]), None);
        }
        assert_eq!(scanned.read(0, 1, || &[]), None, "one alone is kept");
        assert_eq!(read.read((3, 3), 0, || &[]), None);
        assert_eq!(BlockFrames::new(std::iter::empty()).count(), 0);
    }
}
