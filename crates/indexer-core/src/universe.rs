//! What the linker may ask of the repository. Every question can be recorded, and every answer is
//! a function of the set of (path, facts) alone.

use crate::facts::FileFacts;
use crate::manifest::ManifestFacts;

/// A file of one link run, in the order of paths. Holds only within the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    /// The index as `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Questions about which files there are: all that a language's hooks may ask.
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
    /// The facts of the manifest at `path` (with its file name), if there is one.
    fn manifest(&self, path: &str) -> Option<&ManifestFacts>;
    /// Paths of the manifests that declare a package or library of this name, sorted.
    fn packages(&self, name: &str) -> Vec<String>;
    /// Paths of the indexed source files whose last part is `name`, sorted.
    fn named(&self, _name: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Questions about the facts of other files.
pub trait Universe: Files + Sync {
    /// How many files there are; ids are 0 up to this. Stub files are among them.
    fn len(&self) -> usize;
    /// True when there is no file.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The file at `path`.
    fn find(&self, path: &str) -> Option<FileId>;
    /// The path of a file.
    fn path(&self, file: FileId) -> &str;
    /// The facts of a file; `None` where they could not be read.
    fn facts(&self, file: FileId) -> Option<&FileFacts>;
    /// For a stub: the package that it stands for (`std`, `builtins`). `None` for a file of the
    /// repository.
    fn stub_of(&self, file: FileId) -> Option<&str>;
    /// Files with an extension of a type whose last name hashes to `name`, ascending.
    fn extending(&self, name: u64) -> Vec<FileId>;
    /// Files that define a member (a symbol owned by a type or extension), a macro, or something with
    /// the flag `exported`, of the name that hashes to `name`, ascending; of files that include
    /// others, those that define anything of that name. Stubs are left out.
    fn defining(&self, name: u64) -> Vec<FileId>;
    /// Files of languages whose values are followed that hold a reference of this name whose role
    /// [may name a value](crate::Role::may_name_value), ascending.
    fn naming(&self, name: &str) -> Vec<FileId>;
    /// Files of languages whose values are followed that write something of this name, ascending.
    fn storing(&self, name: &str) -> Vec<FileId>;
    /// Files that define the name that hashes to `name` outside of every type, ascending. Stubs are
    /// left out.
    fn top_level(&self, name: u64) -> Vec<FileId>;
    /// True once nobody waits for what is found: from then on it may be anything.
    fn is_stopped(&self) -> bool {
        false
    }
}
