//! Control flow and the scopes of names.

use super::locate::{Visited, parts};
use super::variables::bind_names;
use super::{At, Branch, Counts};
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Role, ScopeKind};

/// A part of the text in which names hold.
pub(super) fn scope(walk: &mut Walk<'_, '_>, kind: ScopeKind) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(kind, walk.span());
    let value = walk.lower_children();
    walk.build.restore(place);
    value
}

/// Names of a pattern.
pub(super) fn pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let from = walk.span().end;
    bind_names(walk, ExprId::UNKNOWN, from);
    ExprId::UNKNOWN
}

/// Control flow.
pub(super) fn branch(walk: &mut Walk<'_, '_>, shape: &'static Branch) -> ExprId {
    let place = walk.build.place();
    let kind = walk.kind();
    enter(walk, shape.counts);
    if shape.scope {
        walk.build.open_scope(ScopeKind::Block, walk.span());
    }
    let (mut declared, mut pending) = (ExprId::UNKNOWN, false);
    parts(walk, shape.inside, &mut |walk, part| {
        if part.is(walk, shape.alternative) && walk.is_named() {
            alternative(walk, kind);
        } else if part.is(walk, shape.annotation) {
            let annotation = walk.lower_as(Role::Type);
            if std::mem::take(&mut pending) && !annotation.is_unknown() {
                walk.build.facts.expressions[declared.0 as usize] = Expression::Instance(annotation);
            } else {
                declared = walk.build.instance(annotation);
            }
        } else if part.is(walk, shape.name) && walk.is_named() {
            // What is iterated over says what it is, and does not see it.
            if declared.is_unknown() && !matches!((shape.of, shape.annotation), (At::None, At::None)) {
                declared = ExprId(walk.build.facts.expressions.len() as u32);
                walk.build.facts.expressions.push(Expression::Unknown);
                pending = true;
            }
            let from = walk.span().end;
            bind_names(walk, declared, from);
        } else if part.is(walk, shape.of) {
            let of = walk.lower();
            if pending && !of.is_unknown() {
                walk.build.facts.expressions[declared.0 as usize] = Expression::Element(of);
                pending = false;
            }
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    leave(walk, shape.counts);
    let nesting = walk.build.meter.nesting;
    walk.build.restore(place);
    walk.build.meter.nesting = nesting;
    ExprId::UNKNOWN
}

fn enter(walk: &mut Walk<'_, '_>, counts: Counts) {
    let meter = &mut walk.build.meter;
    match counts {
        Counts::If => meter.enter_if(),
        Counts::Loop => meter.branch(),
        Counts::Switch => meter.enter(),
        Counts::Case => meter.branches += 1,
        Counts::ElseIf => {
            meter.branches += 1;
            meter.cognitive += 1;
        }
        Counts::Else => meter.cognitive += 1,
    }
}

fn leave(walk: &mut Walk<'_, '_>, counts: Counts) {
    if matches!(counts, Counts::If | Counts::Loop | Counts::Switch) {
        walk.build.meter.leave();
    }
}

/// What is done else: a further condition nests no deeper than the first. Clauses of their own count themselves.
fn alternative(walk: &mut Walk<'_, '_>, kind: &'static str) {
    let node = walk.node();
    let only = || node.named_child(0).filter(|_| node.named_child_count() == 1).is_some_and(|one| one.kind() == kind);
    let is_further = walk.kind() == kind || only();
    if counts_itself(walk) {
        walk.lower();
        return;
    }
    walk.build.meter.leave();
    walk.build.meter.cognitive += 1;
    walk.build.meter.else_if = is_further;
    if !is_further {
        walk.build.meter.nest();
    }
    walk.lower();
    walk.build.meter.else_if = false;
    if !is_further {
        walk.build.meter.leave();
    }
    walk.build.meter.nesting += 1;
}

fn counts_itself(walk: &Walk<'_, '_>) -> bool {
    matches!(
        walk.role(),
        crate::walk::Role::Shape(super::Shape::Branch(Branch { counts: Counts::ElseIf | Counts::Else, .. }))
    )
}
