//! Blocks: pieces of files, compressed, under the hash of their bytes.

use crate::error::RemoteError;
use bincode::{Decode, Encode};
use object_store::path::Path;
use sha2::{Digest as _, Sha256};
use std::io::Read;

/// Bytes of a file in one block, before they are compressed. Small enough to come within the time of a request on a
/// slow line, large enough that a request costs little beside it.
pub(crate) const BLOCK: usize = 8 << 20;
/// Bytes of a block as stored, at most: what cannot be compressed grows a little.
const MOST_STORED: u64 = BLOCK as u64 + (64 << 10);
/// Of zstd: level 3 is its own default. What is measured is in `docs/remote.md`.
const LEVEL: i32 = 3;
/// Logarithm of the largest window that a frame may ask for.
const LARGEST_WINDOW: u32 = 23;

/// A block, as a head names it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) struct BlockRef {
    /// SHA-256 of the bytes as stored.
    pub(crate) hash: [u8; 32],
    /// How many these are.
    pub(crate) stored: u32,
    /// How many they are when unpacked.
    pub(crate) plain: u32,
}

impl BlockRef {
    /// Where it is.
    pub(crate) fn path(&self) -> Path {
        let hex: String = self.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        Path::from_iter(["v1", "blocks", &hex[..2], &hex])
    }

    /// True for lengths that a block can have.
    pub(crate) fn is_bounded(&self) -> bool {
        self.plain as usize <= BLOCK && u64::from(self.stored) <= MOST_STORED
    }
}

/// A block of these bytes, and its bytes as stored.
pub(crate) fn pack(plain: &[u8]) -> Result<(BlockRef, Vec<u8>), RemoteError> {
    let stored = zstd::bulk::compress(plain, LEVEL).map_err(indexer_store::StoreError::from)?;
    let hash = Sha256::digest(&stored).into();
    Ok((BlockRef { hash, stored: stored.len() as u32, plain: plain.len() as u32 }, stored))
}

/// The bytes in a block; an error where what is stored is not what its name says. Never unpacks more than the head says,
/// nor anything before the hash agrees.
pub(crate) fn unpack(block: &BlockRef, stored: &[u8]) -> Result<Vec<u8>, RemoteError> {
    let damaged = |what| RemoteError::Damaged { object: block.path().to_string(), what };
    if stored.len() as u64 != u64::from(block.stored) {
        return Err(damaged("cut short or too long"));
    }
    if <[u8; 32]>::from(Sha256::digest(stored)) != block.hash {
        return Err(damaged("not what its name says"));
    }
    let mut plain = Vec::with_capacity(block.plain as usize);
    let frame = || -> std::io::Result<usize> {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(stored)?;
        decoder.window_log_max(LARGEST_WINDOW)?;
        decoder.take(u64::from(block.plain) + 1).read_to_end(&mut plain)
    };
    match { frame }() {
        Ok(_) if plain.len() == block.plain as usize => Ok(plain),
        _ => Err(damaged("no block")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_what_its_name_says() {
        let plain: Vec<u8> = (0..100_000_u32).flat_map(|n| (n / 7).to_le_bytes()).collect();
        let (block, stored) = pack(&plain).unwrap();
        assert!(stored.len() < plain.len() && block.is_bounded());
        assert_eq!(unpack(&block, &stored).unwrap(), plain);
        for at in (0..stored.len()).step_by(97) {
            let mut flipped = stored.clone();
            flipped[at] ^= 1;
            assert!(unpack(&block, &flipped).is_err(), "byte {at}");
            assert!(unpack(&block, &stored[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn no_more_is_unpacked_than_the_head_says() {
        let (mut block, stored) = pack(&vec![0; BLOCK]).unwrap();
        block.plain = 10;
        assert!(unpack(&block, &stored).is_err(), "a frame that holds more than it may");
    }
}
