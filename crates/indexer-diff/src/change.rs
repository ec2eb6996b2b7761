//! What a comparison gives.

use crate::aspect::Aspect;
use crate::file::Entity;

indexer_core::worded! {
    /// What happened to a symbol or to a file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Happened {
        /// It is new.
        Added = "added",
        /// It is gone.
        Removed = "removed",
        /// It has another name.
        Renamed = "renamed",
        /// It stands in another file or belongs to another owner.
        Moved = "moved",
        /// Its signature is another; [`Change::aspects`] say how.
        Signature = "signature",
        /// What it does is another.
        Body = "body",
        /// What stands before its signature is another: decorators, attributes.
        Attributes = "attributes",
        /// Its documentation is another.
        Documentation = "documentation",
        /// What it imports is another. Of files.
        Imports = "imports",
        /// What stands outside of symbols is another. Of files.
        TopLevel = "top_level",
        /// Only comments and white space are another, and that is no change.
        Cosmetic = "cosmetic",
    }
}

/// What happened to one symbol.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// What it was, with the path of its file; `None` for an added one.
    pub old: Option<(&'a str, &'a Entity)>,
    /// What it is; `None` for a removed one.
    pub new: Option<(&'a str, &'a Entity)>,
    /// What happened, in order, each once.
    pub happened: Vec<Happened>,
    /// What is different about its signature and its attributes.
    pub aspects: Vec<Aspect>,
    /// How like both are, from 0 to 1, where that is what paired them.
    pub likeness: Option<f64>,
    /// True where whoever used it can go on: another of its signatures is there, a property, a function of the
    /// module that gives what is not there.
    pub is_compatible: bool,
}

impl Change<'_> {
    /// True where this happened.
    pub fn has(&self, happened: Happened) -> bool {
        self.happened.contains(&happened)
    }

    /// True where others could use it, or can now.
    pub fn is_public(&self) -> bool {
        [self.old, self.new].into_iter().flatten().any(|(_, one)| one.is_public)
    }

    /// True where nothing happened that counts.
    pub fn is_cosmetic(&self) -> bool {
        self.happened == [Happened::Cosmetic]
    }
}

/// What happened to one file of code.
#[derive(Clone, Debug)]
pub struct FileChange<'a> {
    /// Its path before; `None` for an added one.
    pub old: Option<&'a str>,
    /// Its path now; `None` for a removed one.
    pub new: Option<&'a str>,
    /// What happened to it outside of its symbols.
    pub happened: Vec<Happened>,
}

/// The difference between two states.
#[derive(Clone, Debug, Default)]
pub struct Diff<'a> {
    /// The files, sorted by path.
    pub files: Vec<FileChange<'a>>,
    /// The symbols that changed, sorted by path and line; formatting alone is among them.
    pub changes: Vec<Change<'a>>,
    /// Every pair of symbols whose keys differ: (old, new). For telling edges apart.
    pub renamed: Vec<(&'a Entity, &'a Entity)>,
}
