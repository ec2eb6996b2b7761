//! Elements: the components that they name are used.

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
    walk.children(|walk, field| match field {
        Field::Name => {
            walk.build.role = role;
            name(walk);
            walk.build.role = Role::Read;
        }
        Field::TypeArguments => drop(walk.lower_as(Role::Type)),
        _ => drop(walk.lower_as(Role::Read)),
    });
    walk.build.role = before;
    ExprId::UNKNOWN
}

/// A name that begins with a small letter is an element of the host.
fn name(walk: &mut Walk<'_, '_>) {
    if !walk.is_identifier() {
        walk.lower();
        return;
    }
    let is_host = walk.text().starts_with(|c: char| c.is_lowercase());
    if is_host {
        walk.neither();
    } else {
        let span = walk.span();
        walk.build.use_name(span, Namespace::VALUE);
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
