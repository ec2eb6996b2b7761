//! Elements: the components that they name are used.

use super::elements;
use super::expected::{self, Expected};
use super::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, ImportShape, Namespace, Role, ScopeId};

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

/// A name that begins with a small letter is an element of the host, and a member of the type that lists them. Gives the
/// component.
fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    if !walk.is_identifier() {
        return walk.lower();
    }
    let span = walk.span();
    if !walk.text().starts_with(|c: char| c.is_lowercase()) {
        return walk.build.use_name(span, Namespace::VALUE);
    }
    walk.neither();
    let of = host_elements(walk);
    if !of.is_unknown() {
        let name = walk.build.name(span);
        let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
        walk.build.use_where_found(name, span, member, Role::Type);
    }
    ExprId::UNKNOWN
}

/// An instance of the type whose members are the elements of the host: `JSX.IntrinsicElements` of the module that the
/// compiler takes in for them. Unknown where the file names a function that makes elements: its package knows them.
fn host_elements(walk: &mut Walk<'_, '_>) -> ExprId {
    if let Some(known) = walk.state().host_elements {
        return known;
    }
    let said = elements::pragmas(walk.build.source);
    let module = match said.source {
        Some(source) => Some(elements::runtime_of(source)),
        None => (!said.has_factory).then(|| elements::CONFIGURED.to_owned()),
    };
    let found = module.map_or(ExprId::UNKNOWN, |module| {
        let span = walk.span();
        let module = walk.build.names.made(&module);
        let import = walk.build.import(ImportShape::Implied, vec![module], ScopeId(0), span);
        let mut of = walk.build.expression(Expression::Import { import, upto: 1 });
        for name in ["JSX", "IntrinsicElements"] {
            let name = walk.build.names.name(name);
            of = walk.build.expression(Expression::Member { of, name, access: Access::Path });
        }
        walk.build.expression(Expression::Instance(of))
    });
    walk.state().host_elements = Some(found);
    found
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
