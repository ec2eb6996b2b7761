//! Metatables: in which tables others look for what they do not have themselves.

use super::hooks::{held as held_by, lua};
use super::requires::arguments_of;
use super::state::{Held, Into};
use super::tables::{INDEX, is_key, lower_value, table_at};
use crate::shapes::{bind_given, bound_in, function_scope};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Namespace, Owner, Role, ScopeId, SymbolKind};
use tree_sitter::Node;

/// More tables than this in which one looks are no program.
const MOST_BASES: usize = 8;

/// What has instances is a class.
pub(super) fn has_index(walk: &mut Walk<'_, '_>, table: ScopeId, value: ExprId, held: Option<Held>) {
    let named = match walk.build.facts.expression(value) {
        Expression::Name { name, .. } => held_by(walk, name),
        _ => held,
    };
    let Some(Held::Table(of) | Held::Instance(of)) = named else { return };
    lua(walk).index.insert(table, of);
    if let Owner::Definition(id) = walk.build.facts.scopes[of.index()].owner {
        let definition = walk.build.definition(id);
        if definition.body == Some(of) && definition.kind == SymbolKind::Variable {
            definition.kind = SymbolKind::Class;
        }
    }
}

/// What a table that a definition holds does not have is looked for in `base`.
pub(super) fn add_base(walk: &mut Walk<'_, '_>, scope: ScopeId, base: ExprId) -> bool {
    let Owner::Definition(id) = walk.build.facts.scopes[scope.index()].owner else { return false };
    let definition = walk.build.definition(id);
    if definition.body != Some(scope) {
        return false;
    }
    let known = definition.bases;
    let mut bases = walk.build.facts.list(known).to_vec();
    // A table has one metatable; what more are given to it is no program.
    if bases.len() < MOST_BASES && !base.is_unknown() {
        bases.push(base);
        let bases = walk.build.list(&bases);
        walk.build.definition(id).bases = bases;
    }
    true
}

/// What gives a table another one as its metatable.
const SETS: &str = "setmetatable";

/// True for a call of `setmetatable` with two arguments.
pub(super) fn is_set_metatable(walk: &Walk<'_, '_>) -> bool {
    // The name of what is called stands first: a child is dear to find, and most calls are of something else.
    walk.text().starts_with(SETS)
        && walk.child_of(walk.node(), Field::Name).is_some_and(|name| walk.build.text(span_of(name)) == SETS)
        && walk.child_of(walk.node(), Field::Arguments).is_some_and(|all| all.named_child_count() >= 2)
}

/// `setmetatable(a, b)` gives `a`, which is an instance of what `b` has as its index.
pub(super) fn set_metatable(walk: &mut Walk<'_, '_>, into: Into) -> (ExprId, Option<Held>) {
    let all = arguments_of(walk.node());
    let (first, second) = (all.first().copied(), all.get(1).copied());
    let class = second.and_then(|second| class_at(walk, second));
    let is_written = first.is_some_and(|first| first.kind() == "table_constructor");
    let into = match (into, class) {
        (Into::Nothing, Some(class)) => Into::Fields(class),
        (into, _) => into,
    };
    let end = walk.span().end;
    let (mut values, mut own, mut index) = (Vec::new(), None, None);
    let (mark, mut callee) = (walk.build.uses.mark(), ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Name => {
            callee = walk.lower_as(Role::Read);
            walk.build.uses.retag(mark, callee, Role::Call);
        }
        Field::Arguments => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| {
                if !walk.is_named() || walk.node().is_extra() {
                    walk.other();
                    return;
                }
                let value = match values.len() {
                    0 => {
                        let (value, held) = lower_value(walk, Some(into).filter(|_| is_written));
                        own = held;
                        value
                    }
                    1 if walk.kind() == "table_constructor" => {
                        index = metatable(walk);
                        ExprId::UNKNOWN
                    }
                    1 => {
                        let value = walk.lower_as(Role::Read);
                        let (name, access) = (walk.build.names.name(INDEX), Access::Value);
                        index = Some(walk.build.expression(Expression::Member { of: value, name, access }));
                        value
                    }
                    _ => walk.lower_as(Role::Read),
                };
                values.push(value);
            });
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
    walk.call_of(mark, callee, &values);
    let table = values.first().copied().unwrap_or(ExprId::UNKNOWN);
    let Some(index) = index.filter(|index| !index.is_unknown()) else { return (table, own) };
    let instance = walk.build.expression(Expression::Instance(index));
    let held = class.map(Held::Instance);
    match (own, into) {
        (Some(Held::Table(scope)), Into::Definition(_)) => {
            add_base(walk, scope, index);
            (table, own)
        }
        (Some(_), Into::Fields(_)) => (instance, held),
        (Some(_), _) => (walk.build.union(&[table, instance]), own),
        (None, _) => {
            let value = first.map(|first| becomes(walk, first, (table, index, instance), (held, end)));
            value.unwrap_or((instance, held))
        }
    }
}

/// What is named as the first argument of `setmetatable` is an instance from there on.
fn becomes(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    (table, index, instance): (ExprId, ExprId, ExprId),
    (held, end): (Option<Held>, u32),
) -> (ExprId, Option<Held>) {
    let known = table_at(walk, node);
    if let Some(Held::Table(scope)) = known
        && add_base(walk, scope, index)
    {
        return (table, known);
    }
    if node.kind() != "identifier" {
        return (instance, held);
    }
    let name = walk.build.name(span_of(node));
    let Some(_) = bound_in(walk, name) else { return (instance, held) };
    let is_defined = bound_in(walk, name).is_some_and(|scope| lua(walk).defined.contains_key(&(scope, name)));
    if is_defined || function_scope(walk).is_none() {
        return (instance, held);
    }
    let value = match known {
        Some(Held::Table(scope)) => {
            let own = walk.build.expression(Expression::Object(scope));
            walk.build.union(&[own, instance])
        }
        _ => instance,
    };
    let scope = walk.build.scope;
    walk.build.shapes.introduce(scope, name);
    bind_given(walk, (scope, name), (Namespace::VALUE, end), value);
    match held.or(known) {
        Some(held) => drop(lua(walk).held.insert((scope, name), held)),
        None => drop(lua(walk).held.remove(&(scope, name))),
    }
    (value, held)
}

/// A metatable that is written out: where it looks for what is not in the table.
fn metatable(walk: &mut Walk<'_, '_>) -> Option<ExprId> {
    let mut index = None;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            let name = walk.child_of(walk.node(), Field::Name).map(span_of);
            let is_index = walk.kind() == "field"
                && is_key(walk.node())
                && name.is_some_and(|name| walk.build.text(name) == INDEX);
            let is_function = || {
                let value = walk.child_of(walk.node(), Field::Value);
                value.is_some_and(|value| value.kind() == "function_definition")
            };
            let is_index = is_index && !is_function();
            if is_index {
                index = Some(walk.lower());
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    index
}

/// The table of this file in which instances look whose metatable is at a node.
fn class_at(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<ScopeId> {
    if node.kind() != "table_constructor" {
        let (Held::Table(scope) | Held::Instance(scope)) = table_at(walk, node)?;
        return lua(walk).index.get(&scope).copied();
    }
    let mut cursor = node.walk();
    for field in node.named_children(&mut cursor) {
        let name = walk.child_of(field, Field::Name).map(span_of);
        if is_key(field) && name.is_some_and(|name| walk.build.text(name) == INDEX) {
            let (Held::Table(scope) | Held::Instance(scope)) =
                table_at(walk, walk.child_of(field, Field::Value)?)?;
            return Some(scope);
        }
    }
    None
}
