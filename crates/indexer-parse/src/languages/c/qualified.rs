//! Declared names that are more than a word: `A::f`, `operator+`, `~A`.

use super::declarators::{Declared, Layer, symbol};
use super::declare::{Place, Specifiers, define};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, ExprId, Expression, Extension, ExtensionId, Flags, List, Namespace, Owner, Role, ScopeKind, Span,
    SymbolKind,
};

/// What a function of the class around is by its name.
pub(in crate::languages) fn member_kind(walk: &mut Walk<'_, '_>, span: Span) -> SymbolKind {
    let text = walk.build.text(span);
    let class = match walk.build.owner {
        Owner::Definition(id) => Some(walk.build.definition(id).name),
        Owner::Extension(id) => walk.build.facts.extensions[id.index()].type_name,
        Owner::File => None,
    };
    let same = class.is_some_and(|class| walk.build.names.get(class) == text);
    if same { SymbolKind::Constructor } else { SymbolKind::Method }
}

/// True where what looks like a function declaration in a block (`Foo x(a, b);`) is a variable with
/// arguments: all of its parameters are bare names.
pub(in crate::languages) fn are_arguments(walk: &mut Walk<'_, '_>) -> bool {
    let Some(list) = walk.node().child_by_field_name("parameters") else { return false };
    let mut cursor = list.walk();
    let mut some = false;
    for child in list.named_children(&mut cursor) {
        some = true;
        if walk.kind_of(child) != "parameter_declaration" || child.named_child_count() != 1 {
            return false;
        }
        let of = child.named_child(0).map_or("", |of| walk.kind_of(of));
        if !matches!(of, "type_identifier" | "qualified_identifier") {
            return false;
        }
    }
    some
}

/// The parameters at the current node, which are arguments.
pub(in crate::languages) fn arguments(walk: &mut Walk<'_, '_>) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if !walk.is_named() {
                return;
            }
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_identifier() {
                        walk.build.role = Role::Read;
                        walk.build.use_name(walk.span(), Namespace::ANY);
                    } else if walk.is_named() {
                        walk.lower_as(Role::Read);
                    }
                });
                ExprId::UNKNOWN
            });
        });
        ExprId::UNKNOWN
    });
}

/// `operator+`, `~A`, `operator bool`: one name of several tokens.
pub(in crate::languages) fn special(
    walk: &mut Walk<'_, '_>,
    here: Place,
    specifiers: &mut Specifiers,
    out: &mut Declared,
) {
    let mut span = walk.span();
    out.is_named = true;
    out.is_function = true;
    let is_cast = walk.kind() == "operator_cast";
    if is_cast {
        // Up to the parentheses of its parameters.
        let text = walk.text();
        span = Span::new(span.start, span.start + text.find('(').unwrap_or(text.len()) as u32);
    }
    out.span = span;
    let text: String = walk.build.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = match text.strip_prefix("operator ") {
        Some(rest) if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') => {
            format!("operator{rest}")
        }
        _ => text,
    };
    let name = walk.build.names.made(&text);
    let kind = match here {
        Place::Members => SymbolKind::Method,
        _ if matches!(walk.build.owner, Owner::Extension(_)) => SymbolKind::Method,
        _ => SymbolKind::Function,
    };
    let scope = super::declare::binding_scope(walk);
    let id = walk.build.define_as(name, span, kind, scope, Namespace::VALUE);
    if !specifiers.has_body {
        walk.build.definition(id).flags.add(Flags::DECLARATION);
    }
    specifiers.made.push(id);
    out.id = Some(id);
    if is_cast {
        let mut of = ExprId::UNKNOWN;
        walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Type => of = walk.lower_as(Role::Type),
                Field::Declarator => {
                    super::declarators::open_function(walk, out);
                    walk.lower_as(Role::Type);
                }
                _ => walk.lower_named(),
            });
            ExprId::UNKNOWN
        });
        out.trailing = of;
    } else {
        // The words inside are parts of the name.
        let words = walk.count_identifiers();
        walk.build.tally.definitions += words;
    }
}

/// `A::B::f`: defines `f` as a member of `A::B`, whatever that is.
pub(in crate::languages) fn declare(
    walk: &mut Walk<'_, '_>,
    here: Place,
    specifiers: &mut Specifiers,
    layer: Layer,
    out: &mut Declared,
) {
    let outer = walk.build.place();
    let mut of = ExprId::UNKNOWN;
    let mut last = None;
    let span = specifiers.span;
    step(walk, &mut of, &mut last, &mut |walk, of, last| {
        let id = ExtensionId(walk.build.facts.extensions.len() as u32);
        let (owner, is_parameter) = (outer.owner(), here == Place::Parameter);
        if !is_parameter {
            walk.build.owner = Owner::Extension(id);
        }
        let scope = walk.build.open_scope(ScopeKind::Extension, span);
        walk.build.facts.extensions.push(Extension {
            scope,
            of,
            type_name: last,
            implements: None,
            type_parameters: specifiers.type_parameters,
            span,
            owner,
        });
        if matches!(walk.kind(), "operator_name" | "destructor_name" | "operator_cast") {
            special(walk, here, specifiers, out);
            return;
        }
        let mut name = walk.span();
        if matches!(walk.kind(), "template_function" | "template_type" | "template_method") {
            walk.children(|walk, field| match field {
                Field::Name => name = walk.span(),
                _ if walk.is_named() => drop(walk.lower_as(Role::Type)),
                _ => {}
            });
        } else if !walk.is_identifier() {
            walk.lower();
            return;
        }
        if name.is_empty() {
            return;
        }
        out.is_named = true;
        out.span = name;
        out.is_function = layer == Layer::Function;
        let made = if out.is_function {
            let kind = member_kind(walk, name);
            let scope = walk.build.scope;
            let made = define(walk, name, kind, scope, Namespace::VALUE);
            if !specifiers.has_body {
                walk.build.definition(made).flags.add(Flags::DECLARATION);
            }
            specifiers.made.push(made);
            made
        } else {
            // A static field that is defined outside of its class.
            let inside = if here == Place::Typedef { here } else { Place::Members };
            symbol(walk, inside, specifiers, name, out)
        };
        out.id = Some(made);
    });
    if out.id.is_none() {
        walk.build.restore(outer);
    }
}

/// Opens the scope of a class, named at `class`, of which the function that is declared sees the members
/// as its own.
pub(in crate::languages) fn open_class(walk: &mut Walk<'_, '_>, class: Span, span: Span) {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let of = walk.build.use_name(class, Namespace::TYPE.with(Namespace::MACRO));
    walk.build.role = role;
    let type_name = Some(walk.build.name(class));
    let id = ExtensionId(walk.build.facts.extensions.len() as u32);
    let owner = std::mem::replace(&mut walk.build.owner, Owner::Extension(id));
    let scope = walk.build.open_scope(ScopeKind::Extension, span);
    walk.build.owner = owner;
    walk.build.facts.extensions.push(Extension {
        scope,
        of,
        type_name,
        implements: None,
        type_parameters: List::default(),
        span,
        owner,
    });
}

type Last<'l> = &'l mut dyn FnMut(&mut Walk<'_, '_>, ExprId, Option<indexer_core::Name>);

/// Walks the scopes of a qualified name, and its last part with `last`.
fn step(
    walk: &mut Walk<'_, '_>,
    of: &mut ExprId,
    type_name: &mut Option<indexer_core::Name>,
    last: Last<'_>,
) {
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Scope => {
                let (value, name) = part(walk, *of);
                *of = value;
                *type_name = name.or(*type_name);
            }
            Field::Name if walk.kind() == "qualified_identifier" => step(walk, of, type_name, &mut *last),
            Field::Name if walk.kind() == "dependent_name" => drop(walk.lower()),
            Field::Name => last(walk, *of, *type_name),
            _ => walk.lower_named(),
        });
        ExprId::UNKNOWN
    });
}

/// One part of a qualified name, seen from the part before it.
pub(in crate::languages) fn part(
    walk: &mut Walk<'_, '_>,
    of: ExprId,
) -> (ExprId, Option<indexer_core::Name>) {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let result = if walk.is_identifier() {
        let span = walk.span();
        let name = walk.build.name(span);
        let value = match of.is_unknown() {
            true => {
                let before_path = Namespace::TYPE.with(Namespace::MACRO).with(Namespace::QUALIFIER);
                walk.build.use_name(span, before_path)
            }
            false => walk.member_of(of, Access::Path),
        };
        (value, Some(name))
    } else if walk.kind() == "template_type" {
        let mut value = ExprId::UNKNOWN;
        let mut name = None;
        let mut arguments = List::default();
        walk.children(|walk, field| match field {
            Field::Name => (value, name) = part(walk, of),
            _ if walk.is_named() => {
                let found = walk.lower_list();
                arguments = walk.build.list(&found);
            }
            _ => {}
        });
        (walk.build.expression(Expression::Apply { of: value, arguments }), name)
    } else {
        (walk.lower(), None)
    };
    walk.build.role = role;
    result
}
