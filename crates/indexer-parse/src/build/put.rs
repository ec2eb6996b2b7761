//! What is put where: how functions come to places whose values do not say them.

use super::Build;
use indexer_core::{DefId, ExprId, Expression, FileFacts, ScopeKind, Span};

impl Build<'_> {
    /// Notes that `value` is put into the place `into`, where it may be or hold a function: also one without
    /// a name, for what that calls.
    pub fn put(&mut self, into: ExprId, value: ExprId) {
        let is_closure = matches!(self.facts.expression(value), Expression::Lambda(_));
        if !into.is_unknown() && (is_closure || may_hold_function(&self.facts, value)) {
            self.expression(Expression::Put { into, value });
        }
    }

    /// As [`Build::put`], into a definition.
    pub fn put_into(&mut self, definition: DefId, value: ExprId) {
        if may_hold_function(&self.facts, value) {
            let into = self.expression(Expression::Definition(definition));
            self.expression(Expression::Put { into, value });
        }
    }

    /// Notes that the function around may give `value`, unless a closure does.
    pub fn put_result(&mut self, value: ExprId) {
        use Expression::{Definition, Member, Name, Union};
        if !matches!(self.facts.expression(value), Name { .. } | Member { .. } | Union(_) | Definition(_)) {
            return;
        }
        let mut current = Some(self.scope);
        while let Some(scope) = current.and_then(|id| self.facts.scopes.get(id.index())) {
            match scope.kind {
                ScopeKind::Function => {
                    if let Some(function) = self.enclosing {
                        self.put_into(function, value);
                    }
                    return;
                }
                ScopeKind::Block => current = scope.parent,
                _ => return,
            }
        }
    }

    /// What is declared to be `declared`, and was given `value`.
    pub fn given(&mut self, declared: ExprId, value: ExprId) -> ExprId {
        if may_hold_function(&self.facts, value) {
            self.expression(Expression::Put { into: declared, value })
        } else {
            declared
        }
    }

    /// What is called has no name of its own at this place (`table[key]()`, `make()()`): the opening
    /// parenthesis at `parenthesis` stands for it.
    pub fn invoke_unnamed(&mut self, parenthesis: u32, callee: ExprId) {
        use Expression::{Awaited, Call, Deref, Element, Index, Item, Tried, Union};
        let is_unnamed = matches!(
            self.facts.expression(callee),
            Call { .. }
                | Index { .. }
                | Element(_)
                | Item { .. }
                | Union(_)
                | Awaited(_)
                | Deref(_)
                | Tried(_)
        );
        if is_unnamed {
            self.invoke(Span::new(parenthesis, parenthesis + 1), callee);
        }
    }
}

/// False for what certainly is no function that has a name.
pub fn may_hold_function(facts: &FileFacts, value: ExprId) -> bool {
    use Expression::{
        Apply, Awaited, Call, Collection, Definition, Deref, Element, Import, Index, Item, Member, Name,
        Object, Put, Tried, Tuple, Union,
    };
    match facts.expression(value) {
        Name { .. } | Member { .. } | Call { .. } | Index { .. } | Element(_) | Awaited(_) | Tried(_) => true,
        Deref(_) | Item { .. } | Apply { .. } | Definition(_) | Import { .. } | Object(_) | Put { .. } => {
            true
        }
        Collection(_, list) | Tuple(list) | Union(list) => {
            facts.list(list).iter().any(|one| may_hold_function(facts, *one))
        }
        _ => false,
    }
}
