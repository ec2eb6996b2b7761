//! Expressions: what a value is, as far as the syntax says.

use super::functions::{pop_inner, push_inner};
use super::narrow::Said;
use super::state::{FrameKind, Item, OpenCall, Remembers};
use super::{assign, narrow, said, stores, text, types};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, CollectionKind, ExprId, Expression, KEYWORDS, LiteralKind, Role, ScopeId, ScopeKind,
};

/// A call. A decorator that is called decorates; everything else that is called is called.
pub(in crate::languages) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = walk.build.role;
    let role = if before == Role::Decorate { Role::Decorate } else { Role::Call };
    let mark = walk.build.uses.mark();
    let mut callee = ExprId::UNKNOWN;
    let mut arguments = Vec::new();
    let mut is_super = false;
    let mut open = None;
    walk.children(|walk, field| match field {
        Field::Function => {
            is_super = walk.is_identifier() && walk.text() == "super";
            walk.build.role = role;
            callee = walk.lower();
            walk.build.role = Role::Read;
        }
        Field::Arguments if walk.kind() == "argument_list" => {
            walk.build.role = Role::Read;
            invoked(walk, callee);
            let asked_for = said::member_asked_for(walk, callee);
            let outer = walk.state().call.replace(OpenCall::of(callee));
            arguments = walk.lower_list();
            open = std::mem::replace(&mut walk.state().call, outer).and_then(|one| one.call);
            if let (Some((span, role)), Some(of)) = (asked_for, arguments.first()) {
                said::use_member(walk, *of, span, role);
            }
        }
        Field::Arguments => {
            walk.build.role = Role::Read;
            arguments.push(walk.lower());
        }
        _ => drop(walk.lower()),
    });
    walk.build.role = before;
    stores::through_method(walk, callee, &arguments);
    let call = open.unwrap_or_else(|| walk.open_call(callee));
    let call = walk.close_call(call, mark, callee, &arguments);
    match walk.state().class_scope() {
        Some(scope) if is_super && names_own_class(walk, scope, &arguments) => {
            walk.build.expression(Expression::Super(scope))
        }
        Some(_) if is_super => ExprId::UNKNOWN,
        _ => call,
    }
}

/// True for `super()`, and for `super(A, self)` in `A`: what is given any other class goes on behind that one.
fn names_own_class(walk: &Walk<'_, '_>, scope: ScopeId, arguments: &[ExprId]) -> bool {
    let Some(first) = arguments.first() else { return true };
    let facts = &walk.build.facts;
    let own = facts.definitions.iter().rev().find(|one| one.body == Some(scope));
    match (facts.expression(*first), own) {
        (Expression::Name { name, .. }, Some(own)) => name == own.name,
        // `super(__class__, self)`, `super(type(self), self)`.
        (Expression::Name { .. }, None) => true,
        _ => false,
    }
}

/// What is called has no name of its own here (`table[key]()`, `make()()`): the parenthesis stands
/// for it. The current node is the list of arguments.
fn invoked(walk: &mut Walk<'_, '_>, callee: ExprId) {
    use Expression::{Call, Element, Index, Item, Union};
    let callee_is = walk.build.facts.expression(callee);
    if matches!(callee_is, Call { .. } | Index { .. } | Element(_) | Item { .. } | Union(_)) {
        let start = walk.span().start;
        walk.build.invoke(indexer_core::Span::new(start, start + 1), callee);
    }
}

/// What keyword arguments of the call around name members of.
fn expected_by_keywords(walk: &mut Walk<'_, '_>) -> Option<ExprId> {
    let mut open = walk.state().call.filter(|open| !open.callee.is_unknown())?;
    if let Some(expected) = open.expected {
        return Some(expected);
    }
    let call = walk.open_call(open.callee);
    open.call = Some(call);
    open.expected = Some(walk.build.expression(Expression::Expected { call, position: KEYWORDS }));
    walk.state().call = Some(open);
    open.expected
}

/// `name=value` among arguments.
pub(super) fn keyword_argument(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut name = None;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => {
            let span = walk.span();
            let of = walk.build.name(span);
            name = Some(of);
            walk.neither();
            if let Some(expected) = expected_by_keywords(walk) {
                let access = Access::Value;
                let member = walk.build.expression(Expression::Member { of: expected, name: of, access });
                walk.build.use_expected(span, member);
            }
        }
        Field::Value => {
            let is_flag = matches!(walk.kind(), "true" | "false");
            let span = walk.span();
            value = walk.lower_as(Role::Read);
            if let Some(name) = name.filter(|_| is_flag) {
                value = walk.build.flag(name, span, value);
            }
        }
        _ => drop(walk.lower()),
    });
    match name {
        Some(name) => walk.build.expression(Expression::Keyword { name, value }),
        None => value,
    }
}

/// `*args` and `**kwargs` where they are used: what gives values by position gives its elements, however many.
pub(super) fn splat(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_by_position = walk.kind() == "list_splat";
    let all = walk.lower_children();
    if all.is_unknown() || !is_by_position {
        ExprId::UNKNOWN
    } else {
        walk.build.expression(Expression::Element(all))
    }
}

/// A string: in a type, the type that it spells.
pub(super) fn string(walk: &mut Walk<'_, '_>) -> ExprId {
    let literal = walk.text();
    if text::is_interpolated(literal) || walk.node().has_error() {
        walk.with_role(Role::Read, |walk| walk.lower_children());
    } else if walk.build.role == Role::Type {
        return types::from_string(walk, literal);
    } else if text::is_bytes(literal) {
        return walk.build.literal(LiteralKind::Bytes);
    } else {
        let span = walk.span();
        return walk.build.string(span);
    }
    walk.build.literal(LiteralKind::String)
}

/// `a and b`, `a or b`: one of both.
pub(super) fn boolean(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut sides = [ExprId::UNKNOWN; 2];
    let mut is_or = false;
    let mut inner: [Option<bool>; 2] = [None; 2];
    let mut said: Option<narrow::Test> = None;
    walk.children(|walk, field| {
        let at = match field {
            Field::Left => 0,
            Field::Right => 1,
            Field::Operator => {
                is_or = walk.kind() == "or";
                return;
            }
            _ => {
                walk.lower();
                return;
            }
        };
        let id = walk.node().id();
        // What the left side says holds in the right one: `isinstance(a, T) and a.b`.
        let holds = said.filter(|said| at == 1 && said.said(!is_or) != Said::Nothing);
        let span = walk.span();
        holds.into_iter().for_each(|said| narrow::bind(walk, said, span.start, said.said(!is_or)));
        sides[at] = walk.lower();
        holds.into_iter().for_each(|said| narrow::bind(walk, said, span.end, Said::Nothing));
        said = said.or_else(|| narrow::test(walk, sides[at]));
        inner[at] = walk.state().last_boolean.filter(|(node, _)| *node == id).map(|(_, or)| or);
    });
    let id = walk.node().id();
    // A run of one operator counts once for the mind, each operator is a branch.
    let continued = inner.iter().filter(|side| **side == Some(is_or)).count() as u32;
    let complexity = &mut walk.top().complexity;
    complexity.branches += 1;
    complexity.cognitive = (complexity.cognitive + 1).saturating_sub(continued);
    walk.state().last_boolean = Some((id, is_or));
    walk.state().last_said = said.filter(|said| said.is_passed_on(is_or)).map(|said| (id, said));
    known_union(walk, &sides)
}

fn known_union(walk: &mut Walk<'_, '_>, values: &[ExprId]) -> ExprId {
    assign::union_of(walk.build, values)
}

/// `a if test else b`: one of both.
pub(super) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    let complexity = &mut walk.top().complexity;
    complexity.branches += 1;
    complexity.enter();
    let mut values = [ExprId::UNKNOWN; 2];
    let mut at = 0;
    let mut said: Option<narrow::Test> = None;
    walk.each_child(|walk, _| {
        let is_part = walk.is_named() && !walk.node().is_extra();
        let span = walk.span();
        // What stands before the test is read before it; only what stands behind it follows from it.
        let holds = said.filter(|said| is_part && at == 2 && said.said(false) != Said::Nothing);
        holds.into_iter().for_each(|said| narrow::bind(walk, said, span.start, said.said(false)));
        let value = walk.lower();
        holds.into_iter().for_each(|said| narrow::bind(walk, said, span.end, Said::Nothing));
        if is_part {
            match at {
                0 => values[0] = value,
                1 => said = narrow::test(walk, value),
                2 => values[1] = value,
                _ => {}
            }
            at += 1;
        }
    });
    walk.top().complexity.leave();
    known_union(walk, &values)
}

/// A comparison, `not`: a boolean.
pub(super) fn truth(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    walk.build.literal(LiteralKind::Boolean)
}

/// Arithmetic: only strings are known. In a type, `|` is a union.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut sides = [ExprId::UNKNOWN; 2];
    let mut operator = "";
    walk.children(|walk, field| match field {
        Field::Left => sides[0] = walk.lower(),
        Field::Right => sides[1] = walk.lower(),
        Field::Operator => operator = walk.kind(),
        _ => drop(walk.lower()),
    });
    if walk.build.role == Role::Type && operator == "|" {
        return types::union_of(walk.build, &sides);
    }
    let string = Expression::Literal(LiteralKind::String);
    let is_string = |side: usize| walk.build.facts.expression(sides[side]) == string;
    let left = matches!(operator, "+" | "%") && is_string(0);
    if left || (operator == "+" && is_string(1)) {
        return walk.build.literal(LiteralKind::String);
    }
    // A list with more behind or before it, of which rules of frameworks read what is in it.
    let is_list = |side: &ExprId| {
        matches!(walk.build.facts.expression(*side), Expression::Collection(CollectionKind::List, _))
    };
    if operator == "+" && sides.iter().any(is_list) && sides.iter().all(|side| !side.is_unknown()) {
        let [left, right] = sides;
        return walk.build.expression(Expression::Combined { left, right });
    }
    ExprId::UNKNOWN
}

/// `-a`: the literal below it, if it is one.
pub(super) fn unary(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| {
        let lowered = walk.lower();
        if field == Field::Argument {
            value = lowered;
        }
    });
    match walk.build.facts.expression(value) {
        Expression::Literal(_) => value,
        _ => ExprId::UNKNOWN,
    }
}

/// `await a`.
pub(super) fn awaited(walk: &mut Walk<'_, '_>) -> ExprId {
    let value = walk.lower_children();
    if value.is_unknown() { value } else { walk.build.expression(Expression::Awaited(value)) }
}

/// `a[b]`.
pub(super) fn subscript(walk: &mut Walk<'_, '_>) -> ExprId {
    if matches!(walk.build.role, Role::Type | Role::Inherit) {
        return types::applied(walk);
    }
    if types::is_written_as_value(walk) {
        let value = walk.with_role(Role::Type, |walk| types::applied(walk));
        return value;
    }
    let before = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut of = ExprId::UNKNOWN;
    let mut index = ExprId::UNKNOWN;
    let (mut count, mut is_slice) = (0, false);
    let mut item = None;
    walk.children(|walk, field| match field {
        Field::Value => of = walk.lower(),
        Field::Subscript => {
            count += 1;
            is_slice |= walk.kind() == "slice";
            item = if walk.kind() == "integer" { walk.text().parse::<u32>().ok() } else { None };
            index = walk.lower();
        }
        _ => drop(walk.lower()),
    });
    walk.build.role = before;
    if of.is_unknown() {
        return of;
    }
    if is_slice && count == 1 {
        // A part of a sequence is one like it.
        return of;
    }
    if count == 1
        && let Some(index) = item
    {
        return walk.build.expression(Expression::Item { of, index });
    }
    let telling =
        matches!(walk.build.facts.expression(index), Expression::Literal(_) | Expression::Name { .. });
    let index = if count == 1 && telling { index } else { ExprId::UNKNOWN };
    walk.build.expression(Expression::Index { of, index })
}

/// `[a, b]`.
pub(super) fn list(walk: &mut Walk<'_, '_>) -> ExprId {
    collection(walk, CollectionKind::List)
}

/// `{a, b}`.
pub(super) fn set(walk: &mut Walk<'_, '_>) -> ExprId {
    collection(walk, CollectionKind::Set)
}

/// `{a: b}`: its elements are the values.
pub(super) fn dictionary(walk: &mut Walk<'_, '_>) -> ExprId {
    collection(walk, CollectionKind::Map)
}

fn collection(walk: &mut Walk<'_, '_>, kind: CollectionKind) -> ExprId {
    if walk.build.role == Role::Type {
        return types::bracketed(walk);
    }
    let values = distinct(walk);
    walk.build.collection(kind, &values)
}

/// The values of the children that say something, each once: literals share their expression, so
/// that a long table of numbers has one.
fn distinct(walk: &mut Walk<'_, '_>) -> Vec<ExprId> {
    let mut values: Vec<ExprId> = Vec::new();
    walk.each_child(|walk, _| {
        let value = walk.lower();
        if walk.build.is_kept(&values, value) {
            values.push(value);
        }
    });
    values
}

/// `a: b` in a dictionary: the value.
pub(super) fn pair(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| {
        let lowered = walk.lower();
        if field == Field::Value {
            value = lowered;
        }
    });
    value
}

/// `a, b`: a tuple; with a `*c` inside a sequence.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut has_splat = false;
    let mut values = Vec::new();
    walk.each_child(|walk, _| {
        let value = walk.lower();
        if walk.is_named() && !walk.node().is_extra() {
            has_splat |=
                matches!(walk.kind(), "list_splat" | "parenthesized_expression") && value.is_unknown();
            values.push(value);
        }
    });
    if has_splat {
        values.retain(|v| !v.is_unknown());
        return walk.build.collection(CollectionKind::List, &values);
    }
    walk.build.tuple(&values)
}

/// `[a for a in b]`.
pub(super) fn list_comprehension(walk: &mut Walk<'_, '_>) -> ExprId {
    comprehension(walk, CollectionKind::List)
}

/// `{a for a in b}`.
pub(super) fn set_comprehension(walk: &mut Walk<'_, '_>) -> ExprId {
    comprehension(walk, CollectionKind::Set)
}

/// `{a: b for a in c}`.
pub(super) fn dictionary_comprehension(walk: &mut Walk<'_, '_>) -> ExprId {
    comprehension(walk, CollectionKind::Map)
}

/// `(a for a in b)`.
pub(super) fn generator(walk: &mut Walk<'_, '_>) -> ExprId {
    comprehension(walk, CollectionKind::Generator)
}

fn comprehension(walk: &mut Walk<'_, '_>, kind: CollectionKind) -> ExprId {
    let place = walk.build.place();
    let outer = walk.build.scope;
    let span = walk.span();
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    push_inner(walk, FrameKind::Comprehension, scope);
    walk.build.role = Role::Read;
    let mut body = ExprId::UNKNOWN;
    let mut is_first = true;
    walk.children(|walk, field| {
        if field == Field::Body {
            body = walk.lower();
        } else if walk.kind() == "for_in_clause" {
            // The first iterable is read in the scope around.
            let read_in = if std::mem::replace(&mut is_first, false) { outer } else { scope };
            walk.lower_with(|walk| for_in(walk, scope, read_in));
        } else {
            walk.lower();
        }
    });
    pop_inner(walk, false);
    walk.build.restore(place);
    walk.build.collection(kind, if body.is_unknown() { &[] } else { std::slice::from_ref(&body) })
}

fn for_in(walk: &mut Walk<'_, '_>, scope: indexer_core::ScopeId, read_in: indexer_core::ScopeId) -> ExprId {
    let statement = walk.span();
    let mark = walk.state().targets.len();
    let mut of = ExprId::UNKNOWN;
    let mut keywords = [indexer_core::Span::default(); 2];
    walk.top().complexity.branches += 1;
    walk.children(|walk, field| match field {
        Field::Left => assign::collect(walk, None, Item::At(0)),
        Field::Right if walk.is_named() => {
            walk.build.scope = read_in;
            of = walk.lower();
            walk.build.scope = scope;
            super::statements::iterated(walk, of, keywords);
        }
        _ => {
            super::statements::note_keyword(walk, &mut keywords);
            walk.lower();
        }
    });
    let value = super::statements::element(walk, of);
    assign::settle_in_comprehension(walk, mark, assign::Assigned::value(value, statement), scope);
    ExprId::UNKNOWN
}

/// The condition of a comprehension, or the guard of a case.
pub(super) fn if_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.top().complexity.branches += 1;
    let subject = walk.state().subject.take();
    walk.lower_children();
    walk.state().subject = subject;
    ExprId::UNKNOWN
}
