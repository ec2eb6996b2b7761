//! Lambdas.

use crate::languages::c::parameters;
use crate::languages::c::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Bound, ExprId, Expression, Lambda, LambdaId, List, Namespace, Role, ScopeKind};

/// `[a, &b, c = d](T x) -> R { ... }`.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.place();
    let span = walk.span();
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let parameters = List::default();
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value: ExprId::UNKNOWN, argument_of: None });
    let expression = walk.build.expression(Expression::Lambda(id));
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    walk.notes().returns.push(Vec::new());
    let mut annotation = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Declarator => walk.children(|walk, field| match field {
            Field::Parameters if walk.kind() == "parameter_list" => {
                let run = parameters::bound(walk);
                walk.build.facts.lambdas[id.index()].parameters = run;
            }
            _ if walk.kind() == "trailing_return_type" => annotation = walk.lower_as(Role::Type),
            _ => walk.lower_named(),
        }),
        Field::TemplateParameters => drop(super::templates::parameters(walk)),
        _ => walk.lower_named(),
    });
    let returned = walk.notes().returns.pop().unwrap_or_default();
    let value = match annotation.is_unknown() {
        true => walk.build.union(&returned),
        false => walk.build.expression(Expression::Instance(annotation)),
    };
    walk.build.facts.lambdas[id.index()].value = value;
    walk.build.meter.leave();
    walk.build.restore(outer);
    expression
}

/// `c = d` among the captures: a local of the lambda.
pub(super) fn capture(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut name = None;
    walk.children(|walk, field| match field {
        Field::Left if walk.is_identifier() => {
            let span = walk.local();
            name = Some(walk.build.name(span));
        }
        Field::Right => {
            let value = walk.lower();
            if let Some(name) = name {
                let scope = walk.build.scope;
                walk.build.bind(scope, name, Namespace::ANY, Bound::Local, value);
            }
        }
        _ => walk.lower_named(),
    });
    ExprId::UNKNOWN
}
