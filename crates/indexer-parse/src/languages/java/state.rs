//! What Java's hooks remember while the walk goes on.

use crate::memory::Memory;
use crate::walk::Walk;
use indexer_core::{ExprId, Name, Owner, ScopeId, ScopeKind, SymbolKind};

/// A class while its body is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub name: Name,
    /// The class that it extends; unknown where it names none.
    pub base: ExprId,
}

#[derive(Debug)]
pub(super) struct State {
    /// What the switch around is over.
    pub subject: ExprId,
    /// What the lambda that is lowered next must be; unknown where nothing says it.
    pub expected: ExprId,
    /// What the method around gives; unknown in a lambda.
    pub result: ExprId,
    /// The classes around, the innermost last.
    pub classes: Vec<Class>,
    /// True inside of what an annotation is given.
    pub is_annotation: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            subject: ExprId::UNKNOWN,
            expected: ExprId::UNKNOWN,
            result: ExprId::UNKNOWN,
            classes: Vec::new(),
            is_annotation: false,
        }
    }
}

impl Memory for State {}

/// Shorthands that the hooks use on the walk.
pub(super) trait Remembers {
    fn state(&mut self) -> &mut State;
    /// Lowers the current node, a value of the type `expected`: a lambda takes its parameters from there.
    fn lower_expected(&mut self, expected: ExprId) -> ExprId;
    /// The body of the type around.
    fn type_scope(&self) -> Option<ScopeId>;
    /// The kind of the definition around.
    fn owner_kind(&self) -> Option<SymbolKind>;
}

impl Remembers for Walk<'_, '_> {
    fn state(&mut self) -> &mut State {
        self.build.remembered.of()
    }

    fn lower_expected(&mut self, expected: ExprId) -> ExprId {
        if self.kind() == "lambda_expression" {
            self.state().expected = expected;
        }
        self.lower()
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
