//! `match`: patterns of `case`, and the names that they capture.

use super::assign::{self, Assigned};
use super::complexity::structure;
use super::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role};

/// `match`.
pub(super) fn match_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut subjects = Vec::new();
    structure(walk, 0, |walk| {
        walk.children(|walk, field| match field {
            Field::Subject => subjects.push(walk.lower()),
            Field::Body => {
                let subject = if let [one] = subjects.as_slice() { *one } else { ExprId::UNKNOWN };
                walk.lower_with(|walk| {
                    walk.each_child(|walk, _| {
                        walk.state().subject = Some(subject);
                        walk.lower();
                        walk.state().subject = None;
                    });
                    ExprId::UNKNOWN
                });
            }
            _ => drop(walk.lower()),
        });
    });
    ExprId::UNKNOWN
}

/// `case`: its patterns see the subject, its guard and body do not.
pub(super) fn case_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    let subject = walk.state().subject.take();
    walk.each_child(|walk, _| {
        if walk.kind() == "case_pattern" {
            walk.top().complexity.branches += u32::from(walk.text() != "_");
            with_subject(walk, subject.unwrap_or(ExprId::UNKNOWN), Walk::lower);
        } else {
            walk.lower();
        }
    });
    ExprId::UNKNOWN
}

fn with_subject<'t, 'a, R>(
    walk: &mut Walk<'t, 'a>,
    subject: ExprId,
    inner: impl FnOnce(&mut Walk<'t, 'a>) -> R,
) -> R {
    let before = walk.state().subject.replace(subject);
    let result = inner(walk);
    walk.state().subject = before;
    result
}

/// A dotted name: in a pattern a capture, or with dots a value; elsewhere (broken code) a use.
pub(super) fn dotted_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let subject = walk.state().subject;
    if let Some(subject) = subject
        && walk.node().child_count() == 1
    {
        capture(walk, subject);
        return subject;
    }
    path(walk, Role::Read)
}

/// The names of a dotted name as a path; the last one has the role.
fn path(walk: &mut Walk<'_, '_>, role: Role) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mark = walk.build.uses.mark();
    walk.each_child(|walk, _| {
        if !walk.is_identifier() {
            walk.lower();
        } else if of.is_unknown() {
            of = walk.with_role(Role::Read, |walk| walk.build.use_name(walk.span(), Namespace::ANY));
        } else {
            of = walk.with_role(Role::Read, |walk| walk.member_of(of, Access::Value));
        }
    });
    walk.build.uses.retag(mark, of, role);
    of
}

/// The identifiers below the current node capture `value`.
fn capture(walk: &mut Walk<'_, '_>, value: ExprId) {
    let statement = walk.span();
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            let span = walk.span();
            assign::bind_name(walk, span, Assigned::value(value, statement));
        } else {
            walk.lower();
        }
    });
}

/// `*rest`, `**rest`.
pub(super) fn splat_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.state().subject.is_some() {
        capture(walk, ExprId::UNKNOWN);
    } else {
        walk.lower_children();
    }
    ExprId::UNKNOWN
}

/// `Class(a, name=b)`: an instance of the class; `name=b` captures its member.
pub(super) fn class_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut instance = ExprId::UNKNOWN;
    let mut is_first = true;
    walk.each_child(|walk, _| {
        if walk.kind() == "dotted_name" && std::mem::replace(&mut is_first, false) {
            let class = walk.lower_with(|walk| path(walk, Role::Type));
            instance = walk.build.expression(Expression::Instance(class));
        } else {
            // A keyword pattern inside asks for a member of this instance.
            let is_keyword = walk.node().child(0).is_some_and(|child| child.kind() == "keyword_pattern");
            with_subject(walk, if is_keyword { instance } else { ExprId::UNKNOWN }, Walk::lower);
        }
    });
    instance
}

/// `name=pattern` inside a class pattern.
pub(super) fn keyword_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let of = walk.state().subject.unwrap_or(ExprId::UNKNOWN);
    let mut member = ExprId::UNKNOWN;
    let mut is_first = true;
    walk.each_child(|walk, _| {
        if is_first && walk.is_identifier() {
            is_first = false;
            let span = walk.span();
            let name = walk.build.name(span);
            walk.neither();
            if !of.is_unknown() {
                member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
            }
        } else {
            with_subject(walk, member, Walk::lower);
        }
    });
    ExprId::UNKNOWN
}

/// `[a, b]`, `(a, b)` and `{k: v}`: what is inside is an element of the subject.
pub(super) fn sequence_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let Some(subject) = walk.state().subject else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let element = super::statements::element(walk, subject);
    with_subject(walk, element, |walk| {
        walk.lower_children();
    });
    ExprId::UNKNOWN
}

/// `{k: v}`: keys are values, not captures.
pub(super) fn dict_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    with_subject(walk, ExprId::UNKNOWN, |walk| {
        walk.lower_children();
    });
    ExprId::UNKNOWN
}
