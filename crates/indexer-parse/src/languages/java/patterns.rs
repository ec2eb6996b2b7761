//! Patterns: what they bind holds from there to the end of the block.

use super::types;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, LiteralKind, Namespace};

/// Binds a local at the current name, in force from there on.
pub(super) fn bind(walk: &mut Walk<'_, '_>, value: ExprId) {
    let span = walk.local();
    let name = walk.build.name(span);
    let scope = walk.build.scope;
    walk.build.bind_local(scope, name, Namespace::VALUE, span.end, value);
}

/// `x instanceof T t` and `x instanceof R(...)`.
pub(super) fn instance_of(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Right => {
            let annotation = walk.lower();
            value = types::instance(walk, annotation);
        }
        Field::Name if walk.is_identifier() => bind(walk, value),
        _ => walk.other(),
    });
    walk.build.literal(LiteralKind::Boolean)
}

/// `T t`, in a case or as a part of a record.
pub(super) fn typed(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_identifier() && walk.kind() == "identifier" {
            bind(walk, value);
        } else if walk.is_named() && !walk.node().is_extra() {
            let annotation = walk.lower();
            value = types::instance(walk, annotation);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `R(T a, var b)`: the first name is that of the record.
pub(super) fn record(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut named = false;
    walk.each_child(|walk, _| {
        if walk.is_identifier() && walk.kind() == "identifier" && !named {
            named = true;
            let span = walk.span();
            walk.with_role(indexer_core::Role::Type, |walk| walk.build.use_name(span, Namespace::TYPE));
        } else if walk.is_identifier() && walk.kind() == "identifier" {
            bind(walk, ExprId::UNKNOWN);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}
