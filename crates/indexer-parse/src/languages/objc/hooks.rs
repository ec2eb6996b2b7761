//! Names and types.

use crate::languages::c::state::Remembers;
use crate::languages::c::{expressions, types};
use crate::shapes;
use crate::walk::Walk;
use indexer_core::{Bound, ExprId, Expression, LiteralKind, Namespace, Role};

/// Names of protocols are apart from all others: a class may have the same.
pub(super) const PROTOCOL: Namespace = Namespace::CALLABLE;

/// A name that is used.
pub(super) fn identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    let word = match walk.text() {
        "nil" | "Nil" => walk.build.literal(LiteralKind::None),
        "YES" | "NO" => walk.build.literal(LiteralKind::Boolean),
        "self" if shapes::type_scope(walk).is_some() => shapes::this_instance(walk),
        "super" => match shapes::type_scope(walk) {
            Some(scope) => walk.build.expression(Expression::Super(scope)),
            None => ExprId::UNKNOWN,
        },
        "_cmd" => ExprId::UNKNOWN,
        _ => return expressions::identifier(walk),
    };
    let start = walk.span().start;
    if walk.notes().mark(start).is_some() {
        return expressions::identifier(walk);
    }
    walk.neither();
    word
}

/// `id`, `id<P>`, `BOOL`: a type of the language, perhaps of what follows protocols.
pub(super) fn built_in(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut found = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "protocol_reference_list" => drop(walk.lower_with(|walk| {
            super::classes::protocols(walk, Role::Type, &mut found);
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
    found.first().copied().unwrap_or(ExprId::UNKNOWN)
}

/// Protocols behind a type.
pub(super) fn protocol_list(walk: &mut Walk<'_, '_>) -> ExprId {
    super::classes::protocols(walk, Role::Type, &mut Vec::new());
    ExprId::UNKNOWN
}

/// `NSArray<A *>`; of `A<P> *` the argument may be a protocol, which is another name space.
pub(super) fn generic(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut arguments) = (None, Vec::new());
    walk.each_child(|walk, _| {
        if !walk.is_named() {
            walk.other();
        } else if of.is_none() {
            of = Some(walk.lower_as(Role::Type));
        } else if !walk.node().is_extra() {
            arguments.push(argument(walk));
        }
    });
    let of = of.unwrap_or(ExprId::UNKNOWN);
    if of.is_unknown() || arguments.is_empty() {
        return of;
    }
    let arguments = walk.build.list(&arguments);
    walk.build.expression(Expression::Apply { of, arguments })
}

/// A type in angle brackets. One without a `*` is no class.
fn argument(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let is_bare = walk.kind() == "type_name" && node.child_count() == 1;
    if !is_bare {
        return walk.lower_as(Role::Type);
    }
    walk.lower_with(|walk| {
        let mut value = ExprId::UNKNOWN;
        walk.each_child(|walk, _| {
            value = match walk.is_identifier() {
                true => {
                    let (token, either) = (walk.span(), Namespace::TYPE.with(PROTOCOL));
                    walk.with_role(Role::Type, |walk| walk.build.use_name(token, either))
                }
                false => walk.lower_as(Role::Type),
            };
        });
        value
    })
}

/// `(const A * _Nonnull)`: what its first name says.
pub(super) fn type_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if !walk.is_named() {
            walk.other();
            return;
        }
        let value = walk.lower_as(Role::Type);
        if of.is_unknown() {
            of = value;
        }
    });
    of
}

/// An enumeration. One that a macro makes is named without `enum` too.
pub(super) fn enumeration(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_typedef = !walk.text().starts_with("enum");
    let value = types::structure(walk);
    if let Expression::Definition(id) = walk.build.facts.expression(value)
        && is_typedef
    {
        let definition = walk.build.definition(id);
        let (name, scope) = (definition.name, definition.scope);
        walk.build.bind(scope, name, Namespace::TYPE, Bound::Definition(id), ExprId::UNKNOWN);
    }
    value
}

/// `@[a, b]` and what else lists values.
pub(super) fn listed(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Read, Walk::lower_children);
    ExprId::UNKNOWN
}
