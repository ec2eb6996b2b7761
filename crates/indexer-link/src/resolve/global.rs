//! Names that every file sees, wherever they are defined.

use crate::query::Db;
use crate::resolve::{depend_on_binding, in_namespaces, module_of, path_root};
use crate::unit::Unit;
use crate::value::{Set, Value};
use indexer_core::key::hash_text;
use indexer_core::path::{file_name, is_under, parent, stem};
use indexer_core::{FileId, Flags, LinkRules, Namespace, Owner, ScopeId, SymbolKind};
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
                if other == file || same_package(db, file, other) || is_shared(db, file, other) {
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

/// The macros of a name that a package exports, given its root; where none says so, those that stand in the arguments
/// of another macro, which may say it for them.
pub(crate) fn exported_macros(db: &Db, root: FileId, hash: u64) -> Set {
    db.depend(indexer_core::DependencyKey::named(hash));
    let (mut said, mut perhaps) = (Set::default(), Set::default());
    for other in db.linker.database.defining(hash) {
        let Some(unit) = unit_where(db, other, |rules| rules.macros_at_root) else { continue };
        for def in unit.definitions_of(hash).filter(|def| unit.kind(*def) == SymbolKind::Macro) {
            let flags = unit.facts.definition(def).flags;
            let of = if flags.has(Flags::EXPORTED) {
                &mut said
            } else if flags.has(Flags::IN_MACRO) {
                &mut perhaps
            } else {
                continue;
            };
            if other == root || same_package(db, root, other) {
                of.add(Value::definition(other, def));
            }
        }
    }
    if said.is_empty() { perhaps } else { said }
}

/// The unit of a file, if the rules of its language are so: most files with a name need not be read to know that.
fn unit_where<'l, 'u>(db: &Db<'l, 'u>, file: FileId, are_so: fn(&LinkRules) -> bool) -> Option<&'l Unit<'u>> {
    db.linker.rules_of(file).filter(|rules| are_so(rules))?;
    db.unit(file)
}

/// Definitions that every file sees: by bare names, or else by the names of imports.
pub(crate) fn global_definitions(db: &Db, name: &str, namespace: Namespace, bare: bool) -> Set {
    let hash = hash_text(name);
    db.depend(indexer_core::DependencyKey::named(hash));
    let mut found = Set::default();
    for other in db.linker.database.defining(hash) {
        let Some(unit) = unit_where(db, other, |rules| rules.has_globals) else { continue };
        let is_global = |def: &indexer_core::DefId| {
            let definition = unit.facts.definition(*def);
            let is_bare = unit.is_hoisted(definition.scope, definition.name, Namespace::ANY);
            definition.flags.has(indexer_core::Flags::EXPORTED) && is_bare == bare
        };
        let defs: SmallVec<[indexer_core::DefId; 2]> = unit.definitions_of(hash).filter(is_global).collect();
        let all: Set = unit.select(defs).into_iter().map(|def| Value::definition(other, def)).collect();
        found.extend(&all);
    }
    in_namespaces(db, assigned_near(db, found, name), namespace)
}

/// Without what files assign to the global object where something is declared, or the language itself has the name. What
/// stands below the folder of the file that assigns it is taken to run with it; elsewhere it is not known who runs.
fn assigned_near(db: &Db, found: Set, name: &str) -> Set {
    let assigned_in = |value: Value| {
        let Value::Definition(sym) = value else { return None };
        let unit = db.unit(sym.file)?;
        let definition = unit.facts.definition(sym.def);
        let is_assigned = definition.scope != ScopeId(0)
            && definition.owner == Owner::File
            && !definition.flags.has(Flags::DECLARATION);
        is_assigned.then_some(unit)
    };
    if !found.iter().any(|value| assigned_in(value).is_some()) {
        return found;
    }
    let declared: Set = found.iter().filter(|value| assigned_in(*value).is_none()).collect();
    let Some(own) = db.unit(db.file()) else { return declared };
    if !declared.is_empty() || (own.rules.implicit)(name).is_some() {
        return declared;
    }
    let is_near =
        |value: &Value| assigned_in(*value).is_some_and(|of| is_under(&own.place, parent(&of.place)));
    let near: Set = found.iter().filter(is_near).collect();
    if !near.is_empty() {
        return near;
    }
    let mut all = found;
    all.add(Value::Unknown);
    all
}

/// More files than these that define a name are not looked at, and who is meant stays unknown.
const MOST_DEFINING: usize = 256;

/// True where a bare name that is called is nothing of the repository: no file in the language of `unit` defines it, as a
/// function or otherwise, and none is called so, which the search path may lead to. Then it is a program of the machine,
/// or a command of a module that is installed.
pub(crate) fn runs_a_program(db: &Db, unit: &Unit<'_>, name: &str) -> bool {
    if !unit.rules.runs_programs || unit.stub_of.is_some() {
        return false;
    }
    let hash = hash_text(name);
    db.depend(indexer_core::DependencyKey::declared(hash));
    let defining = db.linker.database.defining(hash);
    let is_ours = |file: &FileId| {
        db.unit(*file).is_none_or(|other| {
            other.rules.language == unit.rules.language && other.name_of_hash(hash).is_some()
        })
    };
    defining.len() <= MOST_DEFINING
        && !defining.iter().any(is_ours)
        && db.with_files(&unit.place, |files| files.named(name).is_empty())
}

/// True where `other` stands in a module that the root of the crate of `file` declares, though the module is of no crate by
/// its place: tests that are a crate each share it (`mod common;`).
fn is_shared(db: &Db, file: FileId, other: FileId) -> bool {
    let root = path_root(db, file, ScopeId(0), "crate", 0).only();
    let shared = path_root(db, other, ScopeId(0), "crate", 0).only();
    let (Some(Value::Module(root, _)), Some(module @ Value::Module(shared, _))) = (root, shared) else {
        return false;
    };
    let (Some(unit), Some(of)) = (db.unit(root), db.unit(shared)) else { return false };
    if !unit.rules.macros_at_root || root == shared {
        return false;
    }
    // By custom it is called like its file, or like its folder.
    let name = match stem(&of.place) {
        "mod" => file_name(parent(&of.place)),
        name => name,
    };
    let hash = hash_text(name);
    depend_on_binding(db, root, ScopeId(0), hash);
    let mut named = unit.definitions_of(hash).filter(|def| unit.kind(*def) == SymbolKind::Module);
    named.any(|def| {
        unit.facts.definition(def).scope == ScopeId(0) && module_of(db, root, def).only() == Some(module)
    })
}

fn same_package(db: &Db, a: FileId, b: FileId) -> bool {
    let a = path_root(db, a, ScopeId(0), "crate", 0);
    let b = path_root(db, b, ScopeId(0), "crate", 0);
    a == b && !a.has_unknown()
}
