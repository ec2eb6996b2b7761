//! Where the files of the index are, and how segments get there.

use crate::error::StoreError;
use crate::segment::Segment;
use bincode::{Decode, Encode};
use std::fmt;
use std::path::{Path, PathBuf};

/// The xxh3 128-bit hash of a segment's bytes. It names the segment's file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Encode, Decode)]
pub struct Digest(pub u128);

impl Digest {
    /// The digest of `bytes`. O(length).
    pub fn of(bytes: &[u8]) -> Self {
        Self(xxhash_rust::xxh3::xxh3_128(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The places of one worktree's files under the cache folder:
/// `v<format>/<repository>/{facts, segments/<digest>, roots/<worktree>/{head, fingerprints, lock}}`.
/// Gives paths only; creates nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    repository: PathBuf,
    root: PathBuf,
}

impl Layout {
    /// The layout below `cache` for a repository and one of its worktrees, both named by a text
    /// that is a file name everywhere (a hash in hexadecimal digits).
    pub fn new(cache: &Path, repository: &str, worktree: &str) -> Self {
        let repository = cache.join(format!("v{}", crate::FORMAT)).join(repository);
        let root = repository.join("roots").join(worktree);
        Self { repository, root }
    }

    /// The folder of everything of this repository.
    pub fn repository(&self) -> &Path {
        &self.repository
    }

    /// The folder of facts packs.
    pub fn facts(&self) -> PathBuf {
        self.repository.join("facts")
    }

    /// The folder of segments.
    pub fn segments(&self) -> PathBuf {
        self.repository.join("segments")
    }

    /// The file of one segment.
    pub fn segment(&self, digest: Digest) -> PathBuf {
        self.segments().join(digest.to_string())
    }

    /// The folder of this worktree.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The head of this worktree.
    pub fn head(&self) -> PathBuf {
        self.root.join("head")
    }

    /// What the files of this worktree looked like when they were read (the engine's format).
    pub fn fingerprints(&self) -> PathBuf {
        self.root.join("fingerprints")
    }

    /// The lock that a publisher tries.
    pub fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }
}

/// Writes a segment's bytes under their digest by temporary file and rename; does nothing where
/// the file is there already with the right length. Creates the folder.
pub fn publish_segment(layout: &Layout, bytes: &[u8]) -> Result<Digest, StoreError> {
    let _ = (layout, bytes);
    todo!()
}

/// Maps and opens a published segment. O(1).
pub fn open_segment(layout: &Layout, digest: Digest) -> Result<Segment, StoreError> {
    let _ = (layout, digest);
    todo!()
}

/// Replaces the file at `path` atomically: temporary file beside it, then rename; `sync` waits
/// until the bytes are on the disk. Creates the folder.
pub fn replace_file(path: &Path, bytes: &[u8], sync: bool) -> Result<(), StoreError> {
    let _ = (path, bytes, sync);
    todo!()
}
