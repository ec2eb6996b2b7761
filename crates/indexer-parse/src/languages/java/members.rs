//! Fields, methods, constructors and initialisers.

use super::modifiers::Modifiers;
use super::state::Remembers;
use super::types;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, List, LiteralKind, Metrics, Name, Namespace, Owner, Parameter,
    ParameterId, ParameterKind, Role, ScopeKind, Span, SymbolKind,
};

/// `T a = 1, b;`. What is static and final is a constant.
pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let mut modifiers = Modifiers::default();
    if walk.owner_kind() == Some(SymbolKind::Interface) {
        modifiers.flags.add(Flags::STATIC);
        modifiers.is_final = true;
    }
    let mut value = ExprId::UNKNOWN;
    let mut found: Vec<(DefId, u32)> = Vec::new();
    walk.children(|walk, field| match field {
        Field::Type => {
            let annotation = walk.lower();
            value = types::instance(walk, annotation);
        }
        _ => match walk.kind() {
            "modifiers" => modifiers.read(walk),
            "variable_declarator" => {
                let is_constant = modifiers.is_final && modifiers.flags.has(Flags::STATIC);
                let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Field };
                walk.lower_with(|walk| {
                    walk.children(|walk, field| match field {
                        Field::Name if walk.is_identifier() => {
                            let id = walk.build.define(walk.span(), kind, Namespace::VALUE);
                            found.push((id, walk.span().end));
                            walk.build.owner = Owner::Definition(id);
                            walk.build.enclosing = Some(id);
                        }
                        Field::Value => drop(walk.lower_expected(value)),
                        _ => walk.other(),
                    });
                    ExprId::UNKNOWN
                });
                walk.build.restore(place);
            }
            _ => walk.other(),
        },
    });
    walk.build.restore(place);
    for (id, end) in found {
        modifiers.finish(walk, id, span, end);
        walk.build.definition(id).value = value;
    }
    ExprId::UNKNOWN
}

/// `static { ... }`.
pub(super) fn initializer(walk: &mut Walk<'_, '_>) -> ExprId {
    let meter = std::mem::take(&mut walk.build.meter);
    walk.lower_children();
    walk.build.meter = meter;
    ExprId::UNKNOWN
}

/// Methods, constructors and the elements of annotation types.
pub(super) fn method(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = match walk.kind() {
        "constructor_declaration" | "compact_constructor_declaration" => SymbolKind::Constructor,
        _ => SymbolKind::Method,
    };
    let span = walk.span();
    let place = walk.build.place();
    let meter = std::mem::take(&mut walk.build.meter);
    let members = place.scope();
    let mut modifiers = Modifiers::default();
    let (mut id, mut value, mut scope, mut body) = (None, None, None, None);
    let (mut parameters, mut type_parameters) = (List::default(), List::default());
    let mut end = span.end;
    walk.children(|walk, field| match field {
        Field::TypeParameters => type_parameters = types::parameters(walk, span),
        Field::Type => {
            if walk.kind() != "void_type" {
                let annotation = walk.lower();
                value = Some(types::instance(walk, annotation));
            }
        }
        Field::Name if id.is_none() && walk.is_identifier() => {
            let token = walk.span();
            let name = walk.build.name(token);
            walk.build.tally.definitions += 1;
            // A constructor is named through its class.
            let namespace = if kind == SymbolKind::Method { Namespace::CALLABLE } else { Namespace::MEMBER };
            let new = walk.build.define_as(name, token, kind, members, namespace);
            walk.build.owner = Owner::Definition(new);
            walk.build.enclosing = Some(new);
            end = token.end;
            id = Some(new);
        }
        Field::Parameters => {
            end = walk.span().end;
            scope = Some(walk.build.open_scope(ScopeKind::Function, span));
            parameters = read_parameters(walk);
        }
        Field::Body => {
            if scope.is_none() {
                scope = Some(walk.build.open_scope(ScopeKind::Function, span));
            }
            end = walk.span().start;
            body = Some(walk.span());
            walk.build.role = Role::Read;
            let result = std::mem::replace(&mut walk.state().result, value.unwrap_or(ExprId::UNKNOWN));
            walk.lower();
            walk.state().result = result;
        }
        _ => match walk.kind() {
            "modifiers" => modifiers.read(walk),
            "throws" => {
                end = walk.span().end;
                walk.lower();
            }
            _ => walk.other(),
        },
    });
    let inner = std::mem::replace(&mut walk.build.meter, meter);
    walk.build.restore(place);
    let Some(id) = id else { return ExprId::UNKNOWN };
    if body.is_none() && kind == SymbolKind::Method && !modifiers.flags.has(Flags::EXTERN) {
        modifiers.flags.add(Flags::ABSTRACT);
    }
    if modifiers.flags.has(Flags::STATIC) && is_entry(walk, id, parameters) {
        modifiers.flags.add(Flags::ENTRY);
    }
    modifiers.finish(walk, id, span, end);
    let value = match (kind, value) {
        (SymbolKind::Constructor, _) => match walk.type_scope() {
            Some(scope) => walk.build.expression(Expression::SelfInstance(scope)),
            None => ExprId::UNKNOWN,
        },
        (_, Some(value)) => value,
        (_, None) => walk.build.literal(LiteralKind::Unit),
    };
    let lines = body.map(|body| walk.build.text(body).bytes().filter(|b| *b == b'\n').count() as u32 + 1);
    let definition = walk.build.definition(id);
    definition.value = value;
    definition.body = scope;
    definition.parameters = parameters;
    definition.type_parameters = type_parameters;
    definition.metrics = lines.map(|lines| Metrics {
        cyclomatic: inner.branches + 1,
        cognitive: inner.cognitive,
        nesting: inner.deepest,
        parameters: parameters.len,
        lines,
    });
    ExprId::UNKNOWN
}

/// `main(String[] arguments)`.
fn is_entry(walk: &mut Walk<'_, '_>, id: DefId, parameters: List) -> bool {
    let definition = walk.build.definition(id);
    let (name, from) = (definition.name, definition.name_span.end);
    let after = walk.build.text(Span::new(from, (from + 80).min(walk.build.source.len() as u32)));
    parameters.len == 1 && walk.build.names.get(name) == "main" && after.contains("String")
}

/// A parameter that was read and is not yet added.
pub(super) struct Read {
    pub id: Option<DefId>,
    pub span: Span,
    pub annotation: ExprId,
    name: Name,
    name_span: Span,
    kind: ParameterKind,
}

impl Read {
    pub(super) fn into_parameter(self, default: ExprId) -> Parameter {
        let Self { name, name_span, kind, annotation, .. } = self;
        Parameter { name, name_span, kind, annotation, default }
    }
}

/// The current node is a `formal_parameter` or `spread_parameter`; `token` counts its name.
pub(super) fn parameter<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    mut token: impl FnMut(&mut Walk<'t, 'a>) -> Option<DefId>,
) -> Read {
    let span = walk.span();
    let kind = if walk.kind() == "spread_parameter" { ParameterKind::Rest } else { ParameterKind::Plain };
    let mut read = Read {
        id: None,
        span,
        annotation: ExprId::UNKNOWN,
        name: walk.build.names.made("_"),
        name_span: span,
        kind,
    };
    walk.lower_with(|walk| {
        parts(walk, &mut read, &mut token);
        ExprId::UNKNOWN
    });
    if kind == ParameterKind::Rest {
        read.annotation = types::array_of(walk, read.annotation);
    }
    read
}

fn parts<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    read: &mut Read,
    token: &mut impl FnMut(&mut Walk<'t, 'a>) -> Option<DefId>,
) {
    walk.children(|walk, field| match (field, walk.kind()) {
        (Field::Name, _) if walk.is_identifier() => {
            read.name_span = walk.span();
            read.name = walk.build.name(read.name_span);
            read.id = token(walk);
        }
        (_, "variable_declarator") if !walk.too_deep() => walk.nested(|walk| parts(walk, read, token)),
        (_, "modifiers" | "annotation" | "marker_annotation" | "dimensions") => walk.other(),
        (Field::Type | Field::None, _)
            if walk.is_named() && !walk.node().is_extra() && !walk.node().is_error() =>
        {
            read.annotation = walk.lower();
        }
        _ => walk.other(),
    });
}

/// A `formal_parameters` node: each parameter is added and bound in the current scope.
pub(super) fn read_parameters(walk: &mut Walk<'_, '_>) -> List {
    let mut found = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "formal_parameter" | "spread_parameter" => {
                let one = parameter(walk, |walk| {
                    walk.local();
                    None
                });
                found.push(one);
            }
            // `Outer this`: names nothing.
            "receiver_parameter" => walk.build.tally.neither += walk.count_identifiers(),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    let start = walk.build.facts.parameters.len() as u32;
    for one in found {
        add(walk, one);
    }
    List { start, len: walk.build.facts.parameters.len() as u32 - start }
}

fn add(walk: &mut Walk<'_, '_>, one: Read) {
    let id = walk.build.facts.parameters.len() as u32;
    let name = one.name;
    let value = types::instance(walk, one.annotation);
    let parameter = one.into_parameter(ExprId::UNKNOWN);
    walk.build.facts.parameters.push(parameter);
    let scope = walk.build.scope;
    walk.build.bind(scope, name, Namespace::VALUE, Bound::Parameter(ParameterId(id)), value);
}

/// Adds a parameter of a lambda whose type is not written.
pub(super) fn add_inferred(walk: &mut Walk<'_, '_>, value: ExprId) {
    let name_span = walk.local();
    let name = walk.build.name(name_span);
    let id = walk.build.facts.parameters.len() as u32;
    let (kind, annotation, default) = (ParameterKind::Plain, ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.build.facts.parameters.push(Parameter { name, name_span, kind, annotation, default });
    let scope = walk.build.scope;
    walk.build.bind(scope, name, Namespace::VALUE, Bound::Parameter(ParameterId(id)), value);
}
