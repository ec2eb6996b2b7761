//! What a language is asked of modules and of files that take in others, and what it answers.

use crate::files::Files;
use crate::path;

/// Where a module path leads, at its start or after a further name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModulePlace {
    /// The module of the file at this path; the scopes in `inside` (inline modules, outermost
    /// first) are entered in it.
    File {
        /// Path of the file.
        path: String,
        /// Names of inline modules to enter.
        inside: Vec<String>,
    },
    /// Probably the module of the file at this path: it depends on what is installed or how it is built.
    Likely(String),
    /// One of these files; which one is not told.
    OneOf(Vec<String>),
    /// A folder that is a module without a file of its own.
    Folder(String),
    /// Outside the repository; the package's name.
    External(String),
    /// Neither found nor proved to be outside.
    Unknown,
}

impl ModulePlace {
    /// The file at the path that is written, from the folder of the file that reads it or from one above: where scripts run
    /// is not known, and a path that fits twice leads nowhere.
    pub fn at_or_above(files: &dyn Files, query: ModuleQuery<'_>) -> Self {
        let of = |folder: &str| path::resolve(folder, query.first).filter(|found| files.is_file(found));
        let mut found = path::ancestors(path::parent(query.from)).filter_map(of);
        match (found.next(), found.next()) {
            (Some(path), None) => Self::File { path, inside: Vec::new() },
            _ => Self::Unknown,
        }
    }
}

/// Asks where a module path starts.
#[derive(Clone, Copy, Debug)]
pub struct ModuleQuery<'a> {
    /// The file in which the path is written.
    pub from: &'a str,
    /// The inline modules around it, outermost first.
    pub inside: &'a [String],
    /// The first name of the path; "" for a relative import of nothing but dots.
    pub first: &'a str,
    /// Leading dots, 1 for a path from the root of all packages, or [`Import::BY_CALL`](crate::Import::BY_CALL).
    pub level: u32,
}

/// Asks for a module inside another module.
#[derive(Clone, Copy, Debug)]
pub struct SubmoduleQuery<'a> {
    /// The file of the outer module, or its folder where it has no file.
    pub path: &'a str,
    /// True when `path` is a folder.
    pub folder: bool,
    /// The inline modules entered in that file, outermost first.
    pub inside: &'a [String],
    /// The name that is looked for.
    pub name: &'a str,
    /// The path that the declaration gives (`#[path]`), where it gives one.
    pub declared_path: Option<&'a str>,
}

/// Asks which file an `#include` names.
#[derive(Clone, Copy, Debug)]
pub struct IncludeQuery<'a> {
    /// The file in which it stands.
    pub from: &'a str,
    /// The path that it gives.
    pub path: &'a str,
    /// True where the folder of `from` comes first (quotes, not angle brackets).
    pub near: bool,
}

/// What an `#include` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Included {
    /// This file.
    File(String),
    /// One of these; none is proved, even where it is one.
    OneOf(Vec<String>),
    /// A file outside the repository.
    External(String),
    /// Not known.
    Unknown,
}

/// How files include the text of other files. What those declare is then visible under its own name.
#[derive(Debug)]
pub struct Inclusion {
    /// Which file is included.
    pub find: fn(&dyn Files, IncludeQuery<'_>) -> Included,
    /// True where functions of one name and place may differ by their parameters.
    pub overloads: bool,
    /// True where definitions of a name (the first argument) under two conditions, as written, never exist
    /// together. One under a condition by which it is a default excludes any other, also one without a condition ("").
    pub exclude: fn(&str, &str, &str) -> bool,
    /// True for a path whose ending says that the file is compiled by itself; others are there to be included.
    pub is_compiled: fn(&str) -> bool,
    /// Which conditions hold in a file, by what build descriptions tell its compiler.
    pub conditions: fn(&dyn Files, &str) -> Conditions,
    /// True for a source that build descriptions leave out. That never hides it: it comes after what they take.
    pub is_left_out: fn(&dyn Files, &str) -> bool,
}

/// Whether a condition, as written, holds; `None` where that is not known.
pub type Holds = dyn Fn(&str) -> Option<bool>;

/// Says of conditions whether they hold.
pub struct Conditions(pub Box<Holds>);

impl std::fmt::Debug for Conditions {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        text.write_str("Conditions")
    }
}
