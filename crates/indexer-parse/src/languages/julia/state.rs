//! What Julia's hooks remember while the walk goes on.

use crate::memory::Memory;
use indexer_core::{Name, ScopeId, Span};
use rustc_hash::FxHashSet;

/// What Julia's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Julia {
    /// Variables that assignments declared, with the scope of their module.
    pub declared: FxHashSet<(ScopeId, Name)>,
    /// The text before a definition, which documents it.
    pub doc: Option<Span>,
    /// True inside of what `const` declares.
    pub is_constant: bool,
    /// True inside of `@eval`: what is declared there is the module's, wherever it stands.
    pub is_evaluated: bool,
    /// Names that the function around says are those of its module.
    pub globals: FxHashSet<Name>,
}

impl Memory for Julia {}
