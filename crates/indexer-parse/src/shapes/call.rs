//! Calls.

use super::head::member_at;
use super::locate::{Visited, parts};
use super::values::receiver as receiver_of;
use super::{At, Call};
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Role};

/// Lowers a call, or what makes an instance.
pub(super) fn call(walk: &mut Walk<'_, '_>, shape: &'static Call) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    // What is named as a base or before a definition stays that.
    let named_as = if matches!(role, Role::Decorate | Role::Inherit) { role } else { Role::Call };
    let (mut receiver, mut callee) = (None, None);
    let mut values = Vec::new();
    parts(walk, shape.inside, &mut |walk, part| {
        if callee.is_none() && part.is(walk, shape.receiver) {
            receiver = Some(receiver_of(walk));
        } else if callee.is_none() && part.is(walk, shape.of) && walk.is_named() {
            // `(a.b)()` calls what is read there.
            let is_read = walk.kind() == "parenthesized_expression";
            callee = Some(walk.with_role(named_as, |walk| named(walk, shape, receiver)));
            let found = callee.unwrap_or(ExprId::UNKNOWN);
            if !is_read {
                walk.build.uses.retag(mark, walk.head_of(found), named_as);
            }
        } else if part.is(walk, shape.arguments) {
            values.append(&mut walk.with_role(Role::Read, Walk::lower_list));
        } else if part.is(walk, shape.block) {
            values.push(walk.lower_as(Role::Read));
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    walk.build.role = role;
    let callee = callee.unwrap_or(ExprId::UNKNOWN);
    let head = walk.head_of(callee);
    if !shape.makes || callee.is_unknown() {
        if head != callee {
            walk.build.uses.set_arguments(mark, head, values.len());
        }
        return walk.call_of(mark, callee, &values);
    }
    walk.build.uses.set_arguments(mark, head, values.len());
    let made = walk.build.uses.mark();
    // What stands there is a type, also where only the path of something outside is known.
    let of = if head == callee { walk.build.apply(callee, &[]) } else { callee };
    walk.call_of(made, of, &values)
}

fn named(walk: &mut Walk<'_, '_>, shape: &'static Call, receiver: Option<ExprId>) -> ExprId {
    match receiver {
        Some(receiver) => member_at(walk, receiver, Access::Value),
        // `new self` makes what the type around is.
        None if walk.is_identifier()
            && !(shape.makes && matches!(walk.text(), "self" | "static" | "parent")) =>
        {
            let span = walk.span();
            walk.build.use_name(span, shape.namespace)
        }
        // What is called is what such a node is; only its last name is.
        None if shape.makes => walk.lower(),
        None => walk.lower_as(Role::Read),
    }
}

/// A value with names beside it that are neither definitions nor uses.
pub(super) fn argument(walk: &mut Walk<'_, '_>, name: At) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    parts(walk, &[], &mut |walk, part| {
        if walk.is_identifier() && part.is(walk, name) {
            walk.neither();
        } else if walk.is_named() && !walk.node().is_extra() {
            value = walk.lower();
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    value
}
