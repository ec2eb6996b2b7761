//! Calls, their arguments, and functions without a name.

use super::names::{plain_span, value_as};
use super::state::{
    Around, Expected, Operand, Returns, Swift, lower_expecting, lower_free, operand_of, take_expected,
    take_expected_or_default,
};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, CollectionKind, ExprId, Expression, KEYWORDS, Lambda, LambdaId, List, Namespace, Parameter,
    ParameterKind, Role, ScopeKind, Span,
};

/// A call while it is read.
struct Open {
    mark: usize,
    callee: ExprId,
    call: Option<ExprId>,
    /// What labels of its arguments name members of, where one was needed.
    holder: Option<ExprId>,
    values: Vec<ExprId>,
    /// True where brackets stand around the arguments.
    is_index: bool,
}

/// `f(a, b: c) { .. } d: { .. }`, `a[b]`, `A<B>(c)`.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected_or_default(walk);
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let mut open =
        Open { mark, callee: ExprId::UNKNOWN, call: None, holder: None, values: Vec::new(), is_index: false };
    let (mut is_first, is_index, mut operand) = (true, is_index(walk), None);
    walk.each_child(|walk, _| match walk.kind() {
        "call_suffix" | "constructor_suffix" => drop(walk.lower_with(|walk| {
            suffix(walk, &mut open);
            ExprId::UNKNOWN
        })),
        _ if walk.is_named() && !walk.node().is_extra() && std::mem::take(&mut is_first) => {
            let node = walk.node().id();
            open.callee = called(walk, expected, is_index, mark);
            operand = operand_of(walk, node);
            if let Some(operand) = operand {
                (open.callee, open.mark) = (operand.value, operand.mark);
                if !is_index {
                    let head = walk.head_of(open.callee);
                    walk.build.uses.retag(open.mark, head, Role::Call);
                }
            }
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    let call = open_call(walk, &mut open);
    if !open.is_index {
        let head = walk.head_of(open.callee);
        walk.build.uses.set_arguments(open.mark, head, open.values.len());
    }
    walk.close_call(call, open.mark, open.callee, &open.values);
    for (at, value) in (0..).zip(&open.values) {
        if let Expression::Keyword { value, .. } = walk.build.facts.expression(*value)
            && let Expression::Lambda(lambda) = walk.build.facts.expression(value)
        {
            walk.build.facts.lambdas[lambda.index()].argument_of = Some((call, at));
        }
    }
    match operand {
        Some(operand) => Operand { value: call, ..operand }.end(walk),
        None => call,
    }
}

/// The expression of the call, as soon as it is known what is called.
fn open_call(walk: &mut Walk<'_, '_>, open: &mut Open) -> ExprId {
    let (callee, is_index) = (open.callee, open.is_index);
    *open.call.get_or_insert_with(|| {
        let callee = if is_index && !callee.is_unknown() {
            let name = walk.build.names.made("subscript");
            walk.build.expression(Expression::Member { of: callee, name, access: Access::Value })
        } else {
            callee
        };
        walk.open_call(callee)
    })
}

/// Do brackets stand around the arguments of the current call?
fn is_index(walk: &Walk<'_, '_>) -> bool {
    let node = walk.node();
    let mut cursor = node.walk();
    let suffix = node.children(&mut cursor).find(|one| one.kind() == "call_suffix");
    let list = suffix.and_then(|one| one.child(0)).filter(|one| one.kind() == "value_arguments");
    list.and_then(|one| one.child(0)).is_some_and(|one| one.kind() == "[")
}

/// The current node is what is called.
fn called(walk: &mut Walk<'_, '_>, expected: Expected, is_index: bool, mark: usize) -> ExprId {
    if is_index {
        return lower_free(walk);
    }
    match walk.kind() {
        "simple_identifier" => walk.lower_as(Role::Call),
        "navigation_expression" | "prefix_expression" => {
            walk.with_role(Role::Call, |walk| lower_expecting(walk, expected))
        }
        // `[A](..)` makes an array.
        "array_literal" | "dictionary_literal" => made_collection(walk),
        "user_type" | "array_type" | "dictionary_type" => {
            let of = walk.lower_as(Role::Type);
            let head = walk.head_of(of);
            walk.build.uses.retag(mark, head, Role::Call);
            of
        }
        _ => lower_free(walk),
    }
}

/// `[A]`, `[A: B]` where they are called: types.
fn made_collection(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_list = walk.kind() == "array_literal";
    let items = walk.with_role(Role::Type, Walk::lower_list);
    match (is_list, items.as_slice()) {
        (true, [item]) if !item.is_unknown() => walk.build.expression(Expression::Sequence(*item)),
        (false, [_, _]) => {
            let of = walk.build.made_type("Dictionary");
            walk.build.apply(of, &items)
        }
        _ => ExprId::UNKNOWN,
    }
}

/// The current node holds the arguments: a list, and functions behind it, of which the first has no label.
fn suffix(walk: &mut Walk<'_, '_>, open: &mut Open) {
    let mut label = None;
    walk.children(|walk, field| match walk.kind() {
        "value_arguments" => drop(walk.lower_with(|walk| {
            open.is_index = walk.node().child(0).is_some_and(|one| one.kind() == "[");
            let call = open_call(walk, open);
            walk.each_child(|walk, _| match walk.kind() {
                "value_argument" => {
                    let value = walk.lower_with(|walk| argument(walk, call, open));
                    open.values.push(value);
                }
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        "simple_identifier" if field == Field::Name && walk.is_identifier() => {
            walk.neither();
            label = Some(plain_span(walk));
        }
        "lambda_literal" => {
            let call = open_call(walk, open);
            let value = lower_expecting(walk, Expected::Argument(call, open.values.len() as u32));
            let name = match label.take() {
                Some(span) => walk.build.name(span),
                None => walk.build.names.made(""),
            };
            open.values.push(walk.build.expression(Expression::Keyword { name, value }));
        }
        _ => walk.other(),
    });
}

/// True where a type may be called, by its name, or its initializer.
fn may_make(walk: &Walk<'_, '_>, open: &Open) -> bool {
    let name = match walk.build.facts.expression(walk.head_of(open.callee)) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => walk.build.names.get(name),
        Expression::SelfType(_) => return true,
        _ => return false,
    };
    name == "init" || name.starts_with(char::is_uppercase)
}

/// What labels of arguments of a call name members of, where the fields of a type make its initializer.
fn holder_of(walk: &mut Walk<'_, '_>, call: ExprId, open: &mut Open) -> Option<ExprId> {
    if open.is_index || !may_make(walk, open) {
        return None;
    }
    let holder = || walk.build.expression(Expression::Expected { call, position: KEYWORDS });
    Some(*open.holder.get_or_insert_with(holder))
}

/// The current node is an argument, perhaps with a label.
fn argument(walk: &mut Walk<'_, '_>, call: ExprId, open: &mut Open) -> ExprId {
    let expected = Expected::Argument(call, open.values.len() as u32);
    let (mut label, mut value) = (None, ExprId::UNKNOWN);
    walk.children(|walk, field| match walk.kind() {
        "value_argument_label" => {
            let span = walk.span();
            let text = walk.text();
            let is_marked = text.len() > 2 && text.starts_with('`') && text.ends_with('`');
            let inner = Span::new(span.start + 1, span.end.max(span.start + 2) - 1);
            walk.build.tally.neither += walk.count_identifiers();
            if field == Field::Name {
                let span = if is_marked { inner } else { span };
                label = Some(span);
                if let Some(of) = holder_of(walk, call, open) {
                    let (name, access) = (walk.build.name(span), Access::Value);
                    let member = walk.build.expression(Expression::Member { of, name, access });
                    walk.build.use_expected(span, member);
                }
            }
        }
        _ if field == Field::Value && walk.is_named() && !walk.node().is_extra() => {
            value = value_as(walk, expected);
        }
        _ => walk.other(),
    });
    match label {
        Some(span) => {
            let name = walk.build.name(span);
            walk.build.expression(Expression::Keyword { name, value })
        }
        None => value,
    }
}

/// A function without a name begins here, in a scope of its own.
pub(super) fn open_function(walk: &mut Walk<'_, '_>) -> LambdaId {
    let scope = walk.build.open_scope(ScopeKind::Lambda, walk.span());
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let (parameters, value, argument_of) = (List::default(), ExprId::UNKNOWN, None);
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of });
    id
}

/// `{ [weak a] b, c -> D in .. }`.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let wanted = take_expected(walk).result();
    let place = walk.build.place();
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let id = open_function(walk);
    let has_parameters = walk.node().child_by_field_name("type").is_some();
    let state = walk.build.remembered.of::<Swift>();
    state.lambdas.push(Around { id, has_parameters });
    state.returns.push(Returns { wanted, ..Returns::default() });
    let depth = (state.lambdas.len(), state.returns.len());
    walk.build.meter.nest();
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "capture_list" => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| match walk.kind() {
                "capture_list_item" => drop(walk.lower_with(capture)),
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        "lambda_function_type" => drop(walk.lower_with(|walk| {
            head(walk, id);
            ExprId::UNKNOWN
        })),
        "statements" => {
            walk.build.remembered.of::<Swift>().is_body = true;
            value = lower_free(walk);
        }
        _ => walk.other(),
    });
    walk.build.meter.leave();
    let state = walk.build.remembered.of::<Swift>();
    state.lambdas.truncate(depth.0 - 1);
    let Returns { declared, mut given, .. } = state.returns.pop().unwrap_or_default();
    state.returns.truncate(depth.1 - 1);
    if given.is_empty() {
        given.push(value);
    }
    let value = if declared.is_unknown() { walk.build.union(&given) } else { declared };
    walk.build.facts.lambdas[id.index()].value = value;
    walk.build.role = role;
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

/// `weak a`, `b = c`.
fn capture(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut value) = (None, ExprId::UNKNOWN);
    let has_value = walk.node().child_by_field_name("value").is_some();
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && has_value => {
            walk.local();
            name = Some(plain_span(walk));
        }
        Field::Name if walk.is_named() => drop(walk.lower()),
        Field::Value if walk.is_named() && !walk.node().is_extra() => value = lower_free(walk),
        _ => walk.other(),
    });
    if let Some(span) = name {
        walk.build.bind_token(span, value, 0);
    }
    ExprId::UNKNOWN
}

/// The current node holds parameters and what the function gives.
fn head(walk: &mut Walk<'_, '_>, id: LambdaId) {
    let (mut found, mut is_behind) = (Vec::<Parameter>::new(), false);
    walk.each_child(|walk, _| match walk.kind() {
        "->" => is_behind = true,
        "lambda_function_type_parameters" => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| match walk.kind() {
                "lambda_parameter" => drop(walk.lower_with(|walk| {
                    parameter(walk, &mut found);
                    ExprId::UNKNOWN
                })),
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        "throws" | "throws_clause" | "parameter_modifiers" => walk.other(),
        _ if is_behind && walk.is_named() && !walk.node().is_extra() => {
            let of = walk.lower_as(Role::Type);
            let value = walk.build.instance(of);
            if let Some(last) = walk.build.remembered.of::<Swift>().returns.last_mut() {
                last.declared = value;
            }
        }
        _ => walk.other(),
    });
    bind_parameters(walk, id, found);
}

/// The current node is a parameter, perhaps with its type.
fn parameter(walk: &mut Walk<'_, '_>, found: &mut Vec<Parameter>) {
    walk.each_child(|walk, _| {
        if walk.is_identifier() && walk.kind() == "simple_identifier" {
            walk.local();
            let name_span = plain_span(walk);
            let name = walk.build.name(name_span);
            let (kind, annotation) = (ParameterKind::Plain, ExprId::UNKNOWN);
            found.push(Parameter { name, name_span, kind, annotation, default: annotation });
        } else if walk.is_named() && !walk.node().is_extra() && walk.kind() != "parameter_modifiers" {
            let annotation = walk.lower_as(Role::Type);
            found.last_mut().into_iter().for_each(|last| last.annotation = annotation);
        } else {
            walk.other();
        }
    });
}

/// The parameters of a function without a name are what it is given, where no type is written.
fn bind_parameters(walk: &mut Walk<'_, '_>, id: LambdaId, found: Vec<Parameter>) {
    let run = walk.build.parameters(found);
    walk.build.facts.lambdas[id.index()].parameters = run;
    (0..run.len).for_each(|index| walk.build.bind_parameter_of(id, index));
}

/// `[a, b]`, `[a: b]`.
pub(super) fn collection(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected_or_default(walk);
    let is_map = walk.kind() == "dictionary_literal";
    let mut items = Vec::new();
    walk.children(|walk, field| match field {
        Field::Element | Field::Value if walk.is_named() && !walk.node().is_extra() => {
            items.push(value_as(walk, if is_map { Expected::Nothing } else { expected.element() }));
        }
        Field::Key if walk.is_named() && !walk.node().is_extra() => {
            value_as(walk, Expected::Nothing);
        }
        _ => walk.other(),
    });
    items.truncate(crate::build::ELEMENTS);
    walk.build.collection(if is_map { CollectionKind::Map } else { CollectionKind::List }, &items)
}

/// `#name(..)`: what a macro makes of it is not followed.
pub(super) fn macro_call(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let mut open = Open {
        mark: 0,
        callee: ExprId::UNKNOWN,
        call: None,
        holder: None,
        values: Vec::new(),
        is_index: false,
    };
    walk.each_child(|walk, _| match walk.kind() {
        "simple_identifier" if walk.is_identifier() => {
            let span = plain_span(walk);
            walk.with_role(Role::Macro, |walk| walk.build.use_name(span, Namespace::MACRO));
        }
        "call_suffix" => drop(walk.lower_with(|walk| {
            suffix(walk, &mut open);
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
