//! Members of type parameters that types name (`T["key"]`): what they are depends on what is put in for the parameter.

use crate::infer::{Environment, instances_of, member_seen_from, substitute, type_of};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::{Access, ExprId, Expression, FileId};

/// What a type expression gives that looks a member up in a type parameter, with what is put in for that; `None` for any
/// other expression.
pub(crate) fn looked_up(db: &Db, file: FileId, of: ExprId, environment: &Environment) -> Option<Set> {
    let unit = db.unit(file).filter(|unit| unit.rules.declarations_merge)?;
    match unit.facts.expression(of) {
        Expression::Instance(inner) => looked_up(db, file, inner, environment),
        Expression::Member { of, name, access: Access::Value } => {
            let Expression::Instance(inner) = unit.facts.expression(of) else { return None };
            let of = match looked_up(db, file, inner, environment) {
                Some(found) => found,
                None => put_in(db, file, inner, environment)?,
            };
            Some(member_seen_from(db, file, &of, db.name(unit, name), None))
        }
        _ => None,
    }
}

/// What the result, type or value of a definition is where that is such a member.
pub(crate) fn looked_up_by(db: &Db, sym: Symbol, environment: &Environment) -> Option<Set> {
    let value = db.unit(sym.file)?.facts.definition(sym.def).value;
    looked_up(db, sym.file, value, environment)
}

/// True for a type expression that looks a member up, of whatever it is.
pub(crate) fn is_lookup(unit: &Unit<'_>, of: ExprId) -> bool {
    match unit.facts.expression(of) {
        Expression::Instance(inner) => is_lookup(unit, inner),
        Expression::Member { of, access: Access::Value, .. } => {
            unit.rules.declarations_merge && matches!(unit.facts.expression(of), Expression::Instance(_))
        }
        _ => false,
    }
}

/// What is put in for a type parameter; `None` where the expression names none.
fn put_in(db: &Db, file: FileId, of: ExprId, environment: &Environment) -> Option<Set> {
    let Expression::Name { .. } = db.unit(file)?.facts.expression(of) else { return None };
    let types = type_of(db, file, of);
    let is_parameter = |value: Value| matches!(value, Value::Type(TypeId::Param(..), _));
    let known = types.iter().any(is_parameter).then(|| substitute(db, &types, environment, None))?;
    Some(instances_of(&known))
}
