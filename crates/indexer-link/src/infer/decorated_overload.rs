//! Which of the signatures that stand before a function a call means, where decorators say that they are such: the only
//! one that takes as many arguments, with these names.

use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::{Bound, DefId, ExprId, Expression, FileId, Flags, Parameter, ParameterKind};
use smallvec::SmallVec;

/// More signatures of one function than this are not told apart.
const MOST_SIGNATURES: usize = 64;

/// What a call gives, as far as signatures ask for it.
struct Given<'a> {
    by_position: usize,
    names: SmallVec<[&'a str; 4]>,
}

/// The signature that a call with these arguments means; the function itself where it has no others, or none fits.
pub(crate) fn overload_for(db: &Db, unit: &Unit<'_>, sym: Symbol, arguments: &[(FileId, ExprId)]) -> Symbol {
    let definition = unit.facts.definition(sym.def);
    let all = unit.facts.bindings(definition.scope);
    let start = all.partition_point(|one| one.name < definition.name);
    let of_name = all[start..].iter().take_while(|one| one.name == definition.name);
    let signatures: SmallVec<[DefId; 4]> = of_name
        .filter_map(|one| match one.bound {
            Bound::Definition(def) => Some(def),
            _ => None,
        })
        .filter(|def| unit.kind(*def).is_callable() && unit.facts.definition(*def).flags.has(Flags::OVERLOAD))
        .take(MOST_SIGNATURES)
        .collect();
    depend_on_binding(db, sym.file, definition.scope, unit.hash(definition.name));
    if signatures.is_empty() {
        return sym;
    }
    for def in &signatures {
        db.depend_on_symbol(Symbol { def: *def, ..sym });
    }
    let mut given = Given { by_position: 0, names: SmallVec::new() };
    for (file, argument) in arguments {
        let Some(of) = db.unit(*file) else { return sym };
        match of.facts.expression(*argument) {
            Expression::Keyword { name, .. } => given.names.push(of.facts.name(name)),
            _ => given.by_position += 1,
        }
    }
    let takes =
        |def: &DefId| takes(unit, unit.facts.parameters(unit.facts.definition(*def).parameters), &given);
    // Where declarations alone are read, each of them stands for the function, and those that take the arguments remain.
    if signatures.contains(&sym.def) && takes(&sym.def) {
        return sym;
    }
    // Of several the types of the arguments decide, which are not looked at.
    let mut fitting = signatures.iter().filter(|def| takes(def));
    match (fitting.next(), fitting.next()) {
        (Some(def), None) => Symbol { def: *def, ..sym },
        _ => sym,
    }
}

/// True where all arguments have a parameter, and all parameters without a default an argument.
fn takes(unit: &Unit<'_>, parameters: &[Parameter], given: &Given<'_>) -> bool {
    use ParameterKind::{Keyword, Plain, Receiver, Rest, RestKeywords};
    let has = |kind: ParameterKind| parameters.iter().any(|one| one.kind == kind);
    let is_named = |one: &Parameter| given.names.contains(&unit.facts.name(one.name));
    let mut by_position = given.by_position;
    for one in parameters {
        let is_given = match one.kind {
            Receiver | Rest | RestKeywords => true,
            Plain if by_position > 0 => {
                by_position -= 1;
                true
            }
            Plain | Keyword => is_named(one),
        };
        if !is_given && one.default.is_unknown() {
            return false;
        }
    }
    let is_taken = |name: &&str| {
        let has_name = |one: &Parameter| unit.facts.name(one.name) == *name;
        parameters.iter().any(|one| matches!(one.kind, Plain | Keyword) && has_name(one))
    };
    (by_position == 0 || has(Rest)) && (has(RestKeywords) || given.names.iter().all(is_taken))
}

#[cfg(test)]
mod tests {
    use crate::infer::definition_value;
    use crate::testing::{linking, printed, symbol};

    #[test]
    fn a_call_means_the_signature_that_takes_its_arguments() {
        let text = "from typing import overload\nclass A: pass\nclass B: pass\nclass C: pass\n\
            @overload\ndef f(a, *, match=...) -> A: ...\n\
            @overload\ndef f(*, match) -> B: ...\n\
            @overload\ndef f(a, call, *args) -> C: ...\n\
            @overload\ndef f(a, b, c, d) -> B: ...\n\
            def f(*args, **kwargs): return unknown()\n\
            a = f(1)\nb = f(match=1)\nc = f(1, 2, 3)\nd = f(1, match=2)\ne = f(other=1)\ng = f(1, 2, 3, 4)\n";
        linking(&[("a.py", text)], "a.py", |db| {
            let value = |of: &str| printed(db, &definition_value(db, symbol(db, of)));
            let all = ["a.py#a", "a.py#b", "a.py#c", "a.py#d", "a.py#e", "a.py#g"].map(value);
            let [a, b, c] = ["A", "B", "C"].map(|of| format!("instance of a.py#{of}"));
            let unknown = || "unknown".to_owned();
            assert_eq!(all, [a.clone(), b, c, a, unknown(), unknown()]);
        });
    }
}
