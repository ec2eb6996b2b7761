//! Bytes of a file, mapped or owned.

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
        let _ = path;
        todo!()
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
