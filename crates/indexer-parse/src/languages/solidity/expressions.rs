//! Calls, members and operators.

use super::state::Solidity;
use crate::operators::{self, Binary};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, LiteralKind, Role};

/// A call. `new A(..)` makes an `A`; names of its arguments are members of the struct that it makes, or of parameters.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let (mut callee, mut makes, mut values) = (None, false, Vec::new());
    walk.children(|walk, field| match field {
        Field::Function | Field::Name | Field::Error => {
            makes = is_new(walk);
            let of = walk.lower_as(Role::Call);
            let head = walk.head_of(of);
            walk.build.uses.retag(mark, head, Role::Call);
            callee = Some(of);
        }
        _ if matches!(walk.kind(), "call_argument" | "revert_arguments") => {
            arguments(walk, callee.unwrap_or(ExprId::UNKNOWN), &mut values);
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    let callee = callee.unwrap_or(ExprId::UNKNOWN);
    let head = walk.head_of(callee);
    if head != callee || makes {
        walk.build.uses.set_arguments(mark, head, values.len());
    }
    if !makes || callee.is_unknown() {
        return walk.call_of(mark, callee, &values);
    }
    let made = walk.build.uses.mark();
    let of = if head == callee { walk.build.apply(callee, &[]) } else { callee };
    walk.call_of(made, of, &values)
}

/// True where the current node is `new A`, perhaps with options behind it.
fn is_new(walk: &Walk<'_, '_>) -> bool {
    let mut node = walk.node();
    while matches!(walk.kind_of(node), "expression" | "struct_expression") {
        match node.named_child(0) {
            Some(inner) => node = inner,
            None => return false,
        }
    }
    walk.kind_of(node) == "new_expression"
}

/// One argument, or those that a list with names has.
fn arguments(walk: &mut Walk<'_, '_>, callee: ExprId, values: &mut Vec<ExprId>) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "call_argument" => arguments(walk, callee, values),
            "call_struct_argument" => values.push(named_argument(walk, callee)),
            _ if walk.is_named() && !walk.node().is_extra() => {
                let is_misread = !is_operation(walk, walk.node()) && is_misread(walk, walk.node());
                let value = walk.lower_as(Role::Read);
                values.push(if is_misread { ExprId::UNKNOWN } else { value });
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
}

/// `a: 1` among arguments. Where a type is called, it is a member of that; a function has it as a parameter.
fn named_argument(walk: &mut Walk<'_, '_>, callee: ExprId) -> ExprId {
    let mut name = None;
    let mut value = ExprId::UNKNOWN;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Name if walk.is_identifier() => {
                name = Some(walk.build.name(walk.span()));
                if names_type(walk, callee) {
                    let made = walk.build.instance(callee);
                    walk.with_role(Role::Write, |walk| walk.member_of(made, Access::Value));
                } else {
                    walk.neither();
                }
            }
            Field::Value => value = walk.lower_as(Role::Read),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    match name {
        Some(name) => walk.build.expression(Expression::Keyword { name, value }),
        None => value,
    }
}

/// True where the last name of a callee begins as types do by convention. What it leads to decides on the rest.
fn names_type(walk: &Walk<'_, '_>, callee: ExprId) -> bool {
    let name = match walk.build.facts.expression(callee) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => name,
        _ => return false,
    };
    let told = walk.node().parent().and_then(|one| one.parent()).and_then(|one| one.parent());
    let is_told = told
        .is_some_and(|one| matches!(one.kind(), "emit_statement" | "revert_statement" | "revert_arguments"));
    !is_told && walk.build.names.get(name).starts_with(char::is_uppercase)
}

/// `f{value: 1}`: the function, and options of the call.
pub(super) fn options(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => of = operand(walk),
        _ => walk.other(),
    });
    of
}

/// True for an operator or a choice with what it works on, without parentheses around.
fn is_operation(walk: &Walk<'_, '_>, node: tree_sitter::Node<'_>) -> bool {
    let mut node = node;
    while walk.kind_of(node) == "expression"
        && let Some(inner) = node.named_child(0)
    {
        node = inner;
    }
    ends_with_operand(walk, node)
}

/// The current node as what stands before a dot, a bracket or options: the grammar takes `a + b` in `a + b.c` for it, where
/// only `b` is.
fn operand(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_last = is_operation(walk, walk.node());
    let value = walk.lower_as(Role::Read);
    if is_last { walk.build.remembered.of::<Solidity>().rightmost } else { value }
}

/// True for values of which the last one is all that stands before a dot.
fn ends_with_operand(walk: &Walk<'_, '_>, node: tree_sitter::Node<'_>) -> bool {
    matches!(walk.kind_of(node), "binary_expression" | "unary_expression" | "ternary_expression")
}

/// True where the grammar took an operator for a part of what stands before a dot, so that the value is not that of the whole.
fn is_misread(walk: &Walk<'_, '_>, node: tree_sitter::Node<'_>) -> bool {
    let mut node = node;
    loop {
        let is_operand = ends_with_operand(walk, node);
        let goes_on =
            ["expression", "call_expression", "member_expression", "array_access", "struct_expression"];
        if !is_operand && !goes_on.contains(&walk.kind_of(node)) {
            return false;
        }
        match node.named_child(0) {
            Some(_) if is_operand => return true,
            Some(inner) => node = inner,
            None => return false,
        }
    }
}

/// `a.b`.
pub(super) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let (mut of, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Object => of = operand(walk),
        Field::Property if walk.is_identifier() => {
            value = walk.with_role(role, |walk| walk.member_of(of, Access::Value));
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    value
}

/// `a[b]`.
pub(super) fn index(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut items = Vec::new();
    walk.each_child(|walk, _| match walk.is_named() && !walk.node().is_extra() {
        true if items.is_empty() => items.push(operand(walk)),
        true => items.push(walk.lower_as(Role::Read)),
        false => walk.other(),
    });
    walk.build.index(&items)
}

/// `uint8(a)`, `payable(a)`: a value of that type.
pub(super) fn conversion(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = if walk.kind() == "payable_conversion_expression" {
        walk.build.made_type("address")
    } else {
        ExprId::UNKNOWN
    };
    walk.each_child(|walk, _| match walk.kind() {
        "primitive_type" => of = walk.lower_as(Role::Type),
        _ => walk.other(),
    });
    walk.build.instance(of)
}

/// `type(A)`: what the compiler knows of a type.
pub(super) fn meta(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Type, Walk::lower_children);
    let of = walk.build.made_type("type$");
    walk.build.instance(of)
}

/// A number; one of so many digits is an address.
pub(super) fn number(walk: &mut Walk<'_, '_>) -> ExprId {
    let text = walk.text();
    walk.lower_children();
    if text.len() == "0x".len() + 40 && text.starts_with("0x") {
        let of = walk.build.made_type("address");
        return walk.build.instance(of);
    }
    walk.build.literal(LiteralKind::Integer)
}

/// `a + b`: of the wider of two types; comparisons give a truth.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let operator = walk.child_of(walk.node(), Field::Operator).map_or("", |one| walk.kind_of(one));
    let Binary { left, right, is_boolean } = operators::binary(walk);
    if !walk.child_of(walk.node(), Field::Right).is_some_and(|one| is_operation(walk, one)) {
        walk.build.remembered.of::<Solidity>().rightmost = right;
    }
    match operator {
        _ if is_boolean => walk.build.literal(LiteralKind::Boolean),
        // What is shifted or raised keeps its type.
        "<<" | ">>" | ">>>" | "**" => left,
        _ if left.is_unknown() || right.is_unknown() => ExprId::UNKNOWN,
        _ => walk.build.expression(Expression::Combined { left, right }),
    }
}

/// `!a`, `-a`, `~a`, `delete a`.
pub(super) fn unary(walk: &mut Walk<'_, '_>) -> ExprId {
    let operator = walk.child_of(walk.node(), Field::Operator).map_or("", |one| walk.kind_of(one));
    let mark = walk.build.uses.mark();
    let value = walk.lower_children();
    if !walk.child_of(walk.node(), Field::Argument).is_some_and(|one| is_operation(walk, one)) {
        walk.build.remembered.of::<Solidity>().rightmost = value;
    }
    match operator {
        "!" => walk.build.literal(LiteralKind::Boolean),
        "delete" => {
            walk.build.uses.retag(mark, value, Role::Write);
            ExprId::UNKNOWN
        }
        _ => value,
    }
}

/// `a ? b : c`.
pub(super) fn choice(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    let mut values = Vec::new();
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            let is_last = is_operation(walk, walk.node());
            let value = walk.lower_as(Role::Read);
            values.push(value);
            if !is_last {
                walk.build.remembered.of::<Solidity>().rightmost = value;
            }
        } else {
            walk.other();
        }
    });
    walk.build.meter.leave();
    // The first is the condition.
    walk.build.union(values.get(1..).unwrap_or_default())
}

/// `(a, b)`; one in parentheses is itself.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let values = walk.lower_list();
    match values[..] {
        [only] => only,
        _ => walk.build.tuple(&values),
    }
}
