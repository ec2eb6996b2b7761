//! What a table cannot say of C#.

use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Namespace, Role};

/// A name: of a type where one stands, else of a value, type or function.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    let namespace = match walk.build.role {
        Role::Type | Role::Inherit | Role::Decorate => Namespace::TYPE,
        _ => Namespace::VALUE.with(Namespace::TYPE).with(Namespace::CALLABLE),
    };
    walk.build.use_name(span, namespace)
}

/// `a?.b` and `a?.b()`: what stands behind the mark is of `a`.
pub(super) fn conditional_access(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Condition => of = walk.lower(),
        _ if walk.kind() == "member_binding_expression" => value = binding(walk, of),
        _ => walk.other(),
    });
    value
}

/// `.b` behind a `?`, of what is not known.
pub(super) fn member_binding(walk: &mut Walk<'_, '_>) -> ExprId {
    binding(walk, ExprId::UNKNOWN)
}

fn binding(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.lower_with(|walk| {
        walk.children(|walk, _| {
            if value.is_unknown() {
                value = crate::shapes::take_name(walk, &mut |walk| walk.member_of(of, Access::Value));
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    value
}

/// `{ A = 1 }` behind `new T`: the names are members of what is made, and of no scope around.
pub(super) fn initializer(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, _| {
        if walk.kind() != "assignment_expression" {
            walk.other();
            return;
        }
        walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Left if walk.is_identifier() => {
                    walk.with_role(Role::Write, |walk| walk.member_of(ExprId::UNKNOWN, Access::Value));
                }
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        });
    });
    ExprId::UNKNOWN
}

/// `#if A`: the names of its condition are of the compiler.
pub(super) fn condition(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Condition => walk.build.tally.neither += walk.count_identifiers(),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
