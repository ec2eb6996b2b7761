//! Names and paths.

use crate::build::Build;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeId, ScopeKind, Span};

/// Primitive types: the grammar gives them as identifiers where an expression can stand.
const PRIMITIVES: &[&str] = &[
    "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "u128", "i128", "isize", "usize", "f32", "f64",
    "bool", "str", "char",
];

/// True for the names of primitive types.
pub(super) fn is_primitive(text: &str) -> bool {
    text.len() <= 5
        && text.as_bytes().first().is_some_and(u8::is_ascii_lowercase)
        && PRIMITIVES.contains(&text)
}

/// The innermost type or extension around the current place: what `Self` stands for.
pub(super) fn self_scope(build: &Build<'_>) -> Option<ScopeId> {
    let mut current = Some(build.scope);
    while let Some(id) = current {
        let scope = &build.facts.scopes[id.index()];
        if matches!(scope.kind, ScopeKind::Type | ScopeKind::Extension) {
            return Some(id);
        }
        current = scope.parent;
    }
    None
}

/// A name that no token of an identifier stands for (`crate`, `str`, the root `::`): only an
/// expression, no reference.
pub(super) fn bare(build: &mut Build<'_>, text: &str) -> ExprId {
    let name = build.names.made(text);
    let scope = build.scope;
    build.expression(Expression::Name { name, scope, bound: None, namespace: Namespace::TYPE })
}

/// A name that is used, in the value name space.
pub(super) fn identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    name(walk, Namespace::VALUE)
}

/// A name that is used as a type.
pub(super) fn type_identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    name(walk, Namespace::TYPE)
}

/// The current identifier as the root of a path or alone.
pub(super) fn name(walk: &mut Walk<'_, '_>, namespace: Namespace) -> ExprId {
    let span = walk.span();
    name_at(walk.build, span, namespace)
}

/// The identifier at `span` as the root of a path or alone. `Self` is a local name of its type;
/// primitive types name nothing in any file.
pub(super) fn name_at(build: &mut Build<'_>, span: Span, namespace: Namespace) -> ExprId {
    let text = build.text(span);
    if text.is_empty() {
        return ExprId::UNKNOWN;
    }
    if text == "Self" {
        build.tally.locals += 1;
        let scope = self_scope(build);
        return scope.map_or(ExprId::UNKNOWN, |scope| build.expression(Expression::SelfType(scope)));
    }
    if text == "_" {
        build.tally.neither += 1;
        return ExprId::UNKNOWN;
    }
    if namespace.meets(Namespace::TYPE) && is_primitive(text) {
        build.tally.neither += 1;
        return bare(build, text);
    }
    build.use_name(span, namespace)
}

/// `crate`, `super`, `self` in a path, and primitive types: roots without an identifier token.
pub(super) fn keyword(walk: &mut Walk<'_, '_>) -> ExprId {
    let text = walk.text();
    bare(walk.build, text)
}

/// `self` as a value.
pub(super) fn self_value(walk: &mut Walk<'_, '_>) -> ExprId {
    self_of(walk.build)
}

/// What `self` is at the current place.
pub(super) fn self_of(build: &mut Build<'_>) -> ExprId {
    let enclosing = build.enclosing;
    let typed = build.receivers.iter().rev().find(|(function, _)| Some(*function) == enclosing);
    if let Some((_, value)) = typed {
        return *value;
    }
    match self_scope(build) {
        Some(scope) => build.expression(Expression::SelfInstance(scope)),
        None => ExprId::UNKNOWN,
    }
}

/// A lifetime or label: its identifier is neither.
pub(super) fn label(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            walk.neither();
        } else {
            walk.lower_named();
        }
    });
    ExprId::UNKNOWN
}

/// `a::b`: the prefix is a chain of its own, whose root is a type or module.
pub(super) fn scoped(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let prefix_role = if role == Role::Type || role == Role::Inherit { Role::Type } else { Role::Read };
    let mut receiver = ExprId::UNKNOWN;
    let mut first = true;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| {
        if field == crate::table::Field::Path {
            walk.build.role = prefix_role;
            receiver = prefix(walk);
            walk.build.role = role;
        } else if field == crate::table::Field::Name {
            value = step(walk, receiver);
        } else if walk.is_named() {
            walk.lower();
        } else if first && walk.kind() == "::" {
            receiver = bare(walk.build, "::");
        }
        first = false;
    });
    value
}

/// The current node as the part of a path before `::`.
pub(super) fn prefix(walk: &mut Walk<'_, '_>) -> ExprId {
    match walk.kind() {
        "identifier" | "type_identifier" => name(walk, Namespace::TYPE),
        "self" => keyword(walk),
        _ => walk.lower(),
    }
}

/// The current node as the name after `::`.
fn step(walk: &mut Walk<'_, '_>, receiver: ExprId) -> ExprId {
    if walk.kind() != "super" {
        return walk.member_of(receiver, Access::Path);
    }
    let name = walk.build.names.made("super");
    walk.build.expression(Expression::Member { of: receiver, name, access: Access::Path })
}

/// The last name of a type expression's path; none for tuples, slices and the like.
pub(super) fn last_name(build: &Build<'_>, of: ExprId) -> Option<indexer_core::Name> {
    match build.facts.expression(of) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => Some(name),
        Expression::Apply { of, .. } => last_name(build, of),
        _ => None,
    }
}

/// Counts all identifiers below the current node as neither.
pub(super) fn all_neither(walk: &mut Walk<'_, '_>) {
    walk.build.tally.neither += walk.count_identifiers();
}

/// The text of an item from its first keyword to `end`, folded.
pub(super) fn signature(build: &Build<'_>, start: u32, end: u32) -> String {
    crate::text::folded(build.text(Span::new(start, end)))
}
