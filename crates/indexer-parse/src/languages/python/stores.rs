//! What is put into collections after they were made: `table[key] = f`, `handlers.append(f)`.
//!
//! A name that holds a collection which is written out (`{}`, `list()`) also holds one with what is
//! put into it. Where it was made empty, what else may be put into it is not known: then its elements
//! are never proved.

use super::state::{Frame, Remembers, Slot, Variable};
use crate::build::Build;
use crate::walk::Walk;
use indexer_core::{Bound, CollectionKind, ExprId, Expression, Name, Namespace};
use rustc_hash::FxHashMap;

/// More stores than this into one collection say nothing new.
const STORES: usize = 16;

/// `value` is put into the collection that `of` names: a name, or a member of the receiver.
pub(super) fn store(walk: &mut Walk<'_, '_>, of: ExprId, value: ExprId) {
    if value.is_unknown() || matches!(walk.build.facts.expression(value), Expression::Literal(_)) {
        return;
    }
    match walk.build.facts.expression(of) {
        Expression::Name { name, .. } => {
            let at = walk.state().binding_frame();
            walk.state().frames[at].stores.push((name, value));
        }
        Expression::Member { of, name, .. } => {
            let Expression::Name { name: receiver, .. } = walk.build.facts.expression(of) else { return };
            if let Some(class) = walk.state().class_of_receiver(receiver)
                && let Some(frame) = walk.state().frames.get_mut(class)
            {
                frame.stores.push((name, value));
            }
        }
        _ => {}
    }
}

/// A call of a method that puts its argument into the receiver.
pub(super) fn through_method(walk: &mut Walk<'_, '_>, callee: ExprId, arguments: &[ExprId]) {
    let Expression::Member { of, name, .. } = walk.build.facts.expression(callee) else { return };
    let value = match (walk.build.names.get(name), arguments) {
        ("append" | "add" | "appendleft", [value]) => *value,
        ("insert" | "setdefault", [_, value]) => *value,
        ("update" | "extend", [other]) if !other.is_unknown() => {
            // The elements of a dictionary are its values, as those of a list.
            match walk.build.facts.expression(*other) {
                Expression::Collection(_, items) => {
                    let items = walk.build.facts.list(items).to_vec();
                    return items.into_iter().for_each(|item| store(walk, of, item));
                }
                Expression::Keyword { value, .. } => value,
                _ => return,
            }
        }
        _ => return,
    };
    store(walk, of, value);
}

/// A file or class ends: adds what was put into its variables to their values.
pub(super) fn settle_variables(build: &mut Build<'_>, frame: &mut Frame) {
    for (name, values) in by_name(&frame.stores) {
        let Some(Slot::Variable(at)) = frame.slots.get(&name).copied() else { continue };
        let Variable { values: known, .. } = &mut frame.variables[at];
        if let Some(made) = known.iter().find_map(|value| made(build, *value)) {
            known.push(collection(build, made, &values));
        }
    }
}

/// A function ends: does the same for its locals, and gives what was put into names that it does not
/// bind.
pub(super) fn settle_locals(build: &mut Build<'_>, frame: &Frame) -> Vec<(Name, ExprId)> {
    let mut outward = Vec::new();
    if frame.stores.is_empty() {
        return outward;
    }
    let mut own: FxHashMap<Name, Option<Made>> = FxHashMap::default();
    for binding in build.facts.bindings.get(frame.first_binding..).unwrap_or(&[]) {
        if binding.scope == frame.scope {
            let made = made(build, binding.value);
            let known = own.entry(binding.name).or_default();
            *known = known.or(made);
        }
    }
    for (name, values) in by_name(&frame.stores) {
        match own.get(&name) {
            Some(Some(made)) => {
                let value = collection(build, *made, &values);
                build.bind(frame.scope, name, Namespace::ANY, Bound::Local, value);
            }
            Some(None) => {}
            None => outward.extend(values.into_iter().map(|value| (name, value))),
        }
    }
    outward
}

/// What was put into each name, in the order of the first stores.
fn by_name(stores: &[(Name, ExprId)]) -> Vec<(Name, Vec<ExprId>)> {
    let mut all: Vec<(Name, Vec<ExprId>)> = Vec::new();
    let mut places: FxHashMap<Name, usize> = FxHashMap::default();
    for (name, value) in stores {
        let at = *places.entry(*name).or_insert(all.len());
        match all.get_mut(at) {
            Some((_, values)) if values.len() < STORES => values.push(*value),
            Some(_) => {}
            None => all.push((*name, vec![*value])),
        }
    }
    all
}

/// A collection as it was made: its kind, and whether it was empty.
type Made = (CollectionKind, bool);

/// The collection that is written out or made empty.
fn made(build: &Build<'_>, value: ExprId) -> Option<Made> {
    match build.facts.expression(value) {
        Expression::Collection(kind, items) => Some((kind, items.len == 0)),
        Expression::Call { of, .. } => {
            let Expression::Name { name, .. } = build.facts.expression(of) else { return None };
            match build.names.get(name) {
                "dict" | "OrderedDict" | "defaultdict" => Some((CollectionKind::Map, true)),
                "list" | "deque" => Some((CollectionKind::List, true)),
                "set" => Some((CollectionKind::Set, true)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A collection of the values, and of what is not known where it was made empty.
fn collection(build: &mut Build<'_>, (kind, was_empty): Made, values: &[ExprId]) -> ExprId {
    let mut all = values.to_vec();
    if was_empty {
        all.push(ExprId::UNKNOWN);
    }
    build.collection(kind, &all)
}
