//! Templates and concepts.

use crate::languages::c::declare::Place;
use crate::languages::c::declare::{Specifiers, define};
use crate::languages::c::state::Remembers;
use crate::languages::c::{declarators, parameters as function_parameters};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, List, Name, Namespace, Role, ScopeKind, SymbolKind, TypeParameter};
use tree_sitter::Node;

/// `template <class T> ...`: the parameters are those of the declaration inside.
pub(super) fn template(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.place();
    let span = walk.span();
    let around = walk.notes().template.take();
    let start = around.map_or(span.start, |(start, _)| start.min(span.start));
    walk.build.open_scope(ScopeKind::Generics, span);
    walk.children(|walk, field| match field {
        Field::Parameters => {
            let run = parameters(walk);
            let run = around.map_or(run, |(_, outer)| if run.len == 0 { outer } else { run });
            walk.notes().template = Some((start, run));
        }
        _ => walk.lower_named(),
    });
    walk.notes().template = None;
    walk.build.restore(outer);
    ExprId::UNKNOWN
}

/// The parameters of a template, bound in the current scope.
pub(super) fn parameters(walk: &mut Walk<'_, '_>) -> List {
    let mut found: Vec<(Name, Vec<ExprId>)> = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "type_parameter_declaration"
        | "variadic_type_parameter_declaration"
        | "optional_type_parameter_declaration" => {
            let mut name = None;
            walk.children(|walk, field| {
                if name.is_none() && walk.is_identifier() && field != Field::DefaultType {
                    let span = walk.local();
                    name = Some(walk.build.name(span));
                } else if walk.is_named() {
                    walk.lower_as(Role::Type);
                }
            });
            found.extend(name.map(|name| (name, Vec::new())));
        }
        "template_template_parameter_declaration" => walk.each_child(|walk, _| match walk.kind() {
            "type_parameter_declaration"
            | "variadic_type_parameter_declaration"
            | "optional_type_parameter_declaration" => walk.children(|walk, field| {
                if walk.is_identifier() && field != Field::DefaultType {
                    let span = walk.local();
                    found.push((walk.build.name(span), Vec::new()));
                } else if walk.is_named() {
                    walk.lower_as(Role::Type);
                }
            }),
            "template_parameter_list" => all_local(walk),
            _ if walk.is_named() => drop(walk.lower_as(Role::Type)),
            _ => {}
        }),
        "parameter_declaration" | "optional_parameter_declaration" | "variadic_parameter_declaration" => {
            found.extend(value(walk));
        }
        _ => walk.lower_named(),
    });
    let found = found.into_iter().map(|(name, _)| TypeParameter::bounded(name, List::default()));
    let found: Vec<TypeParameter> = found.collect();
    let scope = walk.build.scope;
    walk.build.bind_type_parameters(scope, found, Namespace::ANY)
}

/// Names of parameters that nobody can use.
fn all_local(walk: &mut Walk<'_, '_>) {
    let names = walk.count_identifiers();
    walk.build.tally.locals += names;
}

/// A parameter that is a value: its name; a constraint before it (`Sortable T`) is a type.
fn value(walk: &mut Walk<'_, '_>) -> Option<(Name, Vec<ExprId>)> {
    let mut found = None;
    let template = walk.notes().template.take();
    let mut specifiers = Specifiers::new(walk);
    walk.notes().template = template;
    walk.children(|walk, field| {
        if specifiers.take(walk, field) {
            return;
        }
        match field {
            Field::Declarator => {
                let outer = walk.build.place();
                let before = walk.build.facts.bindings.len();
                let declared = declarators::named(walk, Place::Parameter, &mut specifiers);
                walk.build.restore(outer);
                if declared.is_named {
                    // It is bound as a parameter of the template instead.
                    walk.build.facts.bindings.truncate(before);
                    let name = walk.build.name(declared.span);
                    found = Some((name, Vec::new()));
                }
            }
            _ if walk.is_named() => drop(walk.lower_as(Role::Read)),
            _ => {}
        }
    });
    found
}

/// True for `A(T) -> A<T>;`, a deduction guide: it declares no name, it says what type `A(..)` is of. To the grammar it is
/// a function without a type before its name, which only constructors are, and they say no result.
pub(in crate::languages) fn is_guide(declaration: Node<'_>) -> bool {
    if declaration.child_by_field_name("type").is_some() {
        return false;
    }
    declaration.child_by_field_name("declarator").is_some_and(|one| {
        let name = one.child_by_field_name("declarator").map(|name| name.kind());
        let last = one.child(one.child_count().saturating_sub(1)).map(|last| last.kind());
        one.kind() == "function_declarator"
            && name == Some("identifier")
            && last == Some("trailing_return_type")
    })
}

/// A deduction guide: its name is that of a type.
pub(in crate::languages) fn guide(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.notes().template = None;
    walk.children(|walk, field| match field {
        Field::Declarator => drop(walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Parameters => drop(function_parameters::anonymous(walk)),
                _ if walk.is_identifier() => {
                    walk.with_role(Role::Type, |walk| walk.build.use_name(walk.span(), Namespace::TYPE));
                }
                _ if walk.is_named() => drop(walk.lower_as(Role::Type)),
                _ => {}
            });
            ExprId::UNKNOWN
        })),
        _ => walk.lower_named(),
    });
    ExprId::UNKNOWN
}

/// `concept C = ...`.
pub(super) fn concept(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut specifiers = Specifiers::new(walk);
    let outer = walk.build.place();
    let mut end = specifiers.span.end;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && specifiers.made.is_empty() => {
            let span = walk.span();
            end = span.end;
            // It is known outside of its template head.
            let scope = outside(walk);
            let namespace = Namespace::TYPE.with(Namespace::VALUE);
            let id = define(walk, span, SymbolKind::Trait, scope, namespace);
            specifiers.made.push(id);
            walk.build.enclosing = Some(id);
        }
        _ if walk.is_named() => drop(walk.lower_as(Role::Read)),
        _ => {}
    });
    walk.build.restore(outer);
    specifiers.finish(walk, end);
    ExprId::UNKNOWN
}

/// The scope around template heads.
fn outside(walk: &Walk<'_, '_>) -> indexer_core::ScopeId {
    crate::languages::c::declare::binding_scope(walk)
}
