//! What others can reach of a package, as its language says it.

use crate::files::{FilePlace, Files};

/// How a file is reached from outside its package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name under which it is imported; "" where it is the path itself.
    pub name: String,
    /// Why it can be imported.
    pub why: &'static str,
}

/// Says how a file is reached from outside its package.
pub type FindEntry = fn(&dyn Files, FilePlace<'_>) -> Option<Entry>;

/// What of a package can be reached from outside.
#[derive(Debug)]
pub struct Surface {
    /// How the file itself is reached, `None` where only what leads to it counts; no function where it is not known what
    /// others reach.
    pub entry: Option<FindEntry>,
    /// True where others reach what the file imports through the file.
    pub passes_on: fn(path: &str) -> bool,
    /// The name of the definition that lists all that a file offers, where the language has one.
    pub list: Option<&'static str>,
    /// The names that such a text lists; `None` where the list is made as the text runs.
    pub listed: fn(text: &str) -> Option<Vec<String>>,
}

impl Surface {
    /// It is not known what is reached from outside.
    pub const BASE: Surface = Surface { entry: None, passes_on: |_| false, list: None, listed: |_| None };
    /// What is public in a package is reached by the package's name.
    pub const PACKAGES: Surface = Surface {
        entry: Some(|_, place| Some(Entry { name: place.package.to_owned(), why: "public declaration" })),
        ..Surface::BASE
    };
}
