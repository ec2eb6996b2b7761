//! Parameters and type parameters.

use super::locate::{Part, Visited, parts};
use super::values::{owner_of_scope, type_scope};
use super::{At, Parameter as Row, Style};
use crate::walk::Walk;
use indexer_core::{
    Bound, CollectionKind, DefId, ExprId, Expression, List, Name, Namespace, Parameter, ParameterId,
    ParameterKind, Role, Span, SymbolKind, TypeParameter, Visibility,
};

/// A parameter that was read and is not yet added.
struct Read {
    span: Span,
    name: Option<(Name, Span)>,
    annotation: ExprId,
    default: ExprId,
    kind: ParameterKind,
    /// It holds its arguments in an array, whose type is not written.
    is_array: bool,
    /// The field that it is as well.
    field: Option<DefId>,
    visibility: Option<Visibility>,
}

impl Read {
    fn new(span: Span, kind: ParameterKind) -> Self {
        let (annotation, default) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
        Self { span, name: None, annotation, default, kind, is_array: false, field: None, visibility: None }
    }
}

/// The current node is a list of parameters, or one: each is added, and bound in the current scope.
pub(crate) fn read_parameters(walk: &mut Walk<'_, '_>, style: &'static Style) -> List {
    let mut found = Vec::new();
    one(walk, style, &mut found, "");
    let start = walk.build.facts.parameters.len() as u32;
    for read in found {
        match read.name {
            None if style.unnamed_parameters => add_unnamed(walk, read),
            _ => add(walk, read),
        }
    }
    List { start, len: walk.build.facts.parameters.len() as u32 - start }
}

fn one(walk: &mut Walk<'_, '_>, style: &'static Style, found: &mut Vec<Read>, after: &str) {
    let row = style.parameters.iter().find(|row| row.node == walk.kind());
    if let Some(row) = row {
        found.push(read(walk, row, style));
    } else if after == "=" && walk.is_named() {
        // A default beside its parameter, which may be a name.
        let value = walk.lower_as(Role::Read);
        if let Some(last) = found.last_mut() {
            last.default = value;
        }
    } else if walk.is_identifier() {
        let mut read = Read::new(walk.span(), ParameterKind::Plain);
        let span = walk.local();
        read.name = Some((walk.build.name(span), span));
        found.push(read);
    } else if walk.is_named()
        && (after != "listed" || style.parameter_lists.contains(&walk.kind()))
        && !walk.too_deep()
    {
        walk.lower_with(|walk| {
            let mut before = "listed";
            let mut rest = None;
            let mut takes_any = false;
            walk.each_child(|walk, _| {
                let count = found.len();
                if style.lists.contains(&walk.kind()) {
                    let row = style.parameters.first();
                    takes_any = row.is_some_and(|row| {
                        walk.text().split_whitespace().any(|word| row.rest.contains(&word))
                    });
                    walk.other();
                } else if !style.rest.is_empty() && walk.kind() == style.rest {
                    rest = Some(ExprId::UNKNOWN);
                } else if let Some(annotation) = rest.filter(|_| walk.is_named()) {
                    rest = takes_rest(walk, annotation, found);
                } else {
                    one(walk, style, found, before);
                }
                if found.len() > count
                    && std::mem::take(&mut takes_any)
                    && let Some(last) = found.last_mut()
                {
                    last.kind = ParameterKind::Rest;
                    last.is_array = true;
                }
                before = if walk.is_named() { "listed" } else { equals(walk.kind()) };
            });
            ExprId::UNKNOWN
        });
    } else {
        walk.other();
    }
}

/// The type or the name of a parameter that takes the rest of the arguments; its type where its name is to come.
fn takes_rest(walk: &mut Walk<'_, '_>, annotation: ExprId, found: &mut Vec<Read>) -> Option<ExprId> {
    if annotation.is_unknown() {
        return Some(walk.lower_as(Role::Type));
    }
    if walk.is_identifier() {
        let mut read = Read::new(walk.span(), ParameterKind::Rest);
        let span = walk.local();
        read.name = Some((walk.build.name(span), span));
        read.annotation = annotation;
        found.push(read);
    } else {
        walk.other();
    }
    None
}

fn equals(kind: &'static str) -> &'static str {
    if kind == "=" { kind } else { "listed" }
}

fn read(walk: &mut Walk<'_, '_>, row: &'static Row, style: &'static Style) -> Read {
    let mut read = Read::new(walk.span(), row.kind);
    let mut is_field = false;
    let mut head = super::head::Head::default();
    walk.lower_with(|walk| {
        parts(walk, row.inside, &mut |walk, part: Part| {
            let says = row.field.contains(&walk.kind());
            is_field |= says;
            let is_name = read.name.is_none()
                && walk.is_identifier()
                && (part.is(walk, row.name) || matches!(row.name, At::None));
            if is_name {
                read.name = Some(named(walk, &mut read.field, is_field));
            } else if read.annotation.is_unknown() && part.is(walk, row.annotation) {
                read.annotation = walk.lower_as(Role::Type);
            } else if part.is(walk, row.value) {
                read.default = walk.lower_as(Role::Read);
            } else if !head.takes(walk, style) {
                return Visited::Left;
            }
            Visited::Taken
        });
        ExprId::UNKNOWN
    });
    read.visibility = head.visibility;
    if head.has_any(row.receiver) {
        read.kind = ParameterKind::Receiver;
    }
    if head.has_any(row.rest) {
        (read.kind, read.is_array) = (ParameterKind::Rest, true);
    }
    read
}

/// The current token names a parameter, and a field of the type around where it `is_field`.
fn named(walk: &mut Walk<'_, '_>, field: &mut Option<DefId>, is_field: bool) -> (Name, Span) {
    let span = walk.span();
    match type_scope(walk).filter(|_| is_field) {
        Some(scope) => {
            let place = walk.build.place();
            walk.build.owner = owner_of_scope(walk, scope);
            walk.build.scope = scope;
            *field = Some(walk.build.define(span, SymbolKind::Field, Namespace::VALUE));
            walk.build.restore(place);
        }
        None => drop(walk.local()),
    }
    (walk.build.name(span), span)
}

/// A parameter that only takes its place among the others.
fn add_unnamed(walk: &mut Walk<'_, '_>, read: Read) {
    let Read { span, annotation, default, kind, .. } = read;
    let (name, name_span) = (walk.build.names.made("_"), Span::new(span.end, span.end));
    walk.build.facts.parameters.push(Parameter { name, name_span, kind, annotation, default });
}

fn add(walk: &mut Walk<'_, '_>, read: Read) {
    let Some((name, name_span)) = read.name else { return };
    let id = walk.build.facts.parameters.len() as u32;
    let Read { mut annotation, default, kind, .. } = read;
    if annotation.is_unknown() {
        annotation = walk.build.shapes.documented.get(&name).copied().unwrap_or(annotation);
    }
    walk.build.facts.parameters.push(Parameter { name, name_span, kind, annotation, default });
    let value = match kind {
        _ if read.is_array => ExprId::UNKNOWN,
        ParameterKind::Rest => rest(walk, annotation),
        _ => walk.build.instance(annotation),
    };
    let scope = walk.build.scope;
    if let Some(field) = read.field {
        let signature = crate::text::folded(walk.build.text(read.span));
        let definition = walk.build.definition(field);
        definition.value = value;
        definition.span = read.span;
        definition.signature = signature;
        definition.visibility = read.visibility.unwrap_or(Visibility::Public);
        if definition.scope == scope {
            // The field is what its name means there.
            return;
        }
    }
    walk.build.shapes.bound.insert((scope, name));
    walk.build.bind(scope, name, Namespace::VALUE, Bound::Parameter(ParameterId(id)), value);
}

/// What takes all arguments that are left: a list of them, where the language has a type for lists.
fn rest(walk: &mut Walk<'_, '_>, annotation: ExprId) -> ExprId {
    let has_lists = (walk.build.language.rules.protocol.collection)(CollectionKind::List).is_some();
    if annotation.is_unknown() || !has_lists {
        return walk.build.instance(annotation);
    }
    let list = walk.build.expression(Expression::Sequence(annotation));
    walk.build.instance(list)
}

/// The current node lists type parameters, which hold in the current scope.
pub(crate) fn read_type_parameters(walk: &mut Walk<'_, '_>, style: &'static Style) -> List {
    let scope = walk.build.scope;
    let (node, bounds) = style.type_parameter;
    let mut found: Vec<(Name, Vec<ExprId>)> = Vec::new();
    walk.lower_with(|walk| {
        walk.children(|walk, field| {
            let is_flat = node.is_empty();
            if is_flat && walk.is_identifier() {
                let token = walk.local();
                found.push((walk.build.name(token), Vec::new()));
                return;
            }
            if is_flat && walk.is_named() && matches!(bounds, At::Field(one) if one == field) {
                let bound = walk.lower_as(Role::Type);
                found.last_mut().into_iter().for_each(|(_, of)| of.push(bound));
                return;
            }
            if walk.kind() != node && !(is_flat && walk.kind().ends_with("type_parameter")) {
                walk.other();
                return;
            }
            let mut named = false;
            walk.lower_with(|walk| {
                parts(walk, &[], &mut |walk, part| {
                    if !named && walk.is_identifier() {
                        named = true;
                        let token = walk.local();
                        found.push((walk.build.name(token), Vec::new()));
                    } else if part.is(walk, bounds) {
                        let bound = walk.lower_as(Role::Type);
                        found.last_mut().into_iter().for_each(|(_, of)| of.push(bound));
                    } else {
                        return Visited::Left;
                    }
                    Visited::Taken
                });
                ExprId::UNKNOWN
            });
        });
        ExprId::UNKNOWN
    });
    let all = found.into_iter().map(|(name, bounds)| TypeParameter::bounded(name, walk.build.list(&bounds)));
    let all = all.collect();
    walk.build.bind_type_parameters(scope, all, Namespace::TYPE)
}
