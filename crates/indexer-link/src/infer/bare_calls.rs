//! Functions that run where they are named, and instances that are called like functions.

use crate::infer::{call_value, callees_of, member_of_values, select_applied_callees};
use crate::query::Db;
use crate::resolve::{is_object, record_beside};
use crate::value::{Args, Set, TypeId, Value};
use indexer_core::{Access, ExprId, Expression, FileId, Flags, Namespace};

/// What naming these values gives where that calls a function without parameters.
pub(crate) fn run_bare(db: &Db, file: FileId, found: Set) -> Set {
    if !db.unit(file).is_some_and(|unit| unit.rules.functions_run_bare) {
        return found;
    }
    run_those(db, found, |flags, takes| takes == 0 || flags.has(Flags::PROPERTY))
}

/// What is called where these values are: what a function without a list of parameters gives.
pub(crate) fn run_accessors(db: &Db, found: Set) -> Set {
    run_those(db, found, |flags, _| flags.has(Flags::PROPERTY))
}

fn run_those(db: &Db, found: Set, is_run: impl Fn(Flags, u32) -> bool) -> Set {
    let runs = |value: &Value| match value {
        Value::Function(sym, _) => db.unit(sym.file).is_some_and(|unit| {
            let definition = unit.facts.definition(sym.def);
            is_run(definition.flags, definition.parameters.len)
        }),
        _ => false,
    };
    if !found.iter().any(|value| runs(&value)) {
        return found;
    }
    let mut all = Set::default();
    for value in found.iter() {
        match runs(&value) {
            true => all.extend(&call_value(db, value, &[])),
            false => all.add(value),
        }
    }
    all
}

/// Does naming this with type arguments call a function without parameters?
pub(crate) fn runs_with_types(db: &Db, file: FileId, of: ExprId) -> bool {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.functions_run_bare) else { return false };
    let may_run = match unit.facts.expression(of) {
        Expression::Name { namespace, .. } => namespace.meets(Namespace::CALLABLE),
        Expression::Member { access, .. } => access == Access::Value,
        _ => false,
    };
    may_run
        && callees_of(db, file, of).iter().all(|value| match value {
            Value::Function(sym, _) => {
                db.unit(sym.file).is_some_and(|unit| unit.facts.definition(sym.def).parameters.len == 0)
            }
            _ => false,
        })
}

/// True for what names a callee.
pub(crate) fn is_callee(expression: Expression) -> bool {
    matches!(expression, Expression::Name { .. } | Expression::Member { .. })
}

/// What calling an instance gives, by the member that such a call runs; what an object says nothing of makes the record
/// beside it.
pub(crate) fn apply_instance(db: &Db, of: Value, member: &str, arguments: &[(FileId, ExprId)]) -> Set {
    let name = db.text(member);
    let members = member_of_values(db, &Set::of(of), name, None);
    let functions: Set = members.iter().filter(|value| matches!(value, Value::Function(..))).collect();
    if functions.is_empty() {
        let (Value::Instance(TypeId::Def(sym), _) | Value::Receiver(TypeId::Def(sym), _)) = of else {
            return Set::unknown();
        };
        let is_object = db.unit(sym.file).is_some_and(|unit| is_object(unit, sym.def));
        return match record_beside(db, sym).filter(|_| is_object) {
            Some(record) => call_value(db, Value::Type(TypeId::Def(record), Args::NONE), arguments),
            None => Set::unknown(),
        };
    }
    let mut all = Set::default();
    for function in select_applied_callees(db, functions, arguments, None).iter() {
        all.extend(&call_value(db, function, arguments));
    }
    all
}
