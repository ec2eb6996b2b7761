//! Protocols, records, and what implements them.

use super::define::{self, Made};
use super::functions;
use super::names::{self, NAME, TYPE, values, values_of};
use crate::shapes::declare;
use crate::walk::{Walk, span_of};
use indexer_core::{Bound, ExprId, Flags, Namespace, Role, ScopeId, ScopeKind, SymbolKind, Visibility};
use tree_sitter::Node;

/// `(defprotocol P "doc" (f [this] [this a] "doc"))`: its functions are known in the namespace.
pub(super) fn protocol(walk: &mut Walk<'_, '_>, first: &[Node<'_>]) -> ExprId {
    let Some(token) = first.get(1).and_then(|one| names::token(*one)) else {
        return super::forms::call(walk, "");
    };
    let (whole, within, kind) = (walk.span(), ScopeId(0), SymbolKind::Trait);
    let made =
        Made { token, kind, namespace: TYPE, within, whole, end: token.end, scope: Some(ScopeKind::Type) };
    let opened = define::open(walk, made);
    if let Some(text) = first.get(2).filter(|one| one.kind() == "str_lit") {
        let doc = define::documentation(walk.build.text(span_of(*text)));
        walk.build.definition(opened.id).doc = Some(doc).filter(|text| !text.is_empty());
    }
    walk.build.shapes.taken.insert(token.start);
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        _ if nth > 1 && walk.kind() == "list_lit" => asked_for(walk),
        _ => drop(walk.lower()),
    });
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `(f [this a] "doc")` of a protocol.
fn asked_for(walk: &mut Walk<'_, '_>) {
    let first = names::first_values(walk.node(), 8);
    let Some(token) = first.first().and_then(|one| names::token(*one)) else {
        walk.other();
        return;
    };
    let (whole, within, kind) = (walk.span(), ScopeId(0), SymbolKind::Method);
    let made = Made { token, kind, namespace: NAME, within, whole, end: whole.end, scope: None };
    let opened = define::open(walk, made);
    walk.build.definition(opened.id).flags.add(Flags::ABSTRACT);
    if let Some(text) = first.iter().skip(1).find(|one| one.kind() == "str_lit") {
        let doc = define::documentation(walk.build.text(span_of(*text)));
        walk.build.definition(opened.id).doc = Some(doc).filter(|text| !text.is_empty());
    }
    walk.build.shapes.taken.insert(token.start);
    values_of(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower()),
        // Names for readers alone.
        _ => walk.build.tally.neither += walk.count_identifiers(),
    });
    declare::close(walk, opened);
}

/// `(defrecord R [a b] P (f [this] a))`.
pub(super) fn record(walk: &mut Walk<'_, '_>, first: &[Node<'_>]) -> ExprId {
    let Some(token) = first.get(1).and_then(|one| names::token(*one)) else {
        return super::forms::call(walk, "");
    };
    let (whole, within, kind) = (walk.span(), ScopeId(0), SymbolKind::Struct);
    let list = first.get(2).filter(|one| one.kind() == "vec_lit");
    let end = list.map_or(token.end, |list| list.end_byte() as u32);
    let made = Made { token, kind, namespace: TYPE, within, whole, end, scope: Some(ScopeKind::Type) };
    let opened = define::open(walk, made);
    let id = opened.id;
    // What makes one is a function.
    for maker in ["->", "map->"] {
        let name = walk.build.names.made(&format!("{maker}{}", walk.build.text(token)));
        walk.build.bind(ScopeId(0), name, NAME, Bound::Definition(id), ExprId::UNKNOWN);
    }
    walk.build.shapes.taken.insert(token.start);
    let mut bases = Vec::new();
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        2 if walk.kind() == "vec_lit" => values_of(walk, &mut |walk, _| field(walk)),
        _ if nth > 2 && walk.kind() == "list_lit" => functions::method(walk),
        _ if nth > 2 && walk.kind() == "sym_lit" => bases.push(walk.lower_as(Role::Inherit)),
        _ => drop(walk.lower()),
    });
    bases.retain(|base| !base.is_unknown());
    let run = walk.build.list(&bases);
    walk.build.definition(id).bases = run;
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// A field, which methods of the type name without a receiver.
fn field(walk: &mut Walk<'_, '_>) {
    let Some(token) = names::token(walk.node()) else {
        walk.other();
        return;
    };
    let (within, whole) = (walk.build.scope, walk.span());
    let namespace = NAME.with(Namespace::MEMBER);
    let made = Made { token, kind: SymbolKind::Field, namespace, within, whole, end: whole.end, scope: None };
    let opened = define::open(walk, made);
    walk.build.definition(opened.id).visibility = Visibility::Public;
    walk.build.shapes.taken.insert(token.start);
    walk.lower();
    declare::close(walk, opened);
}

/// `(extend-type T P (f [this] ..))`, `(reify P (f [this] ..))`.
pub(super) fn implemented(walk: &mut Walk<'_, '_>) -> ExprId {
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        _ if walk.kind() == "list_lit" => functions::method(walk),
        _ => drop(walk.lower_as(Role::Type)),
    });
    ExprId::UNKNOWN
}
