//! Types: what declares them, and where they are named.

use super::functions::{Made, declared, inside, type_parameter};
use super::hooks::NAME;
use crate::shapes::declare;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Expression, Namespace, Role, ScopeKind, Span, SymbolKind};
use tree_sitter::Node;

/// `struct A{T} <: B .. end`, `abstract type A end`, `primitive type A 8 end`.
pub(super) fn declared_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let head = node.named_children(&mut node.walk()).find(|one| one.kind() == "type_head");
    let Some(token) = head.and_then(name_of) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let kind = if walk.kind() == "abstract_definition" { SymbolKind::Trait } else { SymbolKind::Struct };
    let end = head.map_or(whole.end, |head| head.end_byte() as u32);
    let token = span_of(token);
    let opened = declared(walk, Made { token, kind, whole, end, scope: Some(ScopeKind::Type) }, NAME);
    let id = opened.id;
    walk.build.shapes.taken.insert(token.start);
    let mut bases = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "type_head" => inside(walk, &mut |walk, _| head_of(walk, &mut bases)),
        _ if walk.is_named() && kind == SymbolKind::Struct => member(walk, None),
        _ => walk.other(),
    });
    let bases = walk.build.list(&bases);
    walk.build.definition(id).bases = bases;
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// The name in the head of a type: `A`, `A{T}`, `A{T} <: B`.
fn name_of(head: Node<'_>) -> Option<Node<'_>> {
    let mut node = head.named_child(0)?;
    for _ in 0..4 {
        match node.kind() {
            "identifier" => return Some(node),
            "binary_expression" | "parametrized_type_expression" => node = node.named_child(0)?,
            _ => return None,
        }
    }
    None
}

/// The head of a type: its name, names of types that hold in it, and what it is a kind of.
fn head_of(walk: &mut Walk<'_, '_>, bases: &mut Vec<ExprId>) {
    match walk.kind() {
        "binary_expression" => {
            let mut is_first = true;
            inside(walk, &mut |walk, _| match (walk.kind() == "operator", std::mem::take(&mut is_first)) {
                (true, _) => {}
                (_, true) => head_of(walk, bases),
                (_, false) => bases.push(walk.lower_as(Role::Inherit)),
            });
        }
        "parametrized_type_expression" => inside(walk, &mut |walk, nth| match nth {
            0 => walk.other(),
            _ => {
                let start = walk.span().start;
                type_parameter(walk, start);
            }
        }),
        _ => walk.other(),
    }
}

/// A part of a type: a field, with its type (`whole`) and default, or a constructor.
fn member(walk: &mut Walk<'_, '_>, whole: Option<Span>) {
    match walk.kind() {
        "identifier" => field(walk, whole),
        "typed_expression" => {
            let whole = walk.span();
            inside(walk, &mut |walk, nth| match nth {
                0 => member(walk, Some(whole)),
                _ => walk.with_role(Role::Type, Walk::other),
            });
        }
        "const_statement" => inside(walk, &mut |walk, _| member(walk, None)),
        "assignment" => {
            let node = walk.node();
            let is_function = node.named_child(0).is_some_and(|left| super::functions::head(left).is_some());
            if is_function {
                walk.other();
                return;
            }
            inside(walk, &mut |walk, nth| match nth {
                0 => member(walk, None),
                _ => walk.with_role(Role::Read, Walk::other),
            });
        }
        _ => walk.other(),
    }
}

fn field(walk: &mut Walk<'_, '_>, whole: Option<Span>) {
    let token = walk.span();
    let whole = whole.unwrap_or(token);
    if token.is_empty() {
        return;
    }
    let made = Made { token, kind: SymbolKind::Field, whole, end: whole.end, scope: None };
    let opened = declared(walk, made, Namespace::MEMBER);
    walk.build.tally.definitions += 1;
    declare::close(walk, opened);
}

/// `a::T` is what `a` is, and an instance of the type.
pub(super) fn typed(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    inside_here(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower()),
        _ => {
            let of = walk.lower_as(Role::Type);
            if !of.is_unknown() {
                value = walk.build.expression(Expression::Instance(of));
            }
        }
    });
    value
}

/// `A{T}`: the type, and what it is applied to.
pub(super) fn applied(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    inside_here(walk, &mut |walk, nth| match nth {
        0 => of = walk.lower(),
        _ => walk.with_role(Role::Type, Walk::other),
    });
    of
}

/// `A{T} where T`: a type with names of its own.
pub(super) fn constrained(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    walk.build.open_scope(ScopeKind::Generics, span);
    let mut of = ExprId::UNKNOWN;
    inside_here(walk, &mut |walk, nth| match nth {
        0 => of = walk.lower(),
        _ => type_parameter(walk, span.start),
    });
    walk.build.restore(place);
    of
}

/// Visits the named children of the current node, which is being lowered.
fn inside_here(walk: &mut Walk<'_, '_>, visit: &mut dyn FnMut(&mut Walk<'_, '_>, u32)) {
    let mut nth = 0;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            visit(walk, nth);
            nth += 1;
        } else {
            walk.other();
        }
    });
}
