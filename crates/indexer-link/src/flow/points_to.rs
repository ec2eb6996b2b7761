//! Which functions a value may be, whatever types are declared for it: for languages whose values are
//! followed, but not the arguments of their parameters as such.
//!
//! Values say what an expression is known to be; where a type is declared, that is the type. Here the functions are followed
//! that flow into such places: from what is stored in variables, fields and collections, from the calls of a function into
//! its parameters, from results. The order of statements does not count, elements are not told apart from what holds them,
//! and too many are none.

use crate::flow::{
    BindingFunctions, ClosureFunctions, ElementFunctions, StoredFunctions, is_held, returned_functions,
};
use crate::infer::value_of;
use crate::query::Db;
use crate::resolve::resolve;
use crate::value::{Args, DEEPEST_ARGUMENTS, Set, Symbol, TypeId, Value, first_items};
use indexer_core::{
    Binding, BindingId, Bound, DependencyKey, ExprId, Expression, FileId, Linearization, List, Name, Owner,
    SymbolKind,
};
use smallvec::SmallVec;

/// What is reached through more expressions than this is not known. Nodes end circles; this is for
/// one that passes none.
const DEEPEST: u32 = 4_000;

/// The functions that an expression may be or hold: its points-to set.
pub(crate) fn points_to(db: &Db, file: FileId, id: ExprId) -> Set {
    if id.is_unknown() {
        return Set::default();
    }
    let depth = db.flow_depth.get();
    if depth >= DEEPEST {
        return Set::unknown();
    }
    db.flow_depth.set(depth + 1);
    let all = stacker::maybe_grow(128 << 10, 4 << 20, || points_to_within(db, file, id));
    db.flow_depth.set(depth);
    all
}

fn points_to_within(db: &Db, file: FileId, id: ExprId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let expression = unit.facts.expression(id);
    if matches!(expression, Expression::Literal(_) | Expression::Instance(_)) {
        return Set::default();
    }
    let known = value_of(db, file, id);
    let mut all = Set::default();
    add_runnable(db, &known, 0, &mut all);
    if all.is_empty() || all.iter().count() < known.iter().count() {
        all.extend(&points_to_by_flow(db, file, id, expression));
    }
    all
}

/// The functions that come to an expression by a way that its value does not say.
fn points_to_by_flow(db: &Db, file: FileId, id: ExprId, expression: Expression) -> Set {
    match expression {
        Expression::Name { name, bound: Some(first), .. } => {
            let mut all = points_to_of_bindings(db, file, first, name);
            let binding = db.unit(file).and_then(|unit| unit.facts.bindings.get(first.index()));
            if !binding.is_some_and(|one| matches!(one.bound, Bound::Local | Bound::Parameter(_))) {
                all.extend(&points_to_of_targets(db, file, id));
            }
            all
        }
        Expression::Name { .. } | Expression::Import { .. } | Expression::Member { .. } => {
            points_to_of_targets(db, file, id)
        }
        Expression::Call { of, .. } => points_to_of_call(db, file, of),
        Expression::Index { of, .. }
        | Expression::Element(of)
        | Expression::Item { of, .. }
        | Expression::Payload { of, .. }
        | Expression::Deref(of)
        | Expression::Tried(of)
        | Expression::Awaited(of)
        | Expression::Promised(of)
        | Expression::Apply { of, .. }
        | Expression::Narrowed { of, .. }
        | Expression::Excluded { of, .. }
        | Expression::Matched { of, .. }
        | Expression::Const(of)
        | Expression::Keyword { value: of, .. } => points_to(db, file, of),
        Expression::Collection(_, list) => points_to_any(db, file, first_items(list)),
        Expression::Union(list) | Expression::Tuple(list) => points_to_any(db, file, list),
        Expression::Put { into, value } => {
            let mut all = points_to(db, file, into);
            all.extend(&points_to(db, file, value));
            all
        }
        Expression::Object(scope) => {
            // As an element of it is taken by a name that is not known here.
            let Some(unit) = db.unit(file) else { return Set::default() };
            if let Some(Owner::Definition(def)) = unit.body_of(scope) {
                let name = unit.hash(unit.facts.definition(def).name);
                db.depend(DependencyKey::stored(unit.path_hash, name));
            }
            let mut all = Set::default();
            for binding in unit.facts.bindings(scope) {
                if let Bound::Definition(def) = binding.bound {
                    all.extend(&points_to_of_definition(db, Symbol { file, def }));
                }
            }
            all
        }
        _ => Set::default(),
    }
}

fn points_to_any(db: &Db, file: FileId, list: List) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let mut all = Set::default();
    for item in unit.facts.list(list) {
        all.extend(&points_to(db, file, *item));
    }
    all
}

/// What locals and parameters of a file hold.
fn points_to_of_bindings(db: &Db, file: FileId, first: BindingId, name: Name) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let Some(one) = unit.facts.bindings.get(first.index()) else { return Set::default() };
    let rest = unit.facts.bindings[first.index()..].iter().zip(first.0..);
    let in_group = |b: &Binding| b.scope == one.scope && b.name == one.name;
    let group: SmallVec<[(BindingId, Bound); 2]> = rest
        .take_while(|(b, id)| in_group(b) && (*id == first.0 || (one.from == 0 && b.from == 0)))
        .map(|(b, id)| (BindingId(id), b.bound))
        .collect();
    let mut all = Set::default();
    for (id, bound) in group {
        if matches!(bound, Bound::Local | Bound::Parameter(_)) {
            all.extend(&db.ask(BindingFunctions { file, binding: id }));
        }
    }
    if matches!(one.bound, Bound::Local | Bound::Parameter(_)) {
        if !db.is_own(file) {
            db.depend(DependencyKey::stored(unit.path_hash, unit.hash(name)));
        }
        // A node of its own: an element may be given another of the same (`a[0] = a[1]`).
        all.extend(&db.ask(ElementFunctions { file, binding: first }));
    }
    all
}

/// What the definitions hold that a name or member leads to.
fn points_to_of_targets(db: &Db, file: FileId, id: ExprId) -> Set {
    let mut all = Set::default();
    // What a field holds is a value also where a call of a member means none.
    let language = db.unit(file).map(|unit| unit.rules.linearization);
    let call = (language != Some(Linearization::Autoderef)).then_some(true);
    for value in resolve(db, file, id, call).0.iter() {
        if let Value::Definition(sym) = value {
            all.extend(&points_to_of_definition(db, sym));
        }
    }
    all
}

/// The function that a definition is, or the functions that it holds.
pub(crate) fn points_to_of_definition(db: &Db, sym: Symbol) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::default() };
    match unit.kind(sym.def) {
        SymbolKind::Function | SymbolKind::Method => Set::of(Value::Function(sym, Args::NONE)),
        kind if is_held(kind) && unit.stub_of.is_none() => db.ask(StoredFunctions { definition: sym }),
        SymbolKind::Accessor => returned_functions(db, sym),
        _ => Set::default(),
    }
}

/// What a call gives.
fn points_to_of_call(db: &Db, file: FileId, of: ExprId) -> Set {
    if returns_its_function(db, file, of) {
        let Some(Expression::Member { of, .. }) = db.unit(file).map(|u| u.facts.expression(of)) else {
            return Set::default();
        };
        return points_to(db, file, of);
    }
    let mut all = Set::default();
    for callee in points_to(db, file, of).iter() {
        match callee {
            Value::Function(sym, _) => all.extend(&returned_functions(db, sym)),
            // A node of its own: a closure may give what it gives itself.
            Value::Lambda(file, lambda) => {
                all.extend(&db.ask(ClosureFunctions { file, closure: lambda }));
            }
            _ => {}
        }
    }
    all
}

/// True for `f.bind`, where that is what every function has.
fn returns_its_function(db: &Db, file: FileId, of: ExprId) -> bool {
    let Some(unit) = db.unit(file) else { return false };
    let Expression::Member { name, .. } = unit.facts.expression(of) else { return false };
    unit.rules.function_members.give.contains(&unit.facts.name(name)) && is_member_of_functions(db, file, of)
}

/// True where a member is one of those that the language's own functions have, or may be.
fn is_member_of_functions(db: &Db, file: FileId, of: ExprId) -> bool {
    let denoted = resolve(db, file, of, Some(true)).0;
    denoted.iter().all(|value| match value {
        Value::Definition(sym) => is_function_member(db, sym),
        Value::Unknown => true,
        _ => false,
    })
}

/// True for a member of the type that stands for all functions.
pub(crate) fn is_function_member(db: &Db, sym: Symbol) -> bool {
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.stub_of.is_some()) else { return false };
    match unit.facts.definition(sym.def).owner {
        Owner::Definition(owner) => {
            let name = unit.facts.name(unit.facts.definition(owner).name);
            unit.rules.protocol.function == Some(name)
        }
        _ => false,
    }
}

/// Adds what a call may run of values, and of what generic types among them hold (`Some(f)`).
fn add_runnable(db: &Db, known: &Set, depth: u32, all: &mut Set) {
    for value in known.iter() {
        match value {
            Value::Instance(_, args) | Value::Tuple(args) | Value::Variant(_, args)
                if depth < DEEPEST_ARGUMENTS =>
            {
                if !db.linker.arguments.has_function(args) {
                    continue;
                }
                db.args_of(args).iter().for_each(|inner| add_runnable(db, inner, depth + 1, all));
            }
            value if is_runnable(db, value) && (depth == 0 || !matches!(value, Value::Type(..))) => {
                all.add(value);
            }
            _ => {}
        }
    }
}

/// True for what a call runs.
pub(crate) fn is_runnable(db: &Db, value: Value) -> bool {
    match value {
        Value::Function(..) | Value::Lambda(..) => true,
        Value::Type(TypeId::Def(sym), _) => {
            db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_type())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{expression, linking, printed};

    #[test]
    fn a_call_through_a_returned_function_is_followed() {
        let text =
            "package a\nfunc g() {}\nfunc make() func() { return g }\nvar h = make()\nfunc f() { h() }\n";
        linking(&[("a.go", text)], "a.go", |db| {
            let (file, id) = expression(db, "a.go", "h");
            assert_eq!(printed(db, &points_to(db, file, id)), "function a.go#g");
        });
    }
}
