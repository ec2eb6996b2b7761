//! Blocks and control flow.

use super::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Role, ScopeKind};

/// `{ ... }`: a scope of its own.
pub(in crate::languages) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.place();
    let span = walk.span();
    walk.build.open_scope(ScopeKind::Block, span);
    walk.build.role = Role::Read;
    walk.lower_children();
    walk.build.restore(outer);
    ExprId::UNKNOWN
}

/// `if`: what its condition declares holds in both branches.
pub(in crate::languages) fn if_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    let outer = walk.build.place();
    let span = walk.span();
    walk.children(|walk, field| match field {
        Field::Alternative => {
            walk.build.meter.leave();
            walk.lower();
            walk.build.meter.nesting += 1;
        }
        Field::Condition => {
            if walk.is_cpp() {
                walk.build.open_scope(ScopeKind::Block, span);
            }
            walk.lower_as(Role::Read);
        }
        _ => walk.lower_named(),
    });
    walk.build.restore(outer);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `else ...`; `else if` adds no nesting.
pub(in crate::languages) fn else_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.cognitive += 1;
    walk.each_child(|walk, _| {
        if !walk.is_named() {
            return;
        }
        if walk.kind() == "if_statement" {
            walk.build.meter.else_if = true;
            walk.lower();
            walk.build.meter.else_if = false;
        } else {
            walk.build.meter.nest();
            walk.lower();
            walk.build.meter.leave();
        }
    });
    ExprId::UNKNOWN
}

/// `while`, `do`, `for`, `catch`: nests, branches, and may declare.
pub(in crate::languages) fn looping(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let outer = walk.build.place();
    let span = walk.span();
    walk.build.open_scope(ScopeKind::Block, span);
    walk.children(|walk, field| match field {
        Field::Parameters if walk.kind() == "parameter_list" => {
            super::parameters::bound(walk);
        }
        _ if walk.is_named() => drop(walk.lower_as(Role::Read)),
        _ => {}
    });
    walk.build.restore(outer);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `switch`.
pub(in crate::languages) fn switch(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter();
    let outer = walk.build.place();
    let span = walk.span();
    walk.build.open_scope(ScopeKind::Block, span);
    walk.lower_children();
    walk.build.restore(outer);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `case x:` and `default:`.
pub(in crate::languages) fn case(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| {
        if field == Field::Value {
            walk.build.meter.branches += 1;
        }
        if walk.is_named() {
            walk.lower_as(Role::Read);
        }
    });
    ExprId::UNKNOWN
}

/// `goto` breaks the linear flow.
pub(in crate::languages) fn goto(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.cognitive += 1;
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `return x;`: what the function gives, where its type is not written.
pub(in crate::languages) fn returns(walk: &mut Walk<'_, '_>) -> ExprId {
    let value = walk.with_role(Role::Read, |walk| walk.lower_children());
    walk.build.put_result(value);
    if !value.is_unknown()
        && let Some(known) = walk.notes().returns.last_mut()
        && known.len() < 8
    {
        known.push(value);
    }
    ExprId::UNKNOWN
}

/// `a ? b : c`.
pub(in crate::languages) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let mut values = Vec::new();
    walk.children(|walk, field| {
        if walk.is_named() {
            let value = walk.lower();
            if matches!(field, Field::Consequence | Field::Alternative) && !value.is_unknown() {
                values.push(value);
            }
        }
    });
    walk.build.meter.leave();
    walk.build.union(&values)
}

/// `for (auto x : y)`.
pub(in crate::languages) fn range_loop(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let outer = walk.build.place();
    let span = walk.span();
    walk.build.open_scope(ScopeKind::Block, span);
    // The range stands after the name, which does not hold in it.
    let mut element = ExprId::UNKNOWN;
    walk.child_in(Field::Right, |walk| {
        let of = walk.lower_as(Role::Read);
        element = walk.build.expression(Expression::Element(of));
    });
    let mut specifiers = super::declare::Specifiers::new(walk);
    walk.children(|walk, field| {
        if field == Field::Right || specifiers.take(walk, field) {
            return;
        }
        match field {
            Field::Declarator => {
                let inner = walk.build.place();
                let found = super::declarators::named(walk, super::declare::Place::Block, &mut specifiers);
                walk.build.restore(inner);
                if let Some(at) = found.binding
                    && walk.build.facts.bindings[at].value.is_unknown()
                {
                    walk.build.facts.bindings[at].value = element;
                }
            }
            _ if walk.is_named() => drop(walk.lower_as(Role::Read)),
            _ => {}
        }
    });
    walk.build.restore(outer);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}
