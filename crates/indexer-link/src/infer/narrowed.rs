//! What values are behind tests: those that a guard, a type or a member that tells types apart leaves.

use crate::infer::{is_below, language_name, members_of_value, value_of};
use crate::query::Db;
use crate::resolve::resolve;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{ExprId, Expression, FileId, LiteralKind, Name, SymbolKind};
use smallvec::SmallVec;

/// More constants than this are not compared.
const MOST_CONSTANTS: usize = 64;
/// Aliases of types are followed this far.
const MOST_ALIASES: u32 = 6;

/// What `of` is where the call `by` returned true.
pub(crate) fn narrowed(db: &Db, file: FileId, of: ExprId, by: ExprId) -> Set {
    let values = value_of(db, file, of);
    match guarded(db, file, by) {
        Some(guarded) => left_by(db, &values, guarded),
        None => values,
    }
}

/// Those of `values` that are of a type of `guarded`, where there are such: they say more of their type's arguments.
fn left_by(db: &Db, values: &Set, guarded: Set) -> Set {
    let types: SmallVec<[TypeId; 4]> = guarded.iter().filter_map(type_of_value).collect();
    let is_in = |value: &Value| {
        type_of_value(*value)
            .is_some_and(|id| types.iter().any(|of| *of == id || is_below(db, id, *of) == Some(true)))
    };
    let left: Set = values.iter().filter(is_in).collect();
    if left.is_empty() { guarded } else { left }
}

/// What the argument of a guard is after it said yes; `None` where the call is none, or nothing says of which type.
fn guarded(db: &Db, file: FileId, call: ExprId) -> Option<Set> {
    let rules = db.unit(file)?.rules;
    let Some(Value::Instance(id, args)) = value_of(db, file, call).only() else { return None };
    let is_guard = match id {
        TypeId::External(text) => {
            let text = db.text_of(text);
            rules.protocol.guards.contains(&text.rsplit(['.', ':']).next().unwrap_or(""))
        }
        TypeId::Def(_) => {
            let truth = (rules.protocol.literal)(LiteralKind::Boolean);
            truth.is_some_and(|name| *language_name(db, id) == *name)
        }
        TypeId::Param(..) => false,
    };
    let of = db.args_of(args).first().filter(|_| is_guard).cloned()?;
    (!of.has_unknown() && !of.is_empty()).then_some(of)
}

fn type_of_value(value: Value) -> Option<TypeId> {
    match value {
        Value::Instance(id, _) | Value::Receiver(id, _) => Some(id),
        _ => None,
    }
}

/// What of a value is not of the types that `without` is instances of; unknown where nothing is left.
pub(crate) fn excluded(db: &Db, file: FileId, of: ExprId, without: ExprId) -> Set {
    let values = value_of(db, file, of);
    let tested = db.unit(file).map(|unit| unit.facts.expression(without));
    let without = match tested {
        Some(Expression::Narrowed { by, .. }) => match guarded(db, file, by) {
            Some(guarded) => guarded,
            None => return values,
        },
        Some(Expression::Matched { member, is, .. }) => return unmatched(db, file, values, (member, is)),
        _ => value_of(db, file, without),
    };
    let is_out = |value: &Value| {
        let Some(id) = type_of_value(*value) else { return false };
        without.iter().filter_map(type_of_value).any(|of| of == id || is_below(db, id, of) == Some(true))
    };
    let left: Set = values.iter().filter(|value| !is_out(value)).collect();
    if left.is_empty() && !values.is_empty() { Set::unknown() } else { left }
}

/// What a member holds that is compared: a text, a member of an enumeration, a truth value, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constant {
    Text(u64),
    Symbol(Symbol),
    Truth(bool),
    Nothing,
}

impl Constant {
    /// True where a test for this one may say yes of `held`. What is only tested is compared with what is true.
    fn may_be(self, held: Constant) -> bool {
        self == held
            || self == Constant::Truth(true) && !matches!(held, Constant::Truth(false) | Constant::Nothing)
    }
}

type Constants = SmallVec<[Constant; 2]>;

/// Those of the values of `of` whose member may hold the constant; all of them where that leaves none. Where it is unknown,
/// those that may have such a member.
pub(crate) fn matched(db: &Db, file: FileId, of: ExprId, (member, is): (Name, ExprId)) -> Set {
    let values = value_of(db, file, of);
    let Some(unit) = db.unit(file).filter(|_| values.iter().nth(1).is_some()) else { return values };
    let name = db.name(unit, member);
    let left: Set = if is.is_unknown() {
        values.iter().filter(|value| may_have(db, *value, name)).collect()
    } else {
        let Some(wanted) = constants(db, file, is, 0) else { return values };
        let may_hold = |value: &Value| {
            let is_met = |held: &Constant| wanted.iter().any(|one| one.may_be(*held));
            held(db, *value, name).is_none_or(|held| held.iter().any(is_met))
        };
        values.iter().filter(may_hold).collect()
    };
    if left.is_empty() { values } else { left }
}

/// Those of `values` whose member may hold something else than the constant; all of them where that leaves none.
fn unmatched(db: &Db, file: FileId, values: Set, (member, is): (Name, ExprId)) -> Set {
    let Some(unit) = db.unit(file).filter(|_| values.iter().nth(1).is_some()) else { return values };
    let Some(wanted) = constants(db, file, is, 0) else { return values };
    let name = db.name(unit, member);
    let may_hold_other = |value: &Value| {
        held(db, *value, name).is_none_or(|held| held.iter().any(|one| !wanted.contains(one)))
    };
    let left: Set = values.iter().filter(may_hold_other).collect();
    if left.is_empty() { values } else { left }
}

/// False for a value that is known not to have a member.
fn may_have(db: &Db, value: Value, name: Text) -> bool {
    match value {
        Value::Instance(TypeId::Def(_), _) | Value::Receiver(TypeId::Def(_), _) | Value::Object(..) => {
            let (members, _) = members_of_value(db, value, name, None);
            !members.found.is_empty() && !members.guessed || members.open
        }
        _ => true,
    }
}

/// All that the member of a value may hold, by what is written as its type; `None` where that is not known, or is more than
/// constants.
fn held(db: &Db, value: Value, name: Text) -> Option<Constants> {
    if !matches!(
        value,
        Value::Instance(TypeId::Def(_), _) | Value::Receiver(TypeId::Def(_), _) | Value::Object(..)
    ) {
        return None;
    }
    let (members, _) = members_of_value(db, value, name, None);
    if members.found.is_empty() || members.guessed {
        return None;
    }
    let mut all = Constants::new();
    for member in members.found.iter() {
        let Value::Definition(sym) = member else { return None };
        let unit = db.unit(sym.file)?;
        db.depend_on_symbol(sym);
        let Expression::Instance(of) = unit.facts.expression(unit.facts.definition(sym.def).value) else {
            return None;
        };
        all.extend(constants(db, sym.file, of, 0)?);
    }
    Some(all)
}

/// The constants that a type expression, or an expression, stands for.
fn constants(db: &Db, file: FileId, of: ExprId, depth: u32) -> Option<Constants> {
    let unit = db.unit(file)?;
    if let Some(text) = unit.facts.text(of) {
        return Some(Constants::from_slice(&[Constant::Text(hash_text(text))]));
    }
    if let Some(is_true) = unit.facts.truth(of) {
        return Some(Constants::from_slice(&[Constant::Truth(is_true)]));
    }
    let mut all = Constants::new();
    match unit.facts.expression(of) {
        Expression::Union(list) if list.len as usize <= MOST_CONSTANTS => {
            for one in unit.facts.list(list) {
                all.extend(constants(db, file, *one, depth)?);
            }
        }
        Expression::Literal(LiteralKind::None) => all.push(Constant::Nothing),
        Expression::Excluded { of, without } => {
            let without = constants(db, file, without, depth)?;
            all.extend(constants(db, file, of, depth)?.into_iter().filter(|one| !without.contains(one)));
        }
        Expression::Literal(LiteralKind::Boolean) => {
            all.extend([Constant::Truth(true), Constant::Truth(false)]);
        }
        Expression::Name { .. } | Expression::Member { .. } if depth < MOST_ALIASES => {
            let (found, _) = resolve(db, file, of, None);
            for value in found.iter() {
                let Value::Definition(sym) = value else { return None };
                let of = db.unit(sym.file)?;
                match of.kind(sym.def) {
                    SymbolKind::Variant => all.push(Constant::Symbol(sym)),
                    SymbolKind::TypeAlias => {
                        db.depend_on_symbol(sym);
                        let value = of.facts.definition(sym.def).value;
                        all.extend(constants(db, sym.file, value, depth + 1)?);
                    }
                    _ => return None,
                }
            }
            if all.is_empty() {
                return None;
            }
        }
        _ => return None,
    }
    (all.len() <= MOST_CONSTANTS).then_some(all)
}
