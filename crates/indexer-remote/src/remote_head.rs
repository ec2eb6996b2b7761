//! Heads in a store: which blocks the index of a revision consists of.

use crate::block::{BlockRef, blocks_of};
use crate::error::RemoteError;
use bincode::{Decode, Encode};
use indexer_store::{Digest, Head};
use object_store::path::Path;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;

/// First bytes of a head, with the version of its layout.
const MAGIC: &[u8; 8] = b"ixremo02";
/// Bytes of the name and the version.
const NAMED: usize = 6;
/// Bytes before the record: the magic and the SHA-256 of the record.
const FIXED: usize = 40;
/// Bytes of a head at most: a repository of four million files has one.
pub(crate) const MOST: u64 = 64 << 20;
/// Bytes of all files that a head names, at most.
const MOST_PLAIN: u64 = 64 << 30;

const RECORD: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<{ 64 << 20 }>,
> = bincode::config::standard().with_limit::<{ 64 << 20 }>();

/// A file in blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(crate) struct FileBlocks {
    /// In their order.
    pub(crate) blocks: Vec<BlockRef>,
}

impl FileBlocks {
    /// Bytes of the file.
    pub(crate) fn plain(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.plain)).sum()
    }

    /// True where each piece of a segment in it is a frame of its own.
    pub(crate) fn is_in_pieces(&self) -> bool {
        let pieces = blocks_of(self.plain()).map(|pieces| pieces.len());
        pieces.eq(self.blocks.iter().map(|block| block.frames.len()))
    }

    /// The bytes of the table that stands beside a segment that is here in part.
    pub(crate) fn to_table(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, RECORD).unwrap_or_default()
    }

    /// What such a table says; the caller's copy has a sum of its own.
    pub(crate) fn from_table(table: &[u8]) -> Option<Self> {
        let (file, length) = bincode::decode_from_slice::<Self, _>(table, RECORD).ok()?;
        let is_sound = length == table.len() && file.blocks.iter().all(BlockRef::is_bounded);
        (is_sound && file.is_in_pieces()).then_some(file)
    }
}

/// A facts pack in blocks.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) struct RemotePack {
    /// Hashes of the keys of its entries, sorted.
    pub(crate) keys: Vec<u64>,
    /// Where its bytes are.
    pub(crate) file: FileBlocks,
}

/// The index of one revision.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) struct RemoteHead {
    /// The head as the cache has it.
    pub(crate) head: Head,
    /// Its segments, in the order of the head.
    pub(crate) segments: Vec<FileBlocks>,
    /// Packs that together hold the facts of its files, and of others.
    pub(crate) packs: Vec<RemotePack>,
}

/// The facts of one part of the files of a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(crate) struct RemoteFacts {
    /// Packs that together hold them.
    pub(crate) packs: Vec<RemotePack>,
}

impl RemoteFacts {
    /// All blocks that they are in.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &BlockRef> {
        self.packs.iter().flat_map(|pack| &pack.file.blocks)
    }

    /// The bytes of the object, as of a head.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, RemoteError> {
        sealed(self)
    }

    /// The facts in the bytes of an object.
    pub(crate) fn from_bytes(bytes: &[u8], object: &Path) -> Result<Self, RemoteError> {
        let facts: Self = opened(bytes, object)?;
        let plain = facts.blocks().map(|block| u64::from(block.plain)).fold(0_u64, u64::saturating_add);
        if facts.blocks().all(BlockRef::is_bounded) && plain <= MOST_PLAIN {
            return Ok(facts);
        }
        Err(RemoteError::Damaged { object: object.to_string(), what: "no facts" })
    }
}

impl RemoteHead {
    /// All blocks that it names.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &BlockRef> {
        let packs = self.packs.iter().map(|pack| &pack.file);
        self.segments.iter().chain(packs).flat_map(|file| &file.blocks)
    }

    /// The blocks of a segment that it names.
    pub(crate) fn segment(&self, digest: Digest) -> Option<&FileBlocks> {
        self.head.segments.iter().position(|one| one.digest == digest).map(|at| &self.segments[at])
    }

    /// Hashes of the keys of all facts.
    pub(crate) fn keys(&self) -> BTreeSet<u64> {
        self.packs.iter().flat_map(|pack| pack.keys.iter().copied()).collect()
    }

    /// The bytes of the object: magic 8, SHA-256 of the rest, one zstd frame of a bincode record.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, RemoteError> {
        sealed(self)
    }

    /// The head in the bytes of an object, which is one of such settings.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        object: &Path,
        is_of_settings: impl Fn(u64) -> bool,
    ) -> Result<Self, RemoteError> {
        let damaged = |what| RemoteError::Damaged { object: object.to_string(), what };
        let head: Self = opened(bytes, object)?;
        // The head in it is read as one of the cache, whose checks hold for it too.
        let checked = Head::from_bytes(&head.head.to_bytes()).map_err(|_| damaged("no head"))?;
        let plain = head.blocks().map(|block| u64::from(block.plain)).fold(0_u64, u64::saturating_add);
        let fits = checked == head.head
            && is_of_settings(head.head.info.settings)
            && !head.segments.is_empty()
            && head.segments.len() == head.head.segments.len()
            && head.blocks().all(BlockRef::is_bounded)
            && plain <= MOST_PLAIN;
        if fits { Ok(head) } else { Err(damaged("no head of this revision")) }
    }
}

/// The bytes of an object: magic 8, SHA-256 of the rest, one zstd frame of a bincode record.
fn sealed(value: &impl Encode) -> Result<Vec<u8>, RemoteError> {
    let record = bincode::encode_to_vec(value, RECORD).unwrap_or_default();
    let frame = zstd::bulk::compress(&record, 3).map_err(indexer_store::StoreError::from)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&Sha256::digest(&frame));
    bytes.extend_from_slice(&frame);
    Ok(bytes)
}

/// What the bytes of an object hold; decoded within bounds, and only where its sum agrees.
fn opened<T: Decode<()>>(bytes: &[u8], object: &Path) -> Result<T, RemoteError> {
    let damaged = |what| RemoteError::Damaged { object: object.to_string(), what };
    if bytes.get(..8) != Some(MAGIC) {
        let is_ours = bytes.get(..NAMED) == MAGIC.get(..NAMED);
        return Err(damaged(if is_ours { "of another version" } else { "no head" }));
    }
    let (Some(sum), Some(frame)) = (bytes.get(8..FIXED), bytes.get(FIXED..)) else {
        return Err(damaged("cut short"));
    };
    if Sha256::digest(frame).as_slice() != sum {
        return Err(damaged("cut short or changed"));
    }
    let record = zstd::bulk::decompress(frame, MOST as usize).map_err(|_| damaged("no head"))?;
    match bincode::decode_from_slice::<T, _>(&record, RECORD) {
        Ok((value, length)) if length == record.len() => Ok(value),
        _ => Err(damaged("no head")),
    }
}
