//! Statements and control flow.

use super::state::Remembers;
use super::types;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace};

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
                let written = walk.lower_expected(value);
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

/// `return x`.
pub(super) fn returned(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        let expected = walk.state().result;
        if walk.kind() == "lambda_expression" {
            walk.lower_expected(expected);
        } else {
            walk.other();
        }
    });
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
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() && walk.kind() != "guard" {
            walk.build.meter.branches += 1;
        }
        if walk.is_identifier() && !subject.is_unknown() {
            case(walk, subject);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// A name after `case`: a constant of the enumeration that is switched over, or one that the name leads to.
fn case(walk: &mut Walk<'_, '_>, subject: ExprId) {
    let span = walk.span();
    let named = walk.build.use_name(span, Namespace::VALUE);
    walk.build.uses.silence_last();
    let name = walk.build.name(span);
    let member = walk.build.expression(Expression::Member { of: subject, name, access: Access::Value });
    let either = walk.build.expression(Expression::Case { member, name: named });
    walk.build.use_member(span, either);
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

/// `break` and `continue`: one with a label breaks the linear flow.
pub(super) fn jump(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut labelled = false;
    walk.each_child(|walk, _| {
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
