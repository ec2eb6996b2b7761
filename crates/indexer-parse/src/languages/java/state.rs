//! What Java's hooks remember while the walk goes on.

use crate::memory::Memory;
use crate::walk::Walk;
use indexer_core::{ExprId, Owner, ScopeId, ScopeKind, SymbolKind};

#[derive(Debug)]
pub(super) struct State {
    /// What the switch around is over.
    pub subject: ExprId,
}

impl Default for State {
    fn default() -> Self {
        Self { subject: ExprId::UNKNOWN }
    }
}

impl Memory for State {}

/// Shorthands that the hooks use on the walk.
pub(super) trait Remembers {
    fn state(&mut self) -> &mut State;
    /// The body of the type around.
    fn type_scope(&self) -> Option<ScopeId>;
    /// The kind of the definition around.
    fn owner_kind(&self) -> Option<SymbolKind>;
}

impl Remembers for Walk<'_, '_> {
    fn state(&mut self) -> &mut State {
        self.build.remembered.of()
    }

    fn type_scope(&self) -> Option<ScopeId> {
        let scopes = &self.build.facts.scopes;
        let mut current = Some(self.build.scope);
        while let Some(id) = current {
            if scopes[id.index()].kind == ScopeKind::Type {
                return Some(id);
            }
            current = scopes[id.index()].parent;
        }
        None
    }

    fn owner_kind(&self) -> Option<SymbolKind> {
        match self.build.owner {
            Owner::Definition(id) => Some(self.build.facts.definitions[id.index()].kind),
            _ => None,
        }
    }
}
