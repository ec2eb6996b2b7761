//! Members that blocks outside a type add to it: extensions, the traits they implement, derives.

use crate::infer::{bases_of, header_type, in_scope, own_member, sources_extending};
use crate::query::Db;
use crate::resolve::made_in_scope;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, ExtensionId, FileId};
use smallvec::SmallVec;

/// The type that an extension extends.
pub(crate) fn extended_types(db: &Db, file: FileId, extension: ExtensionId) -> Set {
    let of = db.unit(file).and_then(|u| u.facts.extensions.get(extension.index())).map(|e| e.of);
    of.map_or(Set::default(), |of| header_type(db, file, of))
}

/// The trait that an extension implements.
pub(crate) fn implemented_traits(db: &Db, file: FileId, extension: ExtensionId) -> Set {
    let unit = db.unit(file);
    let implements = unit.and_then(|u| u.facts.extensions.get(extension.index())?.implements);
    implements.map_or(Set::default(), |of| header_type(db, file, of))
}

/// Members of the traits that are derived.
pub(crate) fn derived_members(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::default() };
    db.depend_on_symbol(sym);
    let mut found = Set::default();
    for derived in unit.facts.list(unit.facts.definition(sym.def).decorators) {
        for value in header_type(db, sym.file, *derived).iter() {
            if let Value::Type(TypeId::Def(base), _) = value {
                found.extend(&trait_member(db, base, name, call, 0));
            }
        }
    }
    found
}

pub(crate) fn all_callable(db: &Db, found: &Set) -> bool {
    found.iter().all(|value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|u| u.kind(sym.def).is_callable()),
        _ => false,
    })
}

/// Members in the extensions of a type, inherent ones first, then in their traits.
pub(crate) fn extension_members(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::default() };
    let hash = unit.hash(unit.facts.definition(sym.def).name);
    extension_members_by_name(db, hash, Some(sym), name, call)
}

pub(crate) fn extension_members_by_name(
    db: &Db,
    type_name: u64,
    sym: Option<Symbol>,
    name: Text,
    call: Option<bool>,
) -> Set {
    let blocks = extension_blocks(db, type_name, sym);
    let hash = hash_text(&db.text_of(name));
    let mut of_traits = Set::default();
    for (file, id, is_trait) in &blocks {
        let Some(unit) = db.unit(*file) else { continue };
        // What a repository adds to a type comes before what else the standard library says of it.
        if unit.is_installed && !of_traits.is_empty() {
            break;
        }
        let scope = unit.facts.extensions[id.index()].scope;
        db.depend(DependencyKey::extension_member(unit.path_hash, type_name, hash));
        let mut found = in_scope(db, *file, scope, hash, call);
        if found.is_empty() {
            found = made_in_scope(db, *file, scope, hash);
        }
        // Only conditions can make several files of a package extend a type by one member.
        if !found.is_empty() && !is_trait && unit.rules.packages.is_none() {
            return found;
        }
        of_traits.extend(&found);
    }
    if !of_traits.is_empty() {
        return of_traits;
    }
    let mut found = Set::default();
    for (file, id, is_trait) in &blocks {
        if !is_trait {
            continue;
        }
        for value in implemented_traits(db, *file, *id).iter() {
            if let Value::Type(TypeId::Def(base), _) = value {
                found.extend(&trait_member(db, base, name, call, 0));
            }
        }
    }
    found
}

/// A member that a trait itself or its supertraits declare.
fn trait_member(db: &Db, sym: Symbol, name: Text, call: Option<bool>, depth: usize) -> Set {
    let found = own_member(db, sym, name, call);
    if !found.is_empty() || depth > 8 {
        return found;
    }
    let mut found = Set::default();
    for base in bases_of(db, sym) {
        if let Value::Type(TypeId::Def(base), _) = base {
            found.extend(&trait_member(db, base, name, call, depth + 1));
        }
    }
    found
}

/// The extension blocks of types with this last name; where `sym` is given, only those that
/// extend it, and whether each implements a trait. Blocks that implement none come first.
pub(crate) fn extension_blocks(
    db: &Db,
    type_name: u64,
    sym: Option<Symbol>,
) -> Vec<(FileId, ExtensionId, bool)> {
    db.depend(DependencyKey::extensions(type_name));
    let mut blocks = Vec::new();
    let package = sym.and_then(|sym| db.unit(sym.file)).and_then(|unit| {
        let rules = unit.rules.packages.filter(|_| !unit.rules.extensions_are_parts)?;
        Some((rules, (rules.package)(unit.file_place())))
    });
    let of = sym.map_or(db.file(), |sym| sym.file);
    let language = db.unit(of).map(|unit| unit.rules.language);
    let mut files = db.linker.database.extending(type_name);
    // A package extends its own types; what others add to them is not looked for.
    let installed = sym.and_then(|sym| db.unit(sym.file)).filter(|unit| unit.is_installed);
    files
        .extend(installed.into_iter().flat_map(|unit| db.linker.database.in_package(&unit.place, type_name)));
    files.extend(sym.into_iter().flat_map(|sym| sources_extending(db, sym, type_name)));
    for file in files {
        // Where files form packages, a type is extended in its own package alone.
        if let Some((rules, package)) = &package
            && !(rules.near)(package, &db.linker.place(file))
        {
            continue;
        }
        // Other languages have types of this name too, and which of them are there is nothing that
        // a file of this one rests on.
        let Some(unit) = db.unit(file).filter(|unit| Some(unit.rules.language) == language) else {
            continue;
        };
        let ids: SmallVec<[ExtensionId; 8]> = unit.extensions_of(type_name).collect();
        for id in ids {
            let extended = extended_types(db, file, id);
            let fits = match sym {
                Some(sym) => extended.iter().any(|v| matches!(v, Value::Type(TypeId::Def(s), _) if s == sym)),
                None => extended
                    .iter()
                    .any(|v| matches!(v, Value::Type(TypeId::External(_), _) | Value::External(_))),
            };
            if fits {
                blocks.push((file, id, unit.facts.extensions[id.index()].implements.is_some()));
            }
        }
    }
    blocks.sort_by_key(|(file, id, is_trait)| (*is_trait, *file, *id));
    blocks
}
