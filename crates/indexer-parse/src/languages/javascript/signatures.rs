//! Types of functions, indexes and calls, and type parameters.

use crate::table::Field;
use crate::walk::Walk;
use indexer_core::expression::List;
use indexer_core::{
    ANY_MEMBER, Bound, ExprId, Expression, Namespace, Role, SPREAD, ScopeId, ScopeKind, Span, TypeParameter,
};

/// `[key: string]: T`, `[K in A]: T`: what indexing gives, and a member of a name that is not declared, where numbers are
/// not all that it is indexed by.
pub(super) fn index(walk: &mut Walk<'_, '_>, scope: ScopeId) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut by_number = false;
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() => walk.neither(),
        Field::Type => of = walk.lower_as(Role::Type),
        Field::IndexType => {
            by_number = walk.text() == "number";
            walk.lower_as(Role::Type);
        }
        _ => drop(walk.lower()),
    });
    unnamed(walk, scope, "[]", List::default(), of);
    if !by_number {
        unnamed(walk, scope, ANY_MEMBER, List::default(), of);
    }
    ExprId::UNKNOWN
}

/// `(a: A): B`, `new (a: A): B`: what calling an instance gives.
pub(super) fn call(walk: &mut Walk<'_, '_>, scope: ScopeId) -> ExprId {
    let function = function_type(walk);
    if let Expression::FunctionType { parameters, returns } = walk.build.facts.expression(function) {
        unnamed(walk, scope, "()", parameters, returns);
    }
    ExprId::UNKNOWN
}

/// Binds a member without a name in the code.
fn unnamed(walk: &mut Walk<'_, '_>, scope: ScopeId, name: &'static str, parameters: List, returns: ExprId) {
    let name = walk.build.names.name(name);
    let value = walk.build.expression(Expression::FunctionType { parameters, returns });
    walk.build.bind(scope, name, Namespace::MEMBER, Bound::Alias, value);
}

/// Parameters and result below the current node, as the type of functions. The names of the
/// parameters are in force in the type alone.
pub(in crate::languages) fn function_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let span = walk.span();
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let mut parameters = Vec::new();
    let mut returns = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::TypeParameters => {
            type_parameters(walk, span);
        }
        Field::Parameters => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_named() && !walk.node().is_extra() {
                        parameters.extend(type_of_parameter(walk, scope));
                    } else {
                        walk.lower();
                    }
                });
                ExprId::UNKNOWN
            });
        }
        Field::ReturnType | Field::Type => returns = walk.lower_as(Role::Type),
        _ => drop(walk.lower()),
    });
    walk.build.restore(place);
    let parameters = walk.build.list(&parameters);
    walk.build.expression(Expression::FunctionType { parameters, returns })
}

fn type_of_parameter(walk: &mut Walk<'_, '_>, scope: ScopeId) -> Option<ExprId> {
    let mut of = ExprId::UNKNOWN;
    let (mut is_this, mut is_rest) = (false, false);
    if walk.is_identifier() {
        let span = walk.local();
        bind_plain(walk, span, scope);
        return Some(of);
    }
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Type => of = walk.lower_as(Role::Type),
            Field::Pattern | Field::Name if walk.is_identifier() => {
                let span = walk.local();
                bind_plain(walk, span, scope);
            }
            Field::Pattern | Field::Name => {
                is_this |= walk.kind() == "this";
                is_rest |= walk.kind() == "rest_pattern";
                let binder = super::patterns::Binder::local(scope);
                super::patterns::bind(walk, ExprId::UNKNOWN, &binder);
            }
            _ => drop(walk.lower()),
        });
        ExprId::UNKNOWN
    });
    if is_rest {
        let name = walk.build.names.name(SPREAD);
        of = walk.build.expression(Expression::Keyword { name, value: of });
    }
    (!is_this).then_some(of)
}

fn bind_plain(walk: &mut Walk<'_, '_>, span: Span, scope: ScopeId) {
    let name = walk.build.name(span);
    walk.build.bind(scope, name, Namespace::VALUE, Bound::Local, ExprId::UNKNOWN);
}

/// `<T extends A = B>`: opens a scope for them, which the caller leaves.
pub(in crate::languages) fn type_parameters(walk: &mut Walk<'_, '_>, span: Span) -> List {
    let scope = walk.build.open_scope(ScopeKind::Generics, span);
    let mut found: Vec<TypeParameter> = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() == "type_parameter" {
                walk.lower_with(|walk| {
                    found.extend(type_parameter(walk));
                    ExprId::UNKNOWN
                });
            } else {
                walk.lower();
            }
        });
        ExprId::UNKNOWN
    });
    walk.build.bind_type_parameters(scope, found, Namespace::TYPE)
}

fn type_parameter(walk: &mut Walk<'_, '_>) -> Option<TypeParameter> {
    let mut name = None;
    let (mut bounds, mut default) = (Vec::new(), ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && name.is_none() => {
            let span = walk.local();
            name = Some(walk.build.name(span));
        }
        Field::Constraint => {
            let bound = walk.lower_as(Role::Type);
            if !bound.is_unknown() {
                bounds.push(bound);
            }
        }
        _ => {
            let other = walk.lower_as(Role::Type);
            if field == Field::Value && !other.is_unknown() {
                default = other;
                // Nothing else is known of a parameter that is left to it.
                if bounds.is_empty() {
                    bounds.push(other);
                }
            }
        }
    });
    let bounds = walk.build.list(&bounds);
    name.map(|name| TypeParameter { name, bounds, default })
}
