//! Adding expressions that are made of others.

use super::Build;
use indexer_core::{CollectionKind, ExprId, Expression, List, LiteralKind, Namespace};

impl Build<'_> {
    /// A literal of this kind: one expression a file and kind.
    pub fn literal(&mut self, kind: LiteralKind) -> ExprId {
        let known = self.literals[kind as usize];
        if !known.is_unknown() {
            return known;
        }
        let id = self.expression(Expression::Literal(kind));
        self.literals[kind as usize] = id;
        id
    }

    /// Makes `slot`, an expression that was added before its value was known, what `value` is.
    pub fn fill(&mut self, slot: ExprId, value: ExprId) {
        if slot.is_unknown() || value.is_unknown() {
            return;
        }
        let expression = match self.facts.expression(value) {
            // Only the expression that its use points at learns what a name is bound to.
            Expression::Name { .. } => Expression::Union(self.list(&[value])),
            other => other,
        };
        self.facts.expressions[slot.0 as usize] = expression;
    }

    /// Adds a list of expressions.
    pub fn list(&mut self, items: &[ExprId]) -> List {
        let start = self.facts.lists.len() as u32;
        self.facts.lists.extend_from_slice(items);
        List { start, len: items.len() as u32 }
    }

    /// The union of what is known among `items`: nothing, the only one, or a `Union`.
    pub fn union(&mut self, items: &[ExprId]) -> ExprId {
        match items {
            [] => ExprId::UNKNOWN,
            [one] => *one,
            _ => {
                let list = self.list(items);
                self.expression(Expression::Union(list))
            }
        }
    }

    /// The generic type `of` with these arguments.
    pub fn apply(&mut self, of: ExprId, arguments: &[ExprId]) -> ExprId {
        let arguments = self.list(arguments);
        self.expression(Expression::Apply { of, arguments })
    }

    /// A tuple of these items.
    pub fn tuple(&mut self, items: &[ExprId]) -> ExprId {
        let items = self.list(items);
        self.expression(Expression::Tuple(items))
    }

    /// A collection of these items.
    pub fn collection(&mut self, kind: CollectionKind, items: &[ExprId]) -> ExprId {
        let items = self.list(items);
        self.expression(Expression::Collection(kind, items))
    }

    /// The first item at the index that is the second.
    pub fn index(&mut self, items: &[ExprId]) -> ExprId {
        let item = |at: usize| items.get(at).copied().unwrap_or(ExprId::UNKNOWN);
        self.expression(Expression::Index { of: item(0), index: item(1) })
    }

    /// An instance of the type; unknown where that is.
    pub fn instance(&mut self, of: ExprId) -> ExprId {
        if of.is_unknown() { of } else { self.expression(Expression::Instance(of)) }
    }

    /// A type that the stubs define, perhaps under a name that no program can write.
    pub fn made_type(&mut self, name: &str) -> ExprId {
        let (name, scope) = (self.names.made(name), self.scope);
        self.expression(Expression::Name { name, scope, bound: None, namespace: Namespace::TYPE })
    }
}
