//! What bindings of scopes lead to.

use crate::query::Db;
use crate::resolve::{import_target_of_binding, namespace_of_type, resolve};
use crate::value::{Set, Value};
use indexer_core::{Access, Binding, Bound, DependencyKey, FileId, ImportId, Namespace, ScopeId, SymbolKind};
use smallvec::SmallVec;

/// Records that a name was looked for in a scope that others can see.
pub(crate) fn depend_on_binding(db: &Db, file: FileId, scope: ScopeId, hash: u64) {
    if let Some(unit) = db.unit(file).filter(|unit| !unit.is_installed) {
        db.depend(DependencyKey::bound(unit.path_hash, unit.scope_owner(scope), hash));
    }
}

/// An import binds whatever its path leads to, in every name space: keeps what is of the name
/// spaces that are asked, where something is.
pub(crate) fn in_namespaces(db: &Db, found: Set, namespace: Namespace) -> Set {
    if namespace == Namespace::ANY || found.only().is_some() {
        return found;
    }
    let fits = |value: &Value| {
        let of = match *value {
            Value::Module(..) | Value::Folder(_) | Value::Type(..) => Namespace::TYPE,
            Value::Definition(sym) => db.unit(sym.file).map_or(Namespace::ANY, |u| {
                namespace_of_type(u, sym.def).unwrap_or_else(|| namespace_of(u.kind(sym.def)))
            }),
            _ => Namespace::ANY,
        };
        of.meets(namespace)
    };
    let fitting: Set = found.iter().filter(fits).collect();
    if fitting.is_empty() { found } else { fitting }
}

/// What the members of modules mean that are named as types, or as values, where a module may have both of one name.
pub(crate) fn by_access(db: &Db, file: FileId, found: Set, access: Access) -> Set {
    if found.only().is_some() || !db.unit(file).is_some_and(|unit| unit.rules.declarations_merge) {
        return found;
    }
    match access {
        Access::Path => in_namespaces(db, found, Namespace::TYPE),
        Access::Value => in_namespaces(db, found, Namespace::VALUE),
    }
}

/// The definitions and import targets among some bindings of one name.
pub(crate) fn targets_of_bindings(db: &Db, file: FileId, bindings: &[&Binding]) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    // A type and a value of one name are two things.
    let of = |is_type: bool| {
        let fits = move |b: &&&Binding| (b.namespace == Namespace::TYPE) == is_type;
        bindings.iter().filter(fits).filter_map(|b| match b.bound {
            Bound::Definition(def) => Some(def),
            _ => None,
        })
    };
    let mut found = Set::default();
    for is_type in [false, true] {
        let chosen = unit.select(of(is_type).collect());
        chosen.into_iter().for_each(|def| found.add(Value::definition(file, def)));
    }
    let renamed = if unit.rules.unique_names { renamed_alternatives(db, file, bindings) } else { Vec::new() };
    for binding in bindings {
        match binding.bound {
            // Which of them holds is not known; the one that has the name of its own is likelier.
            Bound::Import(import) if renamed.contains(&import) => found.add(Value::Unknown),
            Bound::Import(import) => found.extend(&import_target_of_binding(db, file, import)),
            Bound::Alias => found.extend(&resolve(db, file, binding.value, None).0),
            _ => {}
        }
    }
    found
}

/// Imports that bind under another name what one beside them binds under its own, to a definition of the same kind:
/// only one of them holds (`use a::f; use a::f_alone as f;`).
fn renamed_alternatives(db: &Db, file: FileId, bindings: &[&Binding]) -> Vec<ImportId> {
    let Some(unit) = db.unit(file) else { return Vec::new() };
    let imports = bindings.iter().filter_map(|binding| match binding.bound {
        Bound::Import(id) => Some((id, unit.facts.imports.get(id.index())?.alias.is_some())),
        _ => None,
    });
    let imports: SmallVec<[(ImportId, bool); 2]> = imports.collect();
    if imports.len() < 2 || imports.iter().all(|(_, renamed)| *renamed == imports[0].1) {
        return Vec::new();
    }
    let kind = |id: ImportId| match import_target_of_binding(db, file, id).only() {
        Some(Value::Definition(sym)) => db.unit(sym.file).map(|unit| unit.kind(sym.def)),
        _ => None,
    };
    let own: SmallVec<[SymbolKind; 2]> =
        imports.iter().filter(|(_, renamed)| !renamed).filter_map(|(id, _)| kind(*id)).collect();
    let is_beside = |id: &ImportId| kind(*id).is_some_and(|kind| own.contains(&kind));
    imports.iter().filter(|(_, renamed)| *renamed).map(|(id, _)| *id).filter(is_beside).collect()
}

/// The name spaces in which a definition of a kind is found.
pub(crate) fn namespace_of(kind: SymbolKind) -> Namespace {
    use SymbolKind::*;
    match kind {
        Module | Package | Enum | Union | Trait | Interface | TypeAlias | AssociatedType => Namespace::TYPE,
        Struct | Class | Variant | Table => Namespace::TYPE.with(Namespace::VALUE),
        Macro => Namespace::MACRO,
        Function | Method | Constructor | Accessor | Field | Property | Variable | Static | Constant
        | Parameter | Local | Heading | Key | Selector | Stage | Element | Endpoint | Mount | Command
        | Task | Setting | Request | Provider | Injection => Namespace::VALUE,
    }
}
