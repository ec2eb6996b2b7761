//! Patterns, and what they say of the names that they bind.

use super::names::TERM;
use super::state::Scala;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Lambda, LambdaId, List, Namespace, Role, ScopeKind};

/// The current node is a pattern of a value: names that it binds are parts of that.
pub(super) fn pattern(walk: &mut Walk<'_, '_>, of: ExprId) {
    walk.lower_with(|walk| {
        pattern_of_kind(walk, of);
        ExprId::UNKNOWN
    });
}

fn pattern_of_kind(walk: &mut Walk<'_, '_>, of: ExprId) {
    match walk.kind() {
        "identifier" | "operator_identifier" if walk.is_identifier() => named(walk, of),
        "typed_pattern" => typed(walk),
        "capture_pattern" => captured(walk, of),
        "case_class_pattern" => taken_apart(walk, of),
        "wildcard" => {}
        "tuple_pattern" => {
            let mut index = 0;
            parts(walk, &mut |walk| {
                let item = item_of(walk, of, index);
                index += 1;
                pattern(walk, item);
            });
        }
        "infix_pattern" => infix(walk, of),
        "alternative_pattern" | "parenthesized_pattern" => parts(walk, &mut |walk| pattern(walk, of)),
        "interpolated_string_expression" => interpolated(walk),
        "interpolated_string"
        | "interpolation"
        | "repeat_pattern"
        | "named_pattern"
        | "named_tuple_pattern" => {
            parts(walk, &mut |walk| pattern(walk, ExprId::UNKNOWN));
        }
        _ => drop(walk.lower_as(Role::Read)),
    }
}

/// Visits the named children; all else is lowered.
fn parts<'t, 'a>(walk: &mut Walk<'t, 'a>, visit: &mut dyn FnMut(&mut Walk<'t, 'a>)) {
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            visit(walk);
        } else {
            walk.other();
        }
    });
}

fn item_of(walk: &mut Walk<'_, '_>, of: ExprId, index: u32) -> ExprId {
    if of.is_unknown() { of } else { walk.build.expression(Expression::Item { of, index }) }
}

/// A name is bound where it begins with a small letter; others are what a value is compared with.
fn named(walk: &mut Walk<'_, '_>, of: ExprId) {
    if is_variable(walk) {
        let span = walk.local();
        walk.build.bind_token(span, of, span.end);
    } else {
        walk.lower_as(Role::Read);
    }
}

fn is_variable(walk: &Walk<'_, '_>) -> bool {
    walk.text().starts_with(|c: char| c.is_lowercase() || c == '_')
}

/// `a: A`.
fn typed(walk: &mut Walk<'_, '_>) {
    let mut name = None;
    walk.children(|walk, field| {
        if field == Field::Type {
            let of = walk.lower_as(Role::Type);
            let value = walk.build.instance(of);
            if let Some(span) = name.take() {
                walk.build.bind_token(span, value, span.end);
            }
        } else if walk.is_identifier() && is_variable(walk) {
            name = Some(walk.local());
        } else if walk.is_named() && !walk.node().is_extra() {
            pattern(walk, ExprId::UNKNOWN);
        } else {
            walk.other();
        }
    });
    if let Some(span) = name {
        walk.build.bind_token(span, ExprId::UNKNOWN, span.end);
    }
}

/// `a @ b`: what a type says that `b` names comes before what the value is.
fn captured(walk: &mut Walk<'_, '_>, of: ExprId) {
    let mut name = None;
    walk.children(|walk, field| {
        if field == Field::Name && walk.is_identifier() {
            name = Some(walk.local());
        } else if walk.is_named() && !walk.node().is_extra() {
            let value = seen_as(walk, of);
            if let Some(span) = name.take() {
                walk.build.bind_token(span, value, span.end);
            }
        } else {
            walk.other();
        }
    });
}

/// The current node is the pattern behind `@`: what the value is where it fits.
fn seen_as(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    if walk.kind() != "typed_pattern" {
        pattern(walk, of);
        return of;
    }
    let mut value = ExprId::UNKNOWN;
    walk.lower_with(|walk| {
        walk.children(|walk, field| {
            if field == Field::Type {
                let of = walk.lower_as(Role::Type);
                value = walk.build.instance(of);
            } else if walk.is_named() && !walk.node().is_extra() {
                pattern(walk, ExprId::UNKNOWN);
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    value
}

/// `C(a, b)`: the parts of a case class are what its parameters say.
fn taken_apart(walk: &mut Walk<'_, '_>, of: ExprId) {
    let (mut by, mut index) = (ExprId::UNKNOWN, 0);
    walk.children(|walk, field| {
        if field == Field::Type {
            by = extractor(walk);
        } else if walk.kind() == "type_arguments" {
            walk.lower_as(Role::Type);
        } else if walk.is_named() && !walk.node().is_extra() {
            let part = payload(walk, of, by, index);
            index += 1;
            pattern(walk, part);
        } else {
            walk.other();
        }
    });
}

/// The current node names what takes a value apart: an object, or a case class. Gives the type of the name.
fn extractor(walk: &mut Walk<'_, '_>) -> ExprId {
    if !walk.is_identifier() {
        return extractor_path(walk);
    }
    let span = walk.span();
    walk.with_role(Role::Type, |walk| walk.build.use_name(span, TERM));
    // The class of the name says what its parts are, whatever the object beside it is.
    let by = walk.build.use_name(span, Namespace::TYPE);
    walk.build.uses.silence_last();
    by
}

/// The same of `a.b.C`: the last name is a value's, and its type is what the parts say.
fn extractor_path(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut by = ExprId::UNKNOWN;
    walk.lower_with(|walk| {
        by = super::names::path_to(walk, Role::Type, Access::Value);
        ExprId::UNKNOWN
    });
    match walk.build.facts.expression(by) {
        Expression::Member { of, name, .. } => {
            walk.build.expression(Expression::Member { of, name, access: Access::Path })
        }
        _ => by,
    }
}

fn payload(walk: &mut Walk<'_, '_>, of: ExprId, pattern: ExprId, index: u32) -> ExprId {
    if pattern.is_unknown() {
        return pattern;
    }
    walk.build.expression(Expression::Payload { of, pattern, index })
}

/// `a :: b`: an element and the rest; of other operators nothing is known.
fn infix(walk: &mut Walk<'_, '_>, of: ExprId) {
    let node = walk.node();
    let operator = node.child_by_field_name("operator").map(crate::walk::span_of);
    let is_list = operator.is_some_and(|span| walk.build.text(span) == "::") && !of.is_unknown();
    walk.children(|walk, field| match field {
        Field::Operator => drop(walk.lower_as(Role::Type)),
        Field::Left if walk.is_named() => {
            let part = if is_list { walk.build.expression(Expression::Element(of)) } else { ExprId::UNKNOWN };
            pattern(walk, part);
        }
        Field::Right if walk.is_named() => pattern(walk, if is_list { of } else { ExprId::UNKNOWN }),
        _ => walk.other(),
    });
}

fn interpolated(walk: &mut Walk<'_, '_>) {
    walk.children(|walk, field| match field {
        Field::Interpolator if walk.is_identifier() => walk.neither(),
        _ if walk.is_named() && !walk.node().is_extra() => pattern(walk, ExprId::UNKNOWN),
        _ => walk.other(),
    });
}

/// A pattern where nothing is known of the value.
pub(super) fn of_nothing(walk: &mut Walk<'_, '_>) -> ExprId {
    pattern_of_kind(walk, ExprId::UNKNOWN);
    ExprId::UNKNOWN
}

/// `a match { case .. }`: what any of its cases gives.
pub(super) fn matching(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.build.meter.enter();
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| match walk.kind() {
        "case_block" | "indented_cases" => value = clauses(walk, of.unwrap_or(ExprId::UNKNOWN)),
        _ if walk.is_named() && !walk.node().is_extra() && of.is_none() => of = Some(walk.lower()),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.role = role;
    value
}

/// The current node holds cases of a value.
pub(super) fn clauses(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let mut values = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "case_clause" => values.push(clause_of(walk, of)),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    walk.build.union(&values)
}

/// A case that stands by itself, in broken code.
pub(super) fn clause(walk: &mut Walk<'_, '_>) -> ExprId {
    clause_of(walk, ExprId::UNKNOWN)
}

fn clause_of(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let place = walk.build.place();
    walk.build.meter.branches += 1;
    let mut value = ExprId::UNKNOWN;
    walk.lower_with(|walk| {
        walk.build.open_scope(ScopeKind::Block, walk.span());
        walk.children(|walk, field| match field {
            Field::Pattern if walk.is_named() => pattern(walk, of),
            Field::Body if walk.is_named() && !walk.node().is_extra() => {
                value = super::expressions::statement(walk)
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    walk.build.restore(place);
    value
}

/// `{ case .. }` by itself is a function of what is compared.
pub(super) fn function_of_cases(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let id = open_function(walk);
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    let of = walk.build.expression(Expression::LambdaParameter(id, 0));
    let mut values = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "case_clause" => values.push(clause_of(walk, of)),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    let value = walk.build.union(&values);
    walk.build.facts.lambdas[id.index()].value = value;
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

/// A function without a name begins here, in a scope of its own.
pub(super) fn open_function(walk: &mut Walk<'_, '_>) -> LambdaId {
    let scope = walk.build.open_scope(ScopeKind::Lambda, walk.span());
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let (parameters, value, argument_of) = (List::default(), ExprId::UNKNOWN, None);
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of });
    id
}

/// `catch { case e: E => .. }`.
pub(super) fn caught(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.meter.branch();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match walk.kind() {
        "case_block" | "indented_cases" => value = clauses(walk, ExprId::UNKNOWN),
        _ if field == Field::Pattern && walk.is_named() => pattern(walk, ExprId::UNKNOWN),
        _ if field == Field::Body && walk.is_named() => value = walk.lower_as(Role::Read),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    value
}

/// `try a catch { .. } finally b`.
pub(super) fn tried(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut values = Vec::new();
    walk.children(|walk, field| match walk.kind() {
        "catch_clause" => values.push(walk.lower()),
        _ if field == Field::Body && walk.is_named() && !walk.node().is_extra() => {
            values.push(walk.lower_as(Role::Read));
        }
        _ => walk.other(),
    });
    walk.build.union(&values)
}

/// What `_` stands for in the expression around.
pub(super) fn wildcard(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.build.role != Role::Read {
        return ExprId::UNKNOWN;
    }
    let Some(open) = walk.build.remembered.of::<Scala>().placeholders.last().copied() else {
        return ExprId::UNKNOWN;
    };
    let (id, index) = open.unwrap_or_else(|| {
        let place = walk.build.place();
        let id = open_function(walk);
        walk.build.restore(place);
        (id, 0)
    });
    if let Some(last) = walk.build.remembered.of::<Scala>().placeholders.last_mut() {
        *last = Some((id, index + 1));
    }
    walk.build.expression(Expression::LambdaParameter(id, index))
}

/// The current node may be a function that `_` makes: its value.
pub(super) fn with_placeholders<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    inside: impl FnOnce(&mut Walk<'t, 'a>) -> ExprId,
) -> ExprId {
    walk.build.remembered.of::<Scala>().placeholders.push(None);
    let value = inside(walk);
    match walk.build.remembered.of::<Scala>().placeholders.pop() {
        Some(Some((id, _))) => {
            walk.build.facts.lambdas[id.index()].value = value;
            walk.build.expression(Expression::Lambda(id))
        }
        _ => value,
    }
}
