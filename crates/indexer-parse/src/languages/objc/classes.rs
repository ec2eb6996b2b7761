//! Classes, categories and protocols.

use super::hooks::PROTOCOL;
use crate::languages::c::declare::{Specifiers, define};
use crate::languages::c::state::Remembers;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    ExprId, Extension, ExtensionId, Flags, List, Namespace, Owner, Role, ScopeId, ScopeKind, Span,
    SymbolKind, TypeParameter,
};
use tree_sitter::Node;

/// A class is named where a type stands, and where a message is sent to it.
pub(super) const CLASS: Namespace = Namespace::TYPE.with(Namespace::VALUE).with(Namespace::TAG);

/// `@interface A : B <P>` declares a class; with parentheses behind the name it adds to one.
pub(super) fn interface(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let adds = node.children(&mut node.walk()).any(|one| one.kind() == "(");
    if adds { extension(walk) } else { container(walk, SymbolKind::Class) }
}

/// `@protocol P <Q>`.
pub(super) fn protocol(walk: &mut Walk<'_, '_>) -> ExprId {
    container(walk, SymbolKind::Trait)
}

/// `@implementation A`, `@interface A (Category)`: what stands in it is added to the class.
pub(super) fn extension(walk: &mut Walk<'_, '_>) -> ExprId {
    let (outer, span) = (walk.build.place(), walk.span());
    walk.build.to_file();
    let mut is_open = false;
    walk.children(|walk, field| {
        if field == Field::Superclass {
            walk.lower_as(Role::Inherit);
        } else if walk.is_identifier() && !is_open {
            is_open = true;
            open_extension(walk, span);
        } else if walk.is_identifier() {
            // The name of a category names nothing that code could say.
            walk.neither();
        } else {
            part(walk, &mut Vec::new());
        }
    });
    walk.build.restore(outer);
    ExprId::UNKNOWN
}

/// The current name is that of the class to which the node over `span` adds.
fn open_extension(walk: &mut Walk<'_, '_>, span: Span) {
    let token = walk.span();
    let of = walk.with_role(Role::Type, |walk| walk.build.use_name(token, CLASS));
    let type_name = Some(walk.build.name(token));
    let id = ExtensionId(walk.build.facts.extensions.len() as u32);
    let owner = std::mem::replace(&mut walk.build.owner, Owner::Extension(id));
    let scope = walk.build.open_scope(ScopeKind::Extension, span);
    let (implements, type_parameters) = (None, List::default());
    walk.build.facts.extensions.push(Extension {
        scope,
        of,
        type_name,
        implements,
        type_parameters,
        span,
        owner,
    });
}

/// A class or protocol with its members.
fn container(walk: &mut Walk<'_, '_>, kind: SymbolKind) -> ExprId {
    let (node, outer) = (walk.node(), walk.build.place());
    let mut specifiers = Specifiers::new(walk);
    walk.build.to_file();
    let is_class = kind == SymbolKind::Class;
    let namespace = if is_class { CLASS } else { PROTOCOL };
    let superclass = node.child_by_field_name("superclass").map(|one| one.start_byte());
    let (mut defined, mut bases, mut end) = (None, Vec::new(), node.start_byte() as u32);
    walk.children(|walk, field| match field {
        Field::Superclass if walk.is_identifier() => {
            end = walk.span().end;
            let token = walk.span();
            bases.push(walk.with_role(Role::Inherit, |walk| walk.build.use_name(token, CLASS)));
        }
        _ if defined.is_none() && walk.is_identifier() => {
            let (token, whole) = (walk.span(), span_of(node));
            end = token.end;
            let id = define(walk, token, kind, ScopeId(0), namespace);
            specifiers.made.push(id);
            walk.build.owner = Owner::Definition(id);
            walk.build.enclosing = Some(id);
            let scope = walk.build.open_scope(ScopeKind::Type, whole);
            walk.build.definition(id).body = Some(scope);
            defined = Some(id);
        }
        _ if walk.kind() == "parameterized_arguments"
            && superclass.is_some_and(|from| walk.node().start_byte() < from) =>
        {
            let run = type_parameters(walk);
            if let Some(id) = defined {
                walk.build.definition(id).type_parameters = run;
            }
        }
        _ => {
            if matches!(walk.kind(), "parameterized_arguments" | "protocol_reference_list") {
                end = walk.span().end;
            }
            part(walk, &mut bases);
        }
    });
    walk.build.restore(outer);
    let Some(id) = defined else { return ExprId::UNKNOWN };
    let run = walk.build.list(&bases);
    walk.build.definition(id).bases = run;
    let type_parameters = walk.build.definition(id).type_parameters;
    specifiers.type_parameters = type_parameters;
    specifiers.finish(walk, end);
    ExprId::UNKNOWN
}

/// `<__covariant T>` behind the name of a class that is declared.
fn type_parameters(walk: &mut Walk<'_, '_>) -> List {
    let scope = walk.build.scope;
    let mut items = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| own_type(walk, &mut items));
        ExprId::UNKNOWN
    });
    walk.build.bind_type_parameters(scope, items, Namespace::TYPE)
}

/// The first name of a type is that of a parameter.
fn own_type(walk: &mut Walk<'_, '_>, items: &mut Vec<TypeParameter>) {
    if walk.is_identifier() {
        let span = walk.local();
        let name = walk.build.name(span);
        items.push(TypeParameter::bounded(name, List::default()));
    } else if walk.kind() == "type_name" {
        let mut is_first = true;
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| match std::mem::take(&mut is_first) {
                true if walk.is_identifier() => own_type(walk, items),
                _ => walk.with_role(Role::Type, Walk::other),
            });
            ExprId::UNKNOWN
        });
    } else {
        walk.other();
    }
}

/// A part of a class, category or protocol; protocols that it follows are added to `bases`.
fn part(walk: &mut Walk<'_, '_>, bases: &mut Vec<ExprId>) {
    match walk.kind() {
        "parameterized_arguments" | "protocol_reference_list" => {
            walk.lower_with(|walk| {
                protocols(walk, Role::Inherit, bases);
                ExprId::UNKNOWN
            });
        }
        "instance_variables" => drop(walk.lower()),
        _ => member(walk),
    }
}

/// Names of protocols in the current node.
pub(super) fn protocols(walk: &mut Walk<'_, '_>, role: Role, found: &mut Vec<ExprId>) {
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            let token = walk.span();
            found.push(walk.with_role(role, |walk| walk.build.use_name(token, PROTOCOL)));
        } else if walk.kind() == "type_name" {
            walk.lower_with(|walk| {
                protocols(walk, role, found);
                ExprId::UNKNOWN
            });
        } else {
            walk.with_role(Role::Type, Walk::other);
        }
    });
}

/// `@optional` and what follows it, a part of an implementation.
pub(super) fn members(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| member(walk));
    ExprId::UNKNOWN
}

/// A member; functions, types and variables of C are the file's, wherever they stand.
fn member(walk: &mut Walk<'_, '_>) {
    let is_member = matches!(
        walk.kind(),
        "implementation_definition"
            | "method_declaration"
            | "method_definition"
            | "property_declaration"
            | "property_implementation"
            | "qualified_protocol_interface_declaration"
    );
    if is_member || !walk.is_named() {
        walk.other();
        return;
    }
    let place = walk.build.place();
    walk.build.to_file();
    walk.lower();
    walk.build.restore(place);
}

/// `@class A, B;`: says that they are classes, and no more.
pub(super) fn forward_class(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.place();
    walk.build.to_file();
    let mut made: Vec<(indexer_core::DefId, Node<'_>)> = Vec::new();
    walk.each_child(|walk, node| {
        if walk.is_identifier() {
            let id = define(walk, span_of(node), SymbolKind::Class, ScopeId(0), CLASS);
            walk.build.definition(id).flags.add(Flags::DECLARATION);
            made.push((id, node));
        } else {
            walk.with_role(Role::Type, Walk::other);
        }
    });
    for (id, node) in made {
        let signature = format!("@class {}", walk.build.text(span_of(node)));
        let definition = walk.build.definition(id);
        definition.visibility = indexer_core::Visibility::Public;
        definition.signature = signature;
    }
    walk.build.restore(outer);
    ExprId::UNKNOWN
}

/// `@protocol P, Q;`: says that they are protocols.
pub(super) fn forward_protocol(walk: &mut Walk<'_, '_>) -> ExprId {
    protocols(walk, Role::Type, &mut Vec::new());
    ExprId::UNKNOWN
}

/// `@compatibility_alias A B;`: another name of a class.
pub(super) fn alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut specifiers = Specifiers::new(walk);
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Class if walk.is_identifier() => {
            let token = walk.span();
            of = walk.with_role(Role::Type, |walk| walk.build.use_name(token, CLASS));
        }
        Field::Alias if walk.is_identifier() => {
            let token = walk.span();
            let id = define(walk, token, SymbolKind::TypeAlias, ScopeId(0), CLASS);
            walk.build.definition(id).value = of;
            specifiers.made.push(id);
        }
        _ => walk.other(),
    });
    let end = specifiers.span.end;
    specifiers.finish(walk, end);
    ExprId::UNKNOWN
}

/// `@import A.B;`: a module outside, known as a header of the system is.
pub(super) fn module(walk: &mut Walk<'_, '_>) -> ExprId {
    let whole = walk.span();
    let mut path: Option<Span> = None;
    walk.children(|walk, field| {
        if field == Field::Path && walk.is_identifier() {
            let span = walk.span();
            path = Some(path.map_or(span, |first| Span::new(first.start, span.end)));
        }
        if walk.is_identifier() { walk.neither() } else { walk.other() }
    });
    if let Some(path) = path {
        let all = &mut walk.notes().includes;
        let at = all.partition_point(|one| one.whole.start < whole.start);
        let include = crate::languages::c::state::Include { path, system: true, whole };
        all.insert(at, include);
    }
    ExprId::UNKNOWN
}
