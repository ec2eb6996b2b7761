//! What a reference leads to.

use indexer_core::{SymbolKey, Target};

/// What a reference leads to, borrowed from the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TargetRef<'v> {
    /// A symbol of this repository; look it up with [`View::symbol`](crate::View::symbol).
    Symbol(SymbolKey),
    /// A module of this repository: the path of its file.
    Module(&'v str),
    /// Outside: package and path inside it.
    External(&'v str),
}

impl TargetRef<'_> {
    /// The same target with texts of its own, independent of the view.
    pub fn to_target(self) -> Target {
        match self {
            TargetRef::Symbol(key) => Target::Symbol(key),
            TargetRef::Module(path) => Target::Module(path.to_owned()),
            TargetRef::External(path) => Target::External(path.to_owned()),
        }
    }
}
