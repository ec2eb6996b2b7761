//! What Erlang's hooks remember while the walk goes on.

use crate::memory::Memory;
use indexer_core::{DefId, ImportId, Name};
use rustc_hash::{FxHashMap, FxHashSet};

/// What Erlang's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Erlang {
    /// True where the file is a module, which says what others may call.
    pub is_module: bool,
    /// True where all functions are exported.
    pub exports_all: bool,
    /// Functions and types that are exported, by their names with the number of arguments.
    pub exported: FxHashSet<Name>,
    /// The types that are declared, which a list behind them may export.
    pub types: FxHashMap<Name, DefId>,
    /// The function whose clause ended with `;`, and the name that it is bound to.
    pub clause: Option<(DefId, Name)>,
    /// The import of each module that the file names.
    pub imports: FxHashMap<Name, ImportId>,
    /// Documentation that stands before the specification of a function.
    pub doc: Option<(Name, String)>,
    /// The conditions around, the innermost last.
    pub conditions: Vec<Condition>,
    /// True in a module of tests, by its name.
    pub is_of_tests: bool,
    /// True where the file includes what makes tests of its functions.
    pub includes_tests: bool,
}

/// A condition of the preprocessor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    /// True where what stands here is there for tests alone.
    pub is_for_tests: bool,
    /// The same of what stands behind `-else`.
    pub is_else_for_tests: bool,
}

impl Memory for Erlang {}
