//! Functions and closures.

use super::items::{self, Head};
use super::patterns::{self, Binder};
use super::{paths, types};
use crate::build::Meter;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, Lambda, LambdaId, List, LiteralKind, Metrics, Namespace, Owner,
    Parameter, ParameterKind, Role, ScopeKind, Span, SymbolKind,
};

/// `fn` with or without a body.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let span = walk.span();
    let mut head = Head::new(walk);
    let member = match walk.build.owner {
        Owner::Extension(_) => true,
        Owner::Definition(id) => walk.build.definition(id).kind == SymbolKind::Trait,
        Owner::File => false,
    };
    let kind = if member { SymbolKind::Method } else { SymbolKind::Function };
    let meter = std::mem::take(&mut walk.build.meter);
    let mut returns = None;
    let mut parameters = Parameters::default();
    let mut scope = None;
    let mut body: Option<Span> = None;
    walk.children(|walk, field| match field {
        Field::Name => {
            head.name(walk, kind, Namespace::VALUE);
            head.enter(walk, true);
            if let Some(id) = head.id.filter(|_| head.is_exported() && place.owner() == Owner::File) {
                bind_macro(walk, id);
            }
            if head.id.is_some() && !member && walk.text() == "main" {
                head.flags.add(Flags::ENTRY);
            }
        }
        Field::TypeParameters => head.generics.parameters(walk),
        Field::Parameters => {
            scope = Some(walk.build.open_scope(ScopeKind::Function, span));
            parameters = read_parameters(walk, head.id);
        }
        Field::ReturnType => {
            let empty = walk.kind() == "unit_type";
            let annotation = if empty { ExprId::UNKNOWN } else { walk.lower_as(Role::Type) };
            if !empty {
                returns = Some(annotation);
            }
        }
        Field::Body => {
            let block = walk.span();
            head.signature_end = block.start;
            body = Some(block);
            walk.build.inherited = Flags(walk.build.inherited.0 & (Flags::TEST.0 | Flags::IN_MACRO.0));
            if head.id.is_some() {
                // Filled in below; there so that what macros add later finds it.
                walk.build.role = Role::Read;
            }
            let last = items::members(walk, &mut String::new());
            walk.build.put_result(last);
        }
        _ if walk.is_named() => match walk.kind() {
            "visibility_modifier" => head.visibility(walk),
            "where_clause" => head.generics.conditions(walk),
            "function_modifiers" => modifiers(walk, &mut head),
            _ => {
                walk.lower();
            }
        },
        _ if walk.kind() == ";" => head.signature_end = walk.span().start,
        _ => {}
    });
    let value = match returns {
        None => walk.build.literal(LiteralKind::Unit),
        Some(annotation) if annotation.is_unknown() => ExprId::UNKNOWN,
        Some(annotation) => walk.build.expression(Expression::Instance(annotation)),
    };
    let inner = std::mem::replace(&mut walk.build.meter, meter);
    walk.build.restore(place);
    if member && !parameters.receiver {
        head.flags.add(Flags::STATIC);
    }
    if body.is_none() && member && matches!(place.owner(), Owner::Definition(_)) {
        head.flags.add(Flags::ABSTRACT);
    }
    if kind == SymbolKind::Function && !matches!(place.owner(), Owner::File) {
        head.flags = Flags(head.flags.0 & !Flags::ENTRY.0);
    }
    if let Some(id) = head.finish(walk, span.start, place.inherited()) {
        let lines = body.map(|body| lines_of(walk.build.text(body)));
        let definition = walk.build.definition(id);
        definition.value = value;
        definition.body = scope;
        definition.parameters = parameters.run;
        definition.metrics = lines.map(|lines| Metrics {
            cyclomatic: inner.branches + 1,
            cognitive: inner.cognitive,
            nesting: inner.deepest,
            parameters: parameters.run.len - u32::from(parameters.receiver),
            lines,
        });
    }
    ExprId::UNKNOWN
}

/// Binds a function that `#[proc_macro]` and its like make a macro: under its own name, or that of the trait that it derives.
fn bind_macro(walk: &mut Walk<'_, '_>, id: DefId) {
    let mut before = walk.node().parent().and_then(|function| function.prev_named_sibling());
    while let Some(node) = before.filter(|node| node.kind().ends_with("_item") || node.is_extra()) {
        let Some(attribute) = node.named_child(0).filter(|one| one.kind() == "attribute") else {
            if node.is_extra() {
                before = node.prev_named_sibling();
                continue;
            }
            return;
        };
        let (name, scope) = (attribute.named_child(0), walk.build.facts.definition(id).scope);
        match name.map(|name| walk.build.text(span_of(name))) {
            Some("proc_macro" | "proc_macro_attribute") => {
                let name = walk.build.facts.definition(id).name;
                walk.build.bind(scope, name, Namespace::MACRO, Bound::Definition(id), ExprId::UNKNOWN);
                return;
            }
            Some("proc_macro_derive") => {
                let derived = attribute.child_by_field_name("arguments").and_then(|all| all.named_child(0));
                if let Some(derived) = derived.filter(|one| one.kind() == "identifier") {
                    let name = walk.build.name(span_of(derived));
                    walk.build.bind(scope, name, Namespace::MACRO, Bound::Definition(id), ExprId::UNKNOWN);
                }
                return;
            }
            _ => before = node.prev_named_sibling(),
        }
    }
}

/// Lines of a body between its braces' lines, at least 1.
fn lines_of(body: &str) -> u32 {
    body.bytes().filter(|b| *b == b'\n').count() as u32 + 1
}

fn modifiers(walk: &mut Walk<'_, '_>, head: &mut Head) {
    walk.each_child(|walk, _| match walk.kind() {
        "async" => head.flags.add(Flags::ASYNC),
        "const" => head.flags.add(Flags::CONST),
        "unsafe" => head.flags.add(Flags::UNSAFE),
        "extern_modifier" => head.flags.add(Flags::EXTERN),
        _ => walk.lower_named(),
    });
}

#[derive(Default)]
struct Parameters {
    run: List,
    receiver: bool,
}

/// A `parameters` node of a function: each is bound in the current scope.
fn read_parameters(walk: &mut Walk<'_, '_>, function: Option<indexer_core::DefId>) -> Parameters {
    let start = walk.build.facts.parameters.len() as u32;
    let mut receiver = false;
    walk.each_child(|walk, _| {
        if !walk.is_named() {
            return;
        }
        match walk.kind() {
            "self_parameter" => {
                receiver = true;
                walk.lower_children();
                add_receiver(walk, ExprId::UNKNOWN);
            }
            "parameter" => receiver |= parameter(walk, start, function),
            "variadic_parameter" => {
                paths::all_neither(walk);
                let span = walk.span();
                add(walk, None, span, ParameterKind::Rest, ExprId::UNKNOWN);
            }
            "attribute_item" | "line_comment" | "block_comment" => {
                walk.lower();
            }
            // A type without a name (2015 edition traits).
            _ => {
                let span = walk.span();
                let annotation = walk.lower_as(Role::Type);
                let index = walk.build.facts.parameters.len() as u32 - start;
                let name = items::index_name(walk, index);
                add(walk, Some(name), span, ParameterKind::Plain, annotation);
            }
        }
    });
    walk.build.before = crate::build::Before::default();
    let len = walk.build.facts.parameters.len() as u32 - start;
    Parameters { run: List { start, len }, receiver }
}

fn add_receiver(walk: &mut Walk<'_, '_>, annotation: ExprId) {
    let span = walk.span();
    let name = walk.build.names.made("self");
    let value = match paths::self_scope(walk.build) {
        _ if !annotation.is_unknown() => walk.build.expression(Expression::Instance(annotation)),
        Some(scope) => walk.build.expression(Expression::SelfInstance(scope)),
        None => ExprId::UNKNOWN,
    };
    let id = add(walk, Some(name), span, ParameterKind::Receiver, annotation);
    items::bind_parameter(walk, name, id, value);
}

fn add(
    walk: &mut Walk<'_, '_>,
    name: Option<indexer_core::Name>,
    name_span: Span,
    kind: ParameterKind,
    annotation: ExprId,
) -> u32 {
    let id = walk.build.facts.parameters.len() as u32;
    let name = name.unwrap_or_else(|| walk.build.names.made("..."));
    let default = ExprId::UNKNOWN;
    walk.build.facts.parameters.push(Parameter { name, name_span, kind, annotation, default });
    id
}

/// `pattern: T`, the type first: the pattern's parts are what the type says. True for `self: T`.
fn parameter(walk: &mut Walk<'_, '_>, start: u32, function: Option<indexer_core::DefId>) -> bool {
    let mut annotation = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Pattern => {}
        Field::Type => annotation = walk.lower_as(Role::Type),
        _ => walk.lower_named(),
    });
    let mut receiver = false;
    walk.child_in(Field::Pattern, |walk| {
        if walk.kind() == "self" {
            receiver = true;
            add_receiver(walk, annotation);
            if let (Some(function), false) = (function, annotation.is_unknown()) {
                let value = walk.build.expression(Expression::Instance(annotation));
                walk.build.receivers.push((function, value));
            }
            return;
        }
        named_parameter(walk, start, annotation, ExprId::UNKNOWN, true);
    });
    receiver
}

/// The current node is a parameter's pattern: adds the parameter and binds it.
fn named_parameter(walk: &mut Walk<'_, '_>, start: u32, annotation: ExprId, value: ExprId, own: bool) {
    let span = walk.span();
    let value =
        if annotation.is_unknown() { value } else { walk.build.expression(Expression::Instance(annotation)) };
    if walk.kind() == "identifier" && !span.is_empty() && walk.text() != "_" {
        walk.local();
        let name = walk.build.name(span);
        let id = add(walk, Some(name), span, ParameterKind::Plain, annotation);
        debug_assert!(own || id >= start);
        items::bind_parameter(walk, name, id, value);
        return;
    }
    let index = walk.build.facts.parameters.len() as u32 - start;
    let name = match walk.kind() {
        "mut_pattern" | "ref_pattern" | "reference_pattern" => {
            let text = walk.text();
            let last = text.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next();
            last.filter(|last| !last.is_empty()).map(|last| walk.build.names.name(last))
        }
        _ => None,
    };
    let name = name.unwrap_or_else(|| items::index_name(walk, index));
    add(walk, Some(name), span, ParameterKind::Plain, annotation);
    patterns::bind(walk, value, &mut Binder::here(0));
}

/// A closure: a scope with its parameters, and what it gives.
pub(super) fn closure(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let span = walk.span();
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let empty = List::default();
    walk.build.facts.lambdas.push(Lambda {
        scope,
        parameters: empty,
        value: ExprId::UNKNOWN,
        argument_of: None,
    });
    let mut value = ExprId::UNKNOWN;
    let mut returns = ExprId::UNKNOWN;
    let meter: &mut Meter = &mut walk.build.meter;
    meter.nest();
    walk.children(|walk, field| match field {
        Field::Parameters => {
            let start = walk.build.facts.parameters.len() as u32;
            let mut index = 0;
            walk.each_child(|walk, _| {
                if walk.node().is_extra() {
                    walk.lower();
                } else if walk.is_named() {
                    closure_parameter(walk, start, id, index);
                    index += 1;
                } else if walk.kind() == "_" {
                    let span = walk.span();
                    let name = items::index_name(walk, index);
                    add(walk, Some(name), span, ParameterKind::Plain, ExprId::UNKNOWN);
                    index += 1;
                }
            });
            let len = walk.build.facts.parameters.len() as u32 - start;
            walk.build.facts.lambdas[id.index()].parameters = List { start, len };
        }
        Field::ReturnType => {
            let annotation = walk.lower_as(Role::Type);
            if !annotation.is_unknown() {
                returns = walk.build.expression(Expression::Instance(annotation));
            }
        }
        Field::Body => value = walk.lower_as(Role::Read),
        _ => walk.lower_named(),
    });
    walk.build.meter.leave();
    walk.build.facts.lambdas[id.index()].value = if returns.is_unknown() { value } else { returns };
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

fn closure_parameter(walk: &mut Walk<'_, '_>, start: u32, lambda: LambdaId, index: u32) {
    if walk.kind() == "parameter" {
        parameter(walk, start, None);
        return;
    }
    let value = walk.build.expression(Expression::LambdaParameter(lambda, index));
    named_parameter(walk, start, ExprId::UNKNOWN, value, false);
}

/// The types of a `type_arguments` node.
pub(super) fn type_arguments(walk: &mut Walk<'_, '_>) {
    types::arguments(walk, ExprId::UNKNOWN, &mut Vec::new());
}
