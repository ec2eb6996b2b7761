//! Where the index is kept: outside the repository, in the user's cache directory.

use crate::source::disk::root::Disk;
use crate::types::package_root::PackageRoot;
use indexer_core::key::hash_text;
use indexer_store::Layout;
use std::env;
use std::path::{Path, PathBuf};

/// The variable that names the cache directory.
const VARIABLE: &str = "INDEXER_CACHE_DIR";

/// The cache directory: as given, else `$INDEXER_CACHE_DIR`, else the user's; `None` where the
/// system names none. The only place where the environment is read.
pub fn cache_dir(given: Option<&Path>) -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).filter(|p| !p.as_os_str().is_empty());
    if let Some(given) = given {
        return Some(given.to_owned());
    }
    if let Some(named) = variable(VARIABLE) {
        return Some(named);
    }
    let users = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library").join("Caches"))
    } else {
        // The standard says that a relative path there is to be ignored.
        let named = variable("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        named.or_else(|| variable("HOME").map(|home| home.join(".cache")))
    };
    users.map(|folder| folder.join("indexer"))
}

/// What a folder is called in the cache.
pub(crate) fn id(path: &Path) -> String {
    format!("{:016x}", hash_text(&path.to_string_lossy()))
}

/// The places of the index of an installed package: those that are the same share everything but their heads.
pub(crate) fn package_layout(cache: &Path, package: &PackageRoot, root: &Path) -> Layout {
    Layout::new(cache, &format!("{:016x}", hash_text(&format!("package {}", package.id))), &id(root))
}

/// The places of a root's index: worktrees of one repository share everything but their head.
pub(crate) fn layout(cache: &Path, disk: &Disk) -> Layout {
    let repository = disk.repository().map_or(disk.path(), |repository| repository.common_dir());
    Layout::new(cache, &id(repository), &id(disk.path()))
}
