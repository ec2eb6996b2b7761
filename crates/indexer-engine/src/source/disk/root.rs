//! A root on disk, and the repository around it.

use crate::types::error::EngineError;
use crate::types::options::Options;
use crate::types::package_root::PackageRoot;
use crate::types::stamp::Clock;
use ignore::overrides::{Override, OverrideBuilder};
use indexer_git::{GitError, Repository};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The files below a root on disk.
#[derive(Debug)]
pub struct Disk {
    pub(super) root: PathBuf,
    pub(super) repository: Option<Repository>,
    /// Why the repository around the root was refused, where it was.
    pub(super) refused: Option<GitError>,
    pub(super) excluded: Override,
    pub(super) gitignore: bool,
    /// Set where the root is that of an installed package.
    pub(super) package: Option<PackageRoot>,
    pub(super) max_depth: Option<usize>,
    /// Ignored folders that the user names, whose commands of compilers are read.
    pub(super) build_folders: Vec<String>,
    pub(super) clock: Clock,
    /// Set to cut a listing short.
    pub(super) stop: Arc<AtomicBool>,
}

impl Disk {
    /// The files below `options.root`.
    pub fn new(options: &Options) -> Result<Self, EngineError> {
        let refuse = |reason: String| EngineError::Root { path: options.root.clone(), reason };
        let root = dunce::canonicalize(&options.root).map_err(|e| refuse(e.to_string()))?;
        if !root.is_dir() {
            return Err(refuse("not a folder".into()));
        }
        let bad_glob = |e: ignore::Error| EngineError::Option { option: "exclude", reason: e.to_string() };
        let mut excluded = OverrideBuilder::new(&root);
        for glob in &options.exclude {
            excluded.add(&format!("!{glob}")).map_err(bad_glob)?;
        }
        let excluded = excluded.build().map_err(bad_glob)?;
        let opened = match &options.within {
            _ if options.package.is_some() => Ok(None),
            None => Ok(indexer_git::open(&root)),
            Some(within) => indexer_git::open_within(&root, within),
        };
        let (repository, refused) = match opened {
            Ok(repository) => (repository, None),
            Err(error) => (None, Some(error)),
        };
        Ok(Self {
            repository,
            refused,
            root,
            excluded,
            gitignore: !options.no_gitignore && options.package.is_none(),
            package: options.package.clone(),
            max_depth: options.max_depth,
            build_folders: build_folders(&options.build_folders),
            clock: options.clock.clone(),
            stop: Arc::clone(&options.cancel),
        })
    }

    /// The root, canonical.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The repository around the root.
    pub fn repository(&self) -> Option<&Repository> {
        self.repository.as_ref()
    }

    /// Why the repository around the root was refused, where it was.
    pub(crate) fn refused(&self) -> Option<&GitError> {
        self.refused.as_ref()
    }

    /// Files deeper below the root than this are left out.
    pub(crate) fn max_depth(&self) -> Option<usize> {
        self.max_depth
    }

    /// What the options leave out, for files of the root wherever they are listed.
    pub(crate) fn excluded(&self) -> &Override {
        &self.excluded
    }
}

/// The folders of a list that are written as paths below the root.
fn build_folders(named: &[String]) -> Vec<String> {
    let inside = |folder: &String| indexer_core::path::resolve("", folder.trim_end_matches('/'));
    named.iter().filter_map(inside).filter(|folder| !folder.is_empty()).collect()
}
