//! Blocks, statements and control flow.

use super::items;
use super::patterns::{self, Binder};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, LiteralKind, Role, ScopeKind};

/// An expression as a statement: it has a value where no `;` takes it away.
pub(super) fn statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, node| {
        if node.is_named() {
            let lowered = walk.lower_node(node);
            if !node.is_extra() {
                value = lowered;
            }
        } else {
            value = ExprId::UNKNOWN;
        }
    });
    value
}

/// A block: a scope whose value is that of its last expression.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let span = walk.span();
    walk.build.open_scope(ScopeKind::Block, span);
    walk.build.role = Role::Read;
    let value = items::members(walk, &mut String::new());
    walk.build.restore(place);
    value
}

/// `async { ... }`: awaiting it gives the block's value, as awaiting an async function gives its
/// return value.
pub(super) fn async_block(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children()
}

/// `let pattern: T = value else { ... };` The value comes first, since the pattern's names are
/// parts of it and are not in force in it.
pub(super) fn let_declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let end = walk.span().end;
    let value = right_side(walk);
    let mut binder = Binder::here(end);
    walk.child_in(Field::Pattern, |walk| patterns::bind(walk, value, &mut binder));
    ExprId::UNKNOWN
}

/// All but the pattern: gives what the type says, else the value.
fn right_side(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    let mut annotation = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Pattern => {}
        Field::Type => annotation = walk.lower_as(Role::Type),
        Field::Value => value = walk.lower(),
        _ => walk.lower_named(),
    });
    if annotation.is_unknown() {
        return value;
    }
    let declared = walk.build.expression(Expression::Instance(annotation));
    walk.build.given(declared, value)
}

/// `return a`.
pub(super) fn returned(walk: &mut Walk<'_, '_>) -> ExprId {
    let value = walk.lower_children();
    walk.build.put_result(value);
    ExprId::UNKNOWN
}

/// `let pattern = value` in a condition: binds in the scope that the statement around opened.
pub(super) fn let_condition(walk: &mut Walk<'_, '_>) -> ExprId {
    let_declaration(walk);
    walk.build.literal(LiteralKind::Boolean)
}

/// `a && let p = b`: one sequence of operators.
pub(super) fn let_chain(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.cognitive += 1;
    walk.each_child(|walk, _| {
        if walk.is_named() {
            walk.lower();
        } else if walk.kind() == "&&" {
            walk.build.meter.branches += 1;
        }
    });
    walk.build.literal(LiteralKind::Boolean)
}

/// True for conditions that bind names.
fn opens_scope(kind: &str) -> bool {
    matches!(kind, "let_condition" | "let_chain")
}

/// `if`: names of its condition hold in the consequence, not in the alternative.
pub(super) fn if_expression(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    let place = walk.build.place();
    let span = walk.span();
    let mut values = Branches::default();
    walk.children(|walk, field| match field {
        Field::Condition => {
            if opens_scope(walk.kind()) {
                walk.build.open_scope(ScopeKind::Block, span);
            }
            walk.lower_as(Role::Read);
        }
        Field::Consequence => {
            let value = walk.lower();
            values.add(value);
            walk.build.restore(place);
        }
        Field::Alternative => {
            walk.build.meter.leave();
            let value = walk.lower();
            values.add(value);
            walk.build.meter.nesting += 1;
        }
        _ => walk.lower_named(),
    });
    walk.build.restore(place);
    walk.build.meter.leave();
    values.union(walk)
}

/// `else { ... }` and `else if`.
pub(super) fn else_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.cognitive += 1;
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if !walk.is_named() {
            return;
        }
        match walk.kind() {
            "if_expression" => {
                walk.build.meter.else_if = true;
                value = walk.lower();
            }
            "block" => {
                walk.build.meter.nest();
                value = walk.lower();
                walk.build.meter.leave();
            }
            _ => {
                walk.lower();
            }
        }
    });
    value
}

/// The values of branches; those about which nothing is known (also those that diverge) are left out.
#[derive(Default)]
struct Branches {
    first: Option<ExprId>,
    more: Vec<ExprId>,
}

impl Branches {
    fn add(&mut self, value: ExprId) {
        if value.is_unknown() || self.first == Some(value) || self.more.contains(&value) {
            return;
        }
        match self.first {
            None => self.first = Some(value),
            Some(_) if self.more.len() < 31 => self.more.push(value),
            Some(_) => {}
        }
    }

    fn union(mut self, walk: &mut Walk<'_, '_>) -> ExprId {
        let Some(first) = self.first else { return ExprId::UNKNOWN };
        if self.more.is_empty() {
            return first;
        }
        self.more.insert(0, first);
        walk.build.union(&self.more)
    }
}

/// `match`: its arms are matched against its value.
pub(super) fn match_expression(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter();
    let mut subject = ExprId::UNKNOWN;
    let mut values = Branches::default();
    let mut arms = 0u32;
    walk.children(|walk, field| match field {
        Field::Value => subject = walk.lower_as(Role::Read),
        Field::Body => walk.nested(|walk| {
            walk.each_child(|walk, _| {
                if !walk.is_named() {
                    return;
                }
                if walk.kind() == "match_arm" && !walk.too_deep() {
                    arms += 1;
                    let value = arm(walk, subject);
                    values.add(value);
                } else {
                    walk.lower();
                }
            });
        }),
        _ => walk.lower_named(),
    });
    walk.build.meter.leave();
    walk.build.meter.branches += arms.saturating_sub(1);
    walk.build.before = Default::default();
    values.union(walk)
}

/// An arm outside of a match (broken code).
pub(super) fn match_arm(walk: &mut Walk<'_, '_>) -> ExprId {
    arm(walk, ExprId::UNKNOWN)
}

fn arm(walk: &mut Walk<'_, '_>, subject: ExprId) -> ExprId {
    let place = walk.build.place();
    let span = walk.span();
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Pattern => {
            let mut binder = Binder::inside(span, 0);
            walk.children(|walk, field| match field {
                Field::Condition => {
                    // A guard with a pattern needs the scope of the arm.
                    if opens_scope(walk.kind()) {
                        walk.build.open_scope(ScopeKind::Block, span);
                    }
                    walk.build.meter.branches += 1;
                    walk.lower_as(Role::Read);
                }
                _ if walk.is_named() => patterns::bind(walk, subject, &mut binder),
                _ => {}
            });
        }
        Field::Value => value = walk.lower(),
        _ => walk.lower_named(),
    });
    walk.build.restore(place);
    value
}

/// `while`, `loop`, `for`.
pub(super) fn looping(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let place = walk.build.place();
    let span = walk.span();
    let mut element = ExprId::UNKNOWN;
    // The iterated value stands after the pattern, which does not hold in it.
    if walk.kind() == "for_expression" {
        walk.child_in(Field::Value, |walk| {
            let of = walk.lower_as(Role::Read);
            element = walk.build.expression(Expression::Element(of));
        });
    }
    walk.children(|walk, field| match field {
        Field::Value => {}
        Field::Pattern => patterns::bind(walk, element, &mut Binder::inside(span, 0)),
        Field::Condition => {
            if opens_scope(walk.kind()) {
                walk.build.open_scope(ScopeKind::Block, span);
            }
            walk.lower_as(Role::Read);
        }
        _ => walk.lower_named(),
    });
    walk.build.restore(place);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `break` and `continue`: one with a label breaks the linear flow.
pub(super) fn jump(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut labelled = false;
    walk.each_child(|walk, _| {
        if walk.is_named() {
            labelled |= walk.kind() == "label";
            walk.lower();
        }
    });
    walk.build.meter.cognitive += u32::from(labelled);
    ExprId::UNKNOWN
}
