//! What calling a value runs, of what the repository defines.

use crate::flow::{call_sites, calls_in, expand_parameters};
use crate::infer::{is_external, members_of_type, own_member, rules_of, value_of};
use crate::query::Db;
use crate::resolve::{definitions_for, is_declaration, resolve};
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::{FileId, LambdaId, Reference, SymbolKind};

/// What calling a value runs, of what the repository defines.
pub(crate) fn add_run(db: &Db, value: Value, reference: &Reference, found: &mut Vec<Symbol>) {
    match value {
        Value::Lambda(file, lambda) => run_in_closure(db, file, lambda, reference, found),
        Value::Function(sym, bound) => {
            add_own(db, sym, found);
            if !takes_arguments(db, sym) {
                return;
            }
            let is_undecorated = db.args_of(bound).first().is_some_and(Set::is_empty);
            if !is_undecorated {
                made_by_decorators(db, sym, reference, found);
            }
        }
        // The type of an object that is written out is the object itself.
        Value::Type(TypeId::Def(sym), _) | Value::ReceiverType(TypeId::Def(sym), _)
            if db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_type()) =>
        {
            match inherited_constructor(db, sym) {
                Some(constructor) => found.push(constructor),
                None => add_own(db, sym, found),
            }
        }
        Value::Instance(id @ TypeId::Def(sym), _) | Value::Receiver(id @ TypeId::Def(sym), _) => {
            if !takes_arguments(db, sym) {
                return;
            }
            let Some(name) = rules_of(db, id).and_then(|rules| rules.call_member) else { return };
            let name = db.text(name);
            for member in members_of_type(db, id, name, Some(true)).found.iter() {
                if let Value::Definition(sym) = member {
                    add_own(db, sym, found);
                }
            }
        }
        _ => {}
    }
}

/// A closure has no name that could be led to: what it calls by name runs. What stands in the same function
/// as the closure calls that already.
fn run_in_closure(db: &Db, file: FileId, lambda: LambdaId, reference: &Reference, found: &mut Vec<Symbol>) {
    let Some(unit) = db.unit(file).filter(|unit| unit.stub_of.is_none()) else { return };
    let Some(lambda) = unit.facts.lambdas.get(lambda.index()) else { return };
    for call in calls_in(unit.facts, lambda) {
        if file == db.file() && call.enclosing == reference.enclosing {
            continue;
        }
        for value in resolve(db, file, call.expression, Some(true)).0.iter() {
            match value {
                Value::Definition(sym)
                    if db.unit(sym.file).is_some_and(|unit| is_run(unit.kind(sym.def))) =>
                {
                    db.depend_on_symbol(sym);
                    add_own(db, sym, found);
                }
                _ => {}
            }
        }
    }
}

/// True for what belongs to a language in which parameters are what calls give them.
pub(crate) fn takes_arguments(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| unit.rules.parameters_take_arguments)
}

fn add_own(db: &Db, sym: Symbol, found: &mut Vec<Symbol>) {
    if is_external(db, sym) {
        return;
    }
    let includes = db.unit(sym.file).is_some_and(|unit| unit.rules.inclusion.is_some());
    if includes && is_declaration(db, sym) {
        let defined = definitions_for(db, sym);
        if !defined.is_empty() {
            found.extend(defined);
            return;
        }
    }
    found.push(sym);
}

/// The functions that the decorators of a function put in its place.
pub(crate) fn made_by_decorators(db: &Db, sym: Symbol, reference: &Reference, found: &mut Vec<Symbol>) {
    let Some(unit) = db.unit(sym.file) else { return };
    let decorators = unit.facts.list(unit.facts.definition(sym.def).decorators);
    let Some(outermost) = decorators.first() else { return };
    db.depend_on_symbol(sym);
    let Some(call) = call_sites(db, sym.file).and_then(|sites| sites.application(*outermost)) else { return };
    let made = value_of(db, sym.file, call);
    let made = expand_parameters(db, &made);
    for value in made.iter() {
        match value {
            Value::Function(made, _) => add_own(db, made, found),
            Value::Instance(..) => add_run(db, value, reference, found),
            _ => {}
        }
    }
}

/// The constructor that a type of the repository has from a base.
pub(crate) fn inherited_constructor(db: &Db, sym: Symbol) -> Option<Symbol> {
    let constructors = db.unit(sym.file)?.rules.constructors;
    for constructor in constructors {
        if !own_member(db, sym, db.text(constructor), Some(true)).is_empty() {
            return None;
        }
    }
    let name = db.text(constructors.first()?);
    match members_of_type(db, TypeId::Def(sym), name, Some(true)).found.only()? {
        Value::Definition(found) if !is_external(db, found) => Some(found),
        _ => None,
    }
}

/// True for what a call of its name runs.
fn is_run(kind: SymbolKind) -> bool {
    kind.is_type() || (kind.is_callable() && !matches!(kind, SymbolKind::Macro | SymbolKind::Accessor))
}
