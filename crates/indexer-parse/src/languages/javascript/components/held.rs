//! Variables that hold what their names mean in a component: `$a` is what the store `a` holds in Svelte, and in a template of
//! Vue `a` is what the ref `a` holds.

use super::settle::bound_in;
use crate::build::Build;
use indexer_core::{Access, Bound, ExprId, Expression, Name, Namespace, ScopeId, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The method by which a store says what it holds, to the function that it is given.
const SUBSCRIBE: &str = "subscribe";
/// The member of a ref that holds its value.
const VALUE: &str = "value";

/// How much of a file was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    expressions: usize,
    lists: usize,
    bindings: usize,
}

impl Extent {
    pub(super) const NOTHING: Extent = Extent { expressions: 0, lists: 0, bindings: 0 };

    pub(super) fn of(build: &Build<'_>) -> Self {
        Self {
            expressions: build.facts.expressions.len(),
            lists: build.facts.lists.len(),
            bindings: build.facts.bindings.len(),
        }
    }
}

/// Names with a `$` before that of a variable of the script use that variable, and are what it holds. `given` has the names
/// that the compiler gives a meaning of its own.
pub(super) fn see_stores(build: &mut Build<'_>, given: &[&str]) {
    let bound = bound_in(build, ScopeId(0));
    // A variable of any scope that has the name is no store.
    let named: FxHashSet<Name> = build.facts.bindings.iter().map(|one| one.name).collect();
    let (extent, mut held) = (Extent::of(build), FxHashMap::default());
    let mut stores: FxHashMap<Name, Option<Name>> = FxHashMap::default();
    for at in 0..extent.expressions {
        let Expression::Name { name, namespace, .. } = build.facts.expressions[at] else { continue };
        let store = match stores.get(&name) {
            Some(known) => *known,
            None => {
                let text = build.names.get(name);
                let inner = text.strip_prefix('$').filter(|_| !given.contains(&text)).map(str::to_owned);
                let inner = inner.map(|inner| build.names.made(&inner));
                let store = inner.filter(|inner| bound.contains(inner) && !named.contains(&name));
                stores.insert(name, store);
                store
            }
        };
        let Some(name) = store.filter(|_| namespace.meets(Namespace::VALUE)) else { continue };
        build.facts.expressions[at] =
            Expression::Name { name, scope: ScopeId(0), bound: None, namespace: Namespace::VALUE };
        let of = ExprId(at as u32);
        let subscribe = build.names.name(SUBSCRIBE);
        let method = build.expression(Expression::Member { of, name: subscribe, access: Access::Value });
        let told = build.expression(Expression::Given { of: method, index: 0 });
        held.insert(of, build.expression(Expression::Given { of: told, index: 0 }));
    }
    replace(build, (Extent::NOTHING, extent), &held);
    let with = |of: &mut ExprId| *of = held.get(of).copied().unwrap_or(*of);
    build.facts.definitions.iter_mut().for_each(|one| with(&mut one.value));
    build.facts.bindings.iter_mut().for_each(|one| with(&mut one.value));
}

/// In what was read since `from`, members of a variable that may be a ref are those of what it holds too. `scopes` are those
/// of the template, whose own names hold what they are.
pub(super) fn see_refs(build: &mut Build<'_>, from: Extent, scopes: &[ScopeId]) {
    let scopes: FxHashSet<ScopeId> = scopes.iter().copied().collect();
    // Also what closures in the template take.
    let inner = build.facts.bindings[from.bindings..].iter();
    let own = build.facts.bindings.iter().filter(|one| scopes.contains(&one.scope));
    let own: FxHashSet<Name> = own.chain(inner).map(|one| one.name).collect();
    let may_be_ref = |one: &&indexer_core::Binding| {
        let Bound::Definition(id) = one.bound else { return false };
        let definition = &build.facts.definitions[id.index()];
        let is_variable = matches!(definition.kind, SymbolKind::Constant | SymbolKind::Variable);
        let value = build.facts.expression(definition.value);
        one.scope == ScopeId(0)
            && is_variable
            && !own.contains(&one.name)
            && !matches!(value, Expression::Object(_) | Expression::Literal(_) | Expression::Lambda(_))
    };
    let refs: FxHashSet<Name> = build.facts.bindings.iter().filter(may_be_ref).map(|one| one.name).collect();
    let (extent, mut held) = (Extent::of(build), FxHashMap::default());
    for at in from.expressions..extent.expressions {
        let Expression::Name { name, .. } = build.facts.expressions[at] else { continue };
        if refs.contains(&name) {
            let of = ExprId(at as u32);
            let name = build.names.name(VALUE);
            let value = build.expression(Expression::Member { of, name, access: Access::Value });
            held.insert(of, build.union(&[of, value]));
        }
    }
    replace(build, (from, extent), &held);
}

/// Puts other expressions in the place of some, in what was read between two places.
fn replace(build: &mut Build<'_>, (from, to): (Extent, Extent), with: &FxHashMap<ExprId, ExprId>) {
    if with.is_empty() {
        return;
    }
    let put = |of: &mut ExprId| *of = with.get(of).copied().unwrap_or(*of);
    for one in &mut build.facts.expressions[from.expressions..to.expressions] {
        match one {
            Expression::Member { of, .. }
            | Expression::Index { of, .. }
            | Expression::Call { of, .. }
            | Expression::Item { of, .. }
            | Expression::Narrowed { of, .. }
            | Expression::Matched { of, .. }
            | Expression::Element(of)
            | Expression::Tried(of)
            | Expression::Awaited(of) => put(of),
            Expression::Put { value, .. } => put(value),
            Expression::Excluded { of, without } => {
                put(of);
                put(without);
            }
            Expression::Combined { left, right } => {
                put(left);
                put(right);
            }
            _ => {}
        }
    }
    build.facts.lists[from.lists..to.lists].iter_mut().for_each(put);
}
