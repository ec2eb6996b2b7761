//! Expressions without names of their own to bind.

use super::{paths, patterns, types};
use crate::operators::{self, Binary};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, CollectionKind, ExprId, Expression, LiteralKind, Namespace, Role};

/// `f(a, b)` and `x.f(a)`.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Read, |walk| walk.lower_call(Field::Function, Field::Arguments))
}

/// `(x)`. `(x.f)()` calls what the field holds, and `x.f()` a method: so a member in parentheses is a value.
pub(super) fn parenthesized(walk: &mut Walk<'_, '_>) -> ExprId {
    let value = walk.lower_children();
    match walk.build.facts.expression(value) {
        Expression::Member { .. } => {
            let list = walk.build.list(&[value]);
            walk.build.expression(Expression::Union(list))
        }
        _ => value,
    }
}

/// `f::<T>`: the callee with its type arguments.
pub(super) fn turbofish(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    let mut items = Vec::new();
    walk.children(|walk, field| match field {
        Field::Function => value = walk.lower(),
        Field::TypeArguments => types::arguments(walk, ExprId::UNKNOWN, &mut items),
        _ => walk.lower_named(),
    });
    if value.is_unknown() || items.is_empty() {
        return value;
    }
    walk.build.apply(value, &items)
}

/// `x.a` and `x.0`.
pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let mut receiver = ExprId::UNKNOWN;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Value => {
            receiver = walk.lower_as(Role::Read);
        }
        Field::Field if walk.kind() == "field_identifier" => {
            value = walk.member_of(receiver, Access::Value);
        }
        Field::Field => value = patterns::item_of(walk, receiver),
        _ => walk.lower_named(),
    });
    walk.build.role = role;
    value
}

/// `x[i]`; the index is kept where it is a literal or a name.
pub(super) fn index(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = named(walk);
    walk.build.index(&items)
}

/// The values of the named children, read.
fn named(walk: &mut Walk<'_, '_>) -> Vec<ExprId> {
    walk.with_role(Role::Read, |walk| walk.lower_list())
}

/// `x?`.
pub(super) fn tried(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branches += 1;
    let of = walk.lower_children();
    walk.build.expression(Expression::Tried(of))
}

/// `x.await`.
pub(super) fn awaited(walk: &mut Walk<'_, '_>) -> ExprId {
    let of = walk.lower_children();
    walk.build.expression(Expression::Awaited(of))
}

/// `*x`, `-x`, `!x`.
pub(super) fn unary(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut deref = false;
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, node| {
        if node.is_named() {
            let lowered = walk.lower_node(node);
            if !node.is_extra() {
                value = lowered;
            }
        } else {
            deref |= walk.kind_of(node) == "*";
        }
    });
    if deref { walk.build.expression(Expression::Deref(value)) } else { value }
}

/// `&x` is `x` to the linker: members are reached through both alike.
pub(super) fn reference(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| {
        if walk.is_named() {
            let lowered = walk.lower();
            if field == Field::Value {
                value = lowered;
            }
        }
    });
    value
}

/// `a + b` gives what `a` is; comparisons and logic give a boolean.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let Binary { left, is_boolean, .. } = operators::binary(walk);
    if is_boolean { walk.build.literal(LiteralKind::Boolean) } else { left }
}

/// `a = b` and `a += b`.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut target = ExprId::UNKNOWN;
    let mut value = ExprId::UNKNOWN;
    let is_plain = walk.kind() == "assignment_expression";
    walk.children(|walk, field| match field {
        Field::Left => {
            let mark = walk.build.uses.mark();
            target = walk.lower_as(Role::Read);
            walk.build.uses.retag(mark, target, Role::Write);
        }
        _ if walk.is_named() => {
            let lowered = walk.lower_as(Role::Read);
            if field == Field::Right {
                value = lowered;
            }
        }
        _ => {}
    });
    // What is added is not what stands there.
    if is_plain {
        walk.build.put(target, value);
    }
    walk.build.literal(LiteralKind::Unit)
}

/// `x as T`.
pub(super) fn cast(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut annotation = ExprId::UNKNOWN;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => annotation = walk.lower_as(Role::Type),
        _ if walk.is_named() => {
            value = walk.lower();
        }
        _ => {}
    });
    if annotation.is_unknown() {
        return annotation;
    }
    let seen = walk.build.expression(Expression::Instance(annotation));
    walk.build.given(seen, value)
}

/// `a..b`.
pub(super) fn range(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = named(walk);
    walk.build.collection(CollectionKind::Range, &items)
}

/// `(a, b)`.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = named(walk);
    walk.build.tuple(&items)
}

/// `[a, b]` and `[a; n]`.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut items = Vec::new();
    walk.children(|walk, field| {
        if walk.is_named() {
            let value = walk.lower_as(Role::Read);
            if field != Field::Length && !walk.node().is_extra() {
                items.push(value);
            }
        }
    });
    walk.build.collection(CollectionKind::List, &items)
}

/// `()`; in broken code there may be something inside.
pub(super) fn unit(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    walk.build.literal(LiteralKind::Unit)
}

/// Strings and byte strings: nothing inside is a name.
pub(super) fn string(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.text().starts_with('b') {
        return walk.build.literal(LiteralKind::Bytes);
    }
    let span = walk.span();
    walk.build.string(span)
}

/// `Foo { a: 1, b, ..rest }`: the names of fields are written.
pub(super) fn struct_literal(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.children(|walk, field| match field {
        Field::Name => {
            let of = walk.lower_as(Role::Type);
            if !of.is_unknown() {
                value = walk.build.expression(Expression::Instance(of));
            }
        }
        Field::Body => walk.each_child(|walk, _| match walk.kind() {
            "shorthand_field_initializer" => walk.each_child(|walk, _| match walk.kind() {
                "identifier" => {
                    let member = written(walk, value);
                    let given = walk.build.use_name(walk.span(), Namespace::VALUE);
                    walk.build.uses.silence_last();
                    walk.build.put(member, given);
                }
                _ => walk.lower_named(),
            }),
            "field_initializer" => {
                let mut member = ExprId::UNKNOWN;
                walk.children(|walk, field| match field {
                    Field::Field if walk.kind() == "field_identifier" => member = written(walk, value),
                    _ if walk.is_named() => {
                        let given = walk.lower();
                        if field == Field::Value {
                            walk.build.put(member, given);
                        }
                    }
                    _ => {}
                });
            }
            _ => walk.lower_named(),
        }),
        _ => walk.lower_named(),
    });
    walk.build.role = role;
    value
}

fn written(walk: &mut Walk<'_, '_>, receiver: ExprId) -> ExprId {
    walk.build.role = Role::Write;
    let member = walk.member_of(receiver, Access::Value);
    walk.build.role = Role::Read;
    member
}

/// The current identifier as the name of a macro.
pub(super) fn macro_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Macro);
    let value = match walk.kind() {
        "identifier" => paths::name(walk, Namespace::MACRO),
        _ => walk.lower(),
    };
    walk.build.role = role;
    value
}
