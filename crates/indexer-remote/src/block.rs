//! Blocks: runs of bytes of a file, compressed, under the hash of what is stored.
//!
//! A block of a facts pack is one zstd frame. One of a segment is a frame for each of its pieces, one after the other, so
//! that a piece is read without the others; all of them together are still what any program makes of zstd unpacks.

use crate::error::RemoteError;
use bincode::{Decode, Encode};
use indexer_store::{piece_count, piece_extent};
use object_store::path::Path;
use sha2::{Digest as _, Sha256};
use std::io::Read;
use std::ops::Range;

/// Bytes of a file in one block, before they are compressed. Small enough to come within the time of a request on a
/// slow line, large enough that a request costs little beside it.
pub(crate) const BLOCK: usize = 8 << 20;
/// Bytes of a block at most: the first of a segment has its header too.
const MOST_PLAIN: usize = BLOCK + (64 << 10);
/// Bytes of a block as stored, at most: what cannot be compressed grows a little.
const MOST_STORED: u64 = MOST_PLAIN as u64 + (64 << 10);
/// Of zstd: level 3 is its own default. What is measured is in `docs/remote.md`.
const LEVEL: i32 = 3;
/// Logarithm of the largest window that a frame may ask for.
const LARGEST_WINDOW: u32 = 23;

/// A block, as a head names it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) struct BlockRef {
    /// SHA-256 of the bytes as stored, before they are encrypted.
    pub(crate) hash: [u8; 32],
    /// How many these are.
    pub(crate) stored: u32,
    /// How many they are when unpacked.
    pub(crate) plain: u32,
    /// Of a block of a segment the frames of its pieces, in their order; none where it is one frame.
    pub(crate) frames: Vec<FrameRef>,
}

/// A frame of a block, as a head names it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) struct FrameRef {
    /// SHA-256 of the bytes as stored.
    pub(crate) hash: [u8; 32],
    /// How many these are.
    pub(crate) stored: u32,
}

impl BlockRef {
    /// True for lengths that a block can have.
    pub(crate) fn is_bounded(&self) -> bool {
        let frames: u64 = self.frames.iter().map(|frame| u64::from(frame.stored)).sum();
        self.plain as usize <= MOST_PLAIN
            && u64::from(self.stored) <= MOST_STORED
            && (self.frames.is_empty() || frames == u64::from(self.stored))
    }
}

/// Pieces of a segment in one block.
pub(crate) fn pieces_of_block() -> u32 {
    // Of a segment that is long enough to have a whole one.
    let piece = piece_extent(u64::MAX, 1);
    u32::try_from(BLOCK as u64 / (piece.end - piece.start)).unwrap_or(1).max(1)
}

/// A block of these bytes in one frame, and its bytes as stored.
pub(crate) fn pack(plain: &[u8]) -> Result<(BlockRef, Vec<u8>), RemoteError> {
    let stored = zstd::bulk::compress(plain, LEVEL).map_err(indexer_store::StoreError::from)?;
    Ok((block_of(&stored, plain.len(), Vec::new()), stored))
}

/// The block of these pieces of a segment, and its bytes as stored.
pub(crate) fn pack_pieces(segment: &[u8], pieces: Range<u32>) -> Result<(BlockRef, Vec<u8>), RemoteError> {
    let length = segment.len() as u64;
    let mut compressor = zstd::bulk::Compressor::new(LEVEL).map_err(indexer_store::StoreError::from)?;
    let (mut stored, mut plain, mut frames) = (Vec::new(), 0, Vec::new());
    for piece in pieces {
        let extent = piece_extent(length, piece);
        let bytes = segment.get(extent.start as usize..extent.end as usize).unwrap_or_default();
        let frame = compressor.compress(bytes).map_err(indexer_store::StoreError::from)?;
        plain += bytes.len();
        frames.push(FrameRef { hash: Sha256::digest(&frame).into(), stored: frame.len() as u32 });
        stored.extend_from_slice(&frame);
    }
    Ok((block_of(&stored, plain, frames), stored))
}

fn block_of(stored: &[u8], plain: usize, frames: Vec<FrameRef>) -> BlockRef {
    let hash = Sha256::digest(stored).into();
    BlockRef { hash, stored: stored.len() as u32, plain: plain as u32, frames }
}

/// The pieces that each of the blocks of a segment of `length` bytes holds.
pub(crate) fn blocks_of(length: u64) -> impl Iterator<Item = Range<u32>> {
    let (count, step) = (piece_count(length), pieces_of_block());
    (0..count).step_by(step as usize).map(move |first| first..(first + step).min(count))
}

/// The bytes in a block, of which the object is at `path`; an error where what is stored is not what its name says. Never unpacks more than the head says,
/// nor anything before the hash agrees.
pub(crate) fn unpack(block: &BlockRef, path: &Path, stored: &[u8]) -> Result<Vec<u8>, RemoteError> {
    unpack_frame(path, (&block.hash, u64::from(block.stored)), stored, u64::from(block.plain))
}

/// The bytes of a piece, `plain` many, in its frame of a block; an error as from [`unpack`].
pub(crate) fn unpack_piece(
    frame: &FrameRef,
    path: &Path,
    stored: &[u8],
    plain: u64,
) -> Result<Vec<u8>, RemoteError> {
    unpack_frame(path, (&frame.hash, u64::from(frame.stored)), stored, plain)
}

fn unpack_frame(
    path: &Path,
    (hash, length): (&[u8; 32], u64),
    stored: &[u8],
    plain: u64,
) -> Result<Vec<u8>, RemoteError> {
    let damaged = |what| RemoteError::Damaged { object: path.to_string(), what };
    if stored.len() as u64 != length {
        return Err(damaged("cut short or too long"));
    }
    if <[u8; 32]>::from(Sha256::digest(stored)) != *hash {
        return Err(damaged("not what its name says"));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(plain).unwrap_or_default().min(MOST_PLAIN));
    let frame = || -> std::io::Result<usize> {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(stored)?;
        decoder.window_log_max(LARGEST_WINDOW)?;
        decoder.take(plain + 1).read_to_end(&mut bytes)
    };
    match { frame }() {
        Ok(_) if bytes.len() as u64 == plain => Ok(bytes),
        _ => Err(damaged("no block")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> Path {
        Path::from("block")
    }

    #[test]
    fn a_block_is_what_its_name_says() {
        let plain: Vec<u8> = (0..100_000_u32).flat_map(|n| (n / 7).to_le_bytes()).collect();
        let (block, stored) = pack(&plain).unwrap();
        assert!(stored.len() < plain.len() && block.is_bounded());
        assert_eq!(unpack(&block, &path(), &stored).unwrap(), plain);
        for at in (0..stored.len()).step_by(97) {
            let mut flipped = stored.clone();
            flipped[at] ^= 1;
            assert!(unpack(&block, &path(), &flipped).is_err(), "byte {at}");
            assert!(unpack(&block, &path(), &stored[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn no_more_is_unpacked_than_the_head_says() {
        let (mut block, stored) = pack(&vec![0; BLOCK]).unwrap();
        block.plain = 10;
        assert!(unpack(&block, &path(), &stored).is_err(), "a frame that holds more than it may");
    }

    #[test]
    fn the_pieces_of_a_segment_are_read_alone_and_its_blocks_are_whole() {
        let step = pieces_of_block();
        let length = piece_extent(u64::MAX, step + 2).start + 1000;
        let segment: Vec<u8> = (0..length as u32).map(|n| (n / 900) as u8 ^ (n % 7) as u8).collect();
        let blocks: Vec<Range<u32>> = blocks_of(length).collect();
        assert_eq!(blocks, [0..step, step..step + 3]);
        let mut all = Vec::new();
        for pieces in blocks {
            let (block, stored) = pack_pieces(&segment, pieces.clone()).unwrap();
            assert!(block.is_bounded() && block.frames.len() == pieces.len());
            all.extend(unpack(&block, &path(), &stored).unwrap());
            let mut at = 0;
            for (piece, frame) in pieces.zip(&block.frames) {
                let bytes = &stored[at..at + frame.stored as usize];
                let extent = piece_extent(length, piece);
                let plain = extent.end - extent.start;
                let read = unpack_piece(frame, &path(), bytes, plain).unwrap();
                assert_eq!(read, segment[extent.start as usize..extent.end as usize]);
                assert!(unpack_piece(frame, &path(), &bytes[1..], plain).is_err());
                assert!(unpack_piece(frame, &path(), bytes, plain - 1).is_err());
                at += frame.stored as usize;
            }
        }
        assert_eq!(all, segment);
    }
}
