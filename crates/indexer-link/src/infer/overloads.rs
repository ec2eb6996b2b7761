//! Functions of one name that differ by their parameters: which of them a call means.
//!
//! A member's name leads to the first of its overloads, which stands for all that its type and the bases declare. Where
//! it is called, those are told apart by the number of arguments, then by what is known of their types: what cannot be
//! passed is out, and of what is left the most specific one is meant.

use crate::infer::{Fit, fit_set, instances_of, is_parameter, linearize, type_of, value_of};
use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::unit::Unit;
use crate::value::{Args, MOST_VALUES, Set, Symbol, Value};
use indexer_core::{
    Bound, ExprId, Expression, FileId, List, Namespace, Owner, Parameter, ParameterKind, Reference, Role,
    SymbolKind,
};

/// What a reference denotes, with one function for all overloads replaced by those that are meant.
pub(crate) fn select_overloads(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    if unit.rules.classes.is_none() {
        return denoted;
    }
    let mut all = Set::default();
    for value in denoted.iter() {
        let Value::Definition(sym) = value else {
            all.add(value);
            continue;
        };
        let family = overloads_of(db, sym);
        if family.len() < 2 {
            all.add(value);
            continue;
        }
        let chosen = match (reference.role, reference.arguments) {
            (Role::Call, Some(count)) => {
                let arguments = arguments_of(db, unit, reference.expression);
                choose_overloads(db, family, usize::from(count), arguments.as_deref())
            }
            _ => family,
        };
        chosen.into_iter().for_each(|sym| all.add(Value::Definition(sym)));
    }
    all
}

/// The same for what is called in an expression.
pub(crate) fn select_overloaded_callees(db: &Db, callees: Set, arguments: &[(FileId, ExprId)]) -> Set {
    if db.unit(db.file).is_none_or(|unit| unit.rules.classes.is_none()) {
        return callees;
    }
    let mut all = Set::default();
    for value in callees.iter() {
        let Value::Function(sym, bound) = value else {
            all.add(value);
            continue;
        };
        let family = overloads_of(db, sym);
        if family.len() < 2 {
            all.add(value);
            continue;
        }
        let values: Vec<Set> = arguments.iter().map(|(file, e)| value_of(db, *file, *e)).collect();
        for sym in choose_overloads(db, family, arguments.len(), Some(&values)) {
            all.add(Value::Function(sym, bound));
        }
    }
    all
}

/// The values of the arguments of the call of this callee, where there is one such call.
fn arguments_of(db: &Db, unit: &Unit<'_>, callee: ExprId) -> Option<Vec<Set>> {
    let list: List = db.own.calls.get_or_init(|| calls_of(unit)).get(&callee).copied().flatten()?;
    let file = db.file;
    Some(unit.facts.list(list).iter().map(|e| value_of(db, file, *e)).collect())
}

/// All functions of the name of `sym` in its type and the bases, the nearest first, without
/// those that a nearer one overrides.
fn overloads_of(db: &Db, sym: Symbol) -> Vec<Symbol> {
    let Some(unit) = db.unit(sym.file) else { return vec![sym] };
    let definition = unit.facts.definition(sym.def);
    let Owner::Definition(of) = definition.owner else { return vec![sym] };
    if definition.kind != SymbolKind::Method {
        return vec![sym];
    }
    let hash = unit.hash(definition.name);
    let of = Symbol { def: of, ..sym };
    let mut types = vec![of];
    types.extend(linearize(db, of, 0).0);
    let mut all: Vec<Symbol> = Vec::new();
    for of in types {
        let Some(unit) = db.unit(of.file) else { continue };
        let Some(body) = unit.facts.definition(of.def).body else { continue };
        if !db.is_own(of.file) {
            depend_on_binding(db, of.file, body, hash);
        }
        let Some(name) = unit.name_of_hash(hash) else { continue };
        for binding in unit.hoisted(body, name, Namespace::CALLABLE) {
            let Bound::Definition(def) = binding.bound else { continue };
            let one = Symbol { file: of.file, def };
            if unit.kind(def) == SymbolKind::Method
                && !all.iter().any(|near| overrides_function(db, *near, one))
            {
                all.push(one);
            }
        }
    }
    if all.is_empty() { vec![sym] } else { all }
}

/// True where two functions of one name have parameters of the same types, as far as is known.
fn overrides_function(db: &Db, near: Symbol, far: Symbol) -> bool {
    let (near, far) = (parameter_types(db, near), parameter_types(db, far));
    near.len() == far.len()
        && near.iter().zip(&far).all(|((a, a_rest), (b, b_rest))| {
            let open = |set: &Set| set.is_empty() || set.has_unknown() || set.iter().any(is_parameter);
            a_rest == b_rest && (open(a) || open(b) || heads(a) == heads(b))
        })
}

/// What each parameter is an instance of, and whether it takes the rest of the arguments.
fn parameter_types(db: &Db, sym: Symbol) -> Vec<(Set, bool)> {
    let Some(unit) = db.unit(sym.file) else { return Vec::new() };
    db.depend_on_symbol(sym);
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    let plain = |p: &&Parameter| p.kind != ParameterKind::Receiver;
    let mut found = Vec::new();
    for parameter in parameters.iter().filter(plain) {
        let types = type_of(db, sym.file, parameter.annotation);
        found.push((instances_of(&types), parameter.kind == ParameterKind::Rest));
    }
    found
}

fn choose_overloads(db: &Db, family: Vec<Symbol>, count: usize, arguments: Option<&[Set]>) -> Vec<Symbol> {
    let takes = |types: &[(Set, bool)]| match types.last() {
        Some((_, true)) => count + 1 >= types.len(),
        _ => count == types.len(),
    };
    let all: Vec<(Symbol, Vec<(Set, bool)>)> =
        family.iter().map(|sym| (*sym, parameter_types(db, *sym))).collect();
    let mut fitting: Vec<(Symbol, Vec<Set>, bool, Vec<Fit>)> = Vec::new();
    for (sym, types) in all.into_iter().filter(|(_, types)| takes(types)) {
        let rest = types.last().is_some_and(|(_, rest)| *rest);
        let of = |i: usize| types.get(i).or(types.last()).map(|(set, _)| set.clone()).unwrap_or_default();
        let expected: Vec<Set> = (0..count).map(of).collect();
        let mut fits = Vec::new();
        for (i, expected) in expected.iter().enumerate() {
            let given = arguments.and_then(|all| all.get(i));
            // An array may stand for the rest of the arguments.
            let array = rest && i + 1 >= types.len();
            let fit = given.map_or(Fit::Maybe, |given| fit_set(db, given, expected));
            fits.push(if array { fit.max(Fit::Maybe) } else { fit });
        }
        if !fits.contains(&Fit::No) {
            fitting.push((sym, expected, rest, fits));
        }
    }
    if fitting.iter().any(|(_, _, rest, _)| !rest) {
        fitting.retain(|(_, _, rest, _)| !rest);
    }
    if fitting.is_empty() {
        return if family.len() > MOST_VALUES { Vec::new() } else { family };
    }
    if fitting.len() > 1
        && let Some(best) = most_specific(db, &fitting)
    {
        return vec![best];
    }
    fitting.into_iter().map(|(sym, ..)| sym).collect()
}

/// The function each of whose parameters is at least as narrow as those of all others, where
/// arguments that differ in that are known.
fn most_specific(db: &Db, fitting: &[(Symbol, Vec<Set>, bool, Vec<Fit>)]) -> Option<Symbol> {
    for (sym, types, _, fits) in fitting {
        let mut best = true;
        for (other, others, ..) in fitting.iter().filter(|(other, ..)| other != sym) {
            for (i, (own, of_other)) in types.iter().zip(others).enumerate() {
                let same = !own.has_unknown() && heads(own) == heads(of_other);
                let known = fits.get(i).is_some_and(|fit| *fit >= Fit::Below);
                best &= same || (known && other != sym && fit_set(db, own, of_other) >= Fit::Below);
            }
        }
        if best {
            return Some(*sym);
        }
    }
    None
}

/// The types without their arguments, which no overload differs by.
fn heads(set: &Set) -> Set {
    set.iter()
        .map(|value| match value {
            Value::Instance(id, _) | Value::Receiver(id, _) => Value::Instance(id, Args::NONE),
            other => other,
        })
        .collect()
}

/// The arguments of each callee of a file; `None` where several calls share it.
pub(crate) fn calls_of(unit: &Unit<'_>) -> rustc_hash::FxHashMap<ExprId, Option<List>> {
    let mut found = rustc_hash::FxHashMap::default();
    for expression in &unit.facts.expressions {
        if let Expression::Call { of, arguments } = expression {
            found.entry(*of).and_modify(|known| *known = None).or_insert(Some(*arguments));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{linking, symbol};

    #[test]
    fn the_number_of_arguments_tells_overloads_apart() {
        let text = "class A { void f(int a) {} void f(int a, int b) {} }\n";
        linking(&[("A.java", text)], "A.java", |db| {
            let family = overloads_of(db, symbol(db, "A.java#A.f"));
            assert_eq!(family.len(), 2);
            assert_eq!(choose_overloads(db, family.clone(), 2, None), [family[1]]);
            assert_eq!(choose_overloads(db, family.clone(), 3, None), family);
        });
    }
}
