//! Statements: blocks, branches, loops, `switch`, `try`, `return`.

use super::narrow::{self, Tests};
use super::patterns::{self, Binder};
use super::state::{Frame, Remembers, This};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, LiteralKind, Role, ScopeKind};

/// The whole file.
pub(in crate::languages) fn program(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut doc = None;
    let mut is_first = true;
    walk.each_child(|walk, _| {
        let is_comment = walk.kind() == "comment";
        walk.lower();
        if is_first && is_comment {
            let text = walk.text();
            if text.starts_with("/**") && (text.contains("@file") || text.contains("@module")) {
                doc = super::text::documentation(text);
                walk.state().doc = None;
            }
        }
        is_first &= is_comment || walk.kind() == "hash_bang_line";
    });
    walk.build.facts.doc = doc;
    ExprId::UNKNOWN
}

/// A comment: it may document what comes after it.
pub(in crate::languages) fn comment(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let bytes = walk.build.source.as_bytes();
    let start = span.start as usize;
    if bytes.get(start..start + 3) == Some(b"/**") && bytes.get(start + 3) != Some(&b'/') {
        walk.state().doc = Some(span);
        super::jsdoc::bind_types(walk, span);
    }
    ExprId::UNKNOWN
}

/// An expression as a statement: what it defines is documented before it.
pub(in crate::languages) fn expression(walk: &mut Walk<'_, '_>) -> ExprId {
    let start = walk.span().start;
    walk.state().start = Some(start);
    walk.lower_children();
    walk.state().start = None;
    ExprId::UNKNOWN
}

/// `{ ... }` that is no body of a function: a scope of its own.
pub(in crate::languages) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let start = walk.span().start;
    let is_module = walk.state().elements.as_ref().is_some_and(|elements| elements.is_module(start));
    scoped(walk, |walk| {
        if is_module {
            // It sees nothing of the file around it.
            let scope = walk.build.scope;
            walk.build.facts.scopes[scope.index()].parent = None;
            walk.state().frames.push(Frame::new(scope, This::Nothing, true));
        }
        walk.lower_children();
        if is_module {
            walk.state().frames.pop();
        }
    })
}

/// Walks the current node in a scope of its own.
fn scoped(walk: &mut Walk<'_, '_>, inside: impl FnOnce(&mut Walk<'_, '_>)) -> ExprId {
    let outer = walk.build.scope;
    let span = walk.span();
    walk.build.open_scope(ScopeKind::Block, span);
    let mark = walk.state().flow.mark();
    inside(walk);
    walk.state().flow.back(mark);
    walk.build.scope = outer;
    ExprId::UNKNOWN
}

/// Lowers the current node, a branch that is taken where a condition is true, or false.
fn branch(walk: &mut Walk<'_, '_>, tests: &Tests, is_true: bool) -> ExprId {
    let mark = walk.state().flow.mark();
    narrow::assume(walk, tests, is_true, None);
    let value = walk.lower();
    walk.state().flow.back(mark);
    value
}

/// `if`.
pub(in crate::languages) fn if_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    let mut tests = Tests::default();
    let (mut consequence, mut alternative) = (None, None);
    walk.children(|walk, field| {
        if field == Field::Condition {
            tests = condition(walk);
        } else if field == Field::Consequence {
            consequence = Some(walk.node());
            branch(walk, &tests, true);
        } else if field == Field::Alternative {
            alternative = Some(walk.node());
            walk.build.meter.leave();
            branch(walk, &tests, false);
            walk.build.meter.nesting += 1;
        } else {
            walk.lower();
        }
    });
    // Behind it, what is left of the branches whose end is reached.
    match (consequence.map(narrow::leaves), alternative.map(narrow::leaves)) {
        (Some(true), None | Some(false)) => narrow::assume(walk, &tests, false, alternative),
        (Some(false), Some(true)) => narrow::assume(walk, &tests, true, consequence),
        _ => {}
    }
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// Lowers the current node, a condition: what it says.
fn condition(walk: &mut Walk<'_, '_>) -> Tests {
    let node = walk.node();
    let value = walk.lower();
    narrow::tests_of(walk, node, value)
}

/// `else ...` and `else if ...`.
pub(in crate::languages) fn else_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.cognitive += 1;
    walk.each_child(|walk, _| {
        let is_if = walk.kind() == "if_statement";
        if is_if {
            walk.build.meter.else_if = true;
            walk.lower();
            walk.build.meter.else_if = false;
        } else if walk.is_named() && !walk.node().is_extra() {
            walk.build.meter.nest();
            walk.lower();
            walk.build.meter.leave();
        } else {
            walk.lower();
        }
    });
    ExprId::UNKNOWN
}

/// `while`, `do`.
pub(in crate::languages) fn repeated(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let mark = walk.state().flow.mark();
    narrow::enter_loop(walk);
    let mut tests = Tests::default();
    walk.children(|walk, field| match field {
        Field::Condition => tests = condition(walk),
        Field::Body => drop(branch(walk, &tests, true)),
        _ => drop(walk.lower()),
    });
    walk.state().flow.back(mark);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `for (;;)`: its names are in force in it.
pub(in crate::languages) fn for_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    scoped(walk, |walk| {
        repeated(walk);
    })
}

/// `for (const a of b)`, `for (a in b)`.
pub(in crate::languages) fn for_in(walk: &mut Walk<'_, '_>) -> ExprId {
    scoped(walk, |walk| {
        walk.build.meter.branch();
        narrow::enter_loop(walk);
        let mut kind = None;
        let mut is_in = false;
        let mut of = ExprId::UNKNOWN;
        // What is gone through comes after the names that it gives values to.
        walk.children(|walk, field| match field {
            Field::Left | Field::Body => {}
            Field::Kind => {
                kind = kind.or(match walk.kind() {
                    "var" => Some(true),
                    "const" | "let" | "using" => Some(false),
                    _ => None,
                });
                walk.lower();
            }
            Field::Operator => {
                is_in = walk.kind() == "in";
                walk.lower();
            }
            Field::Right => {
                of = walk.lower_as(Role::Read);
                of = narrow::seen(walk, of);
            }
            _ => drop(walk.lower()),
        });
        let value = if is_in {
            walk.build.literal(LiteralKind::String)
        } else if of.is_unknown() {
            of
        } else {
            walk.build.expression(Expression::Element(of))
        };
        let binder = match kind {
            Some(true) => Binder::Local(walk.top().scope),
            Some(false) => Binder::Local(walk.build.scope),
            None => Binder::Assign,
        };
        walk.children(|walk, field| match field {
            Field::Left => patterns::bind(walk, value, &binder),
            Field::Body => drop(walk.lower()),
            _ => {}
        });
        walk.build.meter.leave();
    })
}

/// `switch`.
pub(in crate::languages) fn switch_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter();
    let mut tested = (None, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Value => tested = (Some(walk.node()), walk.lower()),
        Field::Body => {
            narrow::enter_switch(walk, tested.0, tested.1);
            walk.lower();
            narrow::leave_switch(walk);
        }
        _ => drop(walk.lower()),
    });
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `case a:`.
pub(in crate::languages) fn case(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branches += 1;
    statements_of_case(walk, narrow::enter_case);
    ExprId::UNKNOWN
}

/// `default:`.
pub(in crate::languages) fn default_case(walk: &mut Walk<'_, '_>) -> ExprId {
    statements_of_case(walk, narrow::enter_default);
    ExprId::UNKNOWN
}

/// The value of a case and its statements, before the first of which `enter` is asked.
fn statements_of_case(walk: &mut Walk<'_, '_>, enter: fn(&mut Walk<'_, '_>)) {
    let mark = walk.state().flow.mark();
    let mut last = None;
    walk.children(|walk, field| {
        let node = walk.node();
        if field == Field::Value {
            let value = walk.lower();
            narrow::case_of(walk, node, value);
            return;
        }
        if walk.is_named() && !node.is_extra() && last.replace(node).is_none() {
            enter(walk);
        }
        walk.lower();
    });
    walk.state().flow.back(mark);
    if last.is_some_and(narrow::leaves) {
        narrow::leave_case(walk);
    }
}

/// `catch (a) { ... }`.
pub(in crate::languages) fn catch_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    scoped(walk, |walk| {
        walk.build.meter.branch();
        let mut of = ExprId::UNKNOWN;
        walk.children(|walk, field| {
            if field == Field::Type {
                of = walk.lower_as(Role::Type);
            }
        });
        let value = walk.build.instance(of);
        let binder = Binder::Local(walk.build.scope);
        walk.children(|walk, field| match field {
            Field::Parameter => patterns::bind(walk, value, &binder),
            Field::Type => {}
            _ => drop(walk.lower()),
        });
        walk.build.meter.leave();
    })
}

/// `return a`.
pub(in crate::languages) fn return_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = None;
    let expects = walk.top().expects;
    walk.each_child(|walk, _| {
        super::expected::expect(walk, expects);
        let lowered = narrow::lower(walk);
        if walk.is_named() && !walk.node().is_extra() {
            value = Some(lowered);
        }
    });
    let value = value.unwrap_or_else(|| walk.build.literal(LiteralKind::None));
    walk.top().returns.push(value);
    ExprId::UNKNOWN
}

/// `break a`, `continue a`: a jump to a label counts.
pub(in crate::languages) fn jump(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| {
        if field == Field::Label {
            walk.build.meter.cognitive += 1;
        }
        walk.lower();
    });
    ExprId::UNKNOWN
}
