//! Types and the constants of enumerations.

use super::members;
use super::modifiers::Modifiers;
use super::state::{Class, Remembers};
use super::types;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    DefId, ExprId, Expression, Flags, List, Namespace, Owner, ParameterKind, Role, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};

/// A type while it is read.
struct Open {
    id: Option<DefId>,
    /// The scope of its members.
    scope: Option<ScopeId>,
    bases: Vec<ExprId>,
    parameters: List,
    type_parameters: List,
}

/// Classes, records, enumerations, interfaces and annotation types.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = match walk.kind() {
        "enum_declaration" => SymbolKind::Enum,
        "interface_declaration" | "annotation_type_declaration" => SymbolKind::Interface,
        _ => SymbolKind::Class,
    };
    let is_record = walk.kind() == "record_declaration";
    let is_annotation = walk.kind() == "annotation_type_declaration";
    let span = walk.span();
    let place = walk.build.place();
    let mut modifiers = Modifiers::default();
    if is_record {
        modifiers.flags.add(Flags::RECORD);
    }
    if is_annotation {
        modifiers.flags.add(Flags::DECORATOR);
    }
    let mut open = Open {
        id: None,
        scope: None,
        bases: Vec::new(),
        parameters: List::default(),
        type_parameters: List::default(),
    };
    let mut end = span.end;
    let mut base = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name if open.id.is_none() && walk.is_identifier() => {
            let id = walk.build.define(walk.span(), kind, Namespace::TYPE);
            walk.build.owner = Owner::Definition(id);
            walk.build.enclosing = Some(id);
            open.id = Some(id);
        }
        Field::TypeParameters => open.type_parameters = types::parameters(walk, span),
        Field::Parameters => components(walk, &mut open, span),
        Field::Body => {
            end = walk.span().start;
            let name = open.id.map(|id| walk.build.definition(id).name);
            let class = name.map(|name| Class { name, base });
            walk.state().classes.extend(class);
            body(walk, &mut open);
            if class.is_some() {
                walk.state().classes.pop();
            }
        }
        _ => match walk.kind() {
            "modifiers" => modifiers.read(walk),
            kind @ ("superclass" | "super_interfaces" | "extends_interfaces") => {
                bases(walk, &mut open.bases);
                if kind == "superclass" {
                    base = open.bases.last().copied().unwrap_or(base);
                }
            }
            _ => walk.other(),
        },
    });
    walk.build.restore(place);
    let Some(id) = open.id else { return ExprId::UNKNOWN };
    if walk.text().contains("extends TestCase") && end > span.start {
        let head = walk.build.text(Span::new(span.start, end));
        if head.contains("extends TestCase") {
            modifiers.flags.add(Flags::TEST);
        }
    }
    modifiers.finish(walk, id, span, end);
    let bases = walk.build.list(&open.bases);
    let definition = walk.build.definition(id);
    definition.bases = bases;
    definition.body = open.scope;
    definition.parameters = open.parameters;
    definition.type_parameters = open.type_parameters;
    ExprId::UNKNOWN
}

/// The types of an `extends` or `implements`.
fn bases(walk: &mut Walk<'_, '_>, found: &mut Vec<ExprId>) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "type_list" => bases(walk, found),
            _ if walk.is_named() && !walk.node().is_extra() => found.push(walk.lower_as(Role::Inherit)),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
}

/// The current node is the body of a type: its members.
fn body(walk: &mut Walk<'_, '_>, open: &mut Open) {
    match open.scope {
        Some(scope) => walk.build.scope = scope,
        None => open.scope = Some(walk.build.open_scope(ScopeKind::Type, walk.span())),
    }
    // What members declare finds the kind of their owner, but not yet its body.
    if let Some(id) = open.id {
        walk.build.definition(id).body = open.scope;
    }
    walk.build.role = Role::Read;
    walk.lower_with(|walk| walk.lower_children());
}

/// The components of a record: fields that are read by a method of their name.
fn components(walk: &mut Walk<'_, '_>, open: &mut Open, span: Span) {
    let outer = walk.build.scope;
    open.scope = Some(walk.build.open_scope(ScopeKind::Type, span));
    let mut found = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if !matches!(walk.kind(), "formal_parameter" | "spread_parameter") {
                walk.other();
                return;
            }
            let one = members::parameter(walk, |walk| {
                let id = walk.build.define(
                    walk.span(),
                    SymbolKind::Field,
                    Namespace::VALUE.with(Namespace::CALLABLE),
                );
                Some(id)
            });
            found.push(one);
        });
        ExprId::UNKNOWN
    });
    let start = walk.build.facts.parameters.len() as u32;
    for one in &found {
        let Some(id) = one.id else { continue };
        let value = types::instance(walk, one.annotation);
        let signature = crate::text::folded(walk.build.text(one.span));
        let definition = walk.build.definition(id);
        definition.value = value;
        definition.span = one.span;
        definition.signature = signature;
        definition.visibility = Visibility::Public;
    }
    let count = found.len() as u32;
    for one in found {
        walk.build.facts.parameters.push(one.into_parameter(ExprId::UNKNOWN));
    }
    debug_assert!(walk.build.facts.parameters.iter().all(|p| p.kind != ParameterKind::Keyword));
    open.parameters = List { start, len: count };
    walk.build.scope = outer;
}

/// A constant of an enumeration, perhaps with a body of its own.
pub(super) fn constant(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let around = walk.type_scope();
    let mut modifiers = Modifiers { visibility: Some(Visibility::Public), ..Modifiers::default() };
    let mut id = None;
    let mut scope = None;
    let mut end = span.end;
    walk.children(|walk, field| match field {
        Field::Name if id.is_none() && walk.is_identifier() => {
            let new = walk.build.define(walk.span(), SymbolKind::Variant, Namespace::VALUE);
            walk.build.owner = Owner::Definition(new);
            walk.build.enclosing = Some(new);
            id = Some(new);
        }
        Field::Body => {
            end = walk.span().start;
            scope = Some(walk.build.open_scope(ScopeKind::Type, walk.span()));
            walk.lower_with(|walk| walk.lower_children());
        }
        _ if walk.kind() == "modifiers" => modifiers.read(walk),
        _ => walk.other(),
    });
    walk.build.restore(place);
    let Some(id) = id else { return ExprId::UNKNOWN };
    modifiers.finish(walk, id, span, end);
    let of = around.map_or(ExprId::UNKNOWN, |scope| walk.build.expression(Expression::SelfType(scope)));
    let bases = match scope {
        Some(_) => walk.build.list(&[of]),
        None => List::default(),
    };
    let definition = walk.build.definition(id);
    definition.body = scope;
    definition.bases = bases;
    ExprId::UNKNOWN
}

/// The current node is the body of a class without a name, which has the base `of`. Gives the class.
pub(super) fn anonymous(walk: &mut Walk<'_, '_>, of: ExprId) -> DefId {
    let span = walk.span();
    let place = walk.build.place();
    let id = walk.build.define_anonymous_class(span);
    let bases = if of.is_unknown() { List::default() } else { walk.build.list(&[of]) };
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
    let scope = walk.build.open_scope(ScopeKind::Type, span);
    walk.build.role = Role::Read;
    walk.lower_with(|walk| walk.lower_children());
    walk.build.restore(place);
    let definition = walk.build.definition(id);
    definition.bases = bases;
    definition.body = Some(scope);
    id
}
