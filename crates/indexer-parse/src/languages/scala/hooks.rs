//! What a table cannot say of Scala.

use super::nodes;
use crate::shapes::{self, receiver_by_name};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Namespace, Role};

/// A name; `this` and `super` are identifiers here. One that is an operator of signs alone is looked up like others.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    let name = Namespace::ANY.with(Namespace::CALLABLE);
    receiver_by_name(walk).unwrap_or_else(|| walk.build.use_name(span, name))
}

/// `def this(..)` is a constructor.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = walk.node().child_by_field_name("name").map(crate::walk::span_of);
    let constructs = name.is_some_and(|name| walk.build.text(name) == "this");
    shapes::lower(walk, if constructs { &nodes::CONSTRUCTOR } else { &nodes::FUNCTION })
}

/// Names of a pattern are bound where they begin with a small letter; others are what a value is compared with.
pub(super) fn pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Type => drop(walk.lower_as(Role::Type)),
        _ if walk.is_identifier() => bound(walk),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The pattern of a case, which may be a name alone; what else stands in the clause sees its names.
pub(super) fn clause(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(indexer_core::ScopeKind::Block, walk.span());
    walk.build.meter.branches += 1;
    walk.children(|walk, field| match field {
        Field::Pattern if walk.is_identifier() => bound(walk),
        _ => walk.other(),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `x <- xs` and `x = 1` in a `for`: the first is bound for what follows.
pub(super) fn enumerator(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut first = true;
    walk.children(|walk, _| {
        if !walk.is_named() {
            walk.other();
            return;
        }
        match std::mem::take(&mut first) && walk.is_identifier() {
            true => bound(walk),
            false => walk.other(),
        }
    });
    ExprId::UNKNOWN
}

fn bound(walk: &mut Walk<'_, '_>) {
    let is_variable = walk.text().starts_with(|c: char| c.is_lowercase() || c == '_');
    if !is_variable {
        walk.lower_as(Role::Read);
        return;
    }
    let span = walk.local();
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, span.end, ExprId::UNKNOWN);
}

/// `s"a $b"`: what stands before the text is no name of the file.
pub(super) fn interpolated(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Interpolator if walk.is_identifier() => walk.neither(),
        _ => walk.other(),
    });
    walk.build.literal(indexer_core::LiteralKind::String)
}
