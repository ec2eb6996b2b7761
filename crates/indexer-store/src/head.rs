//! The head of a worktree: the list of segments that its view consists of.

use crate::bytes::{push_number, u32_at, u64_at};
use crate::change::replace_file;
use crate::digest::Digest;
use crate::error::StoreError;
use crate::layout::{Layout, open_segment};
use crate::live::LiveMask;
use crate::view::{View, ViewInfo, ViewSegment};
use bincode::{Decode, Encode};
use std::io;
use std::path::Path;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// One segment of a head.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct HeadSegment {
    /// Its digest, which is its file name.
    pub digest: Digest,
    /// Which of its files are neither replaced by a newer segment nor removed.
    pub live: LiveMask,
}

/// The segments of a worktree's view, as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Head {
    /// When and how it was built, and what was left out.
    pub info: ViewInfo,
    /// The segments, newest first.
    pub segments: Vec<HeadSegment>,
}

const MAGIC: &[u8; 8] = b"IDXHEAD\n";
const FIXED: usize = 20;

impl Head {
    /// The head that publishing `view` would write: its info, and digest and mask of each segment.
    /// O(bytes) of the segments in memory, whose digests are computed.
    pub fn of(view: &View) -> Head {
        let one = |held: &ViewSegment| HeadSegment { digest: held.segment.digest(), live: held.live.clone() };
        Head { info: view.info().clone(), segments: view.segments().iter().map(one).collect() }
    }

    /// Opens all segments of the head. O(segments); an error where one is gone or unusable.
    pub fn open(&self, layout: &Layout) -> Result<View, StoreError> {
        let open = |one: &HeadSegment| {
            let segment = Arc::new(open_segment(layout, one.digest)?);
            Ok(ViewSegment { segment, live: one.live.clone() })
        };
        let segments = self.segments.iter().map(open).collect::<Result<_, StoreError>>()?;
        Ok(View::new(self.info.clone(), segments))
    }

    /// Reads the head at `path`; `None` where there is no file. O(head).
    pub fn read(path: &Path) -> Result<Option<Head>, StoreError> {
        match std::fs::read(path) {
            Ok(bytes) => Self::from_bytes(&bytes).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Replaces the head at `path` atomically (temporary file and rename); `sync` waits until the
    /// bytes are on the disk. Creates the folder.
    pub fn publish(&self, path: &Path, sync: bool) -> Result<(), StoreError> {
        replace_file(path, &self.to_bytes(), sync)
    }

    /// The file's bytes: magic 8, format u32, xxh3 of the rest u64, then one bincode record.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Writing to memory fails for no value that can be encoded; an empty record is damaged.
        let record = bincode::encode_to_vec(self, HEAD).unwrap_or_default();
        let mut out = MAGIC.to_vec();
        push_number(&mut out, u64::from(crate::FORMAT), 4);
        push_number(&mut out, xxh3_64(&record), 8);
        out.extend_from_slice(&record);
        out
    }

    /// The head in the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Head, StoreError> {
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(StoreError::Foreign("head"));
        }
        let found = u32_at(bytes, 8).unwrap_or(0);
        if found != crate::FORMAT {
            return Err(StoreError::Version { found, read: crate::FORMAT });
        }
        let damaged = StoreError::Damaged("a head");
        let Some(record) = bytes.get(FIXED..) else { return Err(damaged) };
        if u64_at(bytes, 12) != Some(xxh3_64(record)) {
            return Err(damaged);
        }
        match bincode::decode_from_slice::<Head, _>(record, HEAD) {
            Ok((head, read)) if read == record.len() && head.segments.iter().all(|s| s.live.is_sorted()) => {
                Ok(head)
            }
            _ => Err(damaged),
        }
    }
}

const HEAD: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<{ 64 << 20 }>,
> = bincode::config::standard().with_limit::<{ 64 << 20 }>();

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        let mut live = LiveMask::all();
        live.kill_all([7, 3, 3]);
        let info = ViewInfo {
            generation: 3,
            built_at: 1_800_000_000,
            head_commit: Some("ab".repeat(20)),
            duration_ms: 12,
            left_out: vec![("binary".into(), 2)],
            settings: 9,
            links: 4,
        };
        Head { info, segments: vec![HeadSegment { digest: Digest(5), live }] }
    }

    #[test]
    fn a_head_leads_back_and_any_flipped_byte_is_found() {
        let bytes = head().to_bytes();
        assert_eq!(Head::from_bytes(&bytes).unwrap(), head());
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x40;
            assert!(Head::from_bytes(&flipped).is_err(), "byte {at}");
            assert!(Head::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_head_is_published_and_opened_again() {
        let cache = tempfile::tempdir().unwrap();
        let layout = Layout::new(cache.path(), "r", "w");
        assert!(Head::read(&layout.head()).unwrap().is_none());
        let view = View::in_memory(Vec::new()).with_info(head().info);
        let written = Head::of(&view);
        written.publish(&layout.head(), false).unwrap();
        assert!(written.open(&layout).is_err(), "its segment is not there");
        crate::publish_segment(&layout, view.segments()[0].segment.bytes()).unwrap();
        let read = Head::read(&layout.head()).unwrap().unwrap();
        assert_eq!(read, written);
        assert_eq!(read.open(&layout).unwrap().generation(), 3);
    }
}
