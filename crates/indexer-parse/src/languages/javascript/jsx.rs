//! Elements: the components that they name are used.

use super::expected::{self, Expected};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Namespace, Role};

/// `<A b={c}>`, `<A />`: a component is called with its attributes.
pub(in crate::languages) fn opening(walk: &mut Walk<'_, '_>) -> ExprId {
    element(walk, Role::Call)
}

/// `</A>`.
pub(in crate::languages) fn closing(walk: &mut Walk<'_, '_>) -> ExprId {
    element(walk, Role::Read)
}

fn element(walk: &mut Walk<'_, '_>, role: Role) -> ExprId {
    let before = walk.build.role;
    let mut component = ExprId::UNKNOWN;
    let mut given = None;
    walk.children(|walk, field| match field {
        Field::Name => {
            walk.build.role = role;
            component = name(walk);
            walk.build.role = Role::Read;
        }
        Field::TypeArguments => drop(walk.lower_as(Role::Type)),
        _ if walk.kind() == "jsx_attribute" && !component.is_unknown() => {
            walk.build.role = Role::Read;
            let given = *given.get_or_insert_with(|| {
                let call = walk.open_call(component);
                Expected::argument(walk, call, 0)
            });
            walk.lower_with(|walk| attribute(walk, given));
        }
        _ => drop(walk.lower_as(Role::Read)),
    });
    walk.build.role = before;
    ExprId::UNKNOWN
}

/// `b={c}`: the attribute uses a member of what the component takes, which says what its value is.
fn attribute(walk: &mut Walk<'_, '_>, of: Expected) -> ExprId {
    let mut given = None;
    walk.each_child(|walk, _| {
        if walk.is_identifier() && given.is_none() {
            let span = walk.span();
            let name = walk.build.name(span);
            walk.neither();
            of.key(walk, span);
            given = Some(of.member(walk, name));
        } else if walk.kind() == "jsx_expression" {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    expected::expect(walk, given);
                    walk.lower();
                });
                ExprId::UNKNOWN
            });
        } else {
            walk.lower();
        }
    });
    ExprId::UNKNOWN
}

/// A name that begins with a small letter is an element of the host. Gives the component.
fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    if !walk.is_identifier() {
        return walk.lower();
    }
    let is_host = walk.text().starts_with(|c: char| c.is_lowercase());
    if is_host {
        walk.neither();
        ExprId::UNKNOWN
    } else {
        let span = walk.span();
        walk.build.use_name(span, Namespace::VALUE)
    }
}

/// `a:b`: names of the host.
pub(in crate::languages) fn namespaced(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            walk.neither();
        } else {
            walk.lower();
        }
    });
    ExprId::UNKNOWN
}
