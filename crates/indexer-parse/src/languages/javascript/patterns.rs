//! Patterns: names that are bound to parts of a value.

use super::head;
use super::imports;
use super::narrow;
use super::state::{Remembers, union_of};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, Bound, CollectionKind, DefId, ExprId, Expression, Name, Namespace, Role, ScopeId, Span,
    SymbolKind, Visibility,
};

/// What becomes of the names of a pattern.
#[derive(Clone, Debug)]
pub(in crate::languages) enum Binder {
    /// They are locals of this scope.
    Local(ScopeId),
    /// They are definitions of this scope.
    Define(ScopeId, Definition),
    /// They are imports of this scope, from what this path leads to, and definitions where it is that of
    /// a file.
    Require(ScopeId, Vec<Name>, Option<Definition>),
    /// They are assigned.
    Assign,
}

/// What is said of definitions that a pattern makes.
#[derive(Clone, Copy, Debug)]
pub(in crate::languages) struct Definition {
    pub kind: SymbolKind,
    pub visibility: Visibility,
    pub flags: indexer_core::Flags,
}

impl Binder {
    pub(in crate::languages) fn local(scope: ScopeId) -> Self {
        Self::Local(scope)
    }
}

/// Binds the names of the pattern at the current node to the parts of `value`.
pub(in crate::languages) fn bind(walk: &mut Walk<'_, '_>, value: ExprId, binder: &Binder) {
    match walk.kind() {
        "identifier" if walk.is_identifier() => leaf(walk, value, binder),
        "shorthand_property_identifier_pattern" if walk.is_identifier() => shorthand(walk, value, binder),
        "object_pattern" => within(walk, |walk| {
            walk.each_child(|walk, _| {
                if walk.is_named() && !walk.node().is_extra() {
                    property(walk, value, binder);
                } else {
                    walk.lower();
                }
            });
        }),
        "array_pattern" => within(walk, |walk| items(walk, value, binder)),
        "assignment_pattern" => within(walk, |walk| with_default(walk, value, binder)),
        "rest_pattern" => within(walk, |walk| {
            walk.each_child(|walk, _| {
                if walk.is_named() && !walk.node().is_extra() {
                    bind(walk, value, binder);
                } else {
                    walk.lower();
                }
            });
        }),
        "parenthesized_expression" | "non_null_expression" => within(walk, |walk| {
            walk.each_child(|walk, _| {
                if walk.is_named() && !walk.node().is_extra() {
                    bind(walk, value, binder);
                } else {
                    walk.lower();
                }
            });
        }),
        _ => {
            let role = if matches!(binder, Binder::Assign) { Role::Write } else { Role::Read };
            walk.lower_as(role);
        }
    }
}

fn within(walk: &mut Walk<'_, '_>, inside: impl FnOnce(&mut Walk<'_, '_>)) {
    walk.lower_with(|walk| {
        inside(walk);
        ExprId::UNKNOWN
    });
}

fn items(walk: &mut Walk<'_, '_>, value: ExprId, binder: &Binder) {
    let mut index = 0;
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            index += u32::from(walk.kind() == ",");
            walk.lower();
            return;
        }
        let part = if value.is_unknown() {
            value
        } else if walk.kind() == "rest_pattern" {
            let element = walk.build.expression(Expression::Element(value));
            walk.build.collection(CollectionKind::List, &[element])
        } else {
            walk.build.expression(Expression::Item { of: value, index })
        };
        bind(walk, part, binder);
    });
}

/// One part of an object pattern.
fn property(walk: &mut Walk<'_, '_>, of: ExprId, binder: &Binder) {
    match walk.kind() {
        "pair_pattern" => within(walk, |walk| pair(walk, of, binder)),
        "object_assignment_pattern" => within(walk, |walk| with_default(walk, of, binder)),
        // What is left of an object is like it.
        _ => bind(walk, of, binder),
    }
}

fn pair(walk: &mut Walk<'_, '_>, of: ExprId, binder: &Binder) {
    let mut part = ExprId::UNKNOWN;
    let mut inner = None;
    walk.children(|walk, field| match field {
        Field::Key if walk.is_identifier() => {
            if let Binder::Require(_, path, _) = binder {
                let span = walk.span();
                let mut path = path.clone();
                path.push(walk.build.name(span));
                part = imports::required(walk, &path, Some(span));
                inner = Some(path);
            } else {
                part = walk.with_role(Role::Read, |walk| walk.member_of(of, Access::Value));
            }
        }
        Field::Key => part = key(walk, of),
        Field::Value => match inner.take() {
            Some(path) => {
                let Binder::Require(scope, _, definition) = binder else { return };
                bind(walk, part, &Binder::Require(*scope, path, *definition));
            }
            None => bind(walk, part, binder),
        },
        _ => drop(walk.lower()),
    });
}

/// The member that a string or computed key names.
fn key(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let text = walk.text();
    if walk.kind() == "string" && !of.is_unknown() && !text.contains('\\') {
        let name = walk.build.names.name(super::text::content(text));
        return walk.build.expression(Expression::Member { of, name, access: Access::Value });
    }
    walk.lower_as(Role::Read);
    ExprId::UNKNOWN
}

/// `a = b` in a pattern: the part, else the default.
fn with_default(walk: &mut Walk<'_, '_>, value: ExprId, binder: &Binder) {
    let mut default = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Left => {}
        Field::Right => default = walk.lower_as(Role::Read),
        _ => drop(walk.lower()),
    });
    walk.child_in(Field::Left, |walk| match walk.kind() {
        "shorthand_property_identifier_pattern" if walk.is_identifier() => {
            let member = member(walk, value, binder);
            let either = union_of(walk.build, &[member, default]);
            leaf(walk, either, binder);
        }
        _ => {
            let either = union_of(walk.build, &[value, default]);
            bind(walk, either, binder);
        }
    });
}

/// `{ a }`: a use of the member and a new name in one token.
fn shorthand(walk: &mut Walk<'_, '_>, of: ExprId, binder: &Binder) {
    let value = member(walk, of, binder);
    leaf(walk, value, binder);
}

fn member(walk: &mut Walk<'_, '_>, of: ExprId, binder: &Binder) -> ExprId {
    if matches!(binder, Binder::Require(..)) {
        return ExprId::UNKNOWN;
    }
    let before = std::mem::replace(&mut walk.build.role, Role::Read);
    let member = walk.member_of(of, Access::Value);
    walk.build.uses.uncount_last();
    walk.build.role = before;
    member
}

/// The name at the current node gets `value`.
fn leaf(walk: &mut Walk<'_, '_>, value: ExprId, binder: &Binder) {
    let span = walk.span();
    match binder {
        Binder::Local(scope) => {
            let span = walk.local();
            let name = walk.build.name(span);
            narrow::shadow(walk, name);
            walk.build.bind(*scope, name, Namespace::VALUE, Bound::Local, value);
        }
        Binder::Define(scope, definition) => {
            define(walk, span, *scope, *definition, value);
        }
        Binder::Require(scope, path, definition) => {
            let is_shorthand = walk.kind() == "shorthand_property_identifier_pattern";
            imports::bind_required(walk, *scope, path, is_shorthand, *definition);
        }
        Binder::Assign => {
            narrow::assigned(walk);
            assign(walk, value);
        }
    }
}

/// Defines a variable whose value is known; a second definition of the name writes it.
pub(in crate::languages) fn define(
    walk: &mut Walk<'_, '_>,
    span: Span,
    scope: ScopeId,
    definition: Definition,
    value: ExprId,
) -> Option<DefId> {
    let name = walk.build.name(span);
    if let Some(known) = walk.state().known.get(&(scope, name)).copied()
        && !walk.build.definition(known).kind.is_type()
    {
        assign(walk, value);
        return None;
    }
    let place = walk.build.place();
    walk.build.scope = scope;
    let id = walk.build.define(span, definition.kind, Namespace::VALUE);
    walk.build.restore(place);
    head::know(walk, id);
    let one = walk.build.definition(id);
    (one.visibility, one.flags, one.value) = (definition.visibility, definition.flags, value);
    Some(id)
}

/// The name at the current node is assigned.
pub(in crate::languages) fn assign(walk: &mut Walk<'_, '_>, value: ExprId) {
    let span = walk.span();
    let name = walk.build.name(span);
    let scope = walk.build.scope;
    walk.with_role(Role::Write, |walk| walk.build.use_name(span, Namespace::VALUE));
    walk.state().assign(scope, name, value);
}
