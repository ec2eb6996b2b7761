//! What a table cannot say of PHP.

use crate::shapes::{this_instance, type_scope};
use crate::walk::Walk;
use indexer_core::{Access, DefId, ExprId, Expression, Namespace, Role, SymbolKind};

/// A name without a `$`: of a type, a function that is called, or a constant.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    let namespace = match walk.build.role {
        Role::Type | Role::Inherit | Role::Decorate | Role::Call => Namespace::TYPE,
        // A constant, or the class before `::`.
        _ => Namespace::MACRO.with(Namespace::TYPE),
    };
    walk.build.use_name(span, namespace)
}

/// `$a`; `$this` is the receiver.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_this = walk.text() == "$this";
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, _| match walk.is_identifier() {
        true if is_this => {
            walk.neither();
            value = this_instance(walk);
        }
        true => {
            let span = walk.span();
            value = walk.build.use_name(span, Namespace::VALUE);
        }
        false => walk.other(),
    });
    value
}

/// `self`, `static` and `parent`.
pub(super) fn relative_scope(walk: &mut Walk<'_, '_>) -> ExprId {
    let Some(scope) = type_scope(walk) else { return ExprId::UNKNOWN };
    let is_parent = walk.text().eq_ignore_ascii_case("parent");
    let value = if is_parent { Expression::Super(scope) } else { Expression::SelfType(scope) };
    walk.build.expression(value)
}

/// `A\B`: all but the last name are parts of a namespace.
pub(super) fn qualified_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let last = walk.span().end;
    let mut of = ExprId::UNKNOWN;
    steps(walk, (role, last), &mut of);
    of
}

fn steps(walk: &mut Walk<'_, '_>, (role, last): (Role, u32), of: &mut ExprId) {
    walk.lower_with(|walk| {
        walk.children(|walk, _| {
            if walk.is_identifier() {
                let span = walk.span();
                let own = if span.end == last { role } else { Role::Read };
                let before = *of;
                *of = walk.with_role(own, |walk| match before.is_unknown() {
                    true => walk.build.use_name(span, Namespace::TYPE),
                    false => walk.member_of(before, Access::Value),
                });
            } else if walk.kind() == "namespace_name" {
                steps(walk, (role, last), of);
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
}

/// `use A;` in a class: it has the members of the trait.
pub(super) fn mixed_in(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, _| {
        if matches!(walk.kind(), "name" | "qualified_name" | "relative_name") {
            let base = walk.lower_as(Role::Inherit);
            walk.build.shapes.add_base(base);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `__construct` makes instances.
pub(super) fn method(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let (name, scope) = (definition.name, definition.scope);
    if walk.build.names.get(name) == "__construct" {
        let this = walk.build.expression(Expression::SelfInstance(scope));
        let definition = walk.build.definition(id);
        definition.kind = SymbolKind::Constructor;
        definition.value = this;
    }
}
