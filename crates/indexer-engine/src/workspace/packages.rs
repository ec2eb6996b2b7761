//! Installed packages that were asked about, each a workspace of its own.

use crate::types::error::EngineError;
use crate::types::options::Options;
use crate::types::package_root::PackageRoot;
use crate::workspace::open::Workspace;
use crate::workspace::snapshot::Snapshot;
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
        self.opened_package(root, package)?.refresh()
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
