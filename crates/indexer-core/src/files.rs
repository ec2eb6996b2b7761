//! Files of one link run, and which files there are.

use crate::manifest::ManifestFacts;
use std::borrow::Cow;

/// A file of one link run, in the order of paths. Holds only within the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    /// The index as `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A file as the hooks of [`PackageRules`](crate::PackageRules) see it.
#[derive(Clone, Copy, Debug)]
pub struct FilePlace<'a> {
    /// Its path.
    pub path: &'a str,
    /// The name that it declares as its package; "" where it declares none.
    pub package: &'a str,
    /// The condition under which the file counts, as written.
    pub condition: Option<&'a str>,
}

/// Questions about which files there are: all that a language's hooks may ask. Paths are those of the repository:
/// where the root is a folder inside it, they begin with the way to that folder, and manifests above it are there
/// too.
pub trait Files {
    /// Is there an indexed source file at `path`?
    fn is_file(&self, path: &str) -> bool;
    /// Is there an indexed source file somewhere below `path`?
    fn is_folder(&self, path: &str) -> bool;
    /// Is there a folder with a source file directly in it whose path ends with these parts?
    fn is_package(&self, path: &str) -> bool {
        let _ = path;
        false
    }
    /// The path to which `path` leads, where symbolic links stand on its way: questions are about that one.
    fn followed<'p>(&self, path: &'p str) -> Cow<'p, str> {
        Cow::Borrowed(path)
    }
    /// The facts of the manifest at `path` (with its file name), if there is one.
    fn manifest(&self, path: &str) -> Option<&ManifestFacts>;
    /// The same, asked for what a file includes: where the answer changes, so does what includes that file.
    fn build(&self, path: &str) -> Option<&ManifestFacts> {
        self.manifest(path)
    }
    /// Paths of the manifests that declare a package or library of this name, sorted.
    fn packages(&self, name: &str) -> Vec<String>;
    /// Paths of the indexed source files, or of the manifests, whose last part is `name`, sorted.
    fn named(&self, _name: &str) -> Vec<String> {
        Vec::new()
    }
}
