//! Which of several signatures a call of an instance means: `interface Get { (path: string, to: Handler): App; (to: Handler): App }`.

use crate::infer::{
    applied_by_default, element_of, instances_of, is_lookup, known_environment, looked_up, reify, rules_of,
    shape_of, takes_shape, type_of,
};
use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::value::{Args, Set, TypeId, Value};
use indexer_core::{Bound, ExprId, Expression, FileFacts, FileId, List, Namespace, SPREAD};
use smallvec::SmallVec;

/// The type of the function that a call with these arguments means, of a type with several call signatures: the first that
/// takes as many, as far as their forms tell, else the first that may take them. `None` where it has no more than one.
pub(crate) fn call_signature(db: &Db, of: Value, arguments: &[(FileId, ExprId)]) -> Option<Value> {
    let (Value::Instance(id @ TypeId::Def(sym), _) | Value::Receiver(id @ TypeId::Def(sym), _)) = of else {
        return None;
    };
    let member = rules_of(db, id).filter(|rules| rules.declarations_merge)?.call_member?;
    let unit = db.unit(sym.file)?;
    db.depend_on_symbol(sym);
    let body = unit.facts.definition(sym.def).body?;
    let name = indexer_core::key::hash_text(member);
    depend_on_binding(db, sym.file, body, name);
    let bound = unit.hoisted(body, unit.name_of_hash(name)?, Namespace::ANY.with(Namespace::MEMBER));
    let signatures: SmallVec<[(ExprId, List); 4]> = { bound.into_iter() }
        .filter_map(|one| match (one.bound, unit.facts.expression(one.value)) {
            (Bound::Alias, Expression::FunctionType { parameters, .. }) => Some((one.value, parameters)),
            _ => None,
        })
        .collect();
    if signatures.len() < 2 {
        return None;
    }
    let shapes: SmallVec<[_; 4]> = arguments.iter().map(|one| shape_of(db, *one)).collect();
    let may_take = |parameters: List| {
        let all = unit.facts.list(parameters).iter().zip(&shapes);
        { all }.all(|(of, shape)| shape.is_none_or(|shape| takes_shape(db, (sym.file, unit), *of, shape)))
    };
    let is_rest = |parameters: List| rest_of(unit.facts, parameters).is_some();
    let by_count = |parameters: List| parameters.len as usize == arguments.len() && !is_rest(parameters);
    let may_count = |parameters: List| parameters.len as usize > arguments.len() || is_rest(parameters);
    let all = || signatures.iter().filter(|(_, parameters)| may_take(*parameters));
    let chosen = { all() }
        .find(|(_, parameters)| by_count(*parameters))
        .or_else(|| all().find(|(_, parameters)| may_count(*parameters)))?;
    reify(db, Value::Callable(sym.file, chosen.0, crate::value::Args::NONE), Some(of)).only()
}

/// The type of what a type of functions takes as the argument at `position`.
pub(crate) fn taken_by_function(
    db: &Db,
    file: FileId,
    (parameters, known): (List, Args),
    position: usize,
) -> Option<Set> {
    let unit = db.unit(file)?;
    let facts = unit.facts;
    let all = facts.list(parameters);
    if let Some(taken) = all.get(position).filter(|taken| is_lookup(unit, **taken))
        && let Some(found) = looked_up(db, file, *taken, &known_environment(db, known))
    {
        return Some(found);
    }
    match rest_of(facts, parameters) {
        Some(rest) if position + 1 >= all.len() => {
            Some(element_of(db, &instances_of(&type_of(db, file, rest))))
        }
        _ => {
            let types = type_of(db, file, *all.get(position)?);
            Some(instances_of(&types.iter().map(|one| applied_by_default(db, one)).collect()))
        }
    }
}

/// The type of the parameter that takes any number of arguments.
fn rest_of(facts: &FileFacts, parameters: List) -> Option<ExprId> {
    match facts.expression(*facts.list(parameters).last()?) {
        Expression::Keyword { name, value } if facts.name(name) == SPREAD => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::infer::definition_value;
    use crate::testing::{linking, printed, symbol};

    #[test]
    fn the_first_signature_that_takes_the_arguments_is_meant() {
        let text = "class A {}\nclass B {}\nclass C {}\ntype F = (a: A) => void\n\
            interface Get { (path: string, to: F): A; (to: F): B; (path: string, ...all: F[]): C }\n\
            declare const get: Get\nconst a = get('', (one) => {})\nconst b = get((one) => {})\n\
            const c = get('', f, f)\n";
        linking(&[("a.ts", text)], "a.ts", |db| {
            let value = |of: &str| printed(db, &definition_value(db, symbol(db, of)));
            let all = ["a.ts#a", "a.ts#b", "a.ts#c"].map(value);
            assert_eq!(all, ["A", "B", "C"].map(|of| format!("instance of a.ts#{of}")));
        });
    }
}
