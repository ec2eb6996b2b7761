//! Receivers that come from outside of the repository: their members are not guessed inside of it.

use crate::db::listed_name;
use crate::infer::{callees_of, is_below, value_of};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Symbol, TypeId, Value};
use indexer_core::{Bound, DependencyKey, ExprId, Expression, Owner};

/// True for a local or parameter of a type that nothing in the repository defines: its members stand outside too.
pub(crate) fn is_of_type_outside(db: &Db, unit: &Unit<'_>, of: ExprId) -> bool {
    let Expression::Name { bound: Some(first), .. } = unit.facts.expression(of) else { return false };
    let binding = &unit.facts.bindings[first.index()];
    let declared = match binding.bound {
        Bound::Parameter(id) => unit.facts.parameters.get(id.index()).map(|one| one.annotation),
        Bound::Local => match unit.facts.expression(binding.value) {
            Expression::Instance(of) => Some(of),
            Expression::Put { into, .. } => match unit.facts.expression(into) {
                Expression::Instance(of) => Some(of),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let declared = declared.map(|id| match unit.facts.expression(id) {
        Expression::Const(of) => unit.facts.expression(of),
        plain => plain,
    });
    let Some(Expression::Name { name, bound: None, .. }) = declared else {
        return false;
    };
    let hash = unit.hash(name);
    db.depend(DependencyKey::declared(hash));
    // Names that macros may make are among those that are extended.
    let database = db.linker.database;
    database.defining(hash).is_empty() && database.extending(listed_name(hash)).is_empty()
}

/// Of members those that the result of a call may have. Where types are declared, a function outside knows none of the
/// repository: what it gives of those is what it was given.
pub(crate) fn given_back(db: &Db, unit: &Unit<'_>, of: ExprId, members: Vec<Symbol>) -> Vec<Symbol> {
    let Expression::Call { of: callee, arguments } = unit.facts.expression(of) else { return members };
    if !unit.rules.declared_types || members.is_empty() {
        return members;
    }
    let callees = callees_of(db, db.file(), callee);
    let is_outside = |value: Value| match value {
        Value::External(_) => true,
        Value::Instance(id, _) | Value::Receiver(id, _) => matches!(id, TypeId::External(_)),
        _ => false,
    };
    if callees.is_empty() || !callees.iter().all(is_outside) {
        return members;
    }
    let mut given: Vec<TypeId> = Vec::new();
    for argument in unit.facts.list(arguments) {
        for value in value_of(db, db.file(), *argument).iter() {
            match value {
                Value::Instance(id, _) | Value::Receiver(id, _) => given.push(id),
                Value::External(_) => {}
                _ => return members,
            }
        }
    }
    let has_it = |sym: &Symbol| {
        let owner = db.unit(sym.file).map(|of| of.facts.definition(sym.def).owner);
        let Some(Owner::Definition(def)) = owner else { return true };
        let owner = TypeId::Def(Symbol { def, ..*sym });
        given.iter().any(|id| *id == owner || is_below(db, *id, owner) != Some(false))
    };
    members.into_iter().filter(has_it).collect()
}
