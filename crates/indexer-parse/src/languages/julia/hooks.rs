//! Names, members and texts.

use super::state::Julia;
use crate::shapes::declare::is_taken;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Namespace, Role, ScopeKind};

/// Functions, types and variables have names of one kind; macros others.
pub(super) const NAME: Namespace = Namespace::VALUE.with(Namespace::TYPE).with(Namespace::CALLABLE);

/// A name.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    // What nobody wants, and what ends an index.
    if matches!(walk.text(), "_" | "end" | "begin") {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    walk.build.use_name(span, NAME)
}

/// `a.b`: a member of a value or of a module.
pub(super) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let (mut of, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Value => of = walk.lower_as(Role::Read),
        _ if walk.is_identifier() && is_taken(walk) => {}
        _ if walk.is_identifier() => {
            value = walk.with_role(role, |walk| walk.member_of(of, Access::Value));
        }
        _ => walk.other(),
    });
    value
}

/// `a && b` counts, and what stands on the right of `|>` is called.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut operator = "";
    walk.each_child(|walk, _| {
        if walk.kind() == "operator" {
            operator = walk.text();
            walk.build.meter.branches += u32::from(matches!(operator, "&&" | "||"));
        } else if operator == "|>" && matches!(walk.kind(), "identifier" | "field_expression") {
            walk.lower_as(Role::Call);
        } else if matches!(operator, "<:" | ">:" | "isa") {
            walk.with_role(Role::Type, Walk::other);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// A text. One that stands before a definition documents it.
pub(super) fn text(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if walk.build.scope_around(is_local).is_none() {
        walk.build.remembered.of::<Julia>().doc = Some(span);
    }
    walk.lower_children();
    walk.build.string(span)
}

/// True for scopes in which what is assigned is a local.
pub(super) fn is_local(kind: ScopeKind) -> bool {
    matches!(kind, ScopeKind::Function | ScopeKind::Lambda | ScopeKind::Block)
}
