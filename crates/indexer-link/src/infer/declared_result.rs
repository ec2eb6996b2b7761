//! What the result of a call is declared to be (`const a: Made<A> = make(a => ..)`): it tells the type parameters that no
//! argument does, before the functions among the arguments are looked into.

use crate::infer::{Environment, bind_arguments, instances_of, type_of, unify};
use crate::query::Db;
use crate::value::{Symbol, TypeId, Value};
use indexer_core::{ExprId, Expression, FileFacts, FileId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The types that results of calls are declared to be, by the call.
pub(crate) fn declared_results(facts: &FileFacts) -> FxHashMap<ExprId, ExprId> {
    let declared = |one: &Expression| {
        let Expression::Put { into, value } = *one else { return None };
        let into = match facts.expression(into) {
            Expression::Definition(id) => facts.definition(id).value,
            _ => into,
        };
        match (facts.expression(into), facts.expression(value)) {
            (Expression::Instance(of), Expression::Call { .. }) => Some((value, of)),
            _ => None,
        }
    };
    facts.expressions.iter().filter_map(declared).collect()
}

/// Binds the type parameters of the function `sym` that its arguments, that at `position` apart, leave open, by what the
/// result of the call is declared to be.
pub(crate) fn bind_declared_result(
    db: &Db,
    (sym, receiver): (Symbol, Option<Value>),
    (file, call): (FileId, ExprId),
    position: u32,
    environment: &mut Environment,
) {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.declarations_merge) else { return };
    let Some(of) = unit.declared_result(call) else { return };
    let Some(callee) = db.unit(sym.file) else { return };
    let run = callee.type_parameters(sym.def);
    let Expression::Instance(returns) = callee.facts.expression(callee.facts.definition(sym.def).value)
    else {
        return;
    };
    let Expression::Call { arguments, .. } = unit.facts.expression(call) else { return };
    if run.len == 0 {
        return;
    }
    db.depend_on_symbol(sym);
    let mut told = Environment::default();
    let declared = instances_of(&type_of(db, file, of));
    for pattern in instances_of(&type_of(db, sym.file, returns)).iter() {
        for value in declared.iter() {
            unify(db, pattern, value, &mut told);
        }
    }
    let others: SmallVec<[(FileId, ExprId); 4]> = unit
        .facts
        .list(arguments)
        .iter()
        .zip(0..)
        .map(|(argument, at)| (file, if at == position { ExprId::UNKNOWN } else { *argument }))
        .collect();
    let mut known = Environment::default();
    for (parameter, set) in environment.bound() {
        known.bind(parameter, set);
    }
    bind_arguments(db, sym, receiver, &others, &mut known);
    for index in run.start..run.start + run.len {
        let id = TypeId::Param(sym.file, index);
        let Some(set) = told.get(id).filter(|set| known.get(id).is_none() && !set.has_unknown()) else {
            continue;
        };
        environment.bind(id, set.clone());
    }
}
