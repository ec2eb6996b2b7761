//! What Perl's hooks remember while the walk goes on.

use crate::memory::Memory;
use indexer_core::{ImportId, Name, ScopeId};
use rustc_hash::FxHashMap;

/// What Perl's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Perl {
    /// The name of the package around, where the file says one.
    pub package: Option<Name>,
    /// The scope of what the package around has; the file's where there is none.
    pub scope: Option<ScopeId>,
    /// Packages that are named, and the imports that stand for them.
    pub imports: FxHashMap<Name, ImportId>,
    /// From which byte on variables that are declared are known: behind what they are given.
    pub from: u32,
    /// How many functions and blocks are around.
    pub depth: u32,
}

impl Memory for Perl {}
