//! Blocks, and statements that C does not have.

use crate::languages::c::declarators;
use crate::languages::c::declare::{Place, Specifiers};
use crate::languages::c::state::Remembers;
use crate::languages::c::{parameters, statements};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Lambda, LambdaId, List, Role, ScopeKind};

/// `^T (U a) { .. }`.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let (outer, span) = (walk.build.place(), walk.span());
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let (parameters, value, argument_of) = (List::default(), ExprId::UNKNOWN, None);
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of });
    let expression = walk.build.expression(Expression::Lambda(id));
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    walk.notes().returns.push(Vec::new());
    walk.each_child(|walk, _| match walk.kind() {
        "compound_statement" => drop(walk.lower()),
        _ => taken(walk, id),
    });
    let returned = walk.notes().returns.pop().unwrap_or_default();
    let value = walk.build.union(&returned);
    walk.build.facts.lambdas[id.index()].value = value;
    walk.build.meter.leave();
    walk.build.restore(outer);
    expression
}

/// What stands before the body of a block: its parameters, behind the type of its result where that is written.
fn taken(walk: &mut Walk<'_, '_>, id: LambdaId) {
    match walk.kind() {
        "parameter_list" => {
            let run = parameters::bound(walk);
            walk.build.facts.lambdas[id.index()].parameters = run;
        }
        "type_name" | "abstract_function_declarator" | "abstract_pointer_declarator" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| taken(walk, id));
                ExprId::UNKNOWN
            });
        }
        _ => walk.with_role(Role::Type, Walk::other),
    }
}

/// `for (T a in b)`; the others are C's.
pub(super) fn looping(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let is_over = node.children(&mut node.walk()).any(|one| one.kind() == "in");
    if !is_over {
        return statements::looping(walk);
    }
    walk.build.meter.branch();
    let (outer, span) = (walk.build.place(), walk.span());
    walk.build.open_scope(ScopeKind::Block, span);
    let mut specifiers = Specifiers::new(walk);
    let (mut is_typed, mut is_head) = (false, true);
    walk.children(|walk, field| {
        if walk.kind() == "in" {
            is_head = false;
        } else if is_head && specifiers.take(walk, field) {
            is_typed |= field == Field::Type;
        } else if is_head && is_typed && (walk.is_identifier() || walk.kind().ends_with("_declarator")) {
            let inner = walk.build.place();
            declarators::named(walk, Place::Block, &mut specifiers);
            walk.build.restore(inner);
        } else if walk.is_named() {
            walk.lower_as(if is_head { Role::Write } else { Role::Read });
        } else {
            walk.other();
        }
    });
    walk.build.restore(outer);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `@catch (T *a) { .. }`.
pub(super) fn catch(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let (outer, span) = (walk.build.place(), walk.span());
    walk.build.open_scope(ScopeKind::Block, span);
    walk.each_child(|walk, _| match walk.kind() {
        "type_name" => drop(walk.lower_with(caught)),
        _ => walk.with_role(Role::Read, Walk::other),
    });
    walk.build.restore(outer);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// The type and name of what is caught.
fn caught(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut specifiers = Specifiers::new(walk);
    let mut is_typed = false;
    walk.each_child(|walk, _| {
        let declares = walk.is_identifier() || walk.kind().ends_with("_declarator");
        if is_typed && declares {
            let inner = walk.build.place();
            declarators::named(walk, Place::Block, &mut specifiers);
            walk.build.restore(inner);
        } else if walk.kind() == "type_qualifier" || !walk.is_named() {
            walk.other();
        } else {
            specifiers.of = walk.lower_as(Role::Type);
            is_typed = true;
        }
    });
    ExprId::UNKNOWN
}
