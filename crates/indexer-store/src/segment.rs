//! One segment, open for reading.

use crate::error::StoreError;
use crate::layout::Digest;
use crate::mmap::Bytes;
use crate::record::FileRecord;

/// An immutable file that holds everything about a set of files. May be shared by threads.
#[derive(Debug)]
pub struct Segment {}

impl Segment {
    /// Opens a segment: checks magic, version, the header's checksum, the bounds of the section
    /// table and the file's length, and nothing that grows with the file. `digest` is the name
    /// under which it was published; `None` for one in memory, whose digest is computed when asked.
    pub fn open(bytes: Bytes, digest: Option<Digest>) -> Result<Segment, StoreError> {
        let _ = (bytes, digest);
        todo!()
    }

    /// The whole of what was written, for publishing. O(1).
    pub fn bytes(&self) -> &[u8] {
        todo!()
    }

    /// Hash of its bytes. O(length) at the first call for a segment in memory.
    pub fn digest(&self) -> Digest {
        todo!()
    }

    /// True when bytes failed a check since it was opened: answers since then are not to be used.
    pub fn damaged(&self) -> bool {
        todo!()
    }

    /// How many files it holds, dead ones included.
    pub fn file_count(&self) -> u32 {
        todo!()
    }

    /// Index of the file at `path` among its files, which are sorted by path. O(1) pages.
    pub fn find(&self, path: &str) -> Option<u32> {
        let _ = path;
        todo!()
    }

    /// Everything about one file (0-based, in path order), as it was written; an empty record, and
    /// the damaged flag, for an index of no file. O(file).
    pub fn record(&self, file: u32) -> FileRecord {
        let _ = file;
        todo!()
    }
}
