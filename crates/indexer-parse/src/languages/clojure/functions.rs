//! Functions: their parameters and bodies.

use super::binds::pattern;
use super::names::{self, NAME, values, values_of};
use crate::shapes::declare::{self, bind_here};
use crate::walk::{Walk, span_of};
use indexer_core::{DefId, ExprId, Expression, Lambda, LambdaId, List, ParameterKind, Role, ScopeKind};
use tree_sitter::Node;

/// `(fn [a] ..)`, `(fn name ([a] ..) ([a b] ..))`.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let (parameters, value, argument_of) = (List::default(), ExprId::UNKNOWN, None);
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of });
    walk.build.meter.nest();
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        1 if walk.kind() == "sym_lit" => pattern_here(walk),
        _ => part(walk),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

/// The current node binds names that hold in all of the scope around.
fn pattern_here(walk: &mut Walk<'_, '_>) {
    let from = walk.span().start;
    pattern(walk, from);
}

/// A part of a function: its parameters, all of `([a] ..)`, or what it does.
pub(super) fn part(walk: &mut Walk<'_, '_>) {
    let is_arity = walk.kind() == "list_lit"
        && names::first_values(walk.node(), 1).first().is_some_and(|one| one.kind() == "vec_lit");
    match walk.kind() {
        "vec_lit" => parameters(walk),
        _ if is_arity => {
            let (place, span) = (walk.build.place(), walk.span());
            walk.build.open_scope(ScopeKind::Block, span);
            values_of(walk, &mut |walk, nth| match nth {
                0 => parameters(walk),
                _ => drop(walk.lower_as(Role::Read)),
            });
            walk.build.restore(place);
        }
        _ => drop(walk.lower_as(Role::Read)),
    }
}

/// `[a {:keys [b]} & c]`; types that a schema says stand behind `:-`.
pub(super) fn parameters(walk: &mut Walk<'_, '_>) {
    let mut is_type = false;
    values_of(walk, &mut |walk, _| {
        if walk.kind() == "kwd_lit" {
            is_type = walk.text() == ":-";
            walk.other();
        } else if std::mem::take(&mut is_type) {
            walk.lower_as(Role::Read);
        } else {
            pattern_here(walk);
        }
    });
}

/// What calls of a function give: behind `&` all that is left. A hint or a schema says the type of one and is none itself.
pub(super) fn taken(walk: &mut Walk<'_, '_>, id: DefId, list: Node<'_>) {
    let (mut places, mut rest, mut is_type) = (Vec::new(), None, false);
    for one in names::first_values(list, MOST_PARAMETERS) {
        let span = span_of(one);
        match walk.build.text(span) {
            "&" => rest = Some(places.len()),
            ":-" => is_type = true,
            _ if std::mem::take(&mut is_type) => {}
            _ => places.push(names::token(one).unwrap_or(span)),
        }
    }
    declare::parameters(walk, id, &places);
    let run = walk.build.definition(id).parameters;
    let Some(at) = rest.and_then(|rest| run.start.checked_add(rest as u32)) else { return };
    if at < run.start + run.len {
        walk.build.facts.parameters[at as usize].kind = ParameterKind::Rest;
    }
}

/// So many parts of a list of parameters are looked at.
const MOST_PARAMETERS: usize = 64;

/// The first vector behind the name is that of the parameters, what follows is done.
pub(super) fn rest(walk: &mut Walk<'_, '_>, has_parameters: &mut bool) {
    if !*has_parameters && walk.kind() == "vec_lit" {
        *has_parameters = true;
        parameters(walk);
    } else if !*has_parameters && walk.kind() == "list_lit" {
        part(walk);
    } else {
        walk.lower_as(Role::Read);
    }
}

/// `(name [this a] ..)` of a type: a function that sees what the type has.
pub(super) fn method(walk: &mut Walk<'_, '_>) {
    let (place, span) = (walk.build.place(), walk.span());
    walk.build.open_scope(ScopeKind::Lambda, span);
    walk.build.meter.nest();
    let mut has_parameters = false;
    values_of(walk, &mut |walk, nth| match nth {
        // What it implements is known by the protocol.
        0 => drop(walk.lower_as(Role::Read)),
        _ => rest(walk, &mut has_parameters),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
}

/// `(defmethod area :circle [a] ..)`: adds to a function that is named.
pub(super) fn method_of_many(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    walk.build.open_scope(ScopeKind::Lambda, span);
    walk.build.meter.nest();
    let mut has_parameters = false;
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        1 => drop(walk.lower_as(Role::Read)),
        2 => drop(walk.lower_as(Role::Read)),
        3 if walk.kind() == "sym_lit" => pattern_here(walk),
        _ => rest(walk, &mut has_parameters),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `(letfn [(f [a] ..) (g [] ..)] ..)`: each knows the others.
pub(super) fn local_functions(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    walk.build.open_scope(ScopeKind::Block, span);
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        1 if walk.kind() == "vec_lit" => values_of(walk, &mut |walk, _| local_function(walk, span.start)),
        _ => drop(walk.lower_as(Role::Read)),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn local_function(walk: &mut Walk<'_, '_>, from: u32) {
    if walk.kind() != "list_lit" {
        walk.other();
        return;
    }
    let (outer, span) = (walk.build.place(), walk.span());
    let mut has_parameters = false;
    values_of(walk, &mut |walk, nth| match nth {
        0 => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.is_identifier() {
                    true => bind_here(walk, NAME, from),
                    false => walk.other(),
                });
                ExprId::UNKNOWN
            });
            walk.build.open_scope(ScopeKind::Lambda, span);
        }
        _ => rest(walk, &mut has_parameters),
    });
    walk.build.restore(outer);
}
