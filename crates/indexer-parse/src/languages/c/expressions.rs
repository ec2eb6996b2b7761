//! Expressions.

use super::state::{Mark, Remembers};
use crate::build::{ELEMENTS, may_hold_function};
use crate::operators::{self, Binary};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, CollectionKind, ExprId, Expression, LiteralKind, Namespace, Role};

/// A name that is used.
pub(in crate::languages) fn identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    match walk.notes().mark(span.start) {
        None => walk.build.use_name(span, Namespace::ANY),
        Some(mark) => marked(walk, mark),
    }
}

/// A name of a type that is used.
pub(in crate::languages) fn type_identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    match walk.notes().mark(span.start) {
        None => {
            let role = match walk.build.role {
                Role::Read | Role::Write => Role::Type,
                role => role,
            };
            walk.with_role(role, |walk| walk.build.use_name(span, Namespace::TYPE.with(Namespace::MACRO)))
        }
        Some(mark) => marked(walk, mark),
    }
}

fn marked(walk: &mut Walk<'_, '_>, mark: Mark) -> ExprId {
    let span = walk.span();
    let (role, namespace) = match mark {
        Mark::Macro => (Role::Macro, Namespace::MACRO),
        Mark::Type => (Role::Type, Namespace::TYPE.with(Namespace::TAG).with(Namespace::MACRO)),
        Mark::Neither => {
            walk.neither();
            return ExprId::UNKNOWN;
        }
        Mark::Made | Mark::Test => (walk.build.role, Namespace::ANY),
    };
    let value = walk.with_role(role, |walk| walk.build.use_name(span, namespace));
    if mark == Mark::Macro { ExprId::UNKNOWN } else { value }
}

/// `f(a, b)`.
pub(in crate::languages) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Read, |walk| walk.lower_call(Field::Function, Field::Arguments))
}

/// `a[i]`: in C an array is to the linker what its elements are.
pub(in crate::languages) fn subscript(walk: &mut Walk<'_, '_>) -> ExprId {
    let cpp = walk.is_cpp();
    let role = walk.build.role;
    let mut of = ExprId::UNKNOWN;
    let mut index = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Argument => of = walk.lower(),
        Field::Index | Field::Indices => index = walk.lower_as(Role::Read),
        _ => walk.lower_named(),
    });
    walk.build.role = role;
    if cpp { walk.build.expression(Expression::Index { of, index }) } else { of }
}

/// `*p` and `&x`: to the linker a pointer is what it points to.
pub(in crate::languages) fn pointer(walk: &mut Walk<'_, '_>) -> ExprId {
    let cpp = walk.is_cpp();
    let mut deref = false;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Argument => value = walk.lower(),
        _ if walk.is_named() => drop(walk.lower()),
        _ => deref |= walk.kind() == "*",
    });
    if deref && cpp { walk.build.expression(Expression::Deref(value)) } else { value }
}

/// `a = b`, `a += b`.
pub(in crate::languages) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut target = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Left => {
            let mark = walk.build.uses.mark();
            target = walk.lower_as(Role::Read);
            walk.build.uses.retag(mark, target, Role::Write);
        }
        Field::Right => {
            let before = std::mem::replace(&mut walk.notes().initialised, target);
            let value = walk.lower_as(Role::Read);
            walk.notes().initialised = before;
            walk.build.put(target, value);
        }
        _ => walk.lower_named(),
    });
    target
}

/// `a++`, `--a`.
pub(in crate::languages) fn update(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let value = walk.lower_children();
    walk.build.uses.retag(mark, value, Role::Write);
    value
}

/// `a + b` is what `a` is; comparisons and logic give a truth value.
pub(in crate::languages) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let Binary { left, is_boolean, .. } = operators::binary(walk);
    if is_boolean { walk.build.literal(LiteralKind::Boolean) } else { left }
}

/// `!a`, `-a`.
pub(in crate::languages) fn unary(walk: &mut Walk<'_, '_>) -> ExprId {
    let not = walk.build.source.as_bytes().get(walk.span().start as usize) == Some(&b'!');
    let value = walk.lower_children();
    if not { walk.build.literal(LiteralKind::Boolean) } else { value }
}

/// `(T)x` and `(T){ ... }`.
pub(in crate::languages) fn cast(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => {
            let of = walk.lower_as(Role::Type);
            if !of.is_unknown() {
                value = walk.build.expression(Expression::Instance(of));
            }
        }
        Field::Value => {
            let before = std::mem::replace(&mut walk.notes().initialised, value);
            let own = walk.lower_as(Role::Read);
            walk.notes().initialised = before;
            if !value.is_unknown() {
                value = walk.build.given(value, own);
            }
        }
        _ => walk.lower_named(),
    });
    value
}

/// `a, b` is `b`.
pub(in crate::languages) fn comma(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() {
            value = walk.lower();
        }
    });
    value
}

/// `{ .a = 1, b }`: the names of fields are written. Gives the elements that may be functions.
pub(in crate::languages) fn initializer_list(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut items = Vec::new();
    walk.each_child(|walk, _| {
        let item = walk.lower();
        if items.len() < ELEMENTS && may_hold_function(&walk.build.facts, item) && !items.contains(&item) {
            items.push(item);
        }
    });
    walk.build.role = role;
    if items.is_empty() {
        return ExprId::UNKNOWN;
    }
    walk.build.collection(CollectionKind::List, &items)
}

/// `.a.b[1] = value`.
pub(in crate::languages) fn initializer_pair(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.notes().initialised;
    let mut of = outer;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Designator => of = designator(walk, of),
        Field::Value => {
            walk.notes().initialised = of;
            value = walk.lower_as(Role::Read);
            if of != outer {
                walk.build.put(of, value);
            }
        }
        _ => walk.lower_named(),
    });
    walk.notes().initialised = outer;
    // Of `[1] = value` it is an element.
    if of == outer { value } else { ExprId::UNKNOWN }
}

fn designator(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let mut value = of;
    if walk.is_identifier() {
        return written(walk, of);
    }
    match walk.kind() {
        "field_designator" => walk.each_child(|walk, _| {
            if walk.is_identifier() {
                value = written(walk, value);
            } else {
                walk.lower_named();
            }
        }),
        _ => drop(walk.lower_as(Role::Read)),
    }
    value
}

fn written(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    walk.with_role(Role::Write, |walk| walk.member_of(of, Access::Value))
}

/// `offsetof(T, member)`.
pub(in crate::languages) fn offset_of(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => {
            let named = walk.lower_as(Role::Type);
            of = walk.build.expression(Expression::Instance(named));
        }
        Field::Member if walk.is_identifier() => drop(walk.member_of(of, Access::Value)),
        _ => walk.lower_named(),
    });
    walk.build.literal(LiteralKind::Integer)
}

/// `sizeof`: a number, whatever is inside.
pub(in crate::languages) fn size_of(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    walk.build.literal(LiteralKind::Integer)
}

/// The operands of `asm`: names in brackets are its own.
pub(in crate::languages) fn operand(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Value => drop(walk.lower()),
        _ if walk.is_identifier() => walk.neither(),
        _ => walk.lower_named(),
    });
    ExprId::UNKNOWN
}

/// Labels that `asm goto` jumps to, names in attributes: they name nothing here.
pub(in crate::languages) fn all_neither(walk: &mut Walk<'_, '_>) -> ExprId {
    let names = walk.count_identifiers();
    walk.build.tally.neither += names;
    ExprId::UNKNOWN
}
