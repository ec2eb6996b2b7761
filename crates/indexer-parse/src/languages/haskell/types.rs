//! Declarations of types, classes and instances.

use super::binds::{What, open};
use super::state::{Haskell, Level};
use crate::shapes::declare::{self, is_taken};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    DefId, ExprId, Extension, ExtensionId, List, Namespace, Owner, Role, Scope, ScopeId, ScopeKind, Span,
    SymbolKind,
};
use tree_sitter::Node;

/// The name of a type.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    let role = if walk.build.role == Role::Inherit { Role::Inherit } else { Role::Type };
    walk.with_role(role, |walk| walk.build.use_name(span, Namespace::TYPE))
}

/// Nothing but types stands in it.
pub(super) fn written(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = if walk.kind() == "deriving" { Role::Inherit } else { Role::Type };
    walk.with_role(role, Walk::lower_children);
    ExprId::UNKNOWN
}

/// The token that names a declaration.
fn token(node: Node<'_>) -> Option<Span> {
    let mut found = node.child_by_field_name("name")?;
    for _ in 0..8 {
        if matches!(found.kind(), "constructor" | "constructor_operator" | "name" | "operator" | "variable") {
            return Some(span_of(found));
        }
        found = found.child_by_field_name("operator").or_else(|| found.named_child(0))?;
    }
    None
}

fn infix_token(node: Node<'_>) -> Option<Span> {
    let inner = node.named_children(&mut node.walk()).find(|one| one.kind() == "infix")?;
    let operator = inner.child_by_field_name("operator")?;
    let inside = operator.named_child(0).unwrap_or(operator);
    Some(span_of(inside))
}

/// `data A = B | C { d :: E }`, `newtype A = B { d :: E }`.
pub(super) fn data(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let Some(token) = token(node).or_else(|| infix_token(node)) else { return written(walk) };
    let constructors =
        node.child_by_field_name("constructors").or_else(|| node.child_by_field_name("constructor"));
    let is_one =
        constructors.is_none_or(|list| list.named_child_count() < 2 || list.kind() == "newtype_constructor");
    let kind = if is_one { SymbolKind::Struct } else { SymbolKind::Enum };
    let end = constructors.map_or_else(|| walk.span().end, |list| list.start_byte() as u32);
    let opened =
        open(walk, What { token, kind, namespace: Namespace::TYPE, scope: Some(ScopeKind::Type), end });
    trim_signature(walk, opened.id);
    let name = walk.build.name(token);
    let state = walk.build.remembered.of::<Haskell>();
    let is_whole = state.types.get(&name).copied().unwrap_or(false);
    let before = std::mem::replace(&mut state.exports_members, is_whole);
    walk.with_role(Role::Type, Walk::lower_children);
    walk.build.remembered.of::<Haskell>().exports_members = before;
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// A signature does not end with what begins the body.
fn trim_signature(walk: &mut Walk<'_, '_>, id: DefId) {
    let signature = &mut walk.build.definition(id).signature;
    let kept = signature.trim_end_matches("where").trim_end_matches(['=', ' ']).len();
    signature.truncate(kept);
}

/// A constructor: a value that its type gives, seen where the type is.
pub(super) fn constructor(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let mut tokens = Vec::new();
    let inner = node.child_by_field_name("constructor");
    match inner.filter(|_| node.kind() == "data_constructor") {
        Some(inner) if inner.kind() == "infix" => {
            tokens.extend(
                inner.child_by_field_name("operator").map(|one| span_of(one.named_child(0).unwrap_or(one))),
            );
        }
        Some(inner) => tokens.extend(token(inner)),
        None => match node.child_by_field_name("names") {
            Some(list) => tokens.extend(list.named_children(&mut list.walk()).take(64).map(span_of)),
            None => tokens.extend(token(node)),
        },
    }
    for token in tokens {
        let end = walk.span().end;
        let what = What { token, kind: SymbolKind::Variant, namespace: Namespace::VALUE, scope: None, end };
        let opened = open(walk, what);
        declare::close(walk, opened);
    }
    fields(walk);
    ExprId::UNKNOWN
}

/// Its fields are functions that any value is given to.
fn fields(walk: &mut Walk<'_, '_>) {
    walk.each_child(|walk, _| match walk.kind() {
        "field" if walk.node().child_by_field_name("type").is_some() => drop(walk.lower_with(field)),
        "fields" | "record" => {
            walk.lower_with(|walk| {
                fields(walk);
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
}

fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let names: Vec<Node<'_>> =
        node.named_children(&mut node.walk()).filter(|one| one.kind() == "field_name").collect();
    let tokens =
        names.iter().filter_map(|one| one.named_child(0)).filter(|one| one.kind() == "variable").map(span_of);
    for token in tokens.collect::<Vec<_>>() {
        let name = walk.build.name(token);
        let end = walk.span().end;
        let known = walk.build.remembered.of::<Haskell>().declared.get(&(0, name)).copied();
        // Several constructors may share a field.
        if known.is_some_and(|id| walk.build.definition(id).kind == SymbolKind::Field) {
            continue;
        }
        let what = What { token, kind: SymbolKind::Field, namespace: Namespace::VALUE, scope: None, end };
        let opened = open(walk, what);
        declare::close(walk, opened);
    }
    walk.children(|walk, field| match field {
        Field::Name => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| {
                if walk.is_identifier() {
                    if !is_taken(walk) {
                        walk.neither();
                    }
                } else {
                    walk.other();
                }
            });
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `type A = B`, `type family A b`, `data family A b`; in a class, one that instances say.
pub(super) fn synonym(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let level = walk.build.remembered.of::<Haskell>().level;
    let Some(token) = token(node).or_else(|| infix_token(node)).filter(|_| level != Level::Instance) else {
        return written(walk);
    };
    let kind = if level == Level::Class { SymbolKind::AssociatedType } else { SymbolKind::TypeAlias };
    let end =
        node.child_by_field_name("closed_family").map_or(walk.span().end, |one| one.start_byte() as u32);
    let opened =
        open(walk, What { token, kind, namespace: Namespace::TYPE, scope: Some(ScopeKind::Generics), end });
    walk.build.definition(opened.id).body = None;
    walk.with_role(Role::Type, Walk::lower_children);
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `class A b => C b where`.
pub(super) fn class(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let Some(token) = token(node).or_else(|| infix_token(node)) else { return written(walk) };
    let body = node.child_by_field_name("declarations");
    let end = body.map_or_else(|| walk.span().end, |body| body.start_byte() as u32);
    let scope = Some(ScopeKind::Type);
    let opened = open(walk, What { token, kind: SymbolKind::Trait, namespace: Namespace::TYPE, scope, end });
    trim_signature(walk, opened.id);
    let name = walk.build.name(token);
    let state = walk.build.remembered.of::<Haskell>();
    let is_whole = state.types.get(&name).copied().unwrap_or(false);
    let members = std::mem::replace(&mut state.exports_members, is_whole);
    let level = std::mem::replace(&mut state.level, Level::Class);
    walk.children(|walk, field| match field {
        Field::Declarations => drop(walk.with_role(Role::Read, Walk::lower)),
        Field::Context => drop(walk.lower_as(Role::Inherit)),
        _ => drop(walk.lower_as(Role::Type)),
    });
    let state = walk.build.remembered.of::<Haskell>();
    (state.exports_members, state.level) = (members, level);
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `instance C A where`: what it defines are members of the type.
pub(super) fn instance(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, place) = (walk.span(), walk.build.place());
    let owner = walk.build.owner;
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let id = ExtensionId(walk.build.facts.extensions.len() as u32);
    let (parent, bindings) = (Some(walk.build.scope), List::default());
    let here = Owner::Extension(id);
    walk.build.facts.scopes.push(Scope { kind: ScopeKind::Extension, parent, owner: here, span, bindings });
    let type_name = walk.node().child_by_field_name("patterns").and_then(first_name);
    let type_name = type_name.map(|span| walk.build.name(span));
    walk.build.facts.extensions.push(Extension {
        scope,
        of: ExprId::UNKNOWN,
        type_name,
        implements: None,
        type_parameters: List::default(),
        span,
        owner,
    });
    let state = walk.build.remembered.of::<Haskell>();
    let level = std::mem::replace(&mut state.level, Level::Instance);
    walk.children(|walk, field| match field {
        Field::Declarations => {
            (walk.build.owner, walk.build.scope) = (here, scope);
            walk.with_role(Role::Read, Walk::lower);
        }
        Field::Name => {
            let class = walk.lower_as(Role::Inherit);
            walk.build.facts.extensions[id.index()].implements = Some(class).filter(|one| !one.is_unknown());
        }
        Field::Patterns => {
            let of = walk.lower_as(Role::Type);
            walk.build.facts.extensions[id.index()].of = of;
        }
        _ => drop(walk.lower_as(Role::Type)),
    });
    walk.build.remembered.of::<Haskell>().level = level;
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// The first name of a type below a node.
fn first_name(node: Node<'_>) -> Option<Span> {
    let mut cursor = node;
    for _ in 0..16 {
        if cursor.kind() == "name" {
            return Some(span_of(cursor));
        }
        cursor = cursor.child_by_field_name("constructor").or_else(|| cursor.named_child(0))?;
    }
    None
}
