//! Members, operators, statements and control flow that has a value.

use super::calls::open_function;
use super::names::{plain_span, qualifier, value_as};
use super::state::{
    Expected, Operand, Returns, Swift, Whole, lower_expecting, lower_free, operand_of, take_expected,
    take_expected_or_default,
};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, LiteralKind, Role, ScopeKind};

/// `a.b`, `a?.b`, `\A.b`.
pub(super) fn navigation(walk: &mut Walk<'_, '_>) -> ExprId {
    match key_path_of(walk) {
        Some(()) => key_path_chain(walk),
        None => member_chain(walk),
    }
}

/// Does a chain of members, of which the current node is all, begin with a key path?
fn key_path_of(walk: &mut Walk<'_, '_>) -> Option<()> {
    if walk.build.remembered.of::<Swift>().root.is_some() {
        return None;
    }
    let mut first = walk.node();
    while let Some(target) =
        first.child_by_field_name("target").filter(|_| first.kind() == "navigation_expression")
    {
        indexer_core::work::add(1);
        first = target;
    }
    (first.kind() == "key_path_expression").then_some(())
}

/// `\A.b`: a function that gives that member of what it is given.
fn key_path_chain(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let place = walk.build.place();
    let id = open_function(walk);
    let given = walk.build.expression(Expression::LambdaParameter(id, 0));
    walk.build.remembered.of::<Swift>().root = Some(given);
    let value = walk.with_role(Role::Read, member_chain);
    walk.build.remembered.of::<Swift>().root = None;
    walk.build.facts.lambdas[id.index()].value = value;
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

/// `\A`: what stands in front of the members.
pub(super) fn key_path(walk: &mut Walk<'_, '_>) -> ExprId {
    let root = walk.build.remembered.of::<Swift>().root.unwrap_or_default();
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            let next = walk.lower_as(Role::Type);
            of = if of.is_unknown() { next } else { ExprId::UNKNOWN };
        } else {
            walk.other();
        }
    });
    if of.is_unknown() { root } else { walk.build.instance(of) }
}

fn member_chain(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected(walk);
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let (mut of, mut value, mut operand) = (None, ExprId::UNKNOWN, None);
    walk.children(|walk, field| match (field, walk.kind()) {
        (_, "navigation_suffix") => {
            let of = of.unwrap_or(ExprId::UNKNOWN);
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.kind() {
                    "integer_literal" => value = item_of(walk, of),
                    _ if !walk.is_identifier() => walk.other(),
                    _ => value = walk.with_role(role, |walk| member(walk, of)),
                });
                ExprId::UNKNOWN
            });
        }
        (Field::Target | Field::Element, _) if of.is_none() && walk.is_named() => {
            let node = walk.node().id();
            let value = match walk.kind() {
                "simple_identifier" => qualifier(walk),
                "array_type" | "dictionary_type" | "existential_type" | "opaque_type" => {
                    walk.lower_as(Role::Type)
                }
                _ => lower_expecting(walk, expected),
            };
            operand = operand_of(walk, node);
            of = Some(operand.map_or(value, |operand| operand.value));
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    match operand {
        Some(operand) => Operand { value, ..operand }.end(walk),
        None => value,
    }
}

/// The current token names a member of what stands before the point.
fn member(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    match walk.text() {
        "self" => {
            walk.neither();
            of
        }
        "Type" | "Protocol" => {
            walk.neither();
            ExprId::UNKNOWN
        }
        _ => named_member(walk, of, Access::Value),
    }
}

fn named_member(walk: &mut Walk<'_, '_>, of: ExprId, access: Access) -> ExprId {
    let span = plain_span(walk);
    let name = walk.build.name(span);
    let member = walk.build.expression(Expression::Member { of, name, access });
    walk.build.use_member(span, member);
    member
}

/// `a.0`.
fn item_of(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    match walk.text().parse() {
        Ok(index) if !of.is_unknown() => walk.build.expression(Expression::Item { of, index }),
        _ => ExprId::UNKNOWN,
    }
}

/// `.a`: a member of the type that is expected there; other signs stand before values.
pub(super) fn prefix(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected_or_default(walk);
    let (role, sign) = (walk.build.role, walk.node().child(0).map_or("", |one| one.kind()));
    let (mut value, mut operand) = (ExprId::UNKNOWN, None);
    walk.children(|walk, field| {
        if field != Field::Target || !walk.is_named() {
            walk.other();
        } else if sign == "." && walk.is_identifier() {
            let of = expected.value(walk);
            value = walk.with_role(role, |walk| named_member(walk, of, Access::Path));
        } else if sign == "." {
            walk.lower();
        } else {
            let mark = walk.build.uses.mark();
            let whole = if matches!(sign, "bang" | "!") { Whole::Boolean } else { Whole::Same };
            value = value_as(walk, Expected::Nothing);
            operand = Some(Operand { node: 0, mark, value, whole });
        }
    });
    match operand {
        Some(operand) => operand.end(walk),
        None => value,
    }
}

/// `a!`: what there is.
pub(super) fn postfix(walk: &mut Walk<'_, '_>) -> ExprId {
    let target = walk.child_of(walk.node(), Field::Target).map_or(0, |target| target.id());
    let value = in_field(walk, Field::Target);
    match operand_of(walk, target) {
        Some(operand) => operand.end(walk),
        None => value,
    }
}

/// `try a`, `await a`.
pub(super) fn marked(walk: &mut Walk<'_, '_>) -> ExprId {
    in_field(walk, Field::Expr)
}

/// The value of what stands in a field of the current node.
fn in_field(walk: &mut Walk<'_, '_>, wanted: Field) -> ExprId {
    let expected = take_expected(walk);
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field == wanted && walk.is_named() && !walk.node().is_extra() {
        true => value = lower_expecting(walk, expected),
        false => walk.other(),
    });
    value
}

/// `a as B`, `a as? B`.
pub(super) fn conversion(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let mut of = ExprId::UNKNOWN;
    let mut operand = None;
    // What is converted may be named by what it is converted to: `.a as A`.
    let slot = walk.build.slot();
    walk.children(|walk, field| match field {
        Field::Expr if walk.is_named() => operand = Some(value_as(walk, Expected::Value(slot))),
        Field::Name | Field::Type if walk.is_named() => of = walk.lower_as(Role::Type),
        _ => walk.other(),
    });
    let value = walk.build.instance(of);
    walk.build.fill(slot, value);
    value
}

/// `a is B`.
pub(super) fn check(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    walk.children(|walk, field| match field {
        Field::Target if walk.is_named() => drop(value_as(walk, Expected::Nothing)),
        _ if walk.is_named() && !walk.node().is_extra() => drop(walk.lower_as(Role::Type)),
        _ => walk.other(),
    });
    walk.build.literal(LiteralKind::Boolean)
}

/// `a ? b : c`.
pub(super) fn ternary(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected(walk);
    walk.build.meter.branches += 1;
    let mut values = Vec::new();
    walk.children(|walk, field| match field {
        Field::IfTrue | Field::IfFalse if walk.is_named() && !walk.node().is_extra() => {
            let expected = match (expected, values.first()) {
                (Expected::Nothing, Some(first)) => Expected::Value(*first),
                _ => expected,
            };
            values.push(value_as(walk, expected));
        }
        _ if walk.is_named() && !walk.node().is_extra() => drop(value_as(walk, Expected::Nothing)),
        _ => walk.other(),
    });
    walk.build.union(&values)
}

/// `a ?? b`.
pub(super) fn coalescing(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected(walk);
    walk.build.meter.branches += 1;
    let mut values = Vec::new();
    walk.children(|walk, field| match field {
        Field::Value if walk.is_named() => values.push(value_as(walk, expected)),
        Field::IfNil if walk.is_named() && !walk.node().is_extra() => {
            let expected = match (expected, values.first()) {
                (Expected::Nothing, Some(first)) => Expected::Value(*first),
                _ => expected,
            };
            values.push(value_as(walk, expected));
        }
        _ => walk.other(),
    });
    values.first().copied().unwrap_or(ExprId::UNKNOWN)
}

/// `a == b`, `a && b`: each side may be named by what the other is.
pub(super) fn comparison(walk: &mut Walk<'_, '_>) -> ExprId {
    // The grammar takes `a == .b && c` for `a == (.b && c)`.
    let expected = take_expected(walk);
    if matches!(walk.kind(), "conjunction_expression" | "disjunction_expression") {
        walk.build.meter.branches += 1;
    }
    match sides(walk, expected).1 {
        Some(operand) => Operand { whole: Whole::Boolean, ..operand }.end(walk),
        None => walk.build.literal(LiteralKind::Boolean),
    }
}

/// `a + b`: of what both are, where they are the same.
pub(super) fn arithmetic(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    match sides(walk, Expected::Nothing) {
        (values, Some(operand)) if values.len() == 2 => {
            Operand { whole: Whole::Combined(values[0]), ..operand }.end(walk)
        }
        _ => ExprId::UNKNOWN,
    }
}

/// `a..<b`.
pub(super) fn range(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let (sides, _) = sides(walk, Expected::Nothing);
    walk.build.collection(indexer_core::CollectionKind::Range, &sides)
}

/// An operator that the repository or a package declares.
pub(super) fn custom(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    sides(walk, Expected::Nothing);
    ExprId::UNKNOWN
}

/// Lowers what stands on the sides of an operator. Gives their values, and the last one, behind which the grammar may put
/// what stands behind the whole; `expected` is what the first one is expected to be.
fn sides(walk: &mut Walk<'_, '_>, expected: Expected) -> (Vec<ExprId>, Option<Operand>) {
    let (mut values, mut last): (Vec<ExprId>, _) = (Vec::new(), None);
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() && walk.kind() != "custom_operator" {
            let expected = values.first().map_or(expected, |first| Expected::Value(*first));
            let (mark, node) = (walk.build.uses.mark(), walk.node().id());
            let value = value_as(walk, expected);
            values.push(value);
            let plain = Operand { node, mark, value, whole: Whole::Same };
            last = Some(operand_of(walk, node).unwrap_or(plain));
        } else {
            walk.other();
        }
    });
    (values, last)
}

/// `a = b`, `a += b`.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let mut target = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Target if walk.is_named() => {
            let mark = walk.build.uses.mark();
            target = lower_free(walk);
            walk.build.uses.retag(mark, target, Role::Write);
        }
        Field::Result if walk.is_named() && !walk.node().is_extra() => {
            value_as(walk, Expected::Value(target));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `(a, b)`; one in parentheses is itself.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected(walk);
    let is_one = walk.node().named_child_count() == 1;
    let mut items = Vec::new();
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => walk.neither(),
        _ if walk.is_named() && !walk.node().is_extra() => {
            let expected = if is_one { expected } else { part_of(walk, expected, items.len()) };
            items.push(value_as(walk, expected));
        }
        _ => walk.other(),
    });
    match items.as_slice() {
        [only] => *only,
        _ => walk.build.tuple(&items),
    }
}

/// What is expected of a part of a tuple of which this is, where its type is written there.
fn part_of(walk: &mut Walk<'_, '_>, expected: Expected, at: usize) -> Expected {
    let Expected::Value(of) = expected else { return Expected::Nothing };
    let facts = &walk.build.facts;
    let Expression::Instance(of) = facts.expression(of) else { return Expected::Nothing };
    let Expression::Tuple(parts) = facts.expression(of) else { return Expected::Nothing };
    let Some(part) = facts.list(parts).get(at).copied() else { return Expected::Nothing };
    Expected::Value(walk.build.instance(part))
}

/// `!`. In `()` as a value the grammar misses one; nothing is missing there.
pub(super) fn bang(walk: &mut Walk<'_, '_>) -> ExprId {
    if !walk.span().is_empty() {
        walk.lower_children();
    }
    ExprId::UNKNOWN
}

/// Statements in a scope of their own. One that stands alone is the value of what is around.
pub(super) fn statements(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected(walk);
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let node = walk.node();
    let is_alone = node.named_children(&mut node.walk()).filter(|one| !one.is_extra()).count() == 1;
    let state = walk.build.remembered.of::<Swift>();
    let is_body = std::mem::take(&mut state.is_body);
    let gives = match (expected, state.returns.last()) {
        (Expected::Nothing, Some(returns)) if is_body => returns.expected(),
        (expected, _) => expected,
    };
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            value = value_as(walk, if is_alone { gives } else { Expected::Nothing });
        } else {
            walk.other();
        }
    });
    walk.build.restore(place);
    if is_alone { value } else { ExprId::UNKNOWN }
}

/// `return a`, `throw a`.
pub(super) fn transfer(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let is_return = walk.node().child(0).is_some_and(|one| one.kind() == "return");
    let returns = walk.build.remembered.of::<Swift>().returns.last().filter(|_| is_return);
    let expected = returns.map_or(Expected::Nothing, Returns::expected);
    walk.children(|walk, field| {
        if field == Field::Result && walk.is_named() && !walk.node().is_extra() {
            let value = value_as(walk, expected);
            if let Some(last) = walk.build.remembered.of::<Swift>().returns.last_mut().filter(|_| is_return) {
                last.given.push(value);
            }
        } else if walk.is_identifier() {
            // A label.
            walk.neither();
        } else if walk.is_named() {
            value_as(walk, Expected::Nothing);
        } else {
            walk.other();
        }
    });
    // It has no value itself, so that of what is around is that of the other ways.
    walk.build.literal(LiteralKind::None)
}

/// `"a \(b)"`.
pub(super) fn text(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    walk.with_role(Role::Read, Walk::lower_children);
    walk.build.string(walk.span())
}

/// `get { }`, `set(a) { }`, `didSet { }`: what is set has a name.
pub(super) fn accessor(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Function, walk.span());
    let property = walk.build.remembered.of::<Swift>().property;
    let gives = match walk.kind() {
        "computed_getter" => property,
        _ => ExprId::UNKNOWN,
    };
    let lambdas = std::mem::take(&mut walk.build.remembered.of::<Swift>().lambdas);
    let state = walk.build.remembered.of::<Swift>();
    state.returns.push(Returns::of(gives));
    state.is_body = true;
    if walk.kind() != "computed_getter" {
        for name in ["newValue", "oldValue"] {
            let (name, scope) = (walk.build.names.made(name), walk.build.scope);
            walk.build.shapes.introduce(scope, name);
            walk.build.bind_local(scope, name, indexer_core::Namespace::VALUE, 0, property);
        }
    }
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            walk.local();
            let span = plain_span(walk);
            walk.build.bind_token(span, property, 0);
        } else {
            walk.other();
        }
    });
    let state = walk.build.remembered.of::<Swift>();
    state.is_body = false;
    state.returns.pop();
    state.lambdas = lambdas;
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// The body of a property that is computed.
pub(super) fn computed(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Function, walk.span());
    // That of a subscript gives what the subscript is declared to give.
    let result = match std::mem::take(&mut walk.build.remembered.of::<Swift>().is_subscript) {
        true => {
            let of = walk.build.shapes.result;
            walk.build.instance(of)
        }
        false => walk.build.remembered.of::<Swift>().property,
    };
    let state = walk.build.remembered.of::<Swift>();
    state.property = result;
    let lambdas = std::mem::take(&mut state.lambdas);
    state.returns.push(Returns::of(result));
    state.is_body = true;
    walk.lower_children();
    let state = walk.build.remembered.of::<Swift>();
    state.is_body = false;
    state.returns.pop();
    state.lambdas = lambdas;
    walk.build.restore(place);
    ExprId::UNKNOWN
}
