//! Types whose extensions are parts of them: their members, what these say that the types implement, and what bare names
//! in an extension mean.

use crate::infer::{extension_blocks, header_type, in_scope, type_around};
use crate::query::Db;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, FileId, ScopeId};

/// True where extensions of a type are parts of it.
pub(crate) fn extensions_are_parts(db: &Db, of: Symbol) -> bool {
    db.unit(of.file).is_some_and(|unit| unit.rules.extensions_are_parts)
}

/// Members of a name that the extensions of a type declare.
pub(crate) fn members_of_extensions(db: &Db, of: Symbol, name: Text, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(of.file) else { return Set::default() };
    let own_name = unit.hash(unit.facts.definition(of.def).name);
    let hash = hash_text(&db.text_of(name));
    let mut found = Set::default();
    for (file, id, _) in extension_blocks(db, own_name, Some(of)) {
        let Some(unit) = db.unit(file) else { continue };
        db.depend(DependencyKey::extension_member(unit.path_hash, own_name, hash));
        found.extend(&in_scope(db, file, unit.facts.extensions[id.index()].scope, hash, call));
    }
    found
}

/// Of members of one name those that are called, or those that are not, where there are such.
pub(crate) fn told_by_call(db: &Db, found: Set, call: Option<bool>) -> Set {
    let Some(call) = call.filter(|_| found.only().is_none()) else { return found };
    let is_so = |value: &Value| match value {
        Value::Definition(sym) => {
            db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_callable() == call)
        }
        _ => true,
    };
    let fitting: Set = found.iter().filter(is_so).collect();
    if fitting.is_empty() { found } else { fitting }
}

/// What extensions of a type say that it implements.
pub(crate) fn bases_by_extensions(db: &Db, of: Symbol, all: &mut Vec<Value>) {
    let Some(unit) = db.unit(of.file) else { return };
    let own_name = unit.hash(unit.facts.definition(of.def).name);
    for (file, id, implements) in extension_blocks(db, own_name, Some(of)) {
        let Some(unit) = db.unit(file).filter(|_| implements) else { continue };
        let Some(base) = unit.facts.extensions[id.index()].implements else { continue };
        for value in header_type(db, file, base).iter() {
            if !all.contains(&value) {
                all.push(value);
            }
        }
    }
}

/// The type parameter of this name of a type that an extension extends.
pub(crate) fn parameter_of_extended(db: &Db, file: FileId, scope: ScopeId, name: Text) -> Set {
    let hash = hash_text(&db.text_of(name));
    let mut found = Set::default();
    for value in type_around(db, file, scope).iter() {
        let Value::Type(TypeId::Def(of), _) = value else { continue };
        let Some(unit) = db.unit(of.file) else { continue };
        db.depend_on_symbol(of);
        let run = unit.type_parameters(of.def);
        for (parameter, index) in unit.facts.type_parameters(run).iter().zip(run.start..) {
            if unit.hash(parameter.name) == hash {
                found.add(Value::Type(TypeId::Param(of.file, index), Args::NONE));
            }
        }
    }
    found
}
