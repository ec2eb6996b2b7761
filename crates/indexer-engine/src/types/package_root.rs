//! The files of an installed package, as a root of its own.

use indexer_core::path::is_under;

/// What of a root is an installed package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageRoot {
    /// Ecosystem, name, version and digest: packages with the same one share what is known of their files,
    /// wherever they are installed.
    pub id: String,
    /// The files and folders below the root that belong to the package; all where there is none.
    pub only: Vec<String>,
    /// Globs of files that are no part of what others use.
    pub exclude: Vec<String>,
}

impl PackageRoot {
    /// True where the file at `path` belongs to the package.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| is_under(path, part))
    }

    /// True where files of the package may stand in the folder at `path`.
    pub(crate) fn has_folder(&self, path: &str) -> bool {
        self.has_file(path) || self.only.iter().any(|part| is_under(part, path))
    }

    /// True where the package names this very folder.
    pub(crate) fn names(&self, path: &str) -> bool {
        self.only.iter().any(|part| part == path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_on_the_way_is_walked_and_its_other_files_are_left_out() {
        let package = PackageRoot { only: vec!["a/b".into(), "c.x".into()], ..PackageRoot::default() };
        assert!(package.has_folder("a") && package.has_folder("a/b/c") && !package.has_folder("b"));
        assert!(package.has_file("a/b/x") && package.has_file("c.x") && !package.has_file("a/x"));
        assert!(!package.has_file("a/bc") && package.names("a/b") && !package.names("a"));
        let whole = PackageRoot::default();
        assert!(whole.has_file("x") && whole.has_folder("y") && !whole.names("y"));
    }
}
