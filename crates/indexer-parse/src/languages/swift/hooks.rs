//! What a table cannot say of Swift.

use super::nodes;
use crate::shapes;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Namespace, Role};

/// A name. `$0` is what a function without parameters is given, and a label of an argument is no name.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.text().starts_with('$') || walk.text() == "_" || walk.field() == Field::ExternalName {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, Namespace::ANY.with(Namespace::CALLABLE))
}

/// `class`, `struct`, `enum`, `actor`; `extension` adds members to a type that is named.
pub(super) fn class(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = walk.node().child_by_field_name("declaration_kind").map(|word| word.kind());
    let shape = if kind == Some("extension") { &nodes::EXTENSION } else { &nodes::TYPE };
    shapes::lower(walk, shape)
}

/// A pattern: what it binds is a local, a bare name behind a point is a case, all else is compared.
pub(super) fn pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut is_case = false;
    walk.children(|walk, field| {
        if walk.kind() == "." {
            is_case = true;
        } else if field == Field::BoundIdentifier && walk.is_identifier() {
            bound(walk);
        } else if walk.is_identifier() && std::mem::take(&mut is_case) {
            walk.with_role(Role::Read, |walk| walk.member_of(ExprId::UNKNOWN, Access::Value));
        } else if walk.is_identifier() {
            bound(walk);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `if let a = b`: the name holds in what follows.
pub(super) fn condition(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_guard = walk.kind() == "guard_statement";
    let place = walk.build.place();
    walk.build.meter.enter_if();
    if !is_guard {
        walk.build.open_scope(indexer_core::ScopeKind::Block, walk.span());
    }
    walk.children(|walk, field| match field {
        Field::BoundIdentifier if walk.is_identifier() => bound(walk),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    if !is_guard {
        walk.build.restore(place);
    }
    ExprId::UNKNOWN
}

fn bound(walk: &mut Walk<'_, '_>) {
    let span = walk.local();
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, span.end, ExprId::UNKNOWN);
}

/// `.a`: a member of what is expected there, which nothing says; other signs stand before values.
pub(super) fn prefix(walk: &mut Walk<'_, '_>) -> ExprId {
    let (role, mut is_member) = (walk.build.role, false);
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, _| {
        if walk.kind() == "." {
            is_member = true;
        } else if is_member && walk.is_identifier() {
            value = walk.with_role(role, |walk| walk.member_of(ExprId::UNKNOWN, Access::Value));
        } else {
            walk.other();
        }
    });
    value
}
