//! Type parameters that a call leaves open. What the compiler puts in their place follows from where the result stands;
//! only a type parameter that is declared around an expression is known to be no more than its bounds say.

use crate::infer::items_of_array;
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Set, TypeId, Value};
use indexer_core::{ExprId, Expression, FileId, Owner, ScopeId};

/// The values of the expression `at`, with nothing known of those whose type is a type parameter, or an array of one,
/// that is not declared around it.
pub(crate) fn known_at(db: &Db, file: FileId, at: ExprId, values: Set) -> Set {
    if !values.iter().any(|value| parameter_in(db, value).is_some()) {
        return values;
    }
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let scope = scope_of(unit, at);
    let is_known = |value: Value| match parameter_in(db, value) {
        Some((of, index)) => of == file && is_declared_around(unit, scope, index),
        None => true,
    };
    values.iter().map(|value| if is_known(value) { value } else { Value::Unknown }).collect()
}

/// The type parameter that a value is of, or that an array holds.
fn parameter_in(db: &Db, value: Value) -> Option<(FileId, u32)> {
    match value {
        Value::Instance(TypeId::Param(file, index), _) => Some((file, index)),
        Value::Instance(id, args) => {
            items_of_array(db, id, args)?.iter().find_map(|item| parameter_in(db, item))
        }
        _ => None,
    }
}

/// Where the first name of an expression stands.
fn scope_of(unit: &Unit<'_>, mut at: ExprId) -> Option<ScopeId> {
    loop {
        at = match unit.facts.expression(at) {
            Expression::Name { scope, .. }
            | Expression::SelfInstance(scope)
            | Expression::SelfType(scope)
            | Expression::Super(scope) => return Some(scope),
            Expression::Member { of, .. }
            | Expression::Call { of, .. }
            | Expression::Index { of, .. }
            | Expression::Apply { of, .. }
            | Expression::Narrowed { of, .. }
            | Expression::Excluded { of, .. }
            | Expression::Matched { of, .. }
            | Expression::Const(of)
            | Expression::Element(of)
            | Expression::Instance(of) => of,
            Expression::Union(list) => *unit.facts.list(list).first()?,
            _ => return None,
        };
    }
}

fn is_declared_around(unit: &Unit<'_>, scope: Option<ScopeId>, index: u32) -> bool {
    let mut scope = scope;
    while let Some(id) = scope {
        if let Some(Owner::Definition(def)) = unit.body_of(id) {
            let run = unit.type_parameters(def);
            if (run.start..run.start + run.len).contains(&index) {
                return true;
            }
        }
        scope = unit.facts.scopes.get(id.index()).and_then(|scope| scope.parent);
    }
    false
}
