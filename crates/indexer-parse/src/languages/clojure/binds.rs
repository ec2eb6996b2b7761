//! Forms that bind names for what stands in them, and what takes values apart.

use super::names::{NAME, values, values_of};
use crate::shapes::declare::bind_here;
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Role, ScopeKind};

/// `(let [a b c d] ..)`: each name holds in what follows it.
pub(super) fn bound(walk: &mut Walk<'_, '_>, word: &str) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    let is_loop = matches!(word, "loop" | "for" | "doseq" | "dotimes" | "go-loop");
    let is_condition = word.starts_with("when") || word.starts_with("if");
    if is_loop || is_condition {
        walk.build.meter.branch();
    }
    walk.build.open_scope(ScopeKind::Block, span);
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        1 if walk.kind() == "vec_lit" => pairs(walk),
        _ => drop(walk.lower_as(Role::Read)),
    });
    if is_loop || is_condition {
        walk.build.meter.leave();
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// Patterns, each with the value behind it, from whose end on its names hold; in `for` also `:let [..]` and conditions.
pub(super) fn pairs(walk: &mut Walk<'_, '_>) {
    let all = super::names::first_values(walk.node(), usize::MAX);
    let is_let = |walk: &Walk<'_, '_>, nth: usize| walk.build.text(span_of(all[nth - 1])) == ":let";
    values_of(walk, &mut |walk, nth| {
        if nth % 2 == 0 {
            let value = all.get(nth + 1).copied().unwrap_or(walk.node());
            pattern(walk, value.end_byte() as u32);
        } else if walk.kind() == "vec_lit" && is_let(walk, nth) {
            pairs(walk);
        } else {
            walk.lower_as(Role::Read);
        }
    });
}

/// Names that the current node binds from a byte on: a name, `[a & b :as c]`, `{:keys [a b] c :d :or {a 1} :as e}`.
pub(super) fn pattern(walk: &mut Walk<'_, '_>, from: u32) {
    match walk.kind() {
        "sym_lit" => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| match walk.is_identifier() {
                true if matches!(walk.text(), "&" | "_") || walk.kind() == "sym_ns" => walk.neither(),
                true => bind_here(walk, NAME, from),
                false => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        "vec_lit" => values_of(walk, &mut |walk, _| pattern(walk, from)),
        "map_lit" | "ns_map_lit" => map(walk, from),
        _ => walk.with_role(Role::Read, Walk::other),
    }
}

/// `{:keys [a] b :c :or {a 1} :as d}`.
fn map(walk: &mut Walk<'_, '_>, from: u32) {
    let mut key = String::new();
    values_of(walk, &mut |walk, nth| {
        if nth % 2 == 0 {
            key = if walk.kind() == "kwd_lit" { walk.text().to_owned() } else { String::new() };
            pattern(walk, from);
            return;
        }
        let word = key.rsplit(['/', ':']).next().unwrap_or("");
        match word {
            "keys" | "strs" | "syms" | "as" if !key.is_empty() => pattern(walk, from),
            "or" if !key.is_empty() => defaults(walk),
            _ => drop(walk.lower_as(Role::Read)),
        }
    });
}

/// `{a 1}` behind `:or`: names that are bound elsewhere, and their values.
fn defaults(walk: &mut Walk<'_, '_>) {
    values_of(walk, &mut |walk, nth| match nth % 2 {
        0 => walk.build.tally.neither += walk.count_identifiers(),
        _ => drop(walk.lower_as(Role::Read)),
    });
}

/// `(catch A e ..)`.
pub(super) fn caught(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    walk.build.meter.branch();
    walk.build.open_scope(ScopeKind::Block, span);
    values(walk, &mut |walk, nth| match nth {
        0 => walk.build.tally.neither += walk.count_identifiers(),
        1 => drop(walk.lower_as(Role::Type)),
        2 => {
            let from = walk.span().start;
            pattern(walk, from);
        }
        _ => drop(walk.lower_as(Role::Read)),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `(as-> a b ..)`.
pub(super) fn threaded(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    walk.build.open_scope(ScopeKind::Block, span);
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        2 => {
            let from = walk.span().start;
            pattern(walk, from);
        }
        _ => drop(walk.lower_as(Role::Read)),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}
