//! Control flow and the scopes of names.

use super::locate::{Visited, parts};
use super::variables::{bind_given, bind_joined, bind_names, give, given_to, names};
use super::{At, Counts};
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Name, Namespace, Role, ScopeKind};

/// Control flow, perhaps with names that it binds.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// How it counts.
    pub counts: Counts,
    /// True where its names hold inside it alone.
    pub scope: bool,
    /// What is done else, of an `if`.
    pub alternative: At,
    /// What it binds: a name, or a pattern of names.
    pub name: At,
    /// The type of that.
    pub annotation: At,
    /// What is iterated over.
    pub of: At,
    /// Kinds of nodes that are seen through.
    pub inside: &'static [&'static str],
}

impl Branch {
    /// Control flow that binds nothing.
    pub const BASE: Branch = Branch {
        counts: Counts::If,
        scope: false,
        alternative: At::Field(crate::table::Field::Alternative),
        name: At::None,
        annotation: At::None,
        of: At::None,
        inside: &[],
    };
}

/// A part of the text in which names hold.
pub(super) fn scope(walk: &mut Walk<'_, '_>, kind: ScopeKind) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(kind, walk.span());
    walk.lower_children();
    walk.build.restore(place);
    ExprId::UNKNOWN
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
    let mut declared = ExprId::UNKNOWN;
    let mut waiting: Vec<(Name, u32)> = Vec::new();
    let mut before: Vec<Option<Vec<ExprId>>> = Vec::new();
    parts(walk, shape.inside, &mut |walk, part| {
        if part.is(walk, shape.alternative) && walk.is_named() {
            alternative(walk, kind);
        } else if part.is(walk, shape.annotation) {
            let annotation = walk.lower_as(Role::Type);
            declared = walk.build.instance(annotation);
        } else if part.is(walk, shape.name) && walk.is_named() {
            names(walk, &mut waiting);
            let scope = walk.build.scope;
            before.extend(waiting[before.len()..].iter().map(|(name, _)| given_to(walk, (scope, *name))));
        } else if part.is(walk, shape.of) {
            let of = walk.lower();
            if declared.is_unknown() {
                declared = walk.build.expression(Expression::Element(of));
            }
            // What is iterated over does not see the names.
            let from = walk.span().end;
            waiting.iter_mut().for_each(|(_, at)| *at = from.max(*at));
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    let end = walk.span().end;
    for ((name, from), before) in waiting.into_iter().zip(before) {
        let of = (walk.build.scope, name);
        let given = given_to(walk, of);
        if given.is_some() && given != before {
            // It is given something else inside, which holds there too.
            give(walk, of, declared);
            continue;
        }
        bind_given(walk, of, (Namespace::VALUE, from), declared);
        // Behind it is what it was before, where nothing was caught or gone through.
        if let Some(before) = before.filter(|_| !shape.scope) {
            bind_joined(walk, of, end, before, declared);
        }
    }
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
    let only =
        || node.named_child(0).filter(|_| node.child_count() == 1).is_some_and(|one| one.kind() == kind);
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
