//! Overloads that are named and not called (`C::m`): those that take what is passed to the function that is expected
//! where the name stands.

use crate::infer::{
    Given, Overload, callback_parameter, callees_of, fitting_overloads, instances_of, known_at,
    select_overloaded_callees, single_method, type_of,
};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::{Access, ExprId, Expression, FileId, Flags};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Where each method that is named and not called is passed: the call and its place among the arguments.
pub(crate) fn passed_methods(unit: &Unit<'_>) -> FxHashMap<ExprId, (ExprId, u32)> {
    let mut found = FxHashMap::default();
    for (expression, call) in unit.facts.expressions.iter().zip(0u32..) {
        let Expression::Call { arguments, .. } = expression else { continue };
        for (argument, position) in unit.facts.list(*arguments).iter().zip(0u32..) {
            if matches!(unit.facts.expression(*argument), Expression::Member { access: Access::Path, .. }) {
                found.insert(*argument, (ExprId(call), position));
            }
        }
    }
    found
}

/// Those of the overloads that `expression` may name; all of them where nothing says more.
pub(crate) fn named_overloads(
    db: &Db,
    unit: &Unit<'_>,
    family: &[Overload],
    expression: ExprId,
) -> Vec<Symbol> {
    let all = || family.iter().map(|one| one.sym).collect();
    let places = db.own.passed_methods.get_or_init(|| passed_methods(unit));
    let Some((call, position)) = places.get(&expression).copied() else { return all() };
    let Some(given) = passed_to_callback(db, unit, call, position) else { return all() };
    let is_static = |sym: Symbol| {
        db.unit(sym.file).is_some_and(|unit| unit.facts.definition(sym.def).flags.has(Flags::STATIC))
    };
    let mut found = fitting_overloads(db, family, given.len(), Some(&given));
    // Named through a type, a method of its instances takes the first argument as its receiver.
    if !given.is_empty() {
        for sym in fitting_overloads(db, family, given.len() - 1, Some(&given[1..])) {
            if !is_static(sym) && !found.contains(&sym) {
                found.push(sym);
            }
        }
    }
    if found.is_empty() { all() } else { found }
}

/// What the function is given that a call takes at `position`; `None` where that is not known.
fn passed_to_callback(db: &Db, unit: &Unit<'_>, call: ExprId, position: u32) -> Option<Vec<Given>> {
    let Expression::Call { of, arguments } = unit.facts.expression(call) else { return None };
    let arguments: SmallVec<[(FileId, ExprId); 4]> =
        unit.facts.list(arguments).iter().map(|e| (db.file(), *e)).collect();
    let callees = select_overloaded_callees(db, callees_of(db, db.file(), of), &arguments);
    let Value::Function(sym, bound) = callees.only()? else { return None };
    let receiver = db.args_of(bound).first().and_then(Set::only);
    let taken = parameter_count(db, sym, position)?;
    let of = |index: u32| known_at(db, db.file(), of, callback_parameter(db, sym, receiver, position, index));
    Some((0..taken).map(|index| Given { values: of(index), ..Given::default() }).collect())
}

/// How many parameters the function has that `sym` takes at `position`.
fn parameter_count(db: &Db, sym: Symbol, position: u32) -> Option<u32> {
    let unit = db.unit(sym.file)?;
    db.depend_on_symbol(sym);
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    let annotation = parameters.get(position as usize)?.annotation;
    let types = instances_of(&type_of(db, sym.file, annotation));
    let Value::Instance(TypeId::Def(of), _) = types.only()? else { return None };
    let method = single_method(db, of)?;
    Some(db.unit(method.file)?.facts.definition(method.def).parameters.len)
}
