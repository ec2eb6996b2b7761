//! Of members that blocks give to a type by one generic trait (`impl From<A> for T`, `impl From<B> for T`), those of
//! the block that the arguments of a call ask for.

use crate::infer::{
    arguments_of, enum_of, extended_types, header_type, instances_of, is_external, stub_path,
};
use crate::query::Db;
use crate::resolve::external_member;
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::{
    ExprId, Expression, FileId, Linearization, Owner, Parameter, ParameterKind, Reference, Role,
};

/// Type arguments are compared this deep.
const DEEPEST: usize = 3;

/// Without what blocks for other arguments give. Where blocks take none of the arguments, a macro may write one that
/// does: then it is not known.
pub(crate) fn implemented_for_arguments(
    db: &Db,
    unit: &Unit<'_>,
    reference: &Reference,
    denoted: Set,
) -> Set {
    if unit.rules.linearization != Linearization::Autoderef
        || reference.role != Role::Call
        || denoted.is_empty()
    {
        return denoted;
    }
    // Whichever of them is meant is outside.
    if denoted.iter().all(|value| matches!(value, Value::Definition(sym) if is_external(db, sym))) {
        return denoted;
    }
    let implemented: Option<Vec<Candidate<'_>>> =
        denoted.iter().map(|value| Candidate::of(db, value)).collect();
    let Some(implemented) = implemented else { return denoted };
    let Some(given) = arguments_of(db, unit, reference.expression) else { return denoted };
    let given: Vec<Set> = given.into_iter().map(|one| one.values).collect();
    let fits: Vec<Option<bool>> = implemented.iter().map(|one| one.takes(db, &given)).collect();
    let chosen = |wanted: &dyn Fn(Option<bool>) -> bool| -> Set {
        let all = implemented.iter().zip(&fits).filter(|(_, fit)| wanted(**fit));
        all.map(|(one, _)| Value::Definition(one.sym)).collect()
    };
    let same = chosen(&|fit| fit == Some(true));
    if !same.is_empty() {
        return same;
    }
    let maybe = chosen(&|fit| fit.is_none());
    if maybe.is_empty() { of_type_outside(db, &implemented) } else { maybe }
}

/// A member of a type outside that no block of the repository gives for the arguments: it has others from outside.
fn of_type_outside(db: &Db, implemented: &[Candidate<'_>]) -> Set {
    let outside = || {
        let sym = implemented.first()?.sym;
        let unit = db.unit(sym.file)?;
        let definition = unit.facts.definition(sym.def);
        let Owner::Extension(extension) = definition.owner else { return None };
        let of = extended_types(db, sym.file, extension).only()?;
        let path = match of {
            Value::Type(id @ TypeId::Def(_), _) => db.text(&stub_path(db, id)?),
            Value::Type(TypeId::External(text), _) | Value::External(text) => text,
            _ => return None,
        };
        Some(Value::External(external_member(db, path, db.name(unit, definition.name))))
    };
    Set::of(outside().unwrap_or(Value::Unknown))
}

/// A function of a block that implements a generic trait.
struct Candidate<'u> {
    sym: Symbol,
    file: FileId,
    parameters: &'u [Parameter],
}

impl<'u> Candidate<'u> {
    fn of(db: &'u Db, value: Value) -> Option<Self> {
        let Value::Definition(sym) = value else { return None };
        db.depend_on_symbol(sym);
        let unit = db.unit(sym.file)?;
        let definition = unit.facts.definition(sym.def);
        let Owner::Extension(extension) = definition.owner else { return None };
        let block = unit.facts.extensions.get(extension.index())?;
        let implemented: ExprId = block.implements?;
        // A block for all types says nothing of its own.
        block.type_name?;
        let Expression::Apply { arguments, .. } = unit.facts.expression(implemented) else { return None };
        let parameters = unit.facts.parameters(definition.parameters);
        (arguments.len > 0).then_some(Self { sym, file: sym.file, parameters })
    }

    /// True where all arguments are of the types of the parameters, false where one is not.
    fn takes(&self, db: &Db, given: &[Set]) -> Option<bool> {
        let plain: Vec<&Parameter> =
            self.parameters.iter().filter(|one| one.kind != ParameterKind::Receiver).collect();
        let given = given.get(given.len().checked_sub(plain.len())?..)?;
        let mut all = Some(true);
        for (parameter, given) in plain.into_iter().zip(given) {
            let expected = instances_of(&header_type(db, self.file, parameter.annotation));
            match is_same_set(db, given, &expected, 0) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }
}

/// True where each is of one type, and that is the same; false where it is another one.
fn is_same_set(db: &Db, given: &Set, expected: &Set, depth: usize) -> Option<bool> {
    is_same(db, given.only()?, expected.only()?, depth)
}

fn is_same(db: &Db, given: Value, expected: Value, depth: usize) -> Option<bool> {
    let (given, given_args) = type_of_value(db, given)?;
    let (expected, expected_args) = type_of_value(db, expected)?;
    match (given, expected) {
        (TypeId::Param(..), _) | (_, TypeId::Param(..)) => None,
        (TypeId::External(one), TypeId::External(other)) => (one == other).then_some(true),
        // What is known by its name alone may be an alias of the other.
        (TypeId::External(_), _) | (_, TypeId::External(_)) => None,
        _ if given != expected => Some(false),
        _ if depth >= DEEPEST => None,
        _ => {
            let (one, other) = (db.args_of(given_args), db.args_of(expected_args));
            if one.len() != other.len() {
                return None;
            }
            let mut all = Some(true);
            for (one, other) in one.iter().zip(other.iter()) {
                match is_same_set(db, one, other, depth + 1) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => all = None,
                }
            }
            all
        }
    }
}

fn type_of_value(db: &Db, value: Value) -> Option<(TypeId, Args)> {
    match value {
        Value::Instance(id, args) | Value::Receiver(id, args) => Some((id, args)),
        Value::Variant(sym, args) => Some((TypeId::Def(enum_of(db, sym)?), args)),
        _ => None,
    }
}
