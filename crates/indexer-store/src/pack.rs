//! Facts packs: facts of contents, shared by all worktrees, branches and revisions.

use crate::error::StoreError;
use indexer_core::{ContentId, FileFacts};
use std::path::{Path, PathBuf};

/// What facts are a function of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactsKey {
    /// The bytes.
    pub content: ContentId,
    /// Id of the language.
    pub language: String,
    /// Digest of the language's extractor.
    pub extractor: u64,
    /// Hash of the limits.
    pub limits: u64,
}

/// Collects facts and writes packs of at most about [`PackWriter::COMMIT_AT`] bytes. One writer a
/// process; writers of several processes never share a file.
#[derive(Debug)]
pub struct PackWriter {
    folder: PathBuf,
}

impl PackWriter {
    /// Bytes of collected entries at which [`PackWriter::add`] writes a pack.
    pub const COMMIT_AT: usize = 64 << 20;

    /// A writer into the folder `facts` of a layout. Creates nothing yet.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Takes in facts; writes a pack where enough were collected. O(facts).
    pub fn add(&mut self, key: &FactsKey, facts: &FileFacts) -> Result<(), StoreError> {
        let _ = (key, facts, &self.folder);
        todo!()
    }

    /// The entries that were added and are in no pack yet.
    pub fn pending(&self) -> usize {
        todo!()
    }

    /// Writes what was collected as one pack (temporary file and rename); does nothing where that
    /// is nothing.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        todo!()
    }
}

/// All packs of a folder, open for reading. May be shared by threads.
#[derive(Debug, Default)]
pub struct PackSet {}

impl PackSet {
    /// Maps every pack of the folder; packs that cannot be used are counted as damaged. An absent
    /// folder is an empty set. O(packs).
    pub fn open(folder: &Path) -> PackSet {
        let _ = folder;
        todo!()
    }

    /// The facts for `key`; `None` where no pack holds them undamaged.
    /// O(packs * log entries + facts).
    pub fn get(&self, key: &FactsKey) -> Option<FileFacts> {
        let _ = key;
        todo!()
    }

    /// True when some pack has an entry for `key`. O(packs * log entries).
    pub fn contains(&self, key: &FactsKey) -> bool {
        let _ = key;
        todo!()
    }

    /// How many packs are open.
    pub fn packs(&self) -> usize {
        todo!()
    }

    /// How many entries the packs have.
    pub fn entries(&self) -> u64 {
        todo!()
    }

    /// Bytes of all packs.
    pub fn bytes(&self) -> u64 {
        todo!()
    }

    /// How many packs and entries were found damaged so far.
    pub fn damaged(&self) -> u64 {
        todo!()
    }
}
