//! Types: as they are written, and the members of structs and interfaces.

use super::declarations::embedded;
use super::functions;
use super::state::Remembers;
use super::text;
use crate::build::Place;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, DefId, ExprId, Expression, Flags, Name, Namespace, Owner, Role, ScopeKind, Span, SymbolKind,
    Visibility,
};

/// A name as a type.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    walk.in_type(|walk| walk.build.use_name(span, Namespace::ANY))
}

/// `package.Name`.
pub(super) fn qualified(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut package, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Package => package = walk.lower_as(Role::Read),
        Field::Name if walk.is_identifier() => {
            value = walk.in_type(|walk| walk.member_of(package, Access::Value));
        }
        _ => walk.other(),
    });
    value
}

/// `Name[A, B]`.
pub(super) fn generic(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut arguments) = (ExprId::UNKNOWN, Vec::new());
    walk.children(|walk, field| match field {
        Field::Type => of = walk.lower(),
        Field::TypeArguments => {
            arguments = walk.with_role(Role::Read, |walk| walk.lower_list());
        }
        _ => walk.other(),
    });
    walk.build.apply(of, &arguments)
}

/// A type that the stubs define under a name that no program can write.
fn built_in(walk: &mut Walk<'_, '_>, name: &str, arguments: &[ExprId]) -> ExprId {
    let of = walk.build.made_type(name);
    walk.build.apply(of, arguments)
}

/// A built-in type of the elements whose type stands in a field.
fn of_elements(walk: &mut Walk<'_, '_>, name: &str, wanted: Field) -> ExprId {
    let mut element = ExprId::UNKNOWN;
    walk.children(|walk, field| match field == wanted {
        true => element = walk.lower_as(Role::Read),
        false => walk.other(),
    });
    built_in(walk, name, &[element])
}

/// `[]T`, `[n]T` and `[...]T`.
pub(super) fn sequence(walk: &mut Walk<'_, '_>) -> ExprId {
    of_elements(walk, "sliceꞏ", Field::Element)
}

/// The type of `...T` inside a function.
pub(super) fn rest(walk: &mut Walk<'_, '_>, element: ExprId) -> ExprId {
    built_in(walk, "sliceꞏ", &[element])
}

/// `map[K]V`.
pub(super) fn map(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut key, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Key => key = walk.lower_as(Role::Read),
        Field::Value => value = walk.lower_as(Role::Read),
        _ => walk.other(),
    });
    built_in(walk, "mapꞏ", &[key, value])
}

/// `chan T`, `<-chan T`, `chan<- T`.
pub(super) fn channel(walk: &mut Walk<'_, '_>) -> ExprId {
    of_elements(walk, "chanꞏ", Field::Value)
}

/// `func(A) B`.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut parameters, mut returns) = (Vec::new(), ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Parameters => parameters = functions::parameter_types(walk),
        Field::Result => returns = functions::result_type(walk, false),
        _ => walk.other(),
    });
    let parameters = walk.build.list(&parameters);
    walk.build.expression(Expression::FunctionType { parameters, returns })
}

/// A struct without a name of its own.
pub(super) fn anonymous_struct(walk: &mut Walk<'_, '_>) -> ExprId {
    let (id, place) = anonymous(walk, SymbolKind::Struct, "{struct}", "struct".len() as u32);
    struct_body(walk, id);
    walk.build.restore(place);
    walk.build.expression(Expression::Definition(id))
}

/// An interface without a name of its own; the empty one is `any`.
pub(super) fn anonymous_interface(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.node().named_child_count() == 0 {
        return walk.build.made_type("any");
    }
    let (id, place) = anonymous(walk, SymbolKind::Interface, "{interface}", "interface".len() as u32);
    interface_body(walk, id);
    walk.build.restore(place);
    walk.build.expression(Expression::Definition(id))
}

/// Defines a type that has no name, at its keyword; what follows belongs to it.
fn anonymous(walk: &mut Walk<'_, '_>, kind: SymbolKind, name: &str, keyword: u32) -> (DefId, Place) {
    let span = walk.span();
    let place = walk.build.place();
    let name = walk.build.names.made(name);
    let name_span = Span::new(span.start, (span.start + keyword).min(span.end));
    let scope = walk.build.scope;
    let id = walk.build.define_as(name, name_span, kind, scope, Namespace::MEMBER);
    walk.mark(id);
    let signature = crate::text::folded(walk.build.text(name_span));
    let definition = walk.build.definition(id);
    definition.span = span;
    definition.signature = signature;
    walk.build.owner = Owner::Definition(id);
    walk.build.role = Role::Read;
    (id, place)
}

/// The current node is the struct that `id` is: reads its fields. Gives where its body begins.
pub(super) fn struct_body(walk: &mut Walk<'_, '_>, id: DefId) -> u32 {
    let place = walk.build.place();
    let mut begin = walk.span().end;
    let mut bases = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() != "field_declaration_list" {
                walk.other();
                return;
            }
            begin = walk.span().start;
            let scope = walk.build.open_scope(ScopeKind::Type, walk.span());
            walk.build.definition(id).body = Some(scope);
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.kind() == "field_declaration" { field(walk, &mut bases) } else { walk.other() }
                });
                ExprId::UNKNOWN
            });
        });
        ExprId::UNKNOWN
    });
    walk.build.restore(place);
    walk.build.definition(id).bases = walk.build.list(&bases);
    begin
}

/// `a, b T` or an embedded type.
fn field(walk: &mut Walk<'_, '_>, bases: &mut Vec<ExprId>) {
    let span = walk.span();
    let mut fields: Vec<DefId> = Vec::new();
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && walk.text() == "_" => walk.neither(),
        Field::Name if walk.is_identifier() => {
            fields.push(walk.build.define(walk.span(), SymbolKind::Field, Namespace::MEMBER));
        }
        Field::Type if fields.is_empty() && !has_names(walk) => {
            let name_span = last_name(walk);
            let base = embedded(walk);
            bases.push(base);
            if let Some(name_span) = name_span {
                let name = walk.build.name(name_span);
                let scope = walk.build.scope;
                let id = walk.build.define_as(name, name_span, SymbolKind::Field, scope, Namespace::MEMBER);
                walk.build.definition(id).value = walk.build.expression(Expression::Instance(base));
                fields.push(id);
            }
        }
        Field::Type => {
            // The type may hold a struct, whose owner is the field.
            let owner = walk.build.owner;
            if let Some(first) = fields.first() {
                walk.build.owner = Owner::Definition(*first);
            }
            let annotation = walk.lower();
            walk.build.owner = owner;
            let value = walk.build.expression(Expression::Instance(annotation));
            for id in &fields {
                walk.build.definition(*id).value = value;
            }
        }
        _ => walk.other(),
    });
    for id in fields {
        finish_member(walk, id, span, span.end);
    }
}

/// The current type is that of a field whose only name is `_`.
fn has_names(walk: &Walk<'_, '_>) -> bool {
    walk.node().parent().is_some_and(|parent| parent.child_by_field_name("name").is_some())
}

/// The bytes of the last name of an embedded type: the name of its field.
fn last_name(walk: &Walk<'_, '_>) -> Option<Span> {
    let mut node = walk.node();
    loop {
        node = match walk.kind_of(node) {
            "type_identifier" => return Some(crate::walk::span_of(node)),
            "qualified_type" => node.child_by_field_name("name")?,
            "generic_type" => node.child_by_field_name("type")?,
            "pointer_type" | "parenthesized_type" => node.named_child(0)?,
            _ => return None,
        };
    }
}

/// Fills in what fields and methods of interfaces have.
fn finish_member(walk: &mut Walk<'_, '_>, id: DefId, span: Span, end: u32) {
    walk.mark(id);
    let signature = crate::text::folded(walk.build.text(Span::new(span.start, end)));
    let name: Name = walk.build.definition(id).name;
    let visibility = text::visibility(walk.build.names.get(name));
    let definition = walk.build.definition(id);
    definition.span = span;
    definition.signature = signature;
    definition.visibility = if visibility == Visibility::Public { visibility } else { Visibility::Package };
    text::document(walk, id, span.start);
}

/// The current node is the interface that `id` is: reads its methods and what it embeds. Gives
/// where its body begins.
pub(super) fn interface_body(walk: &mut Walk<'_, '_>, id: DefId) -> u32 {
    let span = walk.span();
    let place = walk.build.place();
    let begin = (span.start + "interface".len() as u32).min(span.end);
    let scope = walk.build.open_scope(ScopeKind::Type, span);
    walk.build.definition(id).body = Some(scope);
    let mut bases = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "method_elem" => method(walk),
            // A union and `~T` say which types fit; only a type alone is embedded.
            "type_elem" if walk.node().child_count() == 1 && !walk.text().starts_with('~') => {
                bases.push(embedded(walk));
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    walk.build.restore(place);
    walk.build.definition(id).bases = walk.build.list(&bases);
    begin
}

/// A method of an interface.
fn method(walk: &mut Walk<'_, '_>) {
    let span = walk.span();
    let place = walk.build.place();
    let mut id = None;
    let mut parameters = indexer_core::List::default();
    let mut value = None;
    let mut scope = None;
    walk.children(|walk, field| match field {
        Field::Name if id.is_none() && walk.is_identifier() => {
            id = Some(walk.build.define(walk.span(), SymbolKind::Method, Namespace::MEMBER));
        }
        Field::Parameters => {
            scope = Some(walk.build.open_scope(ScopeKind::Function, span));
            parameters = functions::parameters(walk);
        }
        Field::Result => {
            let types = functions::result_type(walk, true);
            value = Some(walk.build.expression(Expression::Instance(types)));
        }
        _ => walk.other(),
    });
    let value = value.unwrap_or_else(|| walk.build.literal(indexer_core::LiteralKind::Unit));
    walk.build.restore(place);
    let Some(id) = id else { return };
    finish_member(walk, id, span, span.end);
    let definition = walk.build.definition(id);
    definition.parameters = parameters;
    definition.value = value;
    definition.body = scope;
    definition.flags.add(Flags::ABSTRACT);
}
