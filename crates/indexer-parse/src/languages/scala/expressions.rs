//! Calls, operators, functions without a name, and control flow that has a value.

use super::names::qualifier;
use super::patterns::{clauses, open_function, pattern, with_placeholders};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, ExprId, Expression, KEYWORDS, LambdaId, LiteralKind, Parameter, ParameterKind, Role, ScopeKind,
};

/// A statement, or what stands for one: `_` in it makes a function of it alone.
pub(super) fn statement(walk: &mut Walk<'_, '_>) -> ExprId {
    with_placeholders(walk, |walk| walk.lower_as(Role::Read))
}

/// `{ a; b }`: its last statement is its value.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let value = statements(walk);
    walk.build.restore(place);
    value
}

fn statements(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            value = statement(walk);
        } else {
            walk.other();
        }
    });
    value
}

/// `(a)`.
pub(super) fn parenthesized(walk: &mut Walk<'_, '_>) -> ExprId {
    with_placeholders(walk, Walk::lower_children)
}

/// `f(a, b = c) { .. }`.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let (mut callee, mut open, mut values) = (None, None, Vec::new());
    walk.children(|walk, field| match field {
        Field::Function if walk.is_named() && callee.is_none() => callee = Some(called(walk, mark)),
        Field::Arguments if walk.is_named() => {
            let of = callee.unwrap_or(ExprId::UNKNOWN);
            let call = *open.get_or_insert_with(|| walk.open_call(of));
            given(walk, call, &mut values);
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    close(walk, (mark, callee.unwrap_or(ExprId::UNKNOWN)), open, &values)
}

/// The current node is what is called.
fn called(walk: &mut Walk<'_, '_>, mark: usize) -> ExprId {
    let is_read = matches!(walk.kind(), "parenthesized_expression" | "call_expression");
    let callee = walk.lower_as(if is_read { Role::Read } else { Role::Call });
    if !is_read {
        let head = walk.head_of(callee);
        walk.build.uses.retag(mark, head, Role::Call);
    }
    callee
}

fn close(
    walk: &mut Walk<'_, '_>,
    (mark, callee): (usize, ExprId),
    open: Option<ExprId>,
    values: &[ExprId],
) -> ExprId {
    let call = match open {
        Some(call) => call,
        None => walk.open_call(callee),
    };
    let head = walk.head_of(callee);
    if head != callee {
        walk.build.uses.set_arguments(mark, head, values.len());
    }
    walk.close_call(call, mark, callee, values);
    for (at, value) in (0..).zip(values) {
        if let Expression::Keyword { value, .. } = walk.build.facts.expression(*value)
            && let Expression::Lambda(lambda) = walk.build.facts.expression(value)
        {
            walk.build.facts.lambdas[lambda.index()].argument_of = Some((call, at));
        }
    }
    call
}

/// The current node holds arguments: a list in parentheses, or a last one behind the call.
fn given(walk: &mut Walk<'_, '_>, call: ExprId, values: &mut Vec<ExprId>) {
    match walk.kind() {
        "arguments" => drop(walk.lower_with(|walk| {
            let mut expected = None;
            walk.each_child(|walk, _| {
                if walk.is_named() && !walk.node().is_extra() {
                    values.push(argument(walk, call, &mut expected));
                } else {
                    walk.other();
                }
            });
            ExprId::UNKNOWN
        })),
        "colon_argument" => {
            let mut value = ExprId::UNKNOWN;
            walk.lower_with(|walk| {
                value = lambda(walk);
                ExprId::UNKNOWN
            });
            values.push(value);
        }
        _ => values.push(walk.lower_as(Role::Read)),
    }
}

/// An argument, perhaps with the name of its parameter.
fn argument(walk: &mut Walk<'_, '_>, call: ExprId, expected: &mut Option<ExprId>) -> ExprId {
    match walk.kind() {
        // By itself it is a part of a function that the whole call makes.
        "wildcard" => walk.lower_as(Role::Read),
        "assignment_expression" if is_keyword(walk) => keyword(walk, call, expected),
        _ => statement(walk),
    }
}

fn is_keyword(walk: &Walk<'_, '_>) -> bool {
    walk.node().child(0).is_some_and(|one| walk.kind_of(one) == "identifier")
}

/// `a = b` among arguments.
fn keyword(walk: &mut Walk<'_, '_>, call: ExprId, expected: &mut Option<ExprId>) -> ExprId {
    let (mut name, mut value) = (None, ExprId::UNKNOWN);
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Left if walk.is_identifier() => {
                let span = walk.span();
                let of = walk.build.name(span);
                name = Some(of);
                walk.neither();
                let build = &mut walk.build;
                let holder = *expected.get_or_insert_with(|| {
                    build.expression(Expression::Expected { call, position: KEYWORDS })
                });
                let access = Access::Value;
                let member = walk.build.expression(Expression::Member { of: holder, name: of, access });
                walk.build.use_expected(span, member);
            }
            _ if walk.is_named() && !walk.node().is_extra() => value = statement(walk),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    name.map_or(value, |name| walk.build.expression(Expression::Keyword { name, value }))
}

/// `a f b`, `a + b`, `a :: b`: what ends with a colon is a member of what stands behind it.
pub(super) fn infix(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let (mut left, mut right, mut called) = (ExprId::UNKNOWN, Vec::new(), ExprId::UNKNOWN);
    let mut behind = None;
    walk.children(|walk, field| match field {
        Field::Left if walk.is_named() => left = qualifier(walk),
        Field::Operator if walk.is_identifier() => {
            let of = match walk.text().ends_with(':') {
                true => *behind.insert(walk.build.slot()),
                false => left,
            };
            called = walk.with_role(Role::Call, |walk| walk.member_of(of, Access::Value));
        }
        Field::Right if walk.is_named() => match walk.kind() {
            "tuple_expression" => right = walk.lower_list(),
            _ => right.push(walk.lower()),
        },
        _ => walk.other(),
    });
    walk.build.role = role;
    if let Some(receiver) = behind {
        let of = if let [only] = right.as_slice() { *only } else { ExprId::UNKNOWN };
        walk.build.fill(receiver, of);
        right = vec![left];
    }
    walk.call_of(mark, called, &right)
}

/// `!a`, `-a`.
pub(super) fn prefix(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_not = walk.node().child(0).is_some_and(|one| one.kind() == "!");
    let value = walk.lower_children();
    if is_not { walk.build.literal(LiteralKind::Boolean) } else { value }
}

/// `a f`.
pub(super) fn postfix(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| match of {
        Some(of) if walk.is_identifier() => value = walk.member_of(of, Access::Value),
        None if walk.is_named() && !walk.node().is_extra() => of = Some(qualifier(walk)),
        _ => walk.other(),
    });
    value
}

/// `f _`.
pub(super) fn method_value(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        if walk.is_named() && walk.kind() != "wildcard" {
            walk.lower_as(Role::Read);
        } else if walk.kind() != "wildcard" {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `if (a) b else c`: either.
pub(super) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut values = Vec::new();
    walk.build.meter.enter_if();
    walk.children(|walk, field| match field {
        Field::Consequence if walk.is_named() && !walk.node().is_extra() => values.push(walk.lower()),
        Field::Alternative if walk.is_named() && !walk.node().is_extra() => {
            let is_further = walk.kind() == "if_expression";
            walk.build.meter.leave();
            walk.build.meter.cognitive += 1;
            walk.build.meter.else_if = is_further;
            if !is_further {
                walk.build.meter.nest();
            }
            values.push(walk.lower());
            walk.build.meter.else_if = false;
            if !is_further {
                walk.build.meter.leave();
            }
            walk.build.meter.nesting += 1;
        }
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.role = role;
    if values.len() > 1 { walk.build.union(&values) } else { ExprId::UNKNOWN }
}

/// `x => a`, `(x: A, y) => b`.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let id = open_function(walk);
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    let mut found: Vec<Parameter> = Vec::new();
    let (mut value, mut is_bound) = (ExprId::UNKNOWN, false);
    walk.children(|walk, field| match walk.kind() {
        "=>" | "?=>" => walk.other(),
        "bindings" => bindings(walk, &mut found),
        _ if !walk.is_named() || walk.node().is_extra() => walk.other(),
        "type_parameters" => walk.other(),
        _ if matches!(field, Field::Parameters | Field::LambdaStart) => parameter(walk, &mut found),
        "indented_cases" => {
            let of = walk.build.expression(Expression::LambdaParameter(id, 0));
            value = clauses(walk, of);
        }
        _ => {
            if !std::mem::replace(&mut is_bound, true) {
                bind_parameters(walk, id, std::mem::take(&mut found));
            }
            value = statement(walk);
        }
    });
    if !is_bound {
        bind_parameters(walk, id, found);
    }
    walk.build.meter.leave();
    walk.build.facts.lambdas[id.index()].value = value;
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

fn bindings(walk: &mut Walk<'_, '_>, found: &mut Vec<Parameter>) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "binding" => drop(walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.is_named() && !walk.node().is_extra() {
                    true => parameter(walk, found),
                    false => walk.other(),
                });
                ExprId::UNKNOWN
            })),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
}

/// The current node is the name of a parameter, or the type of the one before it.
fn parameter(walk: &mut Walk<'_, '_>, found: &mut Vec<Parameter>) {
    let is_name = walk.is_identifier() && walk.kind() != "type_identifier";
    if is_name || walk.kind() == "wildcard" {
        let name_span = if is_name { walk.local() } else { walk.span() };
        let name = match is_name {
            true => walk.build.name(name_span),
            false => walk.build.names.made("_"),
        };
        let (kind, annotation) = (ParameterKind::Plain, ExprId::UNKNOWN);
        found.push(Parameter { name, name_span, kind, annotation, default: annotation });
    } else if walk.kind() != "erased_modifier" {
        let annotation = walk.lower_as(Role::Type);
        if let Some(last) = found.last_mut() {
            last.annotation = annotation;
        }
    }
}

/// The parameters of a function without a name are what it is given, where no type is written.
fn bind_parameters(walk: &mut Walk<'_, '_>, id: LambdaId, found: Vec<Parameter>) {
    let run = walk.build.parameters(found);
    walk.build.facts.lambdas[id.index()].parameters = run;
    (0..run.len).for_each(|index| walk.build.bind_parameter_of(id, index));
}

/// `for (x <- xs; y <- ys) yield a` is `xs.flatMap(x => ys.map(y => a))`.
pub(super) fn comprehension(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.build.meter.branch();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let node = walk.node();
    let yields = node.children(&mut node.walk()).any(|one| one.kind() == "yield");
    let (mut generators, mut value) = (Vec::new(), ExprId::UNKNOWN);
    walk.children(|walk, field| match walk.kind() {
        "enumerators" => drop(walk.lower_with(|walk| {
            enumerators(walk, yields, &mut generators);
            ExprId::UNKNOWN
        })),
        _ if field == Field::Body && walk.is_named() && !walk.node().is_extra() => value = statement(walk),
        _ => walk.other(),
    });
    // Each gives what those behind it give.
    while let Some((call, id)) = generators.pop() {
        walk.build.facts.lambdas[id.index()].value = value;
        value = call;
    }
    walk.build.meter.leave();
    walk.build.role = role;
    walk.build.restore(place);
    if yields { value } else { ExprId::UNKNOWN }
}

fn enumerators(walk: &mut Walk<'_, '_>, yields: bool, found: &mut Vec<(ExprId, LambdaId)>) {
    let node = walk.node();
    let is_generator = |one: &tree_sitter::Node<'_>| {
        one.kind() == "enumerator" && one.children(&mut one.walk()).any(|word| word.kind() == "<-")
    };
    let count = node.children(&mut node.walk()).filter(is_generator).count();
    walk.each_child(|walk, _| {
        if walk.kind() == "enumerator" {
            let method = match (yields, found.len() + 1 < count) {
                (false, _) => "foreach",
                (true, true) => "flatMap",
                (true, false) => "map",
            };
            walk.lower_with(|walk| {
                enumerator(walk, method, found);
                ExprId::UNKNOWN
            });
        } else {
            walk.other();
        }
    });
}

/// `x <- xs`, `x = a`, `if a`.
fn enumerator(walk: &mut Walk<'_, '_>, method: &'static str, found: &mut Vec<(ExprId, LambdaId)>) {
    let node = walk.node();
    let has = |word: &str| node.children(&mut node.walk()).any(|one| one.kind() == word);
    let (is_generator, is_value) = (has("<-"), has("="));
    // What the names are parts of is known behind them.
    let whole = walk.build.slot();
    let (mut is_first, mut of) = (is_generator || is_value, None);
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.other();
        } else if std::mem::take(&mut is_first) {
            pattern(walk, whole);
        } else if walk.kind() != "guard" && of.is_none() {
            let value = statement(walk);
            of = Some(value);
            let value = if is_generator { generated(walk, value, method, found) } else { value };
            walk.build.fill(whole, value);
        } else {
            walk.lower();
        }
    });
}

/// What a member of `of` calls the rest of the expression with.
fn generated(
    walk: &mut Walk<'_, '_>,
    of: ExprId,
    method: &'static str,
    found: &mut Vec<(ExprId, LambdaId)>,
) -> ExprId {
    if of.is_unknown() {
        return of;
    }
    let place = walk.build.place();
    let id = open_function(walk);
    walk.build.restore(place);
    let name = walk.build.names.made(method);
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    let function = walk.build.expression(Expression::Lambda(id));
    let mark = walk.build.uses.mark();
    let call = walk.call_of(mark, member, &[function]);
    found.push((call, id));
    walk.build.expression(Expression::LambdaParameter(id, 0))
}

/// `new C(a)`, `new C(a) with D { .. }`.
pub(super) fn new(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let has_body = node.children(&mut node.walk()).any(|one| one.kind() == "template_body");
    let opened = has_body.then(|| super::declare::open_anonymous(walk));
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let (mut callee, mut values, mut call) = (None, Vec::new(), None);
    walk.each_child(|walk, _| match walk.kind() {
        "arguments" => {
            let of = callee.unwrap_or(ExprId::UNKNOWN);
            let made = *call.get_or_insert_with(|| open_made(walk, of));
            given(walk, made, &mut values);
        }
        "template_body" => {
            if let Some(id) = opened {
                super::declare::anonymous_body(walk, id);
            } else {
                walk.other();
            }
        }
        _ if walk.is_named() && !walk.node().is_extra() && callee.is_none() => {
            callee = Some(made(walk, (&mut values, &mut call)));
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    let callee = callee.unwrap_or(ExprId::UNKNOWN);
    let head = walk.head_of(callee);
    if !callee.is_unknown() {
        walk.build.uses.retag(mark, head, Role::Call);
        walk.build.uses.set_arguments(mark, head, values.len());
    }
    let call = match call {
        Some(call) => call,
        None => open_made(walk, callee),
    };
    let made = walk.build.uses.mark();
    walk.close_call(call, made, callee, &values);
    match opened {
        Some(id) => super::declare::close_anonymous(walk, id, callee),
        None => call,
    }
}

/// What stands there is a type, also where only the path of something outside is known.
fn open_made(walk: &mut Walk<'_, '_>, callee: ExprId) -> ExprId {
    let is_applied = matches!(walk.build.facts.expression(callee), Expression::Apply { .. });
    let of = match is_applied || callee.is_unknown() {
        true => callee,
        false => walk.build.apply(callee, &[]),
    };
    walk.open_call(of)
}

/// The current node is the type of which an instance is made, perhaps with its arguments and with what is mixed in.
fn made(walk: &mut Walk<'_, '_>, (values, call): (&mut Vec<ExprId>, &mut Option<ExprId>)) -> ExprId {
    if !matches!(walk.kind(), "compound_type" | "applied_constructor_type" | "annotated_type") {
        return walk.lower_as(Role::Call);
    }
    let mut callee = None;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "arguments" => {
                let of = callee.unwrap_or(ExprId::UNKNOWN);
                let made = *call.get_or_insert_with(|| open_made(walk, of));
                given(walk, made, values);
            }
            _ if !walk.is_named() || walk.node().is_extra() => walk.other(),
            _ if callee.is_none() => callee = Some(made(walk, (values, call))),
            _ => {
                let of = walk.lower_as(Role::Inherit);
                super::declare::mix_in(walk, of);
            }
        });
        ExprId::UNKNOWN
    });
    callee.unwrap_or(ExprId::UNKNOWN)
}
