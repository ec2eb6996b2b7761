//! The head of a worktree: which segments make up its view.

use crate::error::StoreError;
use crate::layout::Digest;
use crate::live::LiveMask;
use crate::view::ViewInfo;
use bincode::{Decode, Encode};
use std::path::Path;

/// One segment of a head.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct HeadSegment {
    /// Its digest, which is its file name.
    pub digest: Digest,
    /// Which of its files are neither replaced by a newer segment nor removed.
    pub live: LiveMask,
}

/// What makes up the view of a worktree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Head {
    /// When and how it was built, and what was left out.
    pub info: ViewInfo,
    /// The segments, newest first.
    pub segments: Vec<HeadSegment>,
}

impl Head {
    /// Reads the head at `path`; `None` where there is no file. O(head).
    pub fn read(path: &Path) -> Result<Option<Head>, StoreError> {
        let _ = path;
        todo!()
    }

    /// Replaces the head at `path` atomically (temporary file and rename); `sync` waits until the
    /// bytes are on the disk. Creates the folder.
    pub fn publish(&self, path: &Path, sync: bool) -> Result<(), StoreError> {
        let _ = (path, sync);
        todo!()
    }

    /// The file's bytes: checksum and content.
    pub fn to_bytes(&self) -> Vec<u8> {
        todo!()
    }

    /// The head in the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Head, StoreError> {
        let _ = bytes;
        todo!()
    }
}
