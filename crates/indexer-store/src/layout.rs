//! Where the files of the index are, and how segments get there.

use crate::error::StoreError;
use crate::mmap::Bytes;
use crate::segment::Segment;
use bincode::{Decode, Encode};
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

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
/// the file is there already with the right length. Creates the folder. A segment that said that it
/// is damaged has the right length too: [`remove_segment`] comes first.
pub fn publish_segment(layout: &Layout, bytes: &[u8]) -> Result<Digest, StoreError> {
    let digest = Digest::of(bytes);
    let path = layout.segment(digest);
    let there = fs::metadata(&path).is_ok_and(|found| found.len() == bytes.len() as u64);
    if !there {
        replace_file(&path, bytes, false)?;
    }
    Ok(digest)
}

/// Maps and opens a published segment. O(1).
pub fn open_segment(layout: &Layout, digest: Digest) -> Result<Segment, StoreError> {
    Segment::open(Bytes::map(&layout.segment(digest))?, Some(digest))
}

/// Removes the file of a segment that was found damaged, so that publishing writes it again.
pub fn remove_segment(layout: &Layout, digest: Digest) -> Result<(), StoreError> {
    Ok(fs::remove_file(layout.segment(digest))?)
}

/// The digests of all published segments, sorted; those of heads of other worktrees too.
pub fn published_segments(layout: &Layout) -> Vec<Digest> {
    let entries = fs::read_dir(layout.segments()).into_iter().flatten().flatten();
    let mut found: Vec<Digest> = entries
        .filter_map(|entry| u128::from_str_radix(entry.file_name().to_str()?, 16).ok())
        .map(Digest)
        .collect();
    found.sort_unstable();
    found
}

/// Replaces the file at `path` atomically: temporary file beside it, then rename; `sync` waits
/// until the bytes are on the disk. Creates the folder.
pub fn replace_file(path: &Path, bytes: &[u8], sync: bool) -> Result<(), StoreError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)?;
    let (temporary, mut file) = create_temporary(path, folder)?;
    let written = file.write_all(bytes).and_then(|()| if sync { file.sync_all() } else { Ok(()) });
    drop(file);
    written.and_then(|()| fs::rename(&temporary, path)).map_err(|error| {
        // What is left would only take space; that it stays is not worth a second error.
        let _ = fs::remove_file(&temporary);
        StoreError::Io(error)
    })
}

/// A new file beside `path`. Names are told apart by process and a counter, and by trying on.
fn create_temporary(path: &Path, folder: &Path) -> io::Result<(PathBuf, File)> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".{name}.{}.{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_published_once_under_its_digest() {
        let cache = tempfile::tempdir().unwrap();
        let layout = Layout::new(cache.path(), "repository", "worktree");
        let bytes = crate::write(&[]);
        let digest = publish_segment(&layout, &bytes).unwrap();
        assert_eq!(publish_segment(&layout, &bytes).unwrap(), digest);
        assert_eq!(published_segments(&layout), [digest]);
        assert_eq!(fs::read_dir(layout.segments()).unwrap().count(), 1, "no temporary file stays");
        let segment = open_segment(&layout, digest).unwrap();
        assert_eq!((segment.bytes(), segment.digest()), (bytes.as_slice(), Digest::of(&bytes)));
        assert_eq!(layout.head(), cache.path().join("v1/repository/roots/worktree/head"));
    }

    #[test]
    fn a_damaged_file_is_found_removed_and_published_again() {
        let cache = tempfile::tempdir().unwrap();
        let layout = Layout::new(cache.path(), "repository", "worktree");
        let bytes = crate::write(&[]);
        let digest = publish_segment(&layout, &bytes).unwrap();
        let mut flipped = bytes.clone();
        let body = u64::from_le_bytes(bytes[24..32].try_into().unwrap()) as usize - 1;
        flipped[body] ^= 1;
        fs::write(layout.segment(digest), &flipped).unwrap();
        assert!(!open_segment(&layout, digest).unwrap().verify());
        remove_segment(&layout, digest).unwrap();
        publish_segment(&layout, &bytes).unwrap();
        assert!(open_segment(&layout, digest).unwrap().verify());
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        replace_file(&path, b"one", false).unwrap();
        replace_file(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }
}
