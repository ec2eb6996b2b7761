//! Manifests above the root: what the repository around a root says of the files in it.
//!
//! A root may be a folder inside a package. Which package that is, and where its modules are, is declared in folders
//! above, as far as the repository reaches; never above that. Such a manifest is listed as `../pom.xml`: it counts for
//! what names mean, and is no file of the root.

use crate::types::file::{FileState, FileStatus};
use crate::types::stamp::Stamp;
use indexer_core::ContentId;
use indexer_core::path::{join, relative};

/// The folders above a folder, the nearest first and "" last; none above the repository itself.
pub(crate) fn folders_above(prefix: &str) -> impl Iterator<Item = &str> {
    indexer_core::path::ancestors(prefix).skip(1)
}

/// Where manifests above a root may be: (path from the root, path in the repository).
pub(crate) fn manifests_above(prefix: &str) -> impl Iterator<Item = (String, String)> {
    folders_above(prefix).flat_map(move |folder| {
        indexer_parse::manifest_names().map(move |name| {
            let place = join(folder, &name);
            (relative(prefix, &place).into_owned(), place)
        })
    })
}

/// Adds to the files of a view, sorted by path, the manifests above the root that may have counted for it: a view has
/// none of them, and where nobody knows which ones there were, each may be gone. So after the list was lost every file
/// of a nested root is linked again: those that rest on a manifest are not told from those that never had one.
pub(crate) fn expect_manifests_above(files: &mut Vec<FileState>, prefix: &str) {
    let expected = manifests_above(prefix).map(|(path, _)| FileState {
        path,
        stamp: Stamp::default(),
        settled: false,
        content: ContentId::default(),
        status: FileStatus::Manifest,
    });
    files.extend(expected);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|later, first| later.path == first.path);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_above_end_at_the_repository() {
        assert_eq!(folders_above("a/b/c").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(folders_above("").count(), 0);
    }

    #[test]
    fn manifests_are_looked_for_in_each_folder_above() {
        let all: Vec<(String, String)> = manifests_above("a/b").collect();
        let has = |path: &str, place: &str| all.contains(&(path.to_owned(), place.to_owned()));
        assert!(has("../pom.xml", "a/pom.xml") && has("../../go.mod", "go.mod"));
        assert_eq!(manifests_above("").count(), 0);
    }
}
