//! Control flow, and what conditions say of the types of locals.

use super::state::{Kotlin, Tests};
use crate::walk::Walk;
use indexer_core::{ExprId, LiteralKind, Name, Namespace, Role, ScopeKind};

/// What the condition that was lowered last says.
pub(super) fn take_tests(walk: &mut Walk<'_, '_>) -> Tests {
    std::mem::take(&mut walk.build.remembered.of::<Kotlin>().tests)
}

/// Of locals the types are known from a byte on in the current scope.
pub(super) fn bind_narrowed(walk: &mut Walk<'_, '_>, tests: &[(Name, ExprId)], from: u32) {
    for (name, of) in tests {
        let scope = walk.build.scope;
        let value = walk.build.instance(*of);
        walk.build.shapes.introduce(scope, *name);
        walk.build.bind_local(scope, *name, Namespace::VALUE, from, value);
    }
}

/// The current node as the name of a local, whose type may be tested.
fn local(walk: &mut Walk<'_, '_>) -> Option<Name> {
    if walk.kind() != "simple_identifier" || !walk.is_identifier() {
        return None;
    }
    let is_it = walk.text() == "it";
    let (scope, name) = (walk.build.scope, walk.build.name(walk.span()));
    (is_it || walk.build.shapes.knows(&walk.build.facts.scopes, scope, name)).then_some(name)
}

/// `a is T`, `a !is T`, `a in b`.
pub(super) fn check(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut of, mut is_type, mut fails, mut seen) = (None, ExprId::UNKNOWN, false, false, 0);
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            if seen == 0 {
                name = local(walk);
                walk.lower_as(Role::Read);
            } else if is_type {
                of = walk.lower_as(Role::Type);
            } else {
                walk.lower_as(Role::Read);
            }
            seen += 1;
        } else {
            is_type |= matches!(walk.kind(), "is" | "!is");
            fails |= matches!(walk.kind(), "!" | "!is");
            walk.other();
        }
    });
    let mut tests = Tests::default();
    if let Some(name) = name.filter(|_| is_type && !of.is_unknown()) {
        let list = if fails { &mut tests.failed } else { &mut tests.held };
        list.push((name, of));
    }
    walk.build.remembered.of::<Kotlin>().tests = tests;
    walk.build.literal(LiteralKind::Boolean)
}

/// `a && b`: `b` sees what `a` says.
pub(super) fn conjunction(walk: &mut Walk<'_, '_>) -> ExprId {
    logical(walk, true)
}

/// `a || b`: `b` sees what `a` says where it does not hold.
pub(super) fn disjunction(walk: &mut Walk<'_, '_>) -> ExprId {
    logical(walk, false)
}

fn logical(walk: &mut Walk<'_, '_>, both: bool) -> ExprId {
    let place = walk.build.place();
    walk.build.meter.branches += 1;
    let mut known: Vec<(Name, ExprId)> = Vec::new();
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.other();
            return;
        }
        if !known.is_empty() {
            walk.build.open_scope(ScopeKind::Block, walk.span());
            bind_narrowed(walk, &known, 0);
        }
        take_tests(walk);
        let says = says(walk);
        walk.lower_as(Role::Read);
        let tests = take_tests(walk);
        walk.build.restore(place);
        if says {
            known.extend(if both { tests.held } else { tests.failed });
        }
    });
    let tests = match both {
        true => Tests { held: known, failed: Vec::new() },
        false => Tests { held: Vec::new(), failed: known },
    };
    walk.build.remembered.of::<Kotlin>().tests = tests;
    walk.build.literal(LiteralKind::Boolean)
}

/// True where the current node may say something of types that holds behind it.
fn says(walk: &Walk<'_, '_>) -> bool {
    matches!(
        walk.kind(),
        "check_expression"
            | "conjunction_expression"
            | "disjunction_expression"
            | "prefix_expression"
            | "parenthesized_expression"
    )
}

/// The current node is a condition.
fn condition(walk: &mut Walk<'_, '_>) -> Tests {
    take_tests(walk);
    let says = says(walk);
    walk.lower_as(Role::Read);
    let tests = take_tests(walk);
    if says { tests } else { Tests::default() }
}

/// The current node is done where `tests` hold; its value.
fn body(walk: &mut Walk<'_, '_>, tests: &[(Name, ExprId)]) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    bind_narrowed(walk, tests, 0);
    let value = walk.lower_with(Walk::lower_children);
    walk.build.restore(place);
    value
}

/// A block in a statement.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let value = walk.lower_children();
    walk.build.restore(place);
    value
}

/// `if (a) b else c`.
pub(super) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut tests = Tests::default();
    let (mut values, mut has_condition, mut is_else, mut leaves) = (Vec::new(), false, false, false);
    let end = walk.span().end;
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.build.meter.enter_if();
    walk.each_child(|walk, _| {
        if walk.kind() == "else" {
            is_else = true;
            walk.build.meter.leave();
            walk.build.meter.cognitive += 1;
        } else if walk.kind() == "control_structure_body" {
            let known = if is_else { &tests.failed } else { &tests.held };
            let known = known.clone();
            if is_else {
                let node = walk.node();
                let only = node.named_child(0).filter(|_| node.child_count() == 1);
                walk.build.meter.else_if = only.is_some_and(|one| one.kind() == "if_expression");
                walk.build.meter.nest();
            }
            leaves |= !is_else && is_left(walk);
            values.push(body(walk, &known));
        } else if walk.is_named() && !walk.node().is_extra() && !has_condition {
            has_condition = true;
            tests = condition(walk);
        } else {
            walk.other();
        }
    });
    walk.build.meter.else_if = false;
    walk.build.meter.leave();
    walk.build.role = role;
    if leaves && !is_else {
        bind_narrowed(walk, &tests.failed, end);
    }
    take_tests(walk);
    if is_else { walk.build.union(&values) } else { ExprId::UNKNOWN }
}

/// True where nothing behind the current node runs once it has: it returns or throws.
fn is_left(walk: &Walk<'_, '_>) -> bool {
    let mut node = walk.node();
    for _ in 0..3 {
        let count = node.named_child_count() as u32;
        let Some(last) = count.checked_sub(1).and_then(|at| node.named_child(at)) else { return false };
        if last.kind() == "jump_expression" {
            return true;
        }
        if last.kind() != "statements" {
            return false;
        }
        node = last;
    }
    false
}

/// `when (a) { .. }`: the value of each of its entries.
pub(super) fn when(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.build.meter.enter();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let (mut subject, mut values) = (None, Vec::new());
    walk.each_child(|walk, _| match walk.kind() {
        "when_subject" => subject = when_subject(walk),
        "when_entry" => values.push(when_entry(walk, subject)),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    let nesting = walk.build.meter.nesting;
    walk.build.restore(place);
    walk.build.meter.nesting = nesting;
    walk.build.role = role;
    take_tests(walk);
    walk.build.union(&values)
}

/// What is compared; its name, where it is a local.
fn when_subject(walk: &mut Walk<'_, '_>) -> Option<Name> {
    let (mut found, mut introduced, mut value) = (None, None, ExprId::UNKNOWN);
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() == "variable_declaration" {
                introduced = Some(super::declare::variable(walk));
            } else if walk.is_named() && !walk.node().is_extra() {
                found = local(walk);
                value = walk.lower();
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    let Some((span, declared)) = introduced else { return found };
    let value = if declared.is_unknown() { value } else { walk.build.instance(declared) };
    super::declare::bind(walk, span, value, span.end);
    Some(walk.build.name(span))
}

fn when_entry(walk: &mut Walk<'_, '_>, subject: Option<Name>) -> ExprId {
    walk.build.meter.branches += 1;
    let (mut all, mut conditions, mut value) = (Vec::new(), 0, ExprId::UNKNOWN);
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "when_condition" => {
                conditions += 1;
                all.append(&mut when_condition(walk, subject));
            }
            "guard_condition" => {
                let place = walk.build.place();
                walk.build.open_scope(ScopeKind::Block, walk.span());
                let known = all.clone();
                bind_narrowed(walk, &known, 0);
                walk.lower_with(Walk::lower_children);
                walk.build.restore(place);
            }
            "control_structure_body" => {
                // Of several conditions any may hold.
                let known = if conditions == 1 { std::mem::take(&mut all) } else { Vec::new() };
                value = body(walk, &known);
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    value
}

/// What one condition says where it holds.
fn when_condition(walk: &mut Walk<'_, '_>, subject: Option<Name>) -> Vec<(Name, ExprId)> {
    let mut found = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() == "type_test" {
                let (mut fails, mut of) = (false, ExprId::UNKNOWN);
                walk.lower_with(|walk| {
                    walk.each_child(|walk, _| {
                        fails |= matches!(walk.kind(), "!" | "!is");
                        if walk.is_named() && !walk.node().is_extra() {
                            of = walk.lower_as(Role::Type);
                        } else {
                            walk.other();
                        }
                    });
                    ExprId::UNKNOWN
                });
                if let Some(name) = subject.filter(|_| !fails && !of.is_unknown()) {
                    found.push((name, of));
                }
            } else if walk.is_named() && !walk.node().is_extra() {
                found = condition(walk).held;
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
    found
}

/// `try { a } catch (e: E) { b }`: any of the blocks.
pub(super) fn tried(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut values = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "statements" => {
            let place = walk.build.place();
            walk.build.open_scope(ScopeKind::Block, walk.span());
            values.push(walk.lower());
            walk.build.restore(place);
        }
        "catch_block" => values.push(walk.lower()),
        _ => walk.other(),
    });
    walk.build.union(&values)
}

/// `catch (e: E) { .. }`.
pub(super) fn caught(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.meter.branch();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let (mut name, mut value) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| {
        if walk.is_identifier() && name.is_none() {
            name = Some(walk.local());
        } else if walk.kind() == "statements" {
            value = walk.lower();
        } else if walk.is_named() && !walk.node().is_extra() && walk.kind() != "annotation" {
            let of = walk.lower_as(Role::Type);
            let made = walk.build.instance(of);
            if let Some(span) = name {
                super::declare::bind(walk, span, made, 0);
            }
        } else {
            walk.other();
        }
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    value
}
