//! Installed packages that were asked about, each a workspace of its own.

use crate::publish::holdings::SOURCES;
use crate::publish::location::cache_dir;
use crate::publish::usage::{self, USED};
use crate::types::error::EngineError;
use crate::types::options::Options;
use crate::types::package_root::PackageRoot;
use crate::workspace::open::Workspace;
use crate::workspace::snapshot::Snapshot;
use indexer_core::key::hash_text;
use indexer_packages::Installed;
use indexer_store::FORMAT;
use indexer_store::change::{create_folder, replace_file};
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, PoisonError};

/// Packages that stay open for the next question: a chain of re-exports seldom leads through more.
const OPEN: usize = 8;

/// Files of a package that are larger are left out, in KB: bundles, and data written as code.
const LARGEST_FILE_KB: u64 = 4 << 10;

/// Most levels of folders in a package.
const MOST_DEPTH: usize = 24;

impl Workspace {
    /// A snapshot of the package in the folder `root` as it is now on disk; its facts are made when it is first asked
    /// about, and kept in the cache of this workspace.
    pub(crate) fn package(&self, root: &Path, package: &PackageRoot) -> Result<Arc<Snapshot>, EngineError> {
        let root = self.taken_out(root, package)?;
        self.opened_package(&root, package)?.refresh()
    }

    /// The folder of a package: its own, or one in the cache with what is wanted of its archive, which goes when the
    /// cache is full, and is made again.
    fn taken_out<'r>(&self, root: &'r Path, package: &PackageRoot) -> Result<Cow<'r, Path>, EngineError> {
        if !root.is_file() {
            return Ok(Cow::Borrowed(root));
        }
        let refuse = |reason: String| EngineError::Root { path: root.to_owned(), reason };
        let cache = cache_dir(self.options.cache_dir.as_deref()).filter(|_| !self.options.read_only);
        let cache = cache
            .ok_or_else(|| refuse("an archive is taken out in the cache, and there is none".to_owned()))?;
        let name = hash_text(&format!("{} {}", root.display(), package.id));
        let folder = cache.join(format!("v{FORMAT}")).join(format!("{name:016x}"));
        let sources = folder.join(SOURCES);
        // Written last, so that all of it is there where this is.
        let used = folder.join(USED);
        usage::note_file(&used);
        if !used.is_file() {
            let only = package.only.clone();
            let installed = Installed { root: root.to_owned(), only, ..Installed::default() };
            for (path, bytes) in installed.archived() {
                // The archive names plain paths alone, which lead nowhere else.
                let full = sources.join(path);
                let made = full.parent().map_or(Ok(()), create_folder);
                made.and_then(|()| replace_file(&full, &bytes, false))
                    .map_err(|error| refuse(error.to_string()))?;
            }
            create_folder(&sources)
                .and_then(|()| replace_file(&used, b"", false))
                .map_err(|error| refuse(error.to_string()))?;
        }
        dunce::canonicalize(&sources).map(Cow::Owned).map_err(|error| refuse(error.to_string()))
    }

    fn opened_package(&self, root: &Path, package: &PackageRoot) -> Result<Arc<Self>, EngineError> {
        let mut open = self.packages.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it =
            |one: &Arc<Self>| one.options.root == root && one.options.package.as_ref() == Some(package);
        let found = match open.iter().position(is_it) {
            Some(at) => open.remove(at),
            None => {
                Arc::new(Self::open(self.package_options(root, package), |_| ())?.with_threads(self.threads))
            }
        };
        open.truncate(OPEN - 1);
        open.insert(0, found.clone());
        Ok(found)
    }

    fn package_options(&self, root: &Path, package: &PackageRoot) -> Options {
        let own = &self.options;
        Options {
            package: Some(package.clone()),
            cache_dir: own.cache_dir.clone(),
            max_file_size_kb: Some(own.max_file_size_kb.unwrap_or(LARGEST_FILE_KB).min(LARGEST_FILE_KB)),
            exclude: package.exclude.clone(),
            max_depth: Some(MOST_DEPTH),
            read_only: own.read_only,
            cache_size_mb: own.cache_size_mb,
            memory_limit_mb: own.memory_limit_mb,
            clock: own.clock.clone(),
            cancel: Arc::clone(&own.cancel),
            ..Options::new(root)
        }
    }
}
