//! Operators: those that a file declares are functions like others.

use super::binds::LOCAL;
use super::state::Ocaml;
use crate::shapes::declare::is_taken;
use crate::walk::Walk;
use indexer_core::{ExprId, Role};

/// Operators that every file has, sorted.
const BUILT_IN: &[&str] = &[
    "!", "!=", "&", "&&", "*", "**", "*.", "+", "+.", "-", "-.", "/", "/.", ":=", "<", "<=", "<>", "=", "==",
    ">", ">=", "@", "@@", "^", "^^", "mod", "or", "|>", "||", "~+", "~+.", "~-", "~-.", "land", "lor", "lsl",
    "lsr", "lxor", "asr", "lnot",
];

/// An operator, which a file may declare.
pub(super) fn operator(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    let name = walk.build.name(span);
    let is_own = walk.build.remembered.of::<Ocaml>().operators.contains(&name);
    if BUILT_IN.contains(&walk.text()) && !is_own {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    let role = if walk.build.role == Role::Read { Role::Call } else { walk.build.role };
    walk.with_role(role, |walk| walk.build.use_name(span, LOCAL))
}

/// `a |> f`, `f @@ a`, `a && b`: what such an operator calls is called.
pub(super) fn infix(walk: &mut Walk<'_, '_>) -> ExprId {
    use crate::table::Field;
    let operator = walk.node().child_by_field_name("operator").map(crate::walk::span_of);
    let operator = operator.map_or("", |span| walk.build.text(span));
    if matches!(operator, "&&" | "||") {
        walk.build.meter.branches += 1;
    }
    walk.children(|walk, field| match (field, operator) {
        (Field::Left, "@@") | (Field::Right, "|>") if walk.kind() == "value_path" => {
            walk.lower_as(Role::Call);
        }
        _ => walk.with_role(Role::Read, Walk::other),
    });
    ExprId::UNKNOWN
}
