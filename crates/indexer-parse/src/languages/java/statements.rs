//! Statements and control flow.

use super::patterns;
use super::state::Remembers;
use super::types;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, ScopeKind};

/// A block is a scope.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    scope(walk)
}

/// A statement whose names hold inside it alone.
pub(super) fn scope(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_block();
    ExprId::UNKNOWN
}

/// `T a = x, b;` inside of a method.
pub(super) fn local(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut declared = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => {
            let annotation = walk.lower();
            declared = types::instance(walk, annotation);
        }
        _ if walk.kind() == "variable_declarator" => declarator(walk, declared),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `a = x`: holds from its name on; what it is follows from the type, else from the value.
fn declarator(walk: &mut Walk<'_, '_>, declared: ExprId) {
    let mut name = None;
    let mut value = declared;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Name if walk.is_identifier() => {
                let span = walk.local();
                name = Some((walk.build.name(span), span.end));
            }
            Field::Value => {
                let written = walk.lower();
                if value.is_unknown() {
                    value = written;
                }
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    if let Some((name, from)) = name {
        let scope = walk.build.scope;
        walk.build.bind_local(scope, name, Namespace::VALUE, from, value);
    }
}

/// `if`.
pub(super) fn if_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    walk.children(|walk, field| match field {
        Field::Alternative => walk.lower_else(),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `for`, `while` and `do`.
pub(super) fn looping(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let place = walk.build.place();
    let span = walk.span();
    let each = walk.kind() == "enhanced_for_statement";
    if walk.kind() != "do_statement" {
        walk.build.open_scope(ScopeKind::Block, span);
    }
    let mut declared = ExprId::UNKNOWN;
    let mut name = None;
    walk.children(|walk, field| match field {
        Field::Type if each => {
            let annotation = walk.lower();
            declared = types::instance(walk, annotation);
        }
        Field::Name if each && walk.is_identifier() => {
            let token = walk.local();
            name = Some(walk.build.name(token));
        }
        Field::Value if each => {
            let of = walk.lower();
            if declared.is_unknown() {
                declared = walk.build.expression(Expression::Element(of));
            }
            if let Some(name) = name.take() {
                // It does not hold in what is iterated over.
                let (scope, from) = (walk.build.scope, walk.span().end);
                walk.build.bind_local(scope, name, Namespace::VALUE, from, declared);
            }
        }
        _ => walk.other(),
    });
    walk.build.restore(place);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `switch`, as statement and as expression.
pub(super) fn switch(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter();
    let outer = walk.state().subject;
    let mut subject = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Condition => subject = walk.lower(),
        Field::Body => {
            walk.state().subject = subject;
            walk.lower();
            walk.state().subject = outer;
        }
        _ => walk.other(),
    });
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `case A, B`: a bare name is most often a constant of the enumeration that is switched over.
pub(super) fn label(walk: &mut Walk<'_, '_>) -> ExprId {
    let subject = walk.state().subject;
    walk.children(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() && walk.kind() != "guard" {
            walk.build.meter.branches += 1;
        }
        if walk.is_identifier() && !subject.is_unknown() {
            walk.member_of(subject, Access::Value);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `T name = value` in the head of a try.
pub(super) fn resource(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut declared = ExprId::UNKNOWN;
    let mut name = None;
    walk.children(|walk, field| match field {
        Field::Type => {
            let annotation = walk.lower();
            declared = types::instance(walk, annotation);
        }
        Field::Name if walk.is_identifier() => {
            let span = walk.local();
            name = Some((walk.build.name(span), span.end));
        }
        Field::Value => {
            let written = walk.lower();
            if declared.is_unknown() {
                declared = written;
            }
        }
        _ => walk.other(),
    });
    if let Some((name, from)) = name {
        let scope = walk.build.scope;
        walk.build.bind_local(scope, name, Namespace::VALUE, from, declared);
    }
    ExprId::UNKNOWN
}

/// `catch (A | B e) { ... }`.
pub(super) fn catch_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.children(|walk, _| {
        if walk.kind() != "catch_formal_parameter" {
            walk.other();
            return;
        }
        let mut value = ExprId::UNKNOWN;
        walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Name if walk.is_identifier() => patterns::bind(walk, value),
                _ if walk.kind() == "catch_type" => {
                    let annotation = walk.lower();
                    value = types::instance(walk, annotation);
                }
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        });
    });
    walk.build.restore(place);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `label: statement`.
pub(super) fn labeled(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut first = true;
    walk.children(|walk, _| {
        if first && walk.is_identifier() {
            walk.neither();
        } else {
            walk.other();
        }
        first = false;
    });
    ExprId::UNKNOWN
}

/// `break` and `continue`: one with a label breaks the linear flow.
pub(super) fn jump(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut labelled = false;
    walk.children(|walk, _| {
        if walk.is_identifier() {
            labelled = true;
            walk.neither();
        } else {
            walk.other();
        }
    });
    walk.build.meter.cognitive += u32::from(labelled);
    ExprId::UNKNOWN
}
