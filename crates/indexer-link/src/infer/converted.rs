//! Functions of one name where types convert to others by constructors and operators: which of them a call may mean by
//! the types of its arguments.
//!
//! What is not known of an argument rules nothing out. A class of the repository is passed as another one only if that is
//! a base of it, or has a constructor or operator that makes one of the other; and what takes all arguments as they are
//! comes before what needs a conversion.

use crate::infer::{Given, arguments_of, header_type, instances_of, is_below, is_external, linearize};
use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{Bound, DependencyKey, ParameterKind, Reference, SymbolKind, TakenList};

/// What names of operators begin with by which a class becomes something else. What files say of all of them together is
/// asked under this name.
pub(crate) const CONVERSION: &str = "operator ";

/// How well an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    Never,
    Perhaps,
    AsItIs,
}

/// Of the functions that a call may mean those that its arguments can be passed to; all where none is left.
pub(crate) fn taking_arguments(db: &Db, unit: &Unit<'_>, reference: &Reference, all: Set) -> Set {
    if all.iter().any(|value| !matches!(value, Value::Definition(_))) {
        return all;
    }
    let Some(given) = arguments_of(db, unit, reference.expression) else { return all };
    let mut rated: Vec<(Value, Vec<Passed>)> = Vec::new();
    for value in all.iter() {
        let Value::Definition(sym) = value else { continue };
        rated.push((value, given.iter().zip(taken(db, sym)).map(|(one, by)| passed(db, one, &by)).collect()));
    }
    rated.retain(|(_, passed)| !passed.contains(&Passed::Never));
    let is_exact =
        |passed: &[Passed]| passed.len() == given.len() && passed.iter().all(|one| *one == Passed::AsItIs);
    if rated.iter().any(|(_, passed)| is_exact(passed)) {
        rated.retain(|(_, passed)| is_exact(passed));
    }
    if rated.is_empty() { all } else { rated.into_iter().map(|(value, _)| value).collect() }
}

/// What the parameters of a function are instances of; unknown where no class is named.
fn taken(db: &Db, sym: Symbol) -> Vec<Set> {
    let Some(unit) = db.unit(sym.file) else { return Vec::new() };
    db.depend_on_symbol(sym);
    let definition = unit.facts.definition(sym.def);
    let parameters = unit.facts.parameters(definition.parameters).iter();
    let plain = parameters.filter(|one| one.kind == ParameterKind::Plain);
    plain
        .map(|one| match definition.type_parameters.len > 0 || one.annotation.is_unknown() {
            true => Set::unknown(),
            false => instances_of(&header_type(db, sym.file, one.annotation)),
        })
        .collect()
}

fn passed(db: &Db, given: &Given, expected: &Set) -> Passed {
    let (Some(given), Some(expected)) = (given.values.only(), expected.only()) else {
        return Passed::Perhaps;
    };
    let (Value::Instance(from, args) | Value::Receiver(from, args)) = given else { return Passed::Perhaps };
    let Value::Instance(to, expected_args) = expected else { return Passed::Perhaps };
    if from == to {
        return if args == expected_args { Passed::AsItIs } else { Passed::Perhaps };
    }
    let (TypeId::Def(from), Some(to)) = (from, of_repository(db, to)) else { return Passed::Perhaps };
    // What the standard library defines extends nothing of the repository.
    let is_apart = match of_repository(db, TypeId::Def(from)) {
        Some(_) => is_below(db, TypeId::Def(from), TypeId::Def(to)) == Some(false),
        None => is_external(db, from),
    };
    if is_apart && !converts_from(db, from, to) { Passed::Never } else { Passed::Perhaps }
}

/// A class that the repository defines.
fn of_repository(db: &Db, id: TypeId) -> Option<Symbol> {
    let TypeId::Def(sym) = id else { return None };
    let unit = db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    let is_class = matches!(unit.kind(sym.def), SymbolKind::Class | SymbolKind::Struct);
    (is_class && unit.facts.definition(sym.def).body.is_some()).then_some(sym)
}

/// May one of `from` become one of `to`, by an operator of the one or a constructor of the other?
pub(crate) fn converts_from(db: &Db, from: Symbol, to: Symbol) -> bool {
    if has_operators(db, from) {
        return true;
    }
    let Some(unit) = db.unit(to.file) else { return true };
    let Some(body) = unit.facts.definition(to.def).body else { return true };
    depend_on_binding(db, to.file, body, unit.hash(unit.facts.definition(to.def).name));
    // `using Base::Base` takes over constructors that are not looked at.
    if unit.facts.bindings(body).iter().any(|binding| matches!(binding.bound, Bound::Import(_))) {
        return true;
    }
    let constructors = unit.facts.bindings(body).iter().filter_map(|binding| match binding.bound {
        Bound::Definition(def) if unit.kind(def) == SymbolKind::Constructor => Some(def),
        _ => None,
    });
    constructors.into_iter().any(|def| {
        let definition = unit.facts.definition(def);
        let parameters = unit.facts.parameters(definition.parameters);
        let written = definition.declared_path.map(|written| TakenList::read(unit.facts.name(written)));
        // It is called by its name alone.
        if written.is_some_and(|list| list.is_explicit) {
            return false;
        }
        let needed =
            parameters.iter().filter(|one| one.kind == ParameterKind::Plain && one.default.is_unknown());
        let Some(first) = parameters.first().filter(|_| needed.count() < 2) else { return false };
        // Nothing is named for what is built into the language, nor for what follows from the argument.
        let fundamental = first.annotation.is_unknown() && !definition.signature.contains("auto");
        if fundamental {
            return false;
        }
        let taken = taken(db, Symbol { def, ..to });
        match taken.first().and_then(Set::only) {
            Some(Value::Instance(TypeId::Def(of), _)) if of == to => false,
            Some(Value::Instance(TypeId::Def(of), _)) => {
                of == from || is_below(db, TypeId::Def(from), TypeId::Def(of)) != Some(false)
            }
            // Something outside: it is made of the class only by an operator, which has the name of what it makes.
            Some(Value::Instance(TypeId::External(_), _)) => false,
            _ => true,
        }
    })
}

/// Has a class, or a base of it, an operator by which it becomes something else? What that is may be written in many ways.
fn has_operators(db: &Db, of: Symbol) -> bool {
    db.depend(DependencyKey::declared(hash_text(CONVERSION)));
    let order = linearize(db, of);
    std::iter::once(of).chain(order.value.symbols.iter().copied()).any(|one| {
        let Some(unit) = db.unit(one.file) else { return true };
        let Some(body) = unit.facts.definition(one.def).body else { return false };
        let names = unit.facts.bindings(body).iter().map(|binding| unit.facts.name(binding.name));
        let mut operators = names.filter_map(|name| name.strip_prefix(CONVERSION));
        operators.any(|to| !matches!(to, "bool" | "new" | "delete" | "new[]" | "delete[]"))
    })
}
