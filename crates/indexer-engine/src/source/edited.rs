//! The files of another source, some of them with the text of an editor in their place.

use crate::source::names::left_out_by_name;
use crate::types::error::EngineError;
use crate::types::exclusion::LeftOut;
use crate::types::listing::{DirEntry, DirState, Listing};
use crate::types::source::Source;
use crate::types::stamp::Stamp;
use indexer_core::ContentId;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Texts that nobody saved yet, by the paths of their files, relative to the root with `/`.
pub type Unsaved = BTreeMap<String, Arc<str>>;

/// The files of a refreshed root with unsaved texts in their place.
#[derive(Debug)]
pub(crate) struct EditedFiles {
    pub(crate) under: Arc<dyn Source>,
    /// The files below, by path: nothing is listed again.
    pub(crate) files: Vec<(String, ContentId)>,
    /// The symbolic links among them.
    pub(crate) links: Vec<(String, String)>,
    pub(crate) unsaved: Unsaved,
}

impl Source for EditedFiles {
    fn list(&self, _: Option<(&[&str], &DirState)>) -> Result<Listing, EngineError> {
        let entry = |path: &str, content, size| DirEntry {
            path: path.to_owned(),
            stamp: Stamp { size, ..Stamp::default() },
            content: Some(content),
        };
        let unsaved = |path: &str, text: &str| entry(path, ContentId::of(text.as_bytes()), text.len() as u64);
        let is_listed = |path: &String| self.files.binary_search_by(|(known, _)| known.cmp(path)).is_ok();
        // A file on disk that is not listed is left out, and stays so.
        let root = self.root();
        let is_new =
            |path: &String| !is_listed(path) && left_out_by_name(path).is_none() && !root.join(path).exists();
        let known = self.files.iter().map(|(path, content)| match self.unsaved.get(path) {
            Some(text) => unsaved(path, text),
            None => entry(path, *content, 0),
        });
        let new = self.unsaved.iter().filter(|(path, _)| is_new(path));
        let mut files: Vec<DirEntry> = known.chain(new.map(|(path, text)| unsaved(path, text))).collect();
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(Listing { files, dirs: DirState { links: self.links.clone(), ..DirState::default() } })
    }

    fn read(&self, path: &str, content: Option<ContentId>) -> io::Result<Vec<u8>> {
        match self.unsaved.get(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.under.read(path, content),
        }
    }

    fn left_out(&self, path: &str) -> Option<LeftOut> {
        self.under.left_out(path)
    }

    fn size(&self, listed: &DirEntry) -> io::Result<u64> {
        match self.unsaved.get(&listed.path) {
            Some(text) => Ok(text.len() as u64),
            // What is listed of it here is its content alone.
            None => Ok(self.root().join(&listed.path).metadata()?.len()),
        }
    }

    fn head_commit(&self) -> Option<String> {
        self.under.head_commit()
    }

    fn prefix(&self) -> &str {
        self.under.prefix()
    }

    fn root(&self) -> PathBuf {
        self.under.root()
    }
}
