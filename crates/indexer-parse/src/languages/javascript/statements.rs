//! Statements: blocks, branches, loops, `switch`, `try`, `return`.

use super::patterns::{self, Binder};
use super::state::{Frame, Remembers, This};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, LiteralKind, Role, ScopeKind};

/// The whole file.
pub(in crate::languages) fn program(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut doc = None;
    let mut is_first = true;
    walk.children(|walk, _| {
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
    inside(walk);
    walk.build.scope = outer;
    ExprId::UNKNOWN
}

/// `if`.
pub(in crate::languages) fn if_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    let mut narrowed = None;
    walk.children(|walk, field| {
        if field == Field::Condition {
            walk.state().instance_of = None;
            walk.lower();
            narrowed = walk.state().instance_of.take();
        } else if field == Field::Consequence && walk.kind() == "statement_block" {
            let scope = indexer_core::ScopeId(walk.build.facts.scopes.len() as u32);
            walk.lower();
            // Beyond a limit the block opened no scope.
            if let Some((name, of)) = narrowed
                && scope.index() < walk.build.facts.scopes.len()
            {
                walk.state().narrowed.push((scope, name, of));
            }
        } else if field == Field::Alternative {
            walk.build.meter.leave();
            walk.lower();
            walk.build.meter.nesting += 1;
        } else {
            walk.lower();
        }
    });
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `else ...` and `else if ...`.
pub(in crate::languages) fn else_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.cognitive += 1;
    walk.children(|walk, _| {
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
    walk.lower_children();
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
            Field::Right => of = walk.lower_as(Role::Read),
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
    walk.lower_children();
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `case a:`.
pub(in crate::languages) fn case(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branches += 1;
    walk.lower_children();
    ExprId::UNKNOWN
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
    walk.children(|walk, _| {
        super::expected::expect(walk, expects);
        let lowered = walk.lower();
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
