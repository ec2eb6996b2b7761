//! What the linker may ask of the repository.

mod include_lines;
mod memory;
mod names;

pub use include_lines::{IncludeLine, IncludeLines};
pub use memory::{MemoryDatabase, StubFacts};
pub use names::{DefinedKinds, FileNames, dropped_name, extended_names, listed_name};
pub(crate) use names::{EVERYWHERE, extension_function_name, extension_function_names};
pub(crate) use names::{blanket_members, blanket_name, type_parameter};
pub(crate) use names::{included_name, is_include, linkable_name, using_declarations, using_name};

use indexer_core::{DependencyKey, FileFacts, FileId, Files, FrameworkRules};

/// Where a path that leads out of the repository may be declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Installed {
    /// What the answer rests on: the package, and that there is one.
    pub keys: Vec<DependencyKey>,
    /// The module, where its package is installed.
    pub module: Option<InstalledModule>,
}

/// A module of an installed package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstalledModule {
    /// A place in the package from which [`import`](Self::import) is imported.
    pub from: String,
    /// What code writes to import the module.
    pub import: String,
    /// The place of the module's file, where the ecosystem says it.
    pub entry: Option<String>,
    /// What declares the module inside that file, where the file is no module itself: `declare module "fs"`.
    pub inside: Vec<String>,
    /// The names in the module, outermost first.
    pub names: Vec<String>,
}

/// First character of the places of files of packages: no path of a repository has it.
pub const PACKAGE_PLACE: char = '\0';

/// What the linker asks of the repository: which files there are, their facts, and which files name something. Every
/// answer is a function of the set of (path, facts) alone, so that every question can be recorded as a dependency.
///
/// [`Files`] speaks of paths in the repository, all else of paths from the root.
pub trait LinkDatabase: Files + Sync {
    /// The path of the root in its repository; "" where it is all of it.
    fn prefix(&self) -> &str {
        ""
    }
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
    /// The lines by which a file includes others, where they are known without its facts; `None` where its facts have to
    /// tell. A file of Linux includes a thousand others, and names what a few of them declare.
    fn include_lines(&self, _file: FileId) -> Option<&IncludeLines> {
        None
    }
    /// The id of the language of a file; `None` where its facts could not be read and nothing else tells.
    fn language(&self, file: FileId) -> Option<&str> {
        self.facts(file).map(|facts| facts.language.as_str())
    }
    /// For a stub: the package that it stands for (`std`, `builtins`). `None` for a file of the
    /// repository.
    fn stub_of(&self, file: FileId) -> Option<&str>;
    /// Files with an extension of a type whose last name hashes to `name`, or for which [`extended_names`] gives that
    /// number otherwise, ascending.
    fn extending(&self, name: u64) -> Vec<FileId>;
    /// Files that define a member (a symbol owned by a type or extension), a macro, or something with
    /// the flag `exported`, of the name that hashes to `name`, ascending; of files that include
    /// others, those that define anything of that name. Stubs are left out.
    fn defining(&self, name: u64) -> Vec<FileId>;
    /// The same with what each file defines under the name, where that is known without its facts: most of those who ask
    /// want something of one kind, and a name such as `flags` is a field in a thousand headers.
    fn defining_kinds(&self, name: u64) -> Vec<(FileId, DefinedKinds)> {
        self.defining(name).into_iter().map(|file| (file, DefinedKinds::UNKNOWN)).collect()
    }
    /// Files of languages whose values are followed that hold a reference of this name whose role
    /// [may name a value](indexer_core::Role::may_name_value), ascending; any that are one more than `most` where there are
    /// more.
    fn naming(&self, name: &str, most: usize) -> Vec<FileId>;
    /// Files of languages whose values are followed that write something of this name, ascending; any that are one more
    /// than `most` where there are more.
    fn storing(&self, name: &str, most: usize) -> Vec<FileId>;
    /// Files that define the name that hashes to `name` outside of every type, ascending. Stubs are
    /// left out.
    fn top_level(&self, name: u64) -> Vec<FileId>;
    /// The same for a name in small letters, in languages that [ignore case](indexer_core::LinkRules::ignores_case).
    fn top_level_in_any_case(&self, name: &str) -> Vec<FileId> {
        self.top_level(indexer_core::key::hash_text(name))
    }
    /// Where an installed package may declare what is at `path`, as code of the ecosystem writes it; `None` where packages
    /// are not linked.
    fn installed(&self, _ecosystem: &str, _path: &str) -> Option<Installed> {
        None
    }
    /// Which files the package has in which the file at `place` stands; `None` for a file of the repository or a stub.
    fn package_files(&self, _place: &str) -> Option<&dyn Files> {
        None
    }
    /// Files of the package in which `place` is that have an extension of a type of this name (its hash), or define it
    /// outside of types, ascending; none for a place in the repository.
    fn in_package(&self, _place: &str, _name: u64) -> Vec<FileId> {
        Vec::new()
    }
    /// False where a file is known without its facts to bind no such name: it stands in a package, and its text does not
    /// hold the name.
    fn may_bind(&self, _file: FileId, _name: &str) -> bool {
        true
    }
    /// No id of a file is as large; those of packages come behind [`LinkDatabase::len`], and are handed out as packages are
    /// asked.
    fn most_files(&self) -> usize {
        self.len()
    }
    /// The rules about frameworks of a language, where they are others than the language's own: with those that a user
    /// added. `language` is the one that the rules are written for, whose tables others share.
    fn frameworks(&self, _language: &str) -> Option<&FrameworkRules> {
        None
    }
    /// True once nobody waits for what is found: from then on it may be anything.
    fn is_stopped(&self) -> bool {
        false
    }
}
