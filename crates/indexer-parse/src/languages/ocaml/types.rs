//! Declarations of types and exceptions.

use super::binds::{LOCAL, What, marked, open};
use super::hooks::{CONSTRUCTOR, FIELD, use_marked};
use super::state::{Level, Ocaml};
use crate::shapes::declare::{self, is_taken};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Role, ScopeKind, Span, SymbolKind};

/// Before names of types.
pub(super) const TYPE: &str = "type:";

/// The name of a type by itself.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.span().is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    walk.with_role(Role::Type, |walk| use_marked(walk, TYPE))
}

/// `(type a)`, `type a. ..`: a type that is known in the function alone.
pub(super) fn abstract_type(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        if walk.kind() == "type_constructor" && walk.is_identifier() {
            let token = walk.local();
            let (name, scope) = (marked(walk, TYPE, token), walk.build.scope);
            walk.build.bind_local(scope, name, LOCAL, token.start, ExprId::UNKNOWN);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `type a = .. and b = ..`: each knows the others, unless it says `nonrec`. `exception A of t`.
pub(super) fn types(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, span) = (walk.node(), walk.span());
    let is_nonrec = node.children(&mut node.walk()).any(|one| one.kind() == "nonrec");
    let (from, scope) = (if is_nonrec { span.end } else { span.start }, walk.build.scope);
    let state = walk.build.remembered.of::<Ocaml>();
    let declared = std::mem::replace(&mut state.declared, (from, span.start));
    let within = state.within.replace(scope);
    walk.lower_children();
    let state = walk.build.remembered.of::<Ocaml>();
    (state.declared, state.within) = (declared, within);
    ExprId::UNKNOWN
}

/// One of them; `type t += A` declares constructors alone.
pub(super) fn binding(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let state = walk.build.remembered.of::<Ocaml>();
    let (from, start) = state.declared;
    state.declared.1 = u32::MAX;
    let whole = Span::new(start.min(node.start_byte() as u32), node.end_byte() as u32);
    let name = node.child_by_field_name("name").filter(|name| name.kind() == "type_constructor");
    let Some(token) = name.map(span_of).filter(|token| !token.is_empty()) else {
        walk.with_role(Role::Type, Walk::lower_children);
        return ExprId::UNKNOWN;
    };
    let body = node.child_by_field_name("body");
    let kind = match body.map(|body| body.kind()) {
        Some("record_declaration") => SymbolKind::Struct,
        Some("variant_declaration" | "..") => SymbolKind::Enum,
        _ => SymbolKind::TypeAlias,
    };
    let has_parts = kind != SymbolKind::TypeAlias;
    let end = body.filter(|_| has_parts).map_or(whole.end, |body| body.start_byte() as u32);
    let scope = Some(if has_parts { ScopeKind::Type } else { ScopeKind::Generics });
    let opened = open(walk, What { token, kind, mark: TYPE, scope, whole, end, from });
    if !has_parts {
        walk.build.definition(opened.id).body = None;
    }
    walk.with_role(Role::Type, Walk::lower_children);
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `A of t`, `exception A of t`: known where its type is.
pub(super) fn constructor(walk: &mut Walk<'_, '_>) -> ExprId {
    part(walk, "constructor_name", (SymbolKind::Variant, CONSTRUCTOR))
}

/// `a : t` of a record.
pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    part(walk, "field_name", (SymbolKind::Field, FIELD))
}

fn part(walk: &mut Walk<'_, '_>, name: &str, (kind, mark): (SymbolKind, &'static str)) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let token = node.named_children(&mut node.walk()).find(|one| one.kind() == name).map(span_of);
    let level = walk.build.remembered.of::<Ocaml>().level;
    let Some(token) = token.filter(|token| !token.is_empty() && level == Level::Module) else {
        walk.with_role(Role::Type, Walk::lower_children);
        return ExprId::UNKNOWN;
    };
    // What the type has, the code behind its name knows.
    let inner = walk.build.scope;
    let around = walk.build.remembered.of::<Ocaml>().within.unwrap_or(inner);
    walk.build.scope = around;
    let opened =
        open(walk, What { token, kind, mark, scope: None, whole, end: whole.end, from: whole.start });
    walk.build.scope = inner;
    walk.children(|walk, field| match field {
        Field::Type => drop(walk.lower_as(Role::Type)),
        _ => walk.with_role(Role::Type, Walk::other),
    });
    declare::close(walk, opened);
    walk.build.scope = inner;
    ExprId::UNKNOWN
}
