//! Names that every file sees, wherever they are defined.

use crate::query::Db;
use crate::resolve::{in_namespaces, path_root};
use crate::value::{Set, Value};
use indexer_core::key::hash_text;
use indexer_core::{FileId, Namespace, ScopeId, SymbolKind};
use smallvec::SmallVec;

/// Macros are in scope by text order and by attributes that cross modules: the macros of this
/// name in the same package, else exported ones.
pub(crate) fn macro_by_name(db: &Db, file: FileId, name: &str) -> Set {
    let hash = hash_text(name);
    db.depend(indexer_core::DependencyKey::named(hash));
    let (mut near, mut exported) = (Set::default(), Set::default());
    for other in db.linker.database.defining(hash) {
        let Some(unit) = db.unit(other) else { continue };
        let Some(id) = unit.name_of_hash(hash) else { continue };
        for (i, definition) in unit.facts.definitions.iter().enumerate() {
            if definition.name == id && definition.kind == SymbolKind::Macro {
                let value = Value::definition(other, indexer_core::DefId(i as u32));
                if other == file || same_package(db, file, other) {
                    near.add(value);
                } else if definition.flags.has(indexer_core::Flags::EXPORTED) {
                    exported.add(value);
                }
            }
        }
    }
    match (near.is_empty(), exported.is_empty()) {
        (false, _) => near,
        (true, false) => exported,
        _ => Set::unknown(),
    }
}

/// Definitions that every file sees: by bare names, or else by the names of imports.
pub(crate) fn global_definitions(db: &Db, name: &str, namespace: Namespace, bare: bool) -> Set {
    let hash = hash_text(name);
    db.depend(indexer_core::DependencyKey::named(hash));
    let mut found = Set::default();
    for other in db.linker.database.defining(hash) {
        let Some(unit) = db.unit(other).filter(|unit| unit.rules.has_globals) else { continue };
        let is_global = |def: &indexer_core::DefId| {
            let definition = unit.facts.definition(*def);
            let is_bare = !unit.hoisted(definition.scope, definition.name, Namespace::ANY).is_empty();
            definition.flags.has(indexer_core::Flags::EXPORTED) && is_bare == bare
        };
        let defs: SmallVec<[indexer_core::DefId; 2]> = unit.definitions_of(hash).filter(is_global).collect();
        let all: Set = unit.select(defs).into_iter().map(|def| Value::definition(other, def)).collect();
        found.extend(&all);
    }
    in_namespaces(db, found, namespace)
}

fn same_package(db: &Db, a: FileId, b: FileId) -> bool {
    let a = path_root(db, a, ScopeId(0), "crate", 0);
    let b = path_root(db, b, ScopeId(0), "crate", 0);
    a == b && !a.has_unknown()
}
