//! What a table cannot say of Erlang.

use super::nodes;
use crate::shapes::{self, FileImport, import_file};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, DefId, ExprId, Name, Namespace, Role, ScopeKind, SymbolKind, Visibility};

/// Functions, types and macros have names of their own; a macro may be called as a function is.
pub(super) const MACROS: Namespace = Namespace::MACRO;

/// A variable: the first time that a clause names it, it is bound there. `_` takes what nobody wants.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.text() == "_" {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    if walk.build.shapes.knows(walk.build.facts.scopes.as_slice(), scope, name) {
        return walk.build.use_name(span, Namespace::VALUE);
    }
    walk.local();
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, span.start, ExprId::UNKNOWN);
    ExprId::UNKNOWN
}

/// A clause: a further one of the same name is a part of the same function.
pub(super) fn clause(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = walk.node().child_by_field_name("name").map(crate::walk::span_of);
    let name = name.map(|span| walk.build.name(span));
    let arity = walk.node().child_by_field_name("args").map_or(0, |list| list.named_child_count());
    let last = walk.build.shapes.clause;
    let goes_on = last.filter(|(id, parameters)| {
        Some(walk.build.definition(*id).name) == name && *parameters == arity as u32
    });
    let Some((id, _)) = goes_on else { return shapes::lower(walk, &nodes::FUNCTION) };
    let place = walk.build.place();
    walk.build.owner = indexer_core::Owner::Definition(id);
    walk.build.enclosing = Some(id);
    walk.build.open_scope(ScopeKind::Function, walk.span());
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => walk.neither(),
        _ => walk.other(),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// What is exported is public, and the next clause may go on.
pub(super) fn function(walk: &mut Walk<'_, '_>, id: DefId) {
    let arity = walk.node().child_by_field_name("args").map_or(0, |list| list.named_child_count());
    walk.build.shapes.clause = Some((id, arity as u32));
    let name = walk.build.definition(id).name;
    let is_public = walk.build.shapes.exported.contains(&(name, arity as u32));
    walk.build.definition(id).visibility = if is_public { Visibility::Public } else { Visibility::Private };
}

/// `-export([a/1])`: references to what the file defines.
pub(super) fn export(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `a/1` in an export: a function that is public.
pub(super) fn arity(walk: &mut Walk<'_, '_>) -> ExprId {
    let arity = walk.text().rsplit('/').next().and_then(|number| number.trim().parse().ok());
    if let (Some(name), Some(arity)) = (named_function(walk), arity) {
        walk.build.shapes.exported.insert((name, arity));
    }
    ExprId::UNKNOWN
}

/// `fun start/0`.
pub(super) fn arity_of_file(walk: &mut Walk<'_, '_>) -> ExprId {
    named_function(walk);
    ExprId::UNKNOWN
}

/// The name of a function that is written with its number of parameters.
fn named_function(walk: &mut Walk<'_, '_>) -> Option<Name> {
    let mut found = None;
    walk.children(|walk, field| match field {
        Field::Fun if walk.is_identifier() => {
            let span = walk.span();
            found = Some(walk.build.name(span));
            walk.build.use_name(span, Namespace::CALLABLE);
        }
        _ => walk.other(),
    });
    found
}

/// `-import(lists, [map/2])`: what is outside, or another module of the repository by its name.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.tally.neither += walk.count_identifiers();
    ExprId::UNKNOWN
}

/// `-include("a.hrl")`.
pub(super) fn include(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| {
        if field == Field::File && walk.kind() == "string" {
            let path = walk.span();
            import_file(walk, FileImport { path, everything: true, ..FileImport::default() });
        }
        walk.other();
    });
    ExprId::UNKNOWN
}

/// True in a specification, a declaration of a type and the type of a field: what looks like a call names a type there.
fn names_types(walk: &mut Walk<'_, '_>) -> bool {
    let around = walk.build.enclosing;
    walk.build.role == Role::Type
        || around.is_some_and(|id| walk.build.definition(id).kind == SymbolKind::TypeAlias)
}

/// A call: of an atom, a function of the file; `mod:f()` has its own node around.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_type = names_types(walk);
    let namespace = if is_type { Namespace::TYPE } else { Namespace::CALLABLE };
    let mark = walk.build.uses.mark();
    let (mut callee, mut values) = (ExprId::UNKNOWN, Vec::new());
    walk.children(|walk, field| match field {
        Field::Expr if walk.kind() == "atom" => {
            let span = walk.span();
            let role = if is_type { Role::Type } else { Role::Call };
            callee = walk.with_role(role, |walk| walk.build.use_name(span, namespace));
        }
        Field::Expr => callee = walk.lower(),
        Field::Args => values = walk.lower_list(),
        _ => walk.other(),
    });
    walk.call_of(mark, callee, &values)
}

/// `lists:map(..)`: a function of a module, by names that nothing else binds.
pub(super) fn remote(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match (field, walk.kind()) {
        (Field::Module, _) => {
            walk.lower_with(|walk| {
                walk.children(|walk, _| if walk.kind() == "atom" { walk.neither() } else { walk.other() });
                ExprId::UNKNOWN
            });
        }
        (Field::Fun, "call") => {
            walk.lower_with(|walk| {
                walk.children(|walk, field| match field {
                    Field::Expr if walk.kind() == "atom" => member(walk),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        (Field::Fun, "atom") => member(walk),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

fn member(walk: &mut Walk<'_, '_>) {
    let role = if names_types(walk) { Role::Type } else { Role::Call };
    walk.with_role(role, |walk| walk.member_of(ExprId::UNKNOWN, Access::Path));
}

/// `?MAX`.
pub(super) fn macro_call(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => {
            let span = walk.span();
            walk.with_role(Role::Macro, |walk| walk.build.use_name(span, MACROS));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `#item`: a record is a type.
pub(super) fn record(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.kind() == "atom" => {
            let span = walk.span();
            walk.with_role(Role::Type, |walk| walk.build.use_name(span, Namespace::TAG));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// A field of a record: where it is declared, defined; else a member.
pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let around = walk.build.enclosing;
    let declares = around.is_some_and(|id| walk.build.definition(id).kind == SymbolKind::Struct);
    if declares {
        return shapes::lower(walk, &nodes::FIELD);
    }
    field_name(walk)
}

/// `#item.id`.
pub(super) fn field_name(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.kind() == "atom" => {
            walk.member_of(ExprId::UNKNOWN, Access::Value);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// Types have calls that name types.
pub(super) fn types(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Function, walk.span());
    walk.build.role = Role::Type;
    walk.children(|walk, field| match field {
        Field::Fun if walk.is_identifier() => {
            let span = walk.span();
            walk.with_role(Role::Read, |walk| walk.build.use_name(span, Namespace::CALLABLE));
        }
        _ => walk.other(),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `[A || A <- As]`: what is bound holds in it alone, also before the place that binds it.
pub(super) fn comprehension(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.lower_children();
    walk.build.restore(place);
    ExprId::UNKNOWN
}
