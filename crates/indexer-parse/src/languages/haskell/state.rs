//! What Haskell's hooks remember while the walk goes on.

use crate::memory::Memory;
use indexer_core::{DefId, ExprId, Name, ScopeId, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where declarations stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    /// In the module.
    #[default]
    Module,
    /// In a class.
    Class,
    /// In an instance.
    Instance,
    /// In a function: they are locals.
    Local,
}

/// What Haskell's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Haskell {
    /// The scope of what the module exports.
    pub module: Option<ScopeId>,
    /// Where the walk stands.
    pub level: Level,
    /// True where the module says what it exports.
    pub has_exports: bool,
    /// Values that it exports.
    pub values: FxHashSet<Name>,
    /// Types that it exports, and whether with all that they have.
    pub types: FxHashMap<Name, bool>,
    /// Modules that it passes on.
    pub modules: FxHashSet<String>,
    /// Modules of which all is imported, but for what is hidden, and where that is said.
    pub whole: Vec<(Name, Span)>,
    /// What modules are called here, and what that stands for.
    pub qualifiers: FxHashMap<String, Vec<ExprId>>,
    /// What has been declared in each scope and owner, which further clauses go on with.
    pub declared: FxHashMap<(u32, Name), DefId>,
    /// Declarations of which only the type was met.
    pub announced: FxHashSet<DefId>,
    /// True where all that the type around has is exported with it.
    pub exports_members: bool,
}

impl Memory for Haskell {}
