//! Variables: what an assignment declares, and the blocks in which its names hold.

use super::functions::{self, Made, declared, inside};
use super::hooks::{NAME, is_local};
use super::modules::scope_of_module;
use super::state::Julia;
use crate::shapes::{declare, is_bound};
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Expression, Namespace, Role, ScopeKind, Span, SymbolKind};

/// `a = b`, `f(a) = b`, `a, b = c`; in `let` and behind `const` too.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let Some(left) = node.named_child(0) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    if let Some(head) = functions::head(left).filter(|_| walk.kind() == "assignment") {
        return functions::short(walk, left, head);
    }
    if functions::is_of_value(left) {
        return functions::unnamed(walk);
    }
    // What is assigned is known before the names that it is assigned to.
    let mut value = ExprId::UNKNOWN;
    let first = left.start_byte();
    walk.each_child(|walk, _| {
        if walk.node().start_byte() != first && walk.is_named() && walk.kind() != "operator" {
            value = walk.lower_as(Role::Read);
        }
    });
    let whole = span_of(node);
    let is_alone = matches!(left.kind(), "identifier" | "typed_expression");
    let given = if is_alone { value } else { ExprId::UNKNOWN };
    let is_let = walk.kind() == "let_binding";
    walk.each_child(|walk, _| {
        if walk.node().start_byte() == first && walk.is_named() {
            target(walk, (whole, given), is_let);
        } else if !walk.is_named() {
            walk.other();
        }
    });
    value
}

/// What is assigned to.
fn target(walk: &mut Walk<'_, '_>, (whole, value): (Span, ExprId), is_new: bool) {
    match walk.kind() {
        "identifier" => variable(walk, (whole, value), is_new),
        // `const ≅ = isequal`.
        "operator" if walk.build.remembered.of::<Julia>().is_constant => {
            let (token, kind) = (walk.span(), SymbolKind::Constant);
            let made = Made { token, kind, whole, end: whole.end, scope: None };
            let opened = declared(walk, made, Namespace::QUALIFIER);
            declare::close(walk, opened);
        }
        "open_tuple" | "tuple_expression" | "splat_expression" | "parenthesized_expression" => {
            inside(walk, &mut |walk, _| target(walk, (whole, ExprId::UNKNOWN), is_new));
        }
        "typed_expression" => inside(walk, &mut |walk, nth| match nth {
            0 => target(walk, (whole, value), is_new),
            _ => walk.with_role(Role::Type, Walk::other),
        }),
        // `const A{T} = B{T}`.
        "parametrized_type_expression" => {
            let place = walk.build.place();
            let span = walk.span();
            inside(walk, &mut |walk, nth| match nth {
                0 => {
                    target(walk, (whole, value), is_new);
                    walk.build.open_scope(ScopeKind::Generics, span);
                }
                _ => functions::type_parameter(walk, span.start),
            });
            walk.build.restore(place);
        }
        _ => drop(walk.lower_as(Role::Write)),
    }
}

/// The current name is given a value: in a function or block it is a local unless it was one before, in a module a variable.
fn variable(walk: &mut Walk<'_, '_>, (whole, value): (Span, ExprId), is_new: bool) {
    let token = walk.span();
    if token.is_empty() {
        return;
    }
    if matches!(walk.text(), "_") {
        walk.neither();
        return;
    }
    let name = walk.build.name(token);
    let local = walk.build.scope_around(is_local);
    let is_global = walk.build.remembered.of::<Julia>().globals.contains(&name);
    match local.filter(|_| !is_global) {
        Some(_) if !is_new && is_bound(walk, name) => {
            walk.with_role(Role::Write, |walk| walk.build.use_name(token, NAME));
        }
        Some(scope) => {
            walk.local();
            walk.build.shapes.introduce(scope, name);
            walk.build.bind_local(scope, name, NAME, token.start, value);
        }
        None if is_global && local.is_some() => {
            walk.with_role(Role::Write, |walk| walk.build.use_name(token, NAME));
        }
        None => {
            let scope = scope_of_module(walk);
            if !walk.build.remembered.of::<Julia>().declared.insert((scope, name)) {
                walk.with_role(Role::Write, |walk| walk.build.use_name(token, NAME));
                return;
            }
            let is_constant = walk.build.remembered.of::<Julia>().is_constant;
            let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
            let made = Made { token, kind, whole, end: whole.end, scope: None };
            let opened = declared(walk, made, NAME);
            walk.build.tally.definitions += 1;
            walk.build.definition(opened.id).value = value;
            declare::close(walk, opened);
        }
    }
}

/// `a += b` writes what there is.
pub(super) fn compound(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut is_first = true;
    walk.each_child(|walk, _| match walk.is_named() && std::mem::take(&mut is_first) {
        true => drop(walk.lower_as(Role::Write)),
        false => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `const a = b`.
pub(super) fn constant(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = std::mem::replace(&mut walk.build.remembered.of::<Julia>().is_constant, true);
    walk.lower_children();
    walk.build.remembered.of::<Julia>().is_constant = before;
    ExprId::UNKNOWN
}

/// `global a`: names of the module, in all of the function.
pub(super) fn global(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let named = node.named_children(&mut node.walk()).find(|one| !one.is_extra());
    let first = named.filter(|one| one.kind() == "assignment").and_then(|one| one.named_child(0)).or(named);
    if let Some(first) = first.filter(|one| one.kind() == "identifier") {
        let name = walk.build.name(span_of(first));
        walk.build.remembered.of::<Julia>().globals.insert(name);
    }
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `local a, b = 1`: new names.
pub(super) fn local(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" | "open_tuple" | "tuple_expression" | "typed_expression" => {
            let whole = walk.span();
            target(walk, (whole, ExprId::UNKNOWN), true);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `for`, `while`, `let`, a comprehension: names that are new in it hold in it alone. What a comprehension makes stands
/// before the names that it is made of.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    let line = walk.node().start_position().row;
    let is_loop = walk.kind() != "let_statement";
    if is_loop {
        walk.build.meter.branch();
    }
    walk.build.open_scope(ScopeKind::Block, span);
    if walk.kind() == "comprehension_expression" {
        walk.each_child(|walk, _| match walk.kind() {
            "for_clause" | "if_clause" => drop(walk.lower()),
            _ => {}
        });
        walk.each_child(|walk, _| match walk.kind() {
            "for_clause" | "if_clause" => {}
            _ => walk.other(),
        });
    } else {
        walk.each_child(|walk, _| match walk.kind() {
            // `let a`.
            "identifier" if !is_loop && walk.node().start_position().row == line => {
                let whole = walk.span();
                target(walk, (whole, ExprId::UNKNOWN), true);
            }
            _ => walk.other(),
        });
    }
    walk.build.restore(place);
    if is_loop {
        walk.build.meter.leave();
    }
    ExprId::UNKNOWN
}

/// `a in b`: each of what is iterated over.
pub(super) fn iterated(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let first = node.named_child(0).map_or(usize::MAX, |one| one.start_byte());
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.node().start_byte() != first && walk.is_named() && walk.kind() != "operator" {
            of = walk.lower_as(Role::Read);
        }
    });
    let element = if of.is_unknown() { of } else { walk.build.expression(Expression::Element(of)) };
    let from = walk.build.facts.scopes[walk.build.scope.index()].span.start;
    walk.each_child(|walk, _| {
        if walk.node().start_byte() == first && walk.is_named() {
            pattern(walk, element, from);
        } else if !walk.is_named() {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// Names that hold in the block around.
fn pattern(walk: &mut Walk<'_, '_>, value: ExprId, from: u32) {
    if walk.is_identifier() {
        let token = walk.local();
        let (name, scope) = (walk.build.name(token), walk.build.scope);
        walk.build.shapes.introduce(scope, name);
        walk.build.bind_local(scope, name, NAME, from, value);
    } else if matches!(walk.kind(), "tuple_expression" | "open_tuple" | "splat_expression") {
        inside(walk, &mut |walk, _| pattern(walk, ExprId::UNKNOWN, from));
    } else {
        walk.with_role(Role::Write, Walk::other);
    }
}

/// `catch e`.
pub(super) fn caught(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    let line = walk.node().start_position().row;
    walk.build.meter.branch();
    walk.build.open_scope(ScopeKind::Block, span);
    let mut is_first = true;
    walk.each_child(|walk, _| {
        let is_name = walk.is_named() && std::mem::take(&mut is_first) && walk.is_identifier();
        if is_name && walk.node().start_position().row == line {
            pattern(walk, ExprId::UNKNOWN, span.start);
        } else {
            walk.other();
        }
    });
    walk.build.restore(place);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}
