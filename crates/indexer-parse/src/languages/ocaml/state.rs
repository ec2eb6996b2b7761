//! What OCaml's hooks remember while the walk goes on.

use crate::memory::Memory;
use indexer_core::{ImportId, Name, ScopeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where declarations stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    /// In a module or signature: others see them.
    #[default]
    Module,
    /// In a class.
    Class,
    /// In an expression: they are locals.
    Local,
}

/// What OCaml's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Ocaml {
    /// The scope of what the module around offers; the file's where there is none.
    pub module: Option<ScopeId>,
    /// Where the walk stands.
    pub level: Level,
    /// Modules that are named and of other files.
    pub roots: FxHashMap<Name, ImportId>,
    /// Modules that the file declares, up to here.
    pub modules: FxHashSet<Name>,
    /// Operators that the file declares, up to here.
    pub operators: FxHashSet<Name>,
    /// What a module that has a signature of its own shows of its values.
    pub shown: Option<FxHashSet<Name>>,
    /// How many modules are open around the walk, one inside of another.
    pub opened: u32,
    /// True where the scope of the structure that is walked next is open.
    pub is_open: bool,
    /// From which byte on a declaration is known, and where all of it begins.
    pub declared: (u32, u32),
    /// What the object around calls itself.
    pub own: Option<Name>,
    /// Where the type around is declared in its module.
    pub within: Option<ScopeId>,
}

impl Memory for Ocaml {}
