//! Files of the git index: what the next commit would hold.

use crate::source::above::{folders_above, manifests_above};
use crate::source::git_tree::{GitBlobs, stored_file};
use crate::source::names::IGNORE_FILE;
use crate::types::error::EngineError;
use crate::types::listing::{DirEntry, DirState, Listing};
use crate::types::source::Source;
use indexer_core::ContentId;
use indexer_core::path::{join, resolve};
use indexer_git::{Contents, Entry, Kind, Repository};
use std::io;
use std::path::PathBuf;

/// The files of the git index below the root.
#[derive(Debug)]
pub struct GitIndex {
    pub(crate) stored: GitBlobs,
    pub(crate) repository: Repository,
}

impl Source for GitIndex {
    fn list(&self, _: Option<(&[&str], &DirState)>) -> Result<Listing, EngineError> {
        let whole = self.stored.objects.staged()?;
        let file = |path: &str| {
            let found = whole.entries.binary_search_by(|entry| entry.path.as_str().cmp(path));
            found.ok().map(|i| &whole.entries[i]).filter(|entry| entry.kind == Kind::File)
        };
        let rules = folders_above(&self.stored.prefix)
            .filter_map(|folder| Some((folder, file(&join(folder, IGNORE_FILE))?.id)));
        let above: Vec<_> = rules.collect();
        let below = |path: &String| self.repository.below_root(path).map(str::to_owned);
        let contents = Contents {
            entries: whole
                .entries
                .iter()
                .filter_map(|entry| Some(Entry { path: below(&entry.path)?, ..entry.clone() }))
                .collect(),
            not_utf8: whole.not_utf8.iter().filter_map(below).collect(),
            conflicts: whole.conflicts.iter().filter_map(below).collect(),
        };
        let mut listing = self.stored.listing(contents, &above);
        let rules = self.stored.rules_above(&above, &mut DirState::default());
        let manifests = manifests_above(&self.stored.prefix);
        let manifests = manifests.filter(|(_, place)| rules.decide(place, false) != Some(true));
        listing.files.extend(manifests.filter_map(|(path, place)| Some(stored_file(path, file(&place)?.id))));
        listing.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(listing)
    }

    fn read(&self, path: &str, content: Option<ContentId>) -> io::Result<Vec<u8>> {
        let id = match content {
            Some(content) => content.0,
            None => {
                let whole = self.stored.objects.staged().map_err(io::Error::other)?;
                let wanted = resolve(&self.stored.prefix, path).ok_or(io::ErrorKind::NotFound)?;
                let found = whole.entries.iter().find(|entry| entry.path == wanted);
                found.ok_or(io::ErrorKind::NotFound)?.id
            }
        };
        self.stored.read(id)
    }

    fn size(&self, listed: &DirEntry) -> io::Result<u64> {
        self.stored.size(listed)
    }

    fn head_commit(&self) -> Option<String> {
        self.repository.head_commit()
    }

    fn prefix(&self) -> &str {
        &self.stored.prefix
    }

    fn root(&self) -> PathBuf {
        self.stored.root.clone()
    }
}
