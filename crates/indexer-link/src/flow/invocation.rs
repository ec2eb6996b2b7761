//! What calls run that they do not name: what variables, parameters and collections hold, what
//! decorators make of a function, constructors that are inherited.

use crate::edges::symbol_key;
use crate::flow::{
    add_run, argument_for_parameter, callees_by_flow, expand_parameters, inherited_constructor,
    is_function_member, is_held, made_by_decorators, may_hold_function, points_to_of_definition,
    takes_arguments,
};
use crate::infer::{
    are_outside, builtin_type, callees_of, calls_of, definition_value, external_path, function_bounds,
    initializers_of, is_external, reify_external,
};
use crate::query::Db;
use crate::resolve::applied_edge;
use crate::unit::Unit;
use crate::value::{MOST_TARGETS, Set, Symbol, TypeId, Value};
use indexer_core::{
    Bound, Edge, ExprId, Expression, FileId, Owner, Reference, Resolution, Role, Rule, SymbolKind, Target,
};

/// Where a call of a value leads.
pub(crate) fn invocation_edge(db: &Db, reference: &Reference) -> Edge {
    let mut found = Vec::new();
    for value in callees_by_flow(db, db.file(), reference.expression).iter() {
        add_run(db, value, reference, &mut found);
    }
    edge_to_run(db, found, Rule::Value)
        .or_else(|| run_outside(db, reference))
        .unwrap_or_else(|| Edge::unresolved(0))
}

/// What is called where all that the value may be is outside: a decorator that a package made, the iterator of what it
/// gave.
fn run_outside(db: &Db, reference: &Reference) -> Option<Edge> {
    let values = callees_of(db, db.file(), reference.expression);
    let path = |value: Value| path_outside(db, value).or_else(|| function_outside(db, reference, value));
    let paths: Option<Vec<String>> = values.iter().map(path).collect();
    let path = paths?.into_iter().max()?;
    Some(Edge {
        resolution: Resolution::External,
        rule: Rule::Value,
        targets: vec![Target::External(path)],
        candidates: 0,
    })
}

/// The type of functions, for a parameter that something outside gives a function, as its declaration says: `resolve` of what
/// a promise is made with.
fn function_outside(db: &Db, reference: &Reference, value: Value) -> Option<String> {
    let Value::Callable(file, ..) = value else { return None };
    db.unit(file)?.stub_of?;
    let unit = db.unit(db.file())?;
    let Expression::Name { bound: Some(bound), .. } = unit.facts.expression(reference.expression) else {
        return None;
    };
    let is_parameter = matches!(unit.facts.bindings[bound.index()].bound, Bound::Parameter(_));
    match builtin_type(db, db.file(), unit.rules.protocol.function?)? {
        TypeId::Def(sym) if is_parameter => external_path(db, sym),
        _ => None,
    }
}

/// The path of what a call of a value runs; `None` for what is of the repository or not known.
fn path_outside(db: &Db, value: Value) -> Option<String> {
    match value {
        Value::External(text) | Value::Type(TypeId::External(text), _) => Some(db.text_of(text).to_string()),
        Value::Function(sym, _) | Value::Definition(sym) | Value::Type(TypeId::Def(sym), _) => {
            external_path(db, sym)
        }
        Value::Instance(id, args) if are_outside(db, args) => {
            let path = match id {
                TypeId::External(text) => db.text_of(text).to_string(),
                TypeId::Def(sym) => external_path(db, sym)?,
                TypeId::Param(..) => return None,
            };
            let rules = db.unit(db.file())?.rules;
            Some(
                rules
                    .call_member
                    .map_or_else(|| path.clone(), |call| format!("{path}{}{call}", rules.separator)),
            )
        }
        _ => None,
    }
}

/// The initializer that a call of a type runs.
fn initializer_edge(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: &Set) -> Option<Edge> {
    let Value::Definition(of) = denoted.only().filter(|_| reference.role == Role::Call)? else { return None };
    let is_made = db.unit(of.file).is_some_and(|unit| unit.kind(of.def).is_type() && unit.stub_of.is_none());
    let calls = db.own.calls.get_or_init(|| calls_of(unit));
    let list = calls.get(&reference.expression).copied().flatten().filter(|_| is_made)?;
    let arguments: Vec<(FileId, ExprId)> =
        unit.facts.list(list).iter().map(|one| (db.file(), *one)).collect();
    let made = initializers_of(db, of, &arguments, true);
    let Value::Definition(made) = made.only()? else { return None };
    if is_external(db, made) {
        return None;
    }
    let targets: Vec<Target> = symbol_key(db, made).map(Target::Symbol).into_iter().collect();
    Some(Edge { resolution: Resolution::Resolved, rule: Rule::Constructor, targets, candidates: 0 })
}

/// What a call runs beside what it names, which is `denoted`.
pub(crate) fn implied_edge(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: &Set) -> Option<Edge> {
    if unit.rules.argument_labels {
        return initializer_edge(db, unit, reference, denoted);
    }
    if unit.rules.objects {
        return applied_edge(db, unit, reference, denoted);
    }
    if !unit.rules.values_are_followed || !matches!(reference.role, Role::Call | Role::Decorate) {
        return None;
    }
    let (mut found, mut rule, mut held) = (Vec::new(), Rule::Value, false);
    for value in denoted.iter() {
        let sym = match value {
            Value::Definition(sym) => sym,
            Value::External(text) => match reify_external(db, text).only() {
                Some(Value::Function(sym, _)) => sym,
                _ => continue,
            },
            _ => continue,
        };
        let Some(of) = db.unit(sym.file) else { continue };
        match of.kind(sym.def) {
            kind if of.stub_of.is_some() && kind.is_callable() && reference.role == Role::Call => {
                add_callbacks(db, unit, reference, sym, &mut found);
                run_through_member(db, unit, reference, sym, &mut found);
            }
            _ if of.stub_of.is_some() => {}
            kind if is_held(kind) || kind == SymbolKind::Accessor => held = true,
            // There, neither decorators nor bases are followed to what they run.
            _ if !unit.rules.parameters_take_arguments => {}
            kind if kind.is_callable() => {
                made_by_decorators(db, sym, reference, &mut found);
                found.retain(|made| *made != sym);
            }
            kind if kind.is_type() => {
                if let Some(constructor) = inherited_constructor(db, sym) {
                    found.push(constructor);
                    rule = Rule::Constructor;
                }
            }
            _ => {}
        }
    }
    if held && !unit.rules.parameters_take_arguments {
        for value in denoted.iter() {
            let Value::Definition(sym) = value else { continue };
            for value in points_to_of_definition(db, sym).iter() {
                add_run(db, value, reference, &mut found);
            }
        }
    } else if held {
        for value in callees_by_flow(db, db.file(), reference.expression).iter() {
            add_run(db, value, reference, &mut found);
        }
    }
    edge_to_run(db, found, rule)
}

/// What `f.call()` runs, where `callee` is the member of all functions that runs them.
fn run_through_member(
    db: &Db,
    unit: &Unit<'_>,
    reference: &Reference,
    callee: Symbol,
    found: &mut Vec<Symbol>,
) {
    let Expression::Member { of, name, .. } = unit.facts.expression(reference.expression) else { return };
    let runs = unit.rules.function_members.run.contains(&unit.facts.name(name));
    if runs && is_function_member(db, callee) {
        for value in callees_by_flow(db, db.file(), of).iter() {
            add_run(db, value, reference, found);
        }
    }
}

/// What a function outside calls of what it is given, where its declaration says that it takes a
/// function.
fn add_callbacks(db: &Db, unit: &Unit<'_>, reference: &Reference, callee: Symbol, found: &mut Vec<Symbol>) {
    let Some(of) = db.unit(callee.file) else { return };
    let Some(arguments) =
        db.own.calls.get_or_init(|| calls_of(unit)).get(&reference.expression).copied().flatten()
    else {
        return;
    };
    let arguments = unit.facts.list(arguments);
    if !arguments.iter().any(|one| may_hold_function(unit.facts, *one, 0)) {
        return;
    }
    let run = of.facts.definition(callee.def).parameters;
    let parameters = of.facts.parameters(run);
    let taking = parameters.iter().zip(run.start..);
    let taking = taking.filter(|(one, _)| takes_function(db, of, callee.file, one.annotation));
    let taking: Vec<u32> = taking.map(|(_, index)| index).collect();
    if taking.is_empty() {
        return;
    }
    let is_member = of.facts.definition(callee.def).owner != Owner::File;
    for index in taking {
        let given =
            argument_for_parameter(db, callee, index, is_member, db.file(), arguments).unwrap_or_default();
        for value in expand_parameters(db, &given).iter() {
            add_run(db, value, reference, found);
        }
    }
}

/// True for the type of a function, and for a type parameter that must be a function.
fn takes_function(db: &Db, of: &Unit<'_>, file: FileId, annotation: ExprId) -> bool {
    match of.facts.expression(annotation) {
        Expression::FunctionType { .. } => true,
        Expression::Name { bound: Some(bound), .. } => {
            match of.facts.bindings.get(bound.index()).map(|binding| binding.bound) {
                Some(Bound::TypeParameter(index)) => !function_bounds(db, file, index).is_empty(),
                _ => false,
            }
        }
        _ => false,
    }
}

fn edge_to_run(db: &Db, found: Vec<Symbol>, rule: Rule) -> Option<Edge> {
    let mut targets: Vec<Target> =
        found.into_iter().filter_map(|sym| symbol_key(db, sym)).map(Target::Symbol).collect();
    targets.sort();
    targets.dedup();
    let fits = !targets.is_empty() && targets.len() <= MOST_TARGETS;
    fits.then_some(Edge { resolution: Resolution::Possible, rule, targets, candidates: 0 })
}

/// What runs where a member is called that only a name leads to: what these members hold.
pub(crate) fn run_by_stored_values(db: &Db, members: &[Symbol], reference: &Reference) -> Option<Edge> {
    let mut found = Vec::new();
    for member in members {
        let kind = db.unit(member.file).map(|unit| unit.kind(member.def));
        if kind.is_some_and(is_held) {
            let values = if takes_arguments(db, *member) {
                let values = definition_value(db, *member);
                expand_parameters(db, &values).into_owned()
            } else {
                points_to_of_definition(db, *member)
            };
            for value in values.iter() {
                add_run(db, value, reference, &mut found);
            }
        }
    }
    edge_to_run(db, found, Rule::Name)
}
