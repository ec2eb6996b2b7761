//! What a table cannot say of Lua.

use super::nodes;
use crate::shapes::{self, State, this_instance};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Namespace};

/// A name; `self` is the receiver where no parameter has that name.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.text() == "self" && !State::binds(walk, "self") {
        walk.neither();
        return this_instance(walk);
    }
    walk.build.use_name(span, Namespace::VALUE)
}

/// True where the one value is a function: then a name or member is defined as that.
fn is_function(walk: &Walk<'_, '_>) -> bool {
    let mut node = walk.node();
    if node.kind() == "variable_declaration" {
        match node.named_child(0).filter(|inner| inner.kind() == "assignment_statement") {
            Some(inner) => node = inner,
            None => return false,
        }
    }
    let list = |index: u32| node.named_child(index).filter(|list| list.named_child_count() == 1);
    let (target, value) = (list(0), list(1).and_then(|list| list.named_child(0)));
    let is_plain = |kind: &str| matches!(kind, "identifier" | "dot_index_expression");
    value.is_some_and(|value| value.kind() == "function_definition")
        && target.and_then(|list| list.named_child(0)).is_some_and(|target| is_plain(target.kind()))
}

/// `a = b`; `a = function() ... end` and `M.a = function() ... end` define a function.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let shape = if is_function(walk) { &nodes::FUNCTION } else { &nodes::ASSIGN };
    shapes::lower(walk, shape)
}

/// `local a = b`.
pub(super) fn locals(walk: &mut Walk<'_, '_>) -> ExprId {
    let shape = if is_function(walk) { &nodes::FUNCTION } else { &nodes::LOCALS };
    shapes::lower(walk, shape)
}

/// `name = value` in a table: the name is a key, of which no scope knows.
pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    // `[name] = value` has the value of a name for its key.
    let is_key = walk.node().child(0).is_some_and(|first| first.kind() == "identifier");
    walk.children(|walk, field| match field {
        Field::Name if is_key && walk.is_identifier() => walk.neither(),
        Field::Value => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// `i = 1, 10`: the name holds in the loop.
pub(super) fn numeric(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => {
            let span = walk.local();
            let name = walk.build.name(span);
            let scope = walk.build.scope;
            walk.build.shapes.introduce(scope, name);
            walk.build.bind_local(scope, name, Namespace::VALUE, span.end, ExprId::UNKNOWN);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
