//! Names in files that are included for what a macro of the includer makes of them:
//! `#define X(name) name,` and `#include "names.def"`, where that calls `X(a)` and `X(b)`.

use crate::Linker;
use crate::db::listed_name;
use crate::query::Db;
use crate::resolve::{IncludeClosure, Symbols, declared_in, include_place, includes_directly, including};
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::{Candidate, DependencyKey, Expression, FileId, Makes, Namespace, Reference};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::rc::Rc;

/// A name that more files define, or one of them more often, is not looked for in those that include the file that uses it.
const MOST_DEFINING: usize = 64;

/// What macros in sight make of the name that hashes to `name`, in files that list it, for a file that sees `reach`.
pub(crate) fn listed(db: &Db, reach: &IncludeClosure, name: u64, path: &str) -> Symbols {
    let mut found = Symbols::new();
    for file in db.linker.database.extending(listed_name(name)) {
        let Some(unit) = including(db, file).filter(|_| reach.has(file) == Some(true)) else { continue };
        for def in unit.definitions_of(name) {
            let candidates = &unit.facts.candidates;
            let Ok(at) = candidates.binary_search_by_key(&def, |one| one.definition) else { continue };
            let makers = makers(db, file, unit, candidates[at]);
            let mut seen = makers.iter().filter(|(maker, _)| reach.has(*maker) == Some(true));
            if seen.any(|(maker, _)| has_namespace(db.linker, *maker, path)) {
                found.push(Symbol { file, def });
            }
        }
    }
    found
}

/// What a candidate is: what the macros of the files that include its own make of it.
pub(crate) fn listed_as(db: &Db, file: FileId, unit: &Unit<'_>, candidate: Candidate) -> Option<Makes> {
    let makers = makers(db, file, unit, candidate);
    makers.first().map(|(_, makes)| Makes { definition: candidate.definition, ..*makes })
}

/// The files that include `file` and define the macro of a candidate so that it makes something of it.
fn makers(db: &Db, file: FileId, unit: &Unit<'_>, candidate: Candidate) -> SmallVec<[(FileId, Makes); 2]> {
    let mut found = SmallVec::new();
    let Expression::Name { name, .. } = unit.facts.expression(candidate.of) else { return found };
    let hash = unit.hash(name);
    db.depend(DependencyKey::declared(hash));
    for other in db.linker.database.defining(hash) {
        let Some(maker) = including(db, other) else { continue };
        // Also where it does not include the file: it may come to.
        db.depend(DependencyKey::reach(maker.path_hash));
        if !includes_directly(db.linker, other, file) {
            continue;
        }
        for def in maker.definitions_of(hash) {
            db.depend_on_symbol(Symbol { file: other, def });
            let makes = &maker.facts.makes;
            if let Ok(at) = makes.binary_search_by_key(&def, |makes| makes.definition)
                && makes[at].argument == candidate.argument
            {
                found.push((other, makes[at]));
            }
        }
    }
    found
}

/// What a name means in a file that nothing which the file includes explains: what files that include it define before
/// they do. It is proved where all that are known to include the file define it. Which macros of its users a list goes
/// through is not known, so that there one is enough.
pub(crate) fn given_by_includers(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Rc<Symbols> {
    let Expression::Name { name, namespace, .. } = unit.facts.expression(reference.expression) else {
        return Rc::default();
    };
    if unit.rules.inclusion.is_none() {
        return Rc::default();
    }
    if let Some(known) = db.own.given.get(&(name, namespace)) {
        return known;
    }
    let found = Rc::new(find_given(db, unit, unit.hash(name), namespace));
    db.own.given.insert((name, namespace), Rc::clone(&found));
    found
}

fn find_given(db: &Db, unit: &Unit<'_>, hash: u64, namespace: Namespace) -> Symbols {
    let mut found = Symbols::new();
    for file in definers(db, hash) {
        let Some(other) = including(db, file) else { continue };
        db.depend(DependencyKey::reach(other.path_hash));
        let Some(place) = include_place(db.linker, file, db.file) else { continue };
        found.extend(
            declared_in(other, hash, namespace, "")
                .filter(|def| other.facts.definition(*def).name_span.start < place)
                .map(|def| Symbol { file, def }),
        );
        if found.len() > MOST_DEFINING {
            return Symbols::new();
        }
    }
    if found.is_empty() || !unit.facts.candidates.is_empty() {
        return found;
    }
    let includers = db.own.includers.get_or_init(|| known_includers(db, unit));
    let defines = |file: &FileId| found.iter().any(|sym| sym.file == *file);
    if includers.iter().all(defines) { found } else { Symbols::new() }
}

/// The files that define a name; none where there are many.
fn definers(db: &Db, name: u64) -> Vec<FileId> {
    db.depend(DependencyKey::declared(name));
    let all = db.linker.database.defining(name);
    if all.len() > MOST_DEFINING { Vec::new() } else { all }
}

/// The files that include the linked file and define a name that it uses.
fn known_includers(db: &Db, unit: &Unit<'_>) -> Vec<FileId> {
    let names: FxHashSet<u64> = unit.facts.references.iter().map(|one| unit.hash(one.name)).collect();
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for file in names.into_iter().flat_map(|name| definers(db, name)) {
        if !seen.insert(file) {
            continue;
        }
        let Some(other) = including(db, file) else { continue };
        db.depend(DependencyKey::reach(other.path_hash));
        if includes_directly(db.linker, file, db.file) {
            found.push(file);
        }
    }
    found
}

/// True where a file has a namespace of this path.
fn has_namespace(linker: &Linker<'_>, file: FileId, path: &str) -> bool {
    path.is_empty() || linker.unit(file).is_some_and(|unit| unit.opens(path))
}
