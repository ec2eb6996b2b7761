//! Properties and the variables of classes.

use crate::languages::c::declarators;
use crate::languages::c::declare::{Place, Specifiers, define};
use crate::languages::c::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Bound, DefId, ExprId, Flags, Namespace, Role, Span, SymbolKind, Visibility};

/// A variable of a class: its methods name it without a receiver.
const VARIABLE: Namespace = Namespace::VALUE.with(Namespace::MEMBER);

/// What the attributes of a property say.
#[derive(Default)]
struct Attributes {
    getter: Option<Span>,
    setter: Option<Span>,
    is_static: bool,
    is_read_only: bool,
}

/// `@property (getter=isOn) BOOL on;`: known by its name, and by the messages that read and write it.
pub(super) fn property(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut attributes = Attributes::default();
    let mut specifiers = Specifiers::new(walk);
    walk.each_child(|walk, _| match walk.kind() {
        "property_attributes_declaration" => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| match walk.kind() {
                "property_attribute" => drop(walk.lower_with(|walk| attribute(walk, &mut attributes))),
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        "struct_declaration" => drop(walk.lower_with(|walk| declarators_of(walk, &mut specifiers))),
        _ => walk.other(),
    });
    specifiers.is_static = attributes.is_static;
    let made = specifiers.made.clone();
    for id in &made {
        walk.build.definition(*id).kind = SymbolKind::Accessor;
        known_as(walk, *id, &attributes);
    }
    let end = specifiers.span.end;
    let access = walk.notes().access.take();
    specifiers.finish(walk, end);
    walk.notes().access = access;
    ExprId::UNKNOWN
}

fn attribute(walk: &mut Walk<'_, '_>, attributes: &mut Attributes) -> ExprId {
    let (mut word, mut behind) = ("", None);
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            match word {
                "" => word = walk.text(),
                _ => behind = Some(walk.span()),
            }
            walk.neither();
        } else {
            walk.other();
        }
    });
    match word {
        "getter" => attributes.getter = behind,
        "setter" => attributes.setter = behind,
        "class" => attributes.is_static = true,
        "readonly" => attributes.is_read_only = true,
        _ => {}
    }
    ExprId::UNKNOWN
}

/// Binds the names of the methods that a property has, and that of the variable that holds it unless code says another.
fn known_as(walk: &mut Walk<'_, '_>, id: DefId, attributes: &Attributes) {
    let (name, scope) = {
        let definition = walk.build.definition(id);
        (definition.name, definition.scope)
    };
    let name = walk.build.names.get(name).to_owned();
    let mut letters = name.chars();
    let upper: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let mut also = vec![(format!("_{name}"), VARIABLE)];
    if !attributes.is_read_only {
        let setter = match attributes.setter {
            Some(span) => format!("{}:", walk.build.text(span).trim_end_matches(':')),
            None => format!("set{upper}:"),
        };
        also.push((setter, Namespace::MEMBER));
    }
    if let Some(span) = attributes.getter {
        also.push((walk.build.text(span).to_owned(), Namespace::MEMBER));
    }
    for (name, namespace) in also {
        let name = walk.build.names.made(&name);
        walk.build.bind(scope, name, namespace, Bound::Definition(id), ExprId::UNKNOWN);
    }
}

/// The type and names of a property or variable.
fn declarators_of(walk: &mut Walk<'_, '_>, specifiers: &mut Specifiers) -> ExprId {
    walk.each_child(|walk, _| {
        if walk.kind() == "struct_declarator" {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_identifier() || walk.kind().ends_with("_declarator") {
                        declarators::declare(walk, Place::Members, specifiers);
                    } else {
                        walk.with_role(Role::Read, Walk::other);
                    }
                });
                ExprId::UNKNOWN
            });
        } else if specifiers.take(walk, Field::None) {
        } else if walk.is_named() && specifiers.of.is_unknown() {
            specifiers.of = walk.lower_as(Role::Type);
        } else {
            walk.with_role(Role::Type, Walk::other);
        }
    });
    ExprId::UNKNOWN
}

/// `{ int a; @public T *b; }` of a class.
pub(super) fn variables(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.notes().access.replace(Visibility::Restricted);
    walk.lower_children();
    walk.notes().access = outer;
    ExprId::UNKNOWN
}

/// `@private`.
pub(super) fn access(walk: &mut Walk<'_, '_>) -> ExprId {
    let visibility = match walk.text() {
        "@private" => Visibility::Private,
        "@package" => Visibility::Package,
        "@public" => Visibility::Public,
        _ => Visibility::Restricted,
    };
    walk.notes().access = Some(visibility);
    ExprId::UNKNOWN
}

/// One declaration of variables.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut specifiers = Specifiers::new(walk);
    declarators_of(walk, &mut specifiers);
    for id in specifiers.made.clone() {
        let definition = walk.build.definition(id);
        let (name, scope) = (definition.name, definition.scope);
        walk.build.bind(scope, name, VARIABLE, Bound::Definition(id), ExprId::UNKNOWN);
    }
    let end = specifiers.span.end;
    specifiers.finish(walk, end);
    ExprId::UNKNOWN
}

/// The current name is a variable that `@synthesize` makes.
pub(super) fn variable(walk: &mut Walk<'_, '_>) {
    let (token, scope) = (walk.span(), walk.build.scope);
    let id = define(walk, token, SymbolKind::Field, scope, VARIABLE);
    let signature = walk.build.text(token).to_owned();
    let definition = walk.build.definition(id);
    (definition.visibility, definition.signature) = (Visibility::Private, signature);
    definition.flags.add(Flags::NONE);
}
