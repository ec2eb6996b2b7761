//! Instance variables, and what assignments do.

use super::calls;
use super::hooks::{is_in_block_of_type, ruby};
use super::nodes;
use super::state::Receiver;
use crate::shapes::{self, type_scope};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, DefId, ExprId, Expression, Flags, Name, Namespace, Role, ScopeId, ScopeKind, Span, SymbolKind,
    Visibility,
};

/// What has the variable: a class variable is of the type and its instances alike.
fn holder(walk: &mut Walk<'_, '_>) -> (ExprId, bool) {
    let is_shared = walk.kind() == "class_variable";
    let is_of_type = ruby(walk).receivers.last() == Some(&Receiver::Type);
    let is_type = !is_shared && is_of_type && !is_in_block_of_type(walk);
    let value = type_scope(walk).map_or(ExprId::UNKNOWN, |scope| {
        let this = if is_type { Expression::SelfType(scope) } else { Expression::SelfInstance(scope) };
        walk.build.expression(this)
    });
    (value, is_type)
}

/// `@a` and `@@a`: a member of the receiver.
pub(super) fn instance_variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let (this, _) = holder(walk);
    walk.member_of(this, Access::Value)
}

/// An assignment: constants and the first assignment of an instance variable define, what else is a name is a local.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let left = walk.node().child_by_field_name("left");
    match left.map(|left| left.kind()) {
        Some("constant") if calls::makes_type(walk) => calls::made_type(walk),
        Some("constant") if walk.build.scope_around(is_body) != Some(walk.build.scope) => constant(walk),
        Some("constant") => shapes::lower(walk, &nodes::CONSTANT),
        Some("instance_variable" | "class_variable") => field(walk),
        Some("call") => written(walk),
        _ => shapes::lower(walk, &nodes::ASSIGN),
    }
}

/// What holds constants.
fn is_body(kind: ScopeKind) -> bool {
    matches!(kind, ScopeKind::Type | ScopeKind::File)
}

/// A constant in a block is one of the type around the block.
fn constant(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, mut id, mut value) = (walk.span(), None, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Left if walk.is_identifier() => {
            let place = walk.build.place();
            let scope = walk.build.scope_around(is_body).unwrap_or(ScopeId(0));
            walk.build.owner = walk.build.facts.scopes[scope.index()].owner;
            walk.build.scope = scope;
            id = Some(walk.build.define(walk.span(), SymbolKind::Constant, Namespace::VALUE));
            walk.build.restore(place);
        }
        Field::Right => value = walk.lower_as(Role::Read),
        _ => walk.other(),
    });
    if let Some(id) = id {
        let signature = crate::text::folded(walk.build.text(span));
        let definition = walk.build.definition(id);
        definition.value = value;
        definition.span = span;
        definition.signature = signature;
        definition.visibility = Visibility::Public;
    }
    ExprId::UNKNOWN
}

/// `a.b = c` calls `b=`.
fn written(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Left => drop(written_member(walk)),
        Field::Right => value = walk.lower_as(Role::Read),
        _ => walk.other(),
    });
    value
}

/// The current node is a call that is assigned to.
fn written_member(walk: &mut Walk<'_, '_>) -> bool {
    let mut receiver = ExprId::UNKNOWN;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Receiver => receiver = walk.lower_as(Role::Read),
            Field::Method if walk.is_identifier() => {
                let span = walk.span();
                let text = format!("{}=", walk.build.text(span));
                let name = walk.build.names.made(&text);
                let member = Expression::Member { of: receiver, name, access: Access::Value };
                let member = walk.build.expression(member);
                walk.with_role(Role::Write, |walk| walk.build.use_member(span, member));
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    true
}

fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, mut of, mut value, mut computes) = (walk.span(), None, ExprId::UNKNOWN, false);
    walk.children(|walk, field| match field {
        Field::Left if walk.is_identifier() => of = instance_target(walk),
        Field::Right => value = walk.lower_as(Role::Read),
        _ => {
            computes |= shapes::is_computing(walk);
            walk.other();
        }
    });
    if computes {
        value = ExprId::UNKNOWN;
    }
    give(walk, of, span, value);
    value
}

/// The field is given a value, its first where it is defined by that.
fn give(walk: &mut Walk<'_, '_>, of: Option<Target>, span: Span, value: ExprId) {
    match of {
        Some((of, Some(id))) => {
            let signature = crate::text::folded(walk.build.text(span));
            let definition = walk.build.definition(id);
            definition.span = span;
            definition.signature = signature;
            shapes::define_given(walk, of, id, value);
        }
        Some((of, None)) => shapes::give(walk, of, value),
        None => {}
    }
}

/// One of several targets of an assignment that is no local: of its value, nothing is known.
pub(super) fn member_target(walk: &mut Walk<'_, '_>) -> bool {
    match walk.kind() {
        "instance_variable" | "class_variable" => {
            let span = walk.span();
            let of = instance_target(walk);
            give(walk, of, span, ExprId::UNKNOWN);
        }
        "global_variable" | "constant" => drop(walk.with_role(Role::Write, Walk::lower)),
        _ => return false,
    }
    true
}

/// The class and name of a field, with its definition where this is its first assignment.
type Target = ((ScopeId, Name), Option<DefId>);

/// The first assignment in a class defines the field; others write it.
fn instance_target(walk: &mut Walk<'_, '_>) -> Option<Target> {
    let span = walk.span();
    let name = walk.build.name(span);
    let (this, is_type) = holder(walk);
    let around = type_scope(walk);
    // A type and its instances may have variables of one name.
    let key = if is_type {
        let text = format!("self.{}", walk.build.text(span));
        walk.build.names.made(&text)
    } else {
        name
    };
    let first = around.filter(|scope| walk.build.shapes.introduce(*scope, key));
    let Some(scope) = first else {
        walk.with_role(Role::Write, |walk| walk.member_of(this, Access::Value));
        return around.map(|scope| ((scope, key), None));
    };
    let place = walk.build.place();
    walk.build.owner = walk.build.facts.scopes[scope.index()].owner;
    walk.build.tally.definitions += 1;
    let id = walk.build.define_as(name, span, SymbolKind::Field, scope, Namespace::MEMBER);
    walk.build.restore(place);
    if is_type {
        walk.build.definition(id).flags.add(Flags::STATIC);
    }
    Some(((scope, key), Some(id)))
}
