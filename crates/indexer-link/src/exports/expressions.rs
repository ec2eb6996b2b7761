//! What expressions say to others: two that are written alike and mean the same hash alike.

use super::Walk;
use crate::unit::argument_lists;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::{Bound, DependencyKey, ExprId, Expression, List, Owner, ScopeId};

impl Walk<'_> {
    /// The arguments that the file gives to types, by the name of the type.
    pub(super) fn argument_lists(&mut self) {
        for (name, of, arguments) in argument_lists(self.facts) {
            let part = hash_numbers([self.expression(of), self.list(arguments)]);
            self.add(DependencyKey::applied(self.path, name), part);
        }
    }

    pub(super) fn list(&mut self, list: List) -> u64 {
        let facts = self.facts;
        facts.list(list).iter().fold(17, |hash, e| hash_numbers([hash, self.expression(*e)]))
    }

    /// Hash of an expression's structure. A local name counts as what it is bound to, so that a
    /// function's value is hashed with all of its body that bears on it.
    pub(super) fn expression(&mut self, id: ExprId) -> u64 {
        if id.is_unknown() {
            return 0;
        }
        if let Some(known) = self.expressions.get(&id) {
            return *known;
        }
        self.expressions.insert(id, 1);
        let hash = stacker::maybe_grow(64 << 10, 1 << 20, || self.structure(id));
        self.expressions.insert(id, hash);
        hash
    }

    fn structure(&mut self, id: ExprId) -> u64 {
        use Expression::*;
        let facts = self.facts;
        // What a text says is read where it stands in a router's definition.
        if let Some(text) = facts.text(id) {
            return hash_numbers([40, hash_text(text)]);
        }
        if let Some(is_true) = facts.truth(id) {
            return hash_numbers([46, u64::from(is_true)]);
        }
        match facts.expression(id) {
            Unknown => 0,
            Name { name, scope, bound, namespace } => {
                let bound = bound.map_or(hash_numbers([23, self.scope_place(scope)]), |b| self.bound(b.0));
                hash_numbers([1, self.hash(name), bound, u64::from(namespace.0)])
            }
            Member { of, name, access } => {
                hash_numbers([2, self.expression(of), self.hash(name), access as u64])
            }
            Call { of, arguments } => hash_numbers([3, self.expression(of), self.list(arguments)]),
            Keyword { name, value } => hash_numbers([4, self.hash(name), self.expression(value)]),
            Index { of, index } => hash_numbers([5, self.expression(of), self.expression(index)]),
            Element(of) => hash_numbers([6, self.expression(of)]),
            Awaited(of) => hash_numbers([7, self.expression(of)]),
            Tried(of) => hash_numbers([8, self.expression(of)]),
            Deref(of) => hash_numbers([9, self.expression(of)]),
            Entered(of) => hash_numbers([10, self.expression(of)]),
            Literal(kind) => hash_numbers([11, kind as u64]),
            Text(name) => hash_numbers([40, self.hash(name)]),
            Collection(kind, list) => hash_numbers([12, kind as u64, self.list(list)]),
            Tuple(list) => hash_numbers([13, self.list(list)]),
            Item { of, index } => hash_numbers([14, self.expression(of), u64::from(index)]),
            Payload { of, pattern, index } => {
                hash_numbers([15, self.expression(of), self.expression(pattern), u64::from(index)])
            }
            Union(list) => hash_numbers([16, self.list(list)]),
            Instance(of) => hash_numbers([17, self.expression(of)]),
            Apply { of, arguments } => hash_numbers([18, self.expression(of), self.list(arguments)]),
            FunctionType { parameters, returns } => {
                hash_numbers([19, self.list(parameters), self.expression(returns)])
            }
            Combined { left, right } => hash_numbers([38, self.expression(left), self.expression(right)]),
            Case { member, name } => hash_numbers([39, self.expression(member), self.expression(name)]),
            Sequence(of) => hash_numbers([20, self.expression(of)]),
            Lambda(id) => {
                let lambda = &facts.lambdas[id.index()];
                let value = self.expression(lambda.value);
                // Also what it calls: where it runs, so does that.
                let calls = crate::flow::calls_in(facts, lambda);
                calls.fold(hash_numbers([21, value]), |hash, call| {
                    hash_numbers([hash, self.expression(call.expression)])
                })
            }
            LambdaParameter(id, index) => {
                let lambda = &facts.lambdas[id.index()];
                let (call, position) = lambda.argument_of.unwrap_or((ExprId::UNKNOWN, 0));
                hash_numbers([22, self.expression(call), u64::from(position), u64::from(index)])
            }
            SelfInstance(scope) => hash_numbers([24, self.scope_place(scope)]),
            SelfType(scope) => hash_numbers([25, self.scope_place(scope)]),
            Super(scope) => hash_numbers([26, self.scope_place(scope)]),
            Definition(def) => hash_numbers([27, self.key(def)]),
            Object(scope) if self.bodies.contains_key(&scope) => hash_numbers([33, self.scope_place(scope)]),
            Object(scope) => {
                let members = facts.bindings(scope).iter();
                members.fold(30, |hash, binding| {
                    // Texts are read where they stand: `{ prefix: "/api" }`.
                    let text = match binding.bound {
                        Bound::Definition(def) => facts.text(facts.definition(def).value),
                        _ => None,
                    };
                    let said =
                        [hash, self.hash(binding.name), self.binding(binding), text.map_or(0, hash_text)];
                    hash_numbers(said)
                })
            }
            Promised(of) => hash_numbers([32, self.expression(of)]),
            Expected { call, position } => hash_numbers([34, self.expression(call), u64::from(position)]),
            Narrowed { of, by } => hash_numbers([36, self.expression(of), self.expression(by)]),
            Excluded { of, without } => hash_numbers([41, self.expression(of), self.expression(without)]),
            Matched { of, member, is } => {
                hash_numbers([42, self.expression(of), self.hash(member), self.expression(is)])
            }
            Metatype(of) => hash_numbers([45, self.expression(of)]),
            Guards(of) => hash_numbers([43, self.expression(of)]),
            Const(of) => hash_numbers([44, self.expression(of)]),
            Put { into, value } => hash_numbers([37, self.expression(into), self.expression(value)]),
            Given { of, index } => hash_numbers([35, self.expression(of), u64::from(index)]),
            Import { import, upto } => {
                let import = facts.imports[import.index()].clone();
                hash_numbers([28, self.import(&import), u64::from(upto)])
            }
        }
    }

    /// What a scope is the body of, for expressions that depend on where they stand.
    fn scope_place(&mut self, scope: ScopeId) -> u64 {
        match self.bodies.get(&scope) {
            Some(Owner::Definition(def)) => self.key(*def),
            Some(Owner::Extension(extension)) => {
                let of = self.facts.extensions[extension.index()].of;
                self.expression(of)
            }
            _ => 0,
        }
    }

    fn bound(&mut self, first: u32) -> u64 {
        let facts = self.facts;
        let Some(one) = facts.bindings.get(first as usize) else { return 0 };
        let group = facts.bindings[first as usize..].iter();
        let group = group.take_while(|b| b.scope == one.scope && b.name == one.name);
        let mut hash = 29;
        for binding in group {
            if one.from > 0 || binding.from == 0 {
                let part = match binding.bound {
                    Bound::Parameter(id) => {
                        let annotation = facts.parameters.get(id.index()).map(|p| (p.annotation, p.default));
                        let (annotation, default) = annotation.unwrap_or((ExprId::UNKNOWN, ExprId::UNKNOWN));
                        let value = self.expression(binding.value);
                        hash_numbers([31, value, self.expression(annotation), self.expression(default)])
                    }
                    Bound::TypeParameter(index) => self.type_parameters(List { start: index, len: 1 }),
                    _ => self.binding(binding),
                };
                hash = hash_numbers([hash, part]);
            }
            if one.from > 0 {
                break;
            }
        }
        hash
    }
}
