//! What Elixir's hooks remember while the walk goes on.

use crate::memory::Memory;
use indexer_core::{DefId, ImportId, Name, ScopeId};
use rustc_hash::FxHashMap;

/// What Elixir's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Elixir {
    /// The whole names of the modules around, the innermost last.
    pub modules: Vec<String>,
    /// Short names of modules and what they stand for; the last one counts.
    pub aliases: Vec<(String, String)>,
    /// The import of each module that the file names.
    pub imports: FxHashMap<Name, ImportId>,
    /// What each scope defines under a name with its number of arguments.
    pub functions: FxHashMap<(ScopeId, Name), DefId>,
    /// The function whose clause came last, and how many definitions there were behind it.
    pub last: Option<(DefId, usize)>,
    /// The node that is given a value by `|>`.
    pub piped: Option<usize>,
    /// The node that is named with its number of arguments: `&f/2`.
    pub captured: Option<(usize, usize)>,
    /// The documentation that stands before the next definition.
    pub doc: Option<String>,
    /// True where the next definition is deprecated.
    pub deprecated: bool,
    /// Depth in code that is put together for other places.
    pub quoted: u32,
    /// True in the sizes and types of binary patterns.
    pub in_bits: bool,
    /// True where what stands before `->` is a condition, and no pattern.
    pub conditions: bool,
}

impl Memory for Elixir {}
