//! Calls, members, operators, functions without a name.

use super::control::{bind_narrowed, take_tests};
use super::declare::{
    anonymous_body, anonymous_part, bind, bind_components, call_member, close_anonymous, components,
    open_anonymous, variable,
};
use super::state::{Around, Kotlin};
use crate::walk::Walk;
use indexer_core::{
    Access, ExprId, Expression, Lambda, LambdaId, List, LiteralKind, Name, Namespace, Parameter,
    ParameterKind, Role, SPREAD, ScopeKind,
};

/// `f<T>(a, b = c) { .. }`.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    if is_object(walk) {
        return object_with_lambda(walk);
    }
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let span = walk.span();
    let outer = walk.build.remembered.of::<Kotlin>().called;
    let (mut callee, mut types) = (None, Vec::new());
    let mut values: Vec<ExprId> = Vec::new();
    let mut checks = false;
    walk.each_child(|walk, _| {
        if callee.is_none() && walk.is_named() && !walk.node().is_extra() {
            checks = walk.is_identifier() && CHECKS.contains(&walk.text());
            let is_read = walk.kind() == "parenthesized_expression";
            let found = walk.lower_as(if is_read { Role::Read } else { Role::Call });
            callee = Some(found);
            let name = match walk.build.facts.expression(found) {
                Expression::Name { name, .. } | Expression::Member { name, .. } => Some(name),
                _ => None,
            };
            walk.build.remembered.of::<Kotlin>().called = name;
            if !is_read {
                walk.build.uses.retag(mark, found, Role::Call);
            }
        } else if walk.kind() == "call_suffix" {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| suffix(walk, &mut types, &mut values));
                ExprId::UNKNOWN
            });
        } else {
            walk.other();
        }
    });
    walk.build.role = role;
    walk.build.remembered.of::<Kotlin>().called = outer;
    let head = callee.unwrap_or(ExprId::UNKNOWN);
    let of = if types.is_empty() || head.is_unknown() { head } else { walk.build.apply(head, &types) };
    if of != head {
        walk.build.uses.set_arguments(mark, head, values.len());
    }
    let made = walk.call_of(mark, of, &values);
    for (at, value) in (0..).zip(&values) {
        if let Expression::Keyword { value, .. } = walk.build.facts.expression(*value)
            && let Expression::Lambda(lambda) = walk.build.facts.expression(value)
        {
            walk.build.facts.lambdas[lambda.index()].argument_of = Some((made, at));
        }
    }
    // What is required holds from here on.
    let tests = take_tests(walk);
    if checks {
        bind_narrowed(walk, &tests.held, span.end);
    }
    made
}

/// Functions that go on only where what they are given is true.
const CHECKS: &[&str] = &["assertTrue", "check", "require"];

fn suffix(walk: &mut Walk<'_, '_>, types: &mut Vec<ExprId>, values: &mut Vec<ExprId>) {
    match walk.kind() {
        "type_arguments" => types.append(&mut walk.with_role(Role::Type, Walk::lower_list)),
        "value_arguments" => values.append(&mut walk.lower_list()),
        "annotated_lambda" => {
            let value = walk.lower();
            let name = walk.build.names.made("");
            values.push(walk.build.expression(Expression::Keyword { name, value }));
        }
        _ => walk.other(),
    }
}

/// The grammar takes the body of `object : A, B { .. }` for a function that it is called with.
fn is_object(walk: &Walk<'_, '_>) -> bool {
    walk.node().child(0).is_some_and(|one| one.kind() == "object_literal")
}

fn object_with_lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let id = open_anonymous(walk);
    walk.each_child(|walk, _| match walk.kind() {
        "object_literal" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| anonymous_part(walk, id));
                ExprId::UNKNOWN
            });
        }
        "call_suffix" if walk.node().named_child_count() == 1 => anonymous_body(walk, id),
        _ => walk.other(),
    });
    close_anonymous(walk, id)
}

/// `f(a)`, `f(b = a)`, `f(*a)`.
pub(super) fn argument(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut value, mut spreads) = (None, ExprId::UNKNOWN, false);
    walk.each_child(|walk, _| {
        spreads |= matches!(walk.kind(), "*" | "spread_expression");
        if name.is_none() && walk.is_identifier() && walk.next_kind() == Some("=") {
            name = Some(walk.build.name(walk.span()));
            walk.neither();
        } else if walk.is_named() && !walk.node().is_extra() && walk.kind() != "annotation" {
            value = walk.lower();
        } else {
            walk.other();
        }
    });
    match name {
        Some(name) => walk.build.expression(Expression::Keyword { name, value }),
        // What it holds goes to the parameter that takes any number of arguments.
        None if spreads => {
            let name = walk.build.names.made(SPREAD);
            walk.build.expression(Expression::Keyword { name, value: ExprId::UNKNOWN })
        }
        None => value,
    }
}

/// `a.b`, `a?.b`, `A::b`, `A::class`.
pub(super) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| {
        if walk.kind() == "navigation_suffix" {
            value = member_suffix(walk, of.unwrap_or(ExprId::UNKNOWN), role);
        } else if of.is_none() && walk.is_named() && !walk.node().is_extra() {
            of = Some(walk.lower());
        } else {
            walk.other();
        }
    });
    walk.build.role = role;
    value
}

/// `.b`, of `of`.
fn member_suffix(walk: &mut Walk<'_, '_>, of: ExprId, role: Role) -> ExprId {
    let (mut value, mut access) = (ExprId::UNKNOWN, Access::Value);
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() == "::" {
                access = Access::Path;
            } else if walk.is_identifier() {
                value = walk.with_role(role, |walk| walk.member_of(of, access));
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    value
}

/// `::f`, `A::f`, `a::f`.
pub(super) fn reference(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let (mut of, mut value, mut is_class) = (None, ExprId::UNKNOWN, false);
    let any = Namespace::VALUE.with(Namespace::TYPE).with(Namespace::CALLABLE);
    walk.each_child(|walk, _| {
        is_class |= walk.kind() == "class";
        if !walk.is_identifier() {
            walk.other();
            return;
        }
        let span = walk.span();
        if walk.kind() == "type_identifier" && walk.text() == "this" {
            of = Some(super::hooks::this(walk));
        } else if walk.kind() == "type_identifier" {
            of = Some(walk.build.use_name(span, Namespace::TYPE.with(Namespace::VALUE)));
        } else {
            value = match of {
                Some(of) => walk.member_of(of, Access::Path),
                None => walk.build.use_name(span, any),
            };
        }
    });
    walk.build.role = role;
    if is_class { ExprId::UNKNOWN } else { value }
}

/// `a.b[c] = d`: what is written last is what stands last.
pub(super) fn assigned(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let node = walk.node();
    let count = node.named_child_count();
    let (mut of, mut seen) = (ExprId::UNKNOWN, 0);
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.other();
            return;
        }
        seen += 1;
        let own = if seen == count { role } else { Role::Read };
        match walk.kind() {
            "navigation_suffix" => of = member_suffix(walk, of, own),
            "indexing_suffix" => {
                walk.lower();
                of = walk.build.index(&[of]);
            }
            _ => of = walk.lower_as(own),
        }
    });
    walk.build.role = role;
    of
}

/// `a[b]`.
pub(super) fn index(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut values) = (None, Vec::new());
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.each_child(|walk, _| {
        if walk.kind() == "indexing_suffix" {
            walk.lower_with(|walk| {
                values = walk.lower_list();
                ExprId::UNKNOWN
            });
        } else if of.is_none() && walk.is_named() && !walk.node().is_extra() {
            of = Some(walk.lower());
        } else {
            walk.other();
        }
    });
    walk.build.role = role;
    let name = walk.build.names.made("get");
    call_member(walk, of.unwrap_or(ExprId::UNKNOWN), name, &values)
}

/// `a f b`.
pub(super) fn infix(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let (mut of, mut called, mut values) = (None, None, Vec::new());
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.other();
        } else if let Some(receiver) = of {
            if called.is_none() && walk.is_identifier() {
                called = Some(walk.with_role(Role::Call, |walk| walk.member_of(receiver, Access::Value)));
            } else {
                values.push(walk.lower());
            }
        } else {
            of = Some(walk.lower());
        }
    });
    walk.build.role = role;
    walk.call_of(mark, called.unwrap_or(ExprId::UNKNOWN), &values)
}

/// Operators with two sides are members of the left one.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut operator = "";
    let mut values = Vec::new();
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            values.push(walk.lower());
        } else {
            if values.len() == 1 && !walk.is_named() {
                operator = walk.kind();
            }
            walk.other();
        }
    });
    walk.build.role = role;
    let name = match operator {
        "+" => "plus",
        "-" => "minus",
        "*" => "times",
        "/" => "div",
        "%" => "rem",
        ".." => "rangeTo",
        "..<" => "rangeUntil",
        _ => return walk.build.literal(LiteralKind::Boolean),
    };
    let name: Name = walk.build.names.made(name);
    match values.as_slice() {
        [of, rest @ ..] => call_member(walk, *of, name, rest),
        [] => ExprId::UNKNOWN,
    }
}

/// `-a`, `!a`, `++a`, `label@ a`.
pub(super) fn prefix(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_not = walk.node().child(0).is_some_and(|one| one.kind() == "!");
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "annotation" | "label" => walk.other(),
        _ if walk.is_named() && !walk.node().is_extra() => value = walk.lower(),
        _ => walk.other(),
    });
    if is_not {
        let tests = &mut walk.build.remembered.of::<Kotlin>().tests;
        std::mem::swap(&mut tests.held, &mut tests.failed);
        return walk.build.literal(LiteralKind::Boolean);
    }
    value
}

/// `a ?: b`.
pub(super) fn elvis(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branches += 1;
    let values = walk.lower_list();
    take_tests(walk);
    walk.build.union(&values)
}

/// Statements of which the last is the value.
pub(super) fn statements(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            value = walk.lower();
        } else {
            walk.other();
        }
    });
    value
}

/// `{ a, (b, c) -> .. }`.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let scope = walk.build.open_scope(ScopeKind::Lambda, walk.span());
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let (parameters, value, argument_of) = (List::default(), ExprId::UNKNOWN, None);
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of });
    let node = walk.node();
    let has_parameters =
        node.children(&mut node.walk()).any(|one| matches!(one.kind(), "lambda_parameters" | "->"));
    let label = walk.build.remembered.of::<Kotlin>().called;
    walk.build.remembered.of::<Kotlin>().lambdas.push(Around { id, scope, has_parameters, label });
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "lambda_parameters" => parameters_of(walk, id),
        "statements" => value = walk.lower(),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.remembered.of::<Kotlin>().lambdas.pop();
    walk.build.facts.lambdas[id.index()].value = value;
    take_tests(walk);
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

/// The parameters of a function without a name are what it is given, where no type is written.
fn parameters_of(walk: &mut Walk<'_, '_>, id: LambdaId) {
    let mut found: Vec<Parameter> = Vec::new();
    let mut patterns = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "variable_declaration" => {
                let (name_span, annotation) = variable(walk);
                let name = walk.build.name(name_span);
                let (kind, default) = (ParameterKind::Plain, ExprId::UNKNOWN);
                found.push(Parameter { name, name_span, kind, annotation, default });
            }
            "multi_variable_declaration" => {
                let span = walk.span();
                let mut names = Vec::new();
                components(walk, &mut names);
                patterns.push((found.len() as u32, names));
                let name = walk.build.names.made(&found.len().to_string());
                let (kind, default) = (ParameterKind::Plain, ExprId::UNKNOWN);
                found.push(Parameter { name, name_span: span, kind, annotation: default, default });
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    let run = walk.build.parameters(found);
    walk.build.facts.lambdas[id.index()].parameters = run;
    for index in 0..run.len {
        if let Some((_, names)) = patterns.iter().find(|(of, _)| *of == index) {
            let of = walk.build.expression(Expression::LambdaParameter(id, index));
            bind_components(walk, names, of, 0);
        } else {
            walk.build.bind_parameter_of(id, index);
        }
    }
}

/// `for (a in b)`, `for ((a, b) in c)`.
pub(super) fn for_each(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.meter.branch();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let (mut names, mut is_pattern, mut of) = (Vec::new(), false, None);
    walk.each_child(|walk, _| match walk.kind() {
        "variable_declaration" => names.push(variable(walk)),
        "multi_variable_declaration" => {
            is_pattern = true;
            components(walk, &mut names);
        }
        "control_structure_body" => {
            let value = of.unwrap_or(ExprId::UNKNOWN);
            let each = match value == ExprId::UNKNOWN {
                true => value,
                false => walk.build.expression(Expression::Element(value)),
            };
            let from = walk.span().start;
            if is_pattern {
                bind_components(walk, &names, each, from);
            } else if let Some((span, declared)) = names.first() {
                let value = if declared.is_unknown() { each } else { walk.build.instance(*declared) };
                bind(walk, *span, value, from);
            }
            names.clear();
            walk.lower();
        }
        _ if walk.is_named() && !walk.node().is_extra() => of = Some(walk.lower()),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    ExprId::UNKNOWN
}
