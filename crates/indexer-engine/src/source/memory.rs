//! Files in memory, for tests and for programs without a file system.

use crate::types::error::EngineError;
use crate::types::listing::{DirEntry, DirState, Listing};
use crate::types::source::Source;
use crate::types::stamp::Stamp;
use indexer_core::{ContentId, RepoPath};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Files in memory, by path.
#[derive(Debug, Default)]
pub struct MemorySource {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl MemorySource {
    /// These files; paths that are not clean relative paths are dropped.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let clean = files.into_iter().filter(|(path, _)| RepoPath::new(path).is_some());
        Self { files: Mutex::new(clean.collect()) }
    }

    /// Replaces a file, or removes it with `None`.
    pub fn set(&self, path: &str, bytes: Option<Vec<u8>>) {
        let mut files = self.lock();
        match bytes {
            Some(bytes) if RepoPath::new(path).is_some() => files.insert(path.to_owned(), bytes),
            _ => files.remove(path),
        };
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for MemorySource {
    fn list(&self, _: Option<(&[&str], &DirState)>) -> Result<Listing, EngineError> {
        let files = self.lock();
        let listed = files.iter().map(|(path, bytes)| DirEntry {
            path: path.clone(),
            stamp: Stamp { size: bytes.len() as u64, ..Stamp::default() },
            content: Some(ContentId::of(bytes)),
        });
        let mut listing = Listing { files: listed.collect(), dirs: DirState::default() };
        listing.files.retain(|file| match crate::source::names::left_out_by_name(&file.path) {
            Some(reason) => {
                *listing.dirs.left_out.entry(reason).or_default() += 1;
                false
            }
            None => true,
        });
        Ok(listing)
    }

    fn read(&self, path: &str, _: Option<ContentId>) -> io::Result<Vec<u8>> {
        self.lock().get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn root(&self) -> PathBuf {
        PathBuf::from("/memory")
    }
}
