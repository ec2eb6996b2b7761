//! Expressions.

use super::declarations::boolean;
use crate::operators::{self, Binary};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, LiteralKind, Role};

/// `f(a)`; `new(T)` and `make(T)` are instances of the type that they are given.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut callee = ExprId::UNKNOWN;
    let mut arguments = Vec::new();
    let (mut makes, mut adds) = (false, false);
    let mut applied = None;
    let mark = walk.build.uses.mark();
    walk.children(|walk, field| match field {
        Field::Function => {
            makes = matches!(walk.text(), "new" | "make");
            adds = walk.text() == "append";
            callee = walk.lower();
            walk.build.uses.retag(mark, callee, Role::Call);
        }
        Field::TypeArguments => {
            let given = walk.lower_list();
            let arguments = walk.build.list(&given);
            applied = Some(walk.build.expression(Expression::Apply { of: callee, arguments }));
        }
        Field::Arguments => {
            let start = walk.span().start;
            walk.build.invoke_unnamed(start, callee);
            arguments = walk.lower_list();
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    if let [into, items @ ..] = arguments.as_slice()
        && adds
    {
        items.iter().for_each(|item| walk.build.put(*into, *item));
    }
    if applied.is_some() {
        walk.build.uses.set_arguments(mark, callee, arguments.len());
    }
    let call = walk.call_of(mark, applied.unwrap_or(callee), &arguments);
    match (makes, arguments.first()) {
        (true, Some(of)) => walk.build.expression(Expression::Instance(*of)),
        _ => call,
    }
}

/// `T(x)` where `T` can only be a type, and `f[T](x)`, which is a call or a conversion.
pub(super) fn conversion(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let mut of = ExprId::UNKNOWN;
    let mut called = false;
    let mut arguments = Vec::new();
    walk.children(|walk, field| match field {
        Field::Type => {
            called = walk.kind() == "generic_type";
            of = walk.lower();
            if let Expression::Apply { of: head, .. } = walk.build.facts.expression(of)
                && called
            {
                walk.build.uses.retag(mark, head, Role::Call);
                walk.build.uses.set_arguments(mark, head, 1);
            }
        }
        Field::Operand => arguments.push(walk.lower()),
        _ => walk.other(),
    });
    if called {
        let arguments = walk.build.list(&arguments);
        return walk.build.expression(Expression::Call { of, arguments });
    }
    walk.build.instance(of)
}

/// `f[A, B]` as a value.
pub(super) fn instantiation(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type if value.is_unknown() => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// `x[i]`.
pub(super) fn index(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.lower_list();
    walk.build.index(&items)
}

/// `x[a:b]` is what `x` is.
pub(super) fn slice(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_list().first().copied().unwrap_or(ExprId::UNKNOWN)
}

/// `x.(T)`.
pub(super) fn assertion(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut annotation = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => annotation = walk.lower(),
        _ => walk.other(),
    });
    walk.build.instance(annotation)
}

/// `&x` and `*x` are `x` to the linker: members are reached through both alike.
pub(super) fn unary(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut operator, mut value) = ("", ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Operator => operator = walk.kind(),
        Field::Operand => value = walk.lower(),
        _ => walk.other(),
    });
    match operator {
        "<-" => walk.build.expression(Expression::Element(value)),
        "!" => boolean(walk),
        _ => value,
    }
}

/// `a + b` is what `a` is, or `b` where `a` is a literal; comparisons and logic give a boolean.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let Binary { left, right, is_boolean } = operators::binary(walk);
    let facts = &walk.build.facts;
    let is_text = |id| facts.expression(id) == Expression::Literal(LiteralKind::String);
    let has_text = is_text(left) || is_text(right);
    let of = if matches!(facts.expression(left), Expression::Literal(_)) { right } else { left };
    if is_boolean {
        return boolean(walk);
    }
    if !has_text {
        return of;
    }
    // Rules of frameworks read the parts of a path: `users + "/:id"`.
    let value = walk.build.expression(Expression::Combined { left, right });
    walk.build.expression(Expression::Put { into: of, value })
}
