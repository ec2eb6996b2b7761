//! Can an argument be passed as a parameter?

use crate::infer::{enum_of, external_path, linearize};
use crate::query::Db;
use crate::value::{Set, TypeId, Value};
use indexer_core::SymbolKind;

/// Can an argument be passed as a parameter?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    No,
    /// It is not known.
    Maybe,
    /// It is of a type below the parameter's.
    Below,
    Same,
}

pub(crate) fn fit_set(db: &Db, given: &Set, expected: &Set) -> Fit {
    // Nothing is what a missing value is, which fits every class.
    if given.is_empty() || given.has_unknown() || expected.is_empty() || expected.has_unknown() {
        return Fit::Maybe;
    }
    let mut all = Fit::Same;
    for given in given.iter() {
        let mut one = Fit::No;
        for expected in expected.iter() {
            one = one.max(fit_value(db, given, expected));
        }
        all = all.min(one);
    }
    all
}

fn fit_value(db: &Db, given: Value, expected: Value) -> Fit {
    let (Value::Instance(to, _) | Value::Receiver(to, _)) = expected else { return Fit::Maybe };
    if is_parameter(expected) {
        return Fit::Below;
    }
    let is_root = is_root_type(db, to);
    let from = match given {
        Value::Instance(from, _) | Value::Receiver(from, _) => from,
        Value::Variant(sym, _) => match enum_of(db, sym) {
            Some(of) => TypeId::Def(of),
            None => return Fit::Maybe,
        },
        Value::Lambda(..) | Value::Function(..) | Value::Callable(..) => {
            let kind = match to {
                TypeId::Def(sym) => db.unit(sym.file).map(|unit| unit.kind(sym.def)),
                _ => return Fit::Maybe,
            };
            return if kind == Some(SymbolKind::Interface) { Fit::Below } else { Fit::No };
        }
        _ => return Fit::Maybe,
    };
    if from == to {
        return Fit::Same;
    }
    if let Some(converts) = converts_to(db, from, to) {
        return if converts { Fit::Below } else { Fit::No };
    }
    // Whatever is passed is an object; what is only known as one is passed as nothing else.
    if is_root {
        return Fit::Below;
    }
    if is_root_type(db, from) {
        return Fit::No;
    }
    let (TypeId::Def(from), TypeId::Def(to)) = (from, to) else {
        let mine = |id: TypeId| matches!(id, TypeId::Def(sym) if external_path(db, sym).is_none());
        // What is outside knows nothing of the repository's types.
        return if mine(to) && matches!(from, TypeId::External(_)) { Fit::No } else { Fit::Maybe };
    };
    let (order, others) = linearize(db, from, 0);
    if order.contains(&to) {
        return Fit::Below;
    }
    let (from_outside, to_outside) = (external_path(db, from).is_some(), external_path(db, to).is_some());
    let unknown_base = others.iter().any(|base| !matches!(base, Value::External(_) | Value::Type(..)));
    match (from_outside, to_outside) {
        // Stubs do not tell all bases.
        (true, true) => Fit::Maybe,
        (true, false) => Fit::No,
        (false, true) if !others.is_empty() || order.iter().any(|o| external_path(db, *o).is_some()) => {
            Fit::Maybe
        }
        (false, false) if unknown_base => Fit::Maybe,
        _ => Fit::No,
    }
}

fn is_root_type(db: &Db, id: TypeId) -> bool {
    let TypeId::Def(sym) = id else { return false };
    db.unit(sym.file).is_some_and(|unit| {
        let name = unit.facts.name(unit.facts.definition(sym.def).name);
        unit.stub_of.is_some()
            && unit.rules.classes.is_some_and(|rules| (rules.root)(SymbolKind::Class) == Some(name))
    })
}

/// What the language says of two types of its own.
fn converts_to(db: &Db, from: TypeId, to: TypeId) -> Option<bool> {
    let rules = db.unit(db.file)?.rules.classes?;
    let name = |id: TypeId| {
        let path = match id {
            TypeId::Def(sym) => external_path(db, sym)?,
            TypeId::External(text) => db.text_of(text).to_string(),
            TypeId::Param(..) => return None,
        };
        Some(path.rsplit(['.', ':']).next().unwrap_or("").to_owned())
    };
    let to = name(to).unwrap_or_default();
    (rules.converts)(&name(from).unwrap_or_default(), &to)
}

pub(crate) fn is_parameter(value: Value) -> bool {
    matches!(value, Value::Instance(TypeId::Param(..), _))
}
