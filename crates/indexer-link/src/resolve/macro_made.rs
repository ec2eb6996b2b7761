//! Definitions that macros make of a name that is given to them.

use crate::query::Db;
use crate::resolve::{listed_as, resolve};
use crate::unit::Unit;
use crate::value::{Set, Value};
use indexer_core::{Candidate, DefId, FileId, Makes, Owner, ScopeId, ScopeKind, SymbolKind};

/// What a candidate is: what every macro that its invocation may mean makes of it.
pub(crate) fn macro_made(db: &Db, file: FileId, candidate: Candidate) -> Option<Makes> {
    let Candidate { definition, of, .. } = candidate;
    let unit = db.unit(file)?;
    // What is no reference now is no definition either: the tokens of the file add up.
    let token = unit.facts.definition(definition).name_span;
    unit.facts.references.binary_search_by_key(&token, |reference| reference.span).ok()?;
    if unit.rules.inclusion.is_some() {
        return listed_as(db, file, unit, candidate);
    }
    let mut made: Option<Makes> = None;
    for value in resolve(db, file, of, None).0.iter() {
        let Value::Definition(sym) = value else { return None };
        db.depend_on_symbol(sym);
        let makes = &db.unit(sym.file)?.facts.makes;
        let at = makes.binary_search_by_key(&sym.def, |makes| makes.definition).ok()?;
        let mut one = Makes { definition, ..makes[at] };
        // A function of an extension is its method.
        let is_member = matches!(unit.facts.definition(definition).owner, Owner::Extension(_));
        if is_member && one.kind == SymbolKind::Function {
            one.kind = SymbolKind::Method;
        }
        if made.is_some_and(|known| known != one) {
            return None;
        }
        made = Some(one);
    }
    made
}

/// What macros make of the name with this hash in a module or an extension: bound nowhere, since another file says
/// whether it is there.
pub(crate) fn made_in_scope(db: &Db, file: FileId, scope: ScopeId, hash: u64) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    if unit.facts.candidates.is_empty() {
        return Set::default();
    }
    let candidate = |def: DefId| {
        let all = &unit.facts.candidates;
        Some(all[all.binary_search_by_key(&def, |one| one.definition).ok()?])
    };
    let here = unit.definitions_of(hash).filter(|def| unit.facts.definition(*def).scope == scope);
    let made = here.filter_map(candidate).filter(|one| macro_made(db, file, *one).is_some());
    made.map(|one| Value::definition(file, one.definition)).collect()
}

/// What macros make of a name in the modules around a scope, the nearest first.
pub(crate) fn made_around(db: &Db, unit: &Unit<'_>, file: FileId, scope: ScopeId, hash: u64) -> Set {
    let mut current = Some(scope).filter(|_| !unit.facts.candidates.is_empty());
    while let Some(info) = current.and_then(|id| unit.facts.scopes.get(id.index())) {
        if matches!(info.kind, ScopeKind::File | ScopeKind::Module) {
            return current.map(|id| made_in_scope(db, file, id, hash)).unwrap_or_default();
        }
        current = info.parent;
    }
    Set::default()
}
