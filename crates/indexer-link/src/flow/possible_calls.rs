//! The calls that may run a function, by the name that they call.

use crate::flow::{
    CallSites, argument_for_parameter, binds_receiver, call_sites, closed, expand_parameters, is_runnable,
    may_hold_function, points_to,
};
use crate::infer::callees_of;
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{MOST_TARGETS, Set, Symbol};
use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, ExprId, Expression, FileId, Owner, ParameterKind, SymbolKind};

/// A function that is named in more files than this takes what is not known.
const MOST_FILES: usize = 32;

/// The same for calls that could be meant.
const MOST_CALLS: usize = 64;

/// What the calls of a function give its parameter; none where there may be too many of them.
pub(crate) fn passed_by_calls(db: &Db, function: Symbol, index: u32) -> Option<Set> {
    let mut all = Set::default();
    for call in possible_calls(db, function)? {
        all.extend(&passed_by_call(db, call, function, index));
    }
    Some(all)
}

/// A call that may run a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PossibleCall {
    file: FileId,
    call: ExprId,
    /// Hash of the name under which it was found, or [`CallSites::INDIRECT`].
    name: u64,
}

/// The calls whose name, or whose having none, says that they may run the function.
fn possible_calls(db: &Db, function: Symbol) -> Option<Vec<PossibleCall>> {
    let unit = db.unit(function.file)?;
    let definition = unit.facts.definition(function.def);
    let own = unit.facts.name(definition.name);
    let constructs = match definition.owner {
        Owner::Definition(of) if definition.kind == SymbolKind::Constructor => Some(of),
        _ => None,
    };
    let Some(of) = constructs else {
        let mut calls = Vec::new();
        if (unit.rules.commodity)(own) {
            // Half of all files call something of that name.
            let mut files = vec![function.file];
            if let Some(beside) = named_beside(db, function) {
                files.extend(files_naming(db, &beside)?);
                files.sort_unstable();
                files.dedup();
            }
            add_calls(db, hash_text(own), &files, &mut calls)?;
        } else if !own.starts_with("__") {
            let files = files_naming(db, own)?;
            add_calls(db, hash_text(own), &files, &mut calls)?;
        }
        return Some(calls);
    };
    // A call of a type, or of one below it, names the type; those below it also call the
    // constructor itself.
    let mut calls = Vec::new();
    let mut types: Vec<&str> = vec![unit.facts.name(unit.facts.definition(of).name)];
    let mut next = 0;
    while let Some(name) = types.get(next).copied() {
        next += 1;
        let files = files_naming(db, name)?;
        add_calls(db, hash_text(name), &files, &mut calls)?;
        for file in files {
            let Some(unit) = db.unit(file) else { continue };
            for definition in unit.facts.definitions.iter().filter(|one| one.bases.len > 0) {
                let below = unit.facts.name(definition.name);
                let bases = unit.facts.list(definition.bases);
                if bases.iter().any(|base| unit.last_name(*base) == Some(name)) && !types.contains(&below) {
                    types.push(below);
                    add_calls(db, hash_text(own), &[file], &mut calls)?;
                }
            }
        }
        if types.len() > MOST_TARGETS {
            return None;
        }
    }
    calls.sort_unstable();
    calls.dedup();
    Some(calls)
}

/// What files name where they call something with a common name: the type of a member, the package
/// of a function.
fn named_beside(db: &Db, function: Symbol) -> Option<String> {
    let unit = db.unit(function.file).filter(|unit| !unit.rules.parameters_take_arguments)?;
    let facts = unit.facts;
    let name = match facts.definition(function.def).owner {
        Owner::Definition(of) => facts.name(facts.definition(of).name),
        Owner::Extension(of) => facts.name(facts.extensions.get(of.index())?.type_name?),
        Owner::File if unit.rules.packages.is_some() => {
            indexer_core::path::file_name(indexer_core::path::parent(&unit.place))
        }
        Owner::File => return None,
    };
    Some(name.to_owned())
}

/// The files that name something, if they are few.
fn files_naming(db: &Db, name: &str) -> Option<Vec<FileId>> {
    let files = db.linker.database.naming(name, MOST_FILES);
    if files.len() > MOST_FILES {
        db.depend(DependencyKey::many_naming(hash_text(name)));
        return None;
    }
    db.depend(DependencyKey::naming(hash_text(name)));
    Some(files)
}

/// Adds the calls of a name in these files, and those of values where it is one of them; none where they are too many, for
/// which the files behind do not count.
fn add_calls(db: &Db, name: u64, files: &[FileId], calls: &mut Vec<PossibleCall>) -> Option<()> {
    for file in files {
        let Some((unit, sites)) = db.unit(*file).zip(call_sites(db, *file)) else { continue };
        let found = |name| move |call| PossibleCall { file: *file, call, name };
        db.depend(DependencyKey::calls_of(unit.path_hash, name));
        calls.extend(sites.of(name).map(found(name)));
        if sites.read.binary_search(&name).is_ok() {
            db.depend(DependencyKey::calls_of(unit.path_hash, CallSites::INDIRECT));
            calls.extend(sites.indirect.iter().copied().map(found(CallSites::INDIRECT)));
        }
        if calls.len() > MOST_CALLS {
            return None;
        }
    }
    Some(())
}

/// What one call gives the parameter of a function, if that function is what it calls.
fn passed_by_call(db: &Db, call: PossibleCall, function: Symbol, index: u32) -> Set {
    let PossibleCall { file, call, name } = call;
    let Some(unit) = db.unit(file) else { return Set::default() };
    let Expression::Call { of, arguments } = unit.facts.expression(call) else { return Set::default() };
    let listed = unit.facts.list(arguments);
    if !unit.rules.parameters_take_arguments && !may_pass_function(db, unit, listed, function, index) {
        return Set::default();
    }
    let callees = callees_by_flow(db, file, of);
    let Some(bound) = callees.iter().find_map(|callee| binds_receiver(db, callee, function)) else {
        return Set::default();
    };
    db.depend(DependencyKey::passed(unit.path_hash, name));
    let Some(found) = argument_for_parameter(db, function, index, bound, file, listed) else {
        // The default is there in any case.
        return Set::default();
    };
    let found: Set = found.iter().map(closed).collect();
    expand_parameters(db, &found).into_owned()
}

/// False where what stands in the place of a parameter certainly is no function.
fn may_pass_function(db: &Db, unit: &Unit<'_>, arguments: &[ExprId], function: Symbol, index: u32) -> bool {
    let Some(of) = db.unit(function.file) else { return false };
    let run = of.facts.definition(function.def).parameters;
    let Some(place) = index.checked_sub(run.start).map(|place| place as usize) else { return false };
    let parameters = of.facts.parameters(run);
    let has_receiver = parameters.first().is_some_and(|one| one.kind == ParameterKind::Receiver);
    // Where it is called as a member, the receiver takes no argument.
    let first = place - usize::from(has_receiver && place > 0);
    let is_rest = parameters.get(place).is_some_and(|one| one.kind != ParameterKind::Plain);
    let last = if is_rest { arguments.len() } else { place + 1 };
    let given = arguments.get(first..last.min(arguments.len())).unwrap_or_default();
    given.iter().any(|one| may_hold_function(unit.facts, *one, 0))
}

/// What the callee of a call may be, also where nothing but its use says it.
pub(crate) fn callees_by_flow(db: &Db, file: FileId, of: ExprId) -> Set {
    let callees = callees_of(db, file, of);
    let Some(unit) = db.unit(file) else { return callees };
    if unit.rules.parameters_take_arguments {
        return expand_parameters(db, &callees).into_owned();
    }
    if callees.only().is_some_and(|one| is_runnable(db, one)) {
        return callees;
    }
    let mut all = callees;
    all.extend(&points_to(db, file, of));
    all
}
