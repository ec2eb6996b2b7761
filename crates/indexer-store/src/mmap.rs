//! Bytes of a file, mapped or owned: the only unsafe code of the workspace.
//!
//! # Safety
//! Mapping a file is unsafe because the bytes behind the `&[u8]` change, or vanish, when somebody
//! writes to the file or truncates it while it is mapped. What this program maps is never written
//! again: segments and packs are written to a temporary file and renamed into place complete, under
//! a name made of their content, and are only ever unlinked (on Unix the mapping then keeps the old
//! file alive; Windows refuses to delete a mapped file). The cache folder belongs to the user alone,
//! and nothing but this program has a reason to write there.
//!
//! One kind of file is written while it is mapped: a segment that is here in part. It never changes its length, and of
//! its blocks only those are written that fail their checksums; who wrote one anyway that another process just wrote
//! puts the same bytes there. Nothing of a block is handed out before its checksum agreed.
//!
//! No Rust reference into the mapping is
//! handed out as anything but bytes or checked UTF-8: whatever somebody else does to the file, every
//! accessor checks bounds against the length of the mapping, and the first reading of a block checks
//! its checksum.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

/// Bytes that a segment or pack reads: a mapped file, or memory.
#[derive(Debug)]
pub enum Bytes {
    /// In memory.
    Owned(Vec<u8>),
    /// A file, mapped read-only.
    Mapped(memmap2::Mmap),
}

impl Bytes {
    /// Maps the file at `path` read-only. O(1): pages are read when they are touched.
    pub fn map(path: &Path) -> io::Result<Bytes> {
        let file = File::open(path)?;
        let meta = file.metadata()?;
        if meta.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if meta.len() == 0 {
            // Not every system maps an empty file.
            return Ok(Bytes::Owned(Vec::new()));
        }
        // SAFETY: see the head of this file: published files are never written again.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Bytes::Mapped(map))
    }
}

impl Bytes {
    /// Maps a file of [`nameless_file`](crate::change::nameless_file) read-only.
    pub(crate) fn map_nameless(file: &File) -> io::Result<Bytes> {
        // SAFETY: it has no name, so nobody else can write to it, and its one writer is done.
        let map = unsafe { memmap2::Mmap::map(file)? };
        Ok(Bytes::Mapped(map))
    }

    /// The bytes in memory.
    pub fn into_vec(self) -> Vec<u8> {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map) => map.to_vec(),
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::Owned(bytes)
    }
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}
