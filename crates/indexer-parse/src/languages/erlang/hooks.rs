//! What a table cannot say of Erlang: variables, calls, macros and records.

use super::{modules, names};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeKind};

/// Macros that the preprocessor itself defines.
const PREDEFINED: &[&str] = &[
    "FEATURE_AVAILABLE",
    "FEATURE_ENABLED",
    "FILE",
    "FUNCTION_ARITY",
    "FUNCTION_NAME",
    "LINE",
    "MACHINE",
    "MODULE",
    "MODULE_STRING",
    "OTP_RELEASE",
];

/// A variable: the first time that a clause names it, it is bound there. `_` takes what nobody wants.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.text() == "_" {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    if walk.build.shapes.knows(walk.build.facts.scopes.as_slice(), scope, name) {
        return walk.build.use_name(span, Namespace::VALUE);
    }
    walk.local();
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, span.start, ExprId::UNKNOWN);
    ExprId::UNKNOWN
}

/// A call: of an atom, a function of the file or a type; `mod:f()` has its own node around.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_type = walk.build.role == Role::Type;
    let arity = names::arity(walk.node());
    let mark = walk.build.uses.mark();
    let (mut callee, mut values, mut name) = (ExprId::UNKNOWN, Vec::new(), "");
    walk.children(|walk, field| match field {
        Field::Expr if walk.kind() == "atom" && is_type => callee = names::use_type(walk, arity),
        Field::Expr if walk.kind() == "atom" => {
            name = walk.text();
            callee = names::use_function(walk, arity, Role::Call);
        }
        Field::Expr => callee = walk.lower(),
        Field::Args => values = modules::arguments(walk, name),
        _ => walk.other(),
    });
    walk.call_of(mark, callee, &values)
}

/// `?MAX`.
pub(super) fn macro_call(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && PREDEFINED.contains(&walk.text()) => walk.neither(),
        Field::Name if walk.is_identifier() => {
            let span = walk.span();
            walk.with_role(Role::Macro, |walk| walk.build.use_name(span, Namespace::MACRO));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `#item{id = 1}`, `I#item{id = 2}`, `I#item.id`, `#item.id`: a record is a type, of which fields are members.
pub(super) fn record(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = if walk.kind() == "record_update_expr" { Role::Write } else { Role::Read };
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match walk.kind() {
        "record_name" => of = record_name(walk),
        "record_field" | "record_field_name" if field != Field::Expr => {
            walk.lower_with(|walk| {
                walk.children(|walk, field| match field {
                    Field::Name if walk.is_identifier() && walk.kind() == "atom" => field_of(walk, of, role),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    of
}

/// The record that is named; an instance of it.
fn record_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Name if walk.is_identifier() && walk.kind() == "atom" => of = names::use_record(walk),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    walk.build.instance(of)
}

fn field_of(walk: &mut Walk<'_, '_>, of: ExprId, role: Role) {
    let span = walk.span();
    let name = walk.build.names.made(names::plain(walk.build.text(span)));
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    walk.with_role(role, |walk| walk.build.use_member(span, member));
}

/// `[A || A <- As]`: what is bound holds in it alone, also before the place that binds it.
pub(super) fn comprehension(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.lower_children();
    walk.build.restore(place);
    ExprId::UNKNOWN
}
