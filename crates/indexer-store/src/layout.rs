//! Where the files of the index are, and how segments get there.

use crate::change::{remove_file, replace_file};
use crate::digest::Digest;
use crate::error::StoreError;
use crate::mmap::Bytes;
use crate::partial::{PartialFile, SegmentSource, table_of};
use crate::segment::Segment;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The places of one worktree's files under the cache folder:
/// `v<format>/<repository>/{facts, scip, history, segments/<digest>, roots/<worktree>/{head, fingerprints, lock}}`;
/// those of a revision stand in `revisions/<revision>` instead. Gives paths only; creates nothing.
#[derive(Clone)]
pub struct Layout {
    repository: PathBuf,
    root: PathBuf,
    /// Who has what is here in part.
    source: Option<Arc<dyn SegmentSource>>,
}

/// As two places; who has what is absent there makes no difference.
impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        (&self.repository, &self.root) == (&other.repository, &other.root)
    }
}

impl Eq for Layout {}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layout").field("root", &self.root).finish_non_exhaustive()
    }
}

impl Layout {
    /// The layout below `cache` for a repository and one of its worktrees, both named by a text
    /// that is a file name everywhere (a hash in hexadecimal digits).
    pub fn new(cache: &Path, repository: &str, worktree: &str) -> Self {
        let repository = cache.join(format!("v{}", crate::FORMAT)).join(repository);
        let root = repository.join("roots").join(worktree);
        Self { repository, root, source: None }
    }

    /// The same, where what segments lack comes from `source`.
    #[must_use]
    pub fn with_source(self, source: Option<Arc<dyn SegmentSource>>) -> Self {
        Self { source, ..self }
    }

    /// The layout of a revision of the same repository, named as worktrees are.
    #[must_use]
    pub fn revision(&self, revision: &str) -> Self {
        let root = self.repository.join("revisions").join(revision);
        Self { root, ..self.clone() }
    }

    /// The layouts of all worktrees and revisions of this repository that have a folder, in no
    /// order. Every head that names segments is among them. O(folders).
    pub fn all(&self) -> Vec<Self> {
        let kinds = ["roots", "revisions"].map(|kind| self.repository.join(kind));
        let folders = kinds.iter().flat_map(|kind| fs::read_dir(kind).into_iter().flatten().flatten());
        folders.map(|folder| Self { root: folder.path(), ..self.clone() }).collect()
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

    /// The folder of SCIP indexes that were taken in; their format is the engine's.
    pub fn scip(&self) -> PathBuf {
        self.repository.join("scip")
    }

    /// The file of what was learned of the repository's commits; its format is that of `indexer-git`.
    pub fn history(&self) -> PathBuf {
        self.repository.join("history")
    }

    /// The file of one segment.
    pub fn segment(&self, digest: Digest) -> PathBuf {
        self.segments().join(digest.to_string())
    }

    /// The file of a segment that is here in part.
    pub(crate) fn partial(&self, digest: Digest) -> PathBuf {
        self.segments().join(format!("{digest}.part"))
    }

    /// True where the file of a segment is here, whole or in part.
    pub fn has_segment(&self, digest: Digest) -> bool {
        self.segment(digest).exists() || self.partial(digest).exists()
    }

    /// The digest in the name of a file in the folder of segments: one of a whole segment, of one that is here in part,
    /// or the table of its pieces; `None` for any other name.
    pub fn segment_of(name: &str) -> Option<Digest> {
        let stem = name.strip_suffix(".part").or_else(|| name.strip_suffix(".pieces")).unwrap_or(name);
        let is_hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        let is_digest = stem.len() == 32 && stem.bytes().all(is_hex);
        is_digest.then(|| u128::from_str_radix(stem, 16).ok().map(Digest)).flatten()
    }

    /// The folder of this worktree or revision.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// True for the layout of a revision.
    pub fn is_revision(&self) -> bool {
        self.root.parent().is_some_and(|kind| kind.ends_with("revisions"))
    }

    /// The head of this worktree or revision.
    pub fn head(&self) -> PathBuf {
        self.root.join("head")
    }

    /// The file with the stamps of the worktree's files when they were read; its format is the engine's.
    pub fn fingerprints(&self) -> PathBuf {
        self.root.join("fingerprints")
    }

    /// The lock that a publisher tries.
    pub fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }
}

/// Writes a segment under its digest, by a temporary file and a rename; creates the folder. Does
/// nothing where a file of that name and length exists, so a segment that was found damaged has to
/// be removed with [`remove_segment`] first.
pub fn publish_segment(layout: &Layout, bytes: &[u8]) -> Result<Digest, StoreError> {
    let digest = Digest::of(bytes);
    let path = layout.segment(digest);
    let there = fs::metadata(&path).is_ok_and(|found| found.len() == bytes.len() as u64);
    if !there {
        replace_file(&path, bytes, false)?;
        remove_partial(layout, digest)?;
    }
    Ok(digest)
}

/// Maps and opens a published segment; an error where the file's digest is not its name. O(1); O(checksums) for one
/// that is here in part.
pub fn open_segment(layout: &Layout, digest: Digest) -> Result<Segment, StoreError> {
    let whole = || Segment::open(Bytes::map(&layout.segment(digest))?, None);
    let is_absent =
        |error: &StoreError| matches!(error, StoreError::Io(e) if e.kind() == ErrorKind::NotFound);
    let partial = || {
        let bytes = Bytes::map(&layout.partial(digest))?;
        let (path, whole) = (layout.partial(digest), layout.segment(digest));
        let partial = PartialFile::open(path, whole, bytes.len(), layout.source.clone());
        Segment::open_partial(bytes, partial)
    };
    let segment = match whole() {
        // It may become whole in between.
        Err(error) if is_absent(&error) => match partial() {
            Err(error) if is_absent(&error) => whole(),
            opened => opened,
        },
        opened => opened,
    }?;
    match segment.digest() == digest {
        true => Ok(segment),
        false => Err(StoreError::Damaged("a segment under the name of another")),
    }
}

/// Removes the files of a segment that was found damaged, so that publishing writes it again.
pub fn remove_segment(layout: &Layout, digest: Digest) -> Result<(), StoreError> {
    remove_partial(layout, digest)?;
    remove_file(&layout.segment(digest)).map(drop)
}

fn remove_partial(layout: &Layout, digest: Digest) -> Result<(), StoreError> {
    let partial = layout.partial(digest);
    if partial.exists() {
        remove_file(&partial)?;
        remove_file(&table_of(&partial))?;
    }
    Ok(())
}

/// The digests of all published segments that are here as a whole, sorted; those of heads of other worktrees too.
pub fn published_segments(layout: &Layout) -> Vec<Digest> {
    let entries = fs::read_dir(layout.segments()).into_iter().flatten().flatten();
    let mut found: Vec<Digest> = entries
        .filter_map(|entry| u128::from_str_radix(entry.file_name().to_str()?, 16).ok())
        .map(Digest)
        .collect();
    found.sort_unstable();
    found
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
        assert_eq!(layout.head(), cache.path().join("v9/repository/roots/worktree/head"));
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
}
