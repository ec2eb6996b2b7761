//! Functions: which table they are of, and what their receiver is.

use super::hooks::lua;
use super::nodes;
use super::state::{Held, Receiver};
use super::tables;
use crate::shapes::{self, bound_in as scope_of};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, Namespace, ParameterId, ParameterKind, ScopeId, SymbolKind,
    Visibility,
};
use tree_sitter::Node;

/// The word for the receiver, which `function a:b()` binds unasked.
const RECEIVER: &str = "self";

/// `function f()`, `local function f()`, `function a.b()`, `function a:b()`.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let is_local = node.child(0).is_some_and(|first| walk.kind_of(first) == "local");
    let name = walk.child_of(node, Field::Name).map(|name| walk.kind_of(name));
    let receiver =
        if name == Some("method_index_expression") { Receiver::Implied } else { written(walk, node) };
    lua(walk).receiver = receiver;
    shapes::lower(walk, if is_local { &nodes::LOCAL } else { &nodes::FUNCTION })
}

/// Lowers a function by a shape; `of` has its parameters.
pub(super) fn lower(walk: &mut Walk<'_, '_>, shape: &'static shapes::Shape, of: Node<'_>) -> ExprId {
    lua(walk).receiver = written(walk, of);
    shapes::lower(walk, shape)
}

/// A first parameter that is called as the receiver is by custom the receiver.
fn written(walk: &Walk<'_, '_>, function: Node<'_>) -> Receiver {
    let first = walk.child_of(function, Field::Parameters).and_then(|all| all.named_child(0));
    match first.is_some_and(|first| walk.build.text(span_of(first)) == RECEIVER) {
        true => Receiver::Written,
        false => Receiver::Missing,
    }
}

/// Where a function is bound that no word makes local: in the table that it is of, where `local` has declared its name, else
/// where every file sees it.
pub(super) fn bound_in(walk: &mut Walk<'_, '_>) -> Option<ScopeId> {
    if walk.field() == Field::Table {
        let node = walk.node();
        let scope = tables::scope_of_function(walk, node);
        lua(walk).table = scope;
        return scope;
    }
    let span = walk.span();
    let name = walk.build.name(span);
    lua(walk).table = None;
    Some(scope_of(walk, name).unwrap_or(ScopeId(0)))
}

/// The table that is written out around the function.
pub(super) fn bound_in_table(walk: &mut Walk<'_, '_>) -> Option<ScopeId> {
    lua(walk).table
}

/// The receiver of what is defined in a table is one of its instances, or the table.
pub(super) fn opened(walk: &mut Walk<'_, '_>) {
    walk.build.inherited = Flags::NONE;
    let state = lua(walk);
    let (table, receiver) = (state.table.take(), std::mem::take(&mut state.receiver));
    let scope = walk.build.scope;
    let Some(of) = table.filter(|_| receiver != Receiver::Missing) else { return };
    let name = walk.build.names.name(RECEIVER);
    lua(walk).held.insert((scope, name), Held::Instance(of));
    if receiver == Receiver::Implied {
        let this = walk.build.expression(Expression::SelfInstance(of));
        walk.build.shapes.introduce(scope, name);
        walk.build.bind_local(scope, name, Namespace::VALUE, 0, this);
    }
}

/// What is left to say of a function that no word makes local.
pub(super) fn defined(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let (name, kind, scope) = (definition.name, definition.kind, definition.scope);
    if kind == SymbolKind::Method {
        receiver_defined(walk, id);
    } else if scope == ScopeId(0) && !lua(walk).forward.contains(&(scope, name)) {
        walk.build.definition(id).flags.add(Flags::EXPORTED);
    } else {
        walk.build.definition(id).visibility = Visibility::Private;
    }
    lua(walk).defined.insert((scope, name), id);
}

/// `local function f()`, which sees itself.
pub(super) fn local_defined(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let (name, scope, end) = (definition.name, definition.scope, definition.name_span.end);
    lua(walk).defined.insert((scope, name), id);
    holds_from(walk, id, end);
}

/// `local f = function()`, which does not.
pub(super) fn value_defined(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let (name, scope, end) = (definition.name, definition.scope, definition.span.end);
    lua(walk).defined.insert((scope, name), id);
    holds_from(walk, id, end);
}

/// What is defined last under its name is meant from that byte on.
fn holds_from(walk: &mut Walk<'_, '_>, id: DefId, from: u32) {
    let bound = Bound::Definition(id);
    if let Some(binding) = walk.build.facts.bindings.iter_mut().rev().find(|one| one.bound == bound) {
        binding.from = from;
    }
}

/// A first parameter that is called as the receiver is that.
fn receiver_defined(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let (of, body, run) = (definition.scope, definition.body, definition.parameters);
    let name = walk.build.names.name(RECEIVER);
    let Some(first) = walk.build.facts.parameters.get_mut(run.start as usize).filter(|_| run.len > 0) else {
        return;
    };
    if first.name != name {
        return;
    }
    first.kind = ParameterKind::Receiver;
    let this = walk.build.expression(Expression::SelfInstance(of));
    let bound = Bound::Parameter(ParameterId(run.start));
    let is_it = |one: &&mut indexer_core::Binding| Some(one.scope) == body && one.bound == bound;
    if let Some(binding) = walk.build.facts.bindings.iter_mut().rev().find(is_it) {
        binding.value = this;
    }
}
