//! Names in files that are included for what a macro of the includer makes of them:
//! `#define X(name) name,` and `#include "names.def"`, where that calls `X(a)` and `X(b)`.

use crate::Linker;
use crate::db::listed_name;
use crate::query::Db;
use crate::resolve::{IncludeClosure, Includer, Symbols, declared_in, includers, including};
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::{Candidate, DefId, DependencyKey, Expression, FileId, Flags, Makes, Namespace, Reference};
use smallvec::SmallVec;
use std::rc::Rc;

/// Of a name that includers define more often nothing is known.
const MOST_GIVEN: usize = 64;

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
    for Includer { file: other, .. } in &includers(db, file).certain {
        let Some(maker) = including(db, *other) else { continue };
        for def in maker.definitions_of(hash) {
            db.depend_on_symbol(Symbol { file: *other, def });
            let makes = &maker.facts.makes;
            if let Ok(at) = makes.binary_search_by_key(&def, |makes| makes.definition)
                && makes[at].argument == candidate.argument
            {
                found.push((*other, makes[at]));
            }
        }
    }
    found
}

/// What a name means in a file that nothing which the file includes explains: what files that include it define before
/// they do, and whether that is proved. It is where each file that includes it defines the name, whatever the
/// configuration; of a list one is enough to be possible.
pub(crate) fn given_by_includers(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Rc<(Symbols, bool)> {
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

fn find_given(db: &Db, unit: &Unit<'_>, hash: u64, namespace: Namespace) -> (Symbols, bool) {
    let mut found = Symbols::new();
    let by = includers(db, db.file());
    if by.certain.is_empty() {
        return (found, false);
    }
    db.depend(DependencyKey::declared(hash));
    let mut do_all_define = true;
    for Includer { file, place } in by.certain.iter().copied() {
        let Some(other) = including(db, file) else { continue };
        let definition = |def: &DefId| other.facts.definition(*def);
        // What is taken back before that line means nothing there; under a condition, perhaps.
        let taken_back = |def: &DefId| other.taken_back(*def).filter(|one| one.place < place);
        let is_gone = |def: &DefId| taken_back(def).is_some_and(|one| !one.is_conditional);
        let before: Symbols = declared_in(other, hash, namespace, "")
            .filter(|def| definition(def).name_span.start < place && !is_gone(def))
            .map(|def| Symbol { file, def })
            .collect();
        let always = |sym: &Symbol| {
            !definition(&sym.def).flags.has(Flags::CONDITIONAL) && taken_back(&sym.def).is_none()
        };
        do_all_define &= before.iter().any(always);
        found.extend(before);
        if found.len() > MOST_GIVEN {
            return (Symbols::new(), false);
        }
    }
    let is_list = !unit.facts.candidates.is_empty();
    if do_all_define || is_list { (found, do_all_define && by.are_all) } else { (Symbols::new(), false) }
}

/// True where a file has a namespace of this path.
fn has_namespace(linker: &Linker<'_>, file: FileId, path: &str) -> bool {
    path.is_empty() || linker.unit(file).is_some_and(|unit| unit.opens(path))
}
