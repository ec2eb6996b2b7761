//! Where imports lead.

use crate::db::is_include;
use crate::query::{Db, Query};
use crate::resolve::{
    as_packages, depend_on_binding, exported, exported_by_module_value, exported_outside,
    exported_through_wildcard, in_namespaces, included_files, inner_package, listed_exports, module_above,
    module_value, of_platform, package_inside, package_name, path_root, submodule_of_file,
    targets_of_bindings, types_or_values, undeclared_submodule, using_declaration,
};
use crate::unit::Unit;
use crate::value::{Set, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Binding, Bound, DependencyKey, FileId, Flags, Import, ImportId, ImportShape, Namespace, ScopeId,
    ScopeKind, SymbolKind, Visibility,
};
use smallvec::SmallVec;

/// Where the first `upto` names of an import lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImportTarget {
    pub(crate) file: FileId,
    pub(crate) import: ImportId,
    pub(crate) upto: u32,
}

impl Query for ImportTarget {
    fn run(self, db: &Db) -> Set {
        let Self { file, import: id, upto } = self;
        let upto = upto as usize;
        let Some(unit) = db.unit(file) else { return Set::unknown() };
        let Some(import) = unit.facts.imports.get(id.index()) else { return Set::unknown() };
        if unit.rules.inclusion.is_some() {
            return match is_include(import) {
                true => included_files(db, unit, import),
                false => using_declaration(db, file, import, upto),
            };
        }
        let relative = unit.rules.relative_levels && import.level > 0;
        let first = import.path.first().copied();
        let mut here = match first {
            Some(name) if !relative => {
                let last = import.path.len() == 1;
                let text = unit.facts.name(name);
                let in_scope = unit.rules.imports_see_scope && import.level == 0;
                let found = in_scope.then(|| import_root_in_scope(db, file, import.scope, name, id, last));
                let found = found.flatten().map(|found| as_packages(db, found)).or_else(|| {
                    (in_scope && unit.rules.objects).then(|| in_own_package(db, unit, file, name)).flatten()
                });
                let by_path = || path_root(db, file, import.scope, text, import.level);
                let by_wildcards =
                    || as_packages(db, root_by_wildcards(db, file, import.scope, name, (id, last)));
                let found = found.unwrap_or_else(|| match in_scope {
                    true => db.found_or(by_wildcards, by_path),
                    false => by_path(),
                });
                let is_nothing = in_scope && !last && found.only() == Some(Value::Unknown);
                if is_nothing { in_root_of_crate(db, file, import.scope, name) } else { found }
            }
            _ => path_root(db, file, import.scope, "", import.level),
        };
        // What stands before other names has members: of a type and an object the object.
        if unit.rules.objects && import.path.len() > 1 {
            here = types_or_values(db, here, false);
        }
        let rest = if relative { 0 } else { 1 };
        for (i, name) in import.path.iter().enumerate().take(upto).skip(rest) {
            let is_last = i + 1 == import.path.len();
            let any = is_last || unit.rules.objects;
            let namespace = if any { Namespace::ANY } else { Namespace::TYPE };
            let name = db.name(unit, *name);
            let mut next = Set::default();
            for value in here.iter() {
                // Where modules are found by folders, all but the last name are of modules, whatever
                // else the package binds to them.
                if let Value::Module(file, scope) = value
                    && i + 1 < import.path.len()
                {
                    let text = db.text_of(name);
                    let submodule = submodule_of_file(db, file, scope, &text);
                    if !submodule.is_empty() {
                        next.extend(&submodule);
                        continue;
                    }
                }
                if let Some(above) = module_above(db, value, name) {
                    next.extend(&above);
                    continue;
                }
                if !is_last && let Some(inner) = namespace_in(db, unit, value, name) {
                    next.extend(&inner);
                    continue;
                }
                let outside = leaves_crate(db, file, id, value);
                let offered = if outside { exported_outside } else { exported };
                let exported = || offered(db, value, name, namespace);
                let of_value = || exported_by_module_value(db, value, name);
                let undeclared = || undeclared_submodule(db, value, name);
                let offered = db.found_or(|| db.found_or(exported, of_value), undeclared);
                let is_asked = import.shape == ImportShape::Item && i + 1 == import.path.len();
                let offered = if is_asked { listed_exports(db, value, name, offered) } else { offered };
                next.extend(&offered);
            }
            here = of_platform(db, file, next);
            if unit.rules.objects && !is_last {
                here = types_or_values(db, here, false);
            }
        }
        here = settled_package(db, file, id, upto, here);
        // An import that binds the module itself binds what the file says stands for it.
        if import.path.len() == 1 && import.shape == ImportShape::Item {
            here = here.iter().flat_map(|value| module_value(db, value).iter().collect::<Vec<_>>()).collect();
        }
        here
    }
}

/// The namespace of a name in another one, though a class has that name too: but for the last, the names of an import are of
/// namespaces (PHP).
fn namespace_in(db: &Db, unit: &Unit<'_>, of: Value, name: Text) -> Option<Set> {
    let Value::Folder(package) = of else { return None };
    if unit.rules.separator != "\\" {
        return None;
    }
    let inner = inner_package(db, package, name);
    let is_there =
        |value: Value| matches!(value, Value::Folder(inner) if is_declared_package(db, &db.text_of(inner)));
    let has_it = inner.iter().any(is_there);
    has_it.then_some(inner)
}

/// Where the first `upto` names of an import lead.
pub(crate) fn import_target(db: &Db, file: FileId, import: ImportId, upto: u32) -> Set {
    db.ask(ImportTarget { file, import, upto })
}

/// Where a binding to an import leads: its whole path, or only the first name.
pub(crate) fn import_target_of_binding(db: &Db, file: FileId, import: ImportId) -> Set {
    let Some(info) = db.unit(file).and_then(|u| u.facts.imports.get(import.index())) else {
        return Set::unknown();
    };
    let upto = if info.shape == ImportShape::Root { 1 } else { info.path.len() as u32 };
    import_target(db, file, import, upto)
}

/// True where an import leads into a module of another crate, which hands on only what it imports for others.
pub(crate) fn leaves_crate(db: &Db, file: FileId, import: ImportId, module: Value) -> bool {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.imports_are_private) else { return false };
    let import = unit.facts.imports.get(import.index());
    if import.is_some_and(|import| import.level == Import::JOINS) {
        return false;
    }
    let first = import.and_then(|import| import.path.first().copied());
    // Wherever its file stands, what is reached by these is of the same crate.
    let is_own = first.is_none_or(|first| matches!(unit.facts.name(first), "crate" | "self" | "super"));
    let of = match module {
        Value::Module(file, _) => file,
        Value::Definition(sym) => sym.file,
        _ => return false,
    };
    let place = db.unit(of).map(|unit| &unit.place);
    !is_own && place.is_some_and(|of| !(unit.rules.reaches)(Visibility::Private, of, &unit.place))
}

/// The first name of an import, where the package of the file has it: a type, an object or another package.
fn in_own_package(db: &Db, unit: &Unit<'_>, file: FileId, name: indexer_core::Name) -> Option<Set> {
    let text = db.name(unit, name);
    let found = as_packages(db, package_name(db, file, text, Namespace::ANY));
    if !found.is_empty() {
        return Some(found);
    }
    package_inside(db, unit, &db.text_of(text)).map(Set::of)
}

/// The first name of an import, where a module scope around it binds it (Rust 2018).
fn import_root_in_scope(
    db: &Db,
    file: FileId,
    scope: ScopeId,
    name: indexer_core::Name,
    own: ImportId,
    last: bool,
) -> Option<Set> {
    let unit = db.unit(file)?;
    let namespace = if last || unit.rules.objects { Namespace::ANY } else { Namespace::TYPE };
    let mut current = Some(scope);
    while let Some(id) = current {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        let bindings = unit.hoisted(id, name, namespace);
        let others: SmallVec<[&Binding; 2]> =
            bindings.into_iter().filter(|b| b.bound != Bound::Import(own)).collect();
        depend_on_binding(db, file, id, unit.hash(name));
        if !others.is_empty() {
            let found = targets_of_bindings(db, file, &others);
            return Some(in_namespaces(db, found, namespace));
        }
        if matches!(info.kind, ScopeKind::File | ScopeKind::Module) {
            break;
        }
        current = info.parent;
    }
    None
}

/// The first name of an import that nothing else explains, where the root of the crate binds it: paths of imports began there
/// before the edition of 2018, and in later ones such a name is an error.
fn in_root_of_crate(db: &Db, file: FileId, scope: ScopeId, name: indexer_core::Name) -> Set {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.imports_are_private) else {
        return Set::unknown();
    };
    let name = db.name(unit, name);
    let root = path_root(db, file, scope, "crate", 0);
    let found: Set = root
        .iter()
        .filter(|root| matches!(root, Value::Module(..)))
        .flat_map(|root| exported(db, root, name, Namespace::TYPE).iter().collect::<Vec<_>>())
        .collect();
    if found.is_empty() { Set::unknown() } else { found }
}

/// Of more wildcard imports in one scope none is asked for the first name of another import.
const MOST_WILDCARDS: usize = 64;

/// The first name of an import, where another wildcard import of a scope around it gives it: `use super::*; use Kind::*;`.
fn root_by_wildcards(
    db: &Db,
    file: FileId,
    scope: ScopeId,
    name: indexer_core::Name,
    (own, last): (ImportId, bool),
) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let text = unit.facts.name(name);
    if !unit.rules.imports_are_private || unit.rules.standard_packages.contains(&text) {
        return Set::default();
    }
    let namespace = if last { Namespace::ANY } else { Namespace::TYPE };
    let text = db.name(unit, name);
    let mut current = Some(scope);
    while let Some(id) = current {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        if !db.is_own(file) {
            // Also where there is none: one may appear.
            db.depend(DependencyKey::wildcards(unit.path_hash, unit.scope_owner(id)));
        }
        let others = unit.wildcards.iter().filter(|(at, import)| *at == id && *import != own);
        let others: SmallVec<[ImportId; 8]> =
            others.map(|(_, import)| *import).take(MOST_WILDCARDS + 1).collect();
        let mut found = Set::default();
        for import in others.iter().filter(|_| others.len() <= MOST_WILDCARDS) {
            found.extend(&exported_through_wildcard(db, file, *import, text, Namespace::TYPE));
        }
        if !found.is_empty() || matches!(info.kind, ScopeKind::File | ScopeKind::Module) {
            return in_namespaces(db, found, namespace);
        }
        current = info.parent;
    }
    Set::default()
}

/// What the first `upto` names of an import lead to, where they may be a package that nobody has
/// seen: it is of the repository if the whole import leads into it.
fn settled_package(db: &Db, file: FileId, id: ImportId, upto: usize, found: Set) -> Set {
    let Some(unit) = db.unit(file) else { return found };
    let Some(import) = unit.facts.imports.get(id.index()) else { return found };
    let by_name = unit.rules.packages.is_some_and(|rules| rules.by_name);
    let Some(Value::Folder(package)) = found.only().filter(|_| by_name) else { return found };
    let package = db.text_of(package);
    let is_here = if upto < import.path.len() {
        let whole = import_target(db, file, id, import.path.len() as u32);
        !whole.is_empty() && !whole.iter().any(|v| matches!(v, Value::External(_) | Value::Unknown))
    } else {
        let in_folders = unit.rules.packages.is_none_or(|packages| packages.in_folders);
        match (in_folders, import.shape) {
            (true, ImportShape::Wildcard) => db.with_files(&unit.place, |files| files.is_package(&package)),
            // Of a language whose folders tell nothing, what is imported by its name may be a package too.
            (false, ImportShape::Wildcard | ImportShape::Item) => is_declared_package(db, &package),
            _ => false,
        }
    };
    if is_here {
        return found;
    }
    Set::of(Value::External(db.text(&package.replace('/', unit.rules.separator))))
}

/// Does a file of the repository declare, in a language that shares packages with that of who asks, that it is of this
/// package?
pub(crate) fn is_declared_package(db: &Db, package: &str) -> bool {
    let hash = hash_text(&package.replace('/', "."));
    db.depend(DependencyKey::named(hash));
    let Some(asking) = db.unit(db.file()).map(|unit| unit.rules) else { return false };
    // Only what is exported is of the answer's key: a file that declares anything else may come unseen.
    let is_package = |unit: &Unit<'_>, def| {
        matches!(unit.kind(def), SymbolKind::Package | SymbolKind::Module)
            && unit.facts.definition(def).flags.has(Flags::EXPORTED)
    };
    let declares = |file: &FileId| {
        let unit = db.unit(*file).filter(|unit| unit.rules.shares_packages_with(asking));
        unit.is_some_and(|unit| unit.definitions_of(hash).any(|def| is_package(unit, def)))
    };
    db.linker.database.defining(hash).iter().any(declares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{import, linking, printed};

    #[test]
    fn a_package_is_declared_in_the_language_of_the_import() {
        let leads = |declared: &[(&str, &str)]| {
            let files = [&[("A.cs", "using Native;\nclass A {}\n")], declared].concat();
            linking(&files, "A.cs", |db| {
                let (file, import, names) = import(db, "A.cs");
                printed(db, &import_target(db, file, import, names))
            })
        };
        assert_eq!(leads(&[("b.cs", "namespace Native { class B {} }\n")]), "folder Native");
        assert_eq!(leads(&[("b.cpp", "namespace Native { class B {}; }\n")]), "outside Native");
    }

    #[test]
    fn each_name_of_an_import_leads_somewhere() {
        let files = [
            ("shop/__init__.py", ""),
            ("shop/price.py", "from .tax import rate\n"),
            ("shop/tax.py", "def rate(): pass\n"),
            ("main.py", "from shop.price import rate\n"),
        ];
        linking(&files, "main.py", |db| {
            let (file, import, names) = import(db, "main.py");
            let upto = |upto| printed(db, &import_target(db, file, import, upto));
            assert_eq!(names, 3);
            assert_eq!(upto(1), "module shop/__init__.py");
            assert_eq!(upto(2), "module shop/price.py");
            assert_eq!(upto(3), "shop/tax.py#rate");
        });
    }
}
