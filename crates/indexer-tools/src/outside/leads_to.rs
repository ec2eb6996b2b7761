//! What a name is in a package.

use indexer_core::SymbolKey;

/// What in a package is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeadsTo {
    /// Symbols, at least one.
    Symbols(Vec<SymbolKey>),
    /// The file of a module.
    Module(String),
}
