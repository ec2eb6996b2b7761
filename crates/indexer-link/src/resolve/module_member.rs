//! What a module exports under a name.

use crate::query::{Db, Query};
use crate::resolve::{
    depend_on_binding, exported, exported_macros, exported_outside, external_member,
    import_target_of_binding, in_namespaces, is_exported_unasked, is_folder_alone, leaves_crate,
    made_in_scope, module_at, namespace_of, package_export, path_root, targets_of_bindings,
};
use crate::unit::Unit;
use crate::value::{Set, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Bound, DefId, DependencyKey, FileId, ImportId, Namespace, Owner, ScopeId, SubmoduleQuery, SymbolKind,
    Visibility,
};

/// What a module exports under a name, in these name spaces: its bindings, its submodules, its wildcard imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ModuleMember {
    pub(crate) file: FileId,
    pub(crate) scope: ScopeId,
    pub(crate) name: Text,
    pub(crate) namespace: Namespace,
    /// True where another crate asks, for which a private import binds nothing.
    pub(crate) outside: bool,
}

impl Query for ModuleMember {
    /// A definition settles it. Else every other way is asked each time, whatever the ways before it give: an import
    /// may lead back here, and what it gives then must not hide on which other questions the answer rests.
    fn run(self, db: &Db) -> Set {
        let Self { file, scope, name, namespace, outside } = self;
        let Some(unit) = db.unit(file) else { return Set::unknown() };
        let text = db.text_of(name);
        let hash = hash_text(&text);
        depend_on_binding(db, file, scope, hash);
        // What only an import sees is bound like a member.
        let seen = namespace.with(Namespace::MEMBER);
        let mut bindings =
            unit.name_of_hash(hash).map(|name| unit.hoisted(scope, name, seen)).unwrap_or_default();
        if outside {
            bindings.retain(|binding| match binding.bound {
                Bound::Import(id) => is_handed_on(unit, id),
                _ => true,
            });
        }
        let bound = || in_namespaces(db, targets_of_bindings(db, file, &bindings), namespace);
        if bindings.iter().any(|binding| matches!(binding.bound, Bound::Definition(_))) {
            let mut found = bound();
            // A module or type leaves its name to a value that a wildcard brings: `mod a; pub use a::*;` with a function `a`.
            let are_types = bindings.iter().all(|binding| binding.namespace == Namespace::TYPE);
            if unit.rules.unique_names && are_types && namespace.meets(Namespace::VALUE) {
                let brought = exported_by_wildcards(db, Self { namespace: Namespace::VALUE, ..self });
                found.extend(&brought.iter().filter(|value| is_value(db, *value)).collect());
            }
            return found;
        }
        let submodule = submodule_of_file(db, file, scope, &text);
        db.first_found(self, bound, || {
            let exported = exported_by_wildcards(db, self);
            match (submodule.is_empty(), exported.is_empty()) {
                (false, _) => submodule,
                (true, false) => exported,
                _ => {
                    let is_macro = namespace == Namespace::MACRO;
                    let mut found =
                        if is_macro { Set::default() } else { made_in_scope(db, file, scope, hash) };
                    found.extend(&macros_at_root(db, file, scope, hash, namespace));
                    found
                }
            }
        })
    }
}

/// True for a definition whose name is one of a value.
fn is_value(db: &Db, value: Value) -> bool {
    let Value::Definition(sym) = value else { return false };
    db.unit(sym.file).is_some_and(|unit| namespace_of(unit.kind(sym.def)).meets(Namespace::VALUE))
}

/// The macros that the root of a package has from all of its files, where the module is such a root.
fn macros_at_root(db: &Db, file: FileId, scope: ScopeId, hash: u64, namespace: Namespace) -> Set {
    let has_any = db.unit(file).is_some_and(|unit| unit.rules.macros_at_root);
    if !has_any || scope != ScopeId(0) || !namespace.meets(Namespace::MACRO) {
        return Set::default();
    }
    let is_root = path_root(db, file, scope, "crate", 0).only() == Some(Value::Module(file, scope));
    if is_root { exported_macros(db, file, hash) } else { Set::default() }
}

/// What a module exports under a name.
pub(crate) fn module_member(db: &Db, file: FileId, scope: ScopeId, name: Text, namespace: Namespace) -> Set {
    db.ask(ModuleMember { file, scope, name, namespace, outside: false })
}

/// The same for another crate, for which private imports of the module bind nothing.
pub(crate) fn module_member_outside(
    db: &Db,
    file: FileId,
    scope: ScopeId,
    name: Text,
    namespace: Namespace,
) -> Set {
    db.ask(ModuleMember { file, scope, name, namespace, outside: true })
}

/// True for an import that binds its names for other modules, too.
fn is_handed_on(unit: &Unit<'_>, import: ImportId) -> bool {
    unit.facts.imports.get(import.index()).is_some_and(|import| import.visibility != Visibility::Private)
}

pub(crate) fn submodule_of_file(db: &Db, file: FileId, scope: ScopeId, name: &str) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    if scope != ScopeId(0) || !unit.rules.relative_levels {
        return Set::default();
    }
    let query = SubmoduleQuery { path: &unit.place, folder: false, inside: &[], name, declared_path: None };
    match db.with_files(query.path, |files| (unit.rules.submodule)(files, query)) {
        Some(place) => module_at(db, place),
        None => Set::default(),
    }
}

fn exported_by_wildcards(db: &Db, asked: ModuleMember) -> Set {
    let ModuleMember { file, scope, name, namespace, outside } = asked;
    let Some(unit) = db.unit(file) else { return Set::default() };
    db.depend(DependencyKey::wildcards(unit.path_hash, unit.scope_owner(scope)));
    if (unit.rules.hidden_from_wildcard)(&db.text_of(name)) {
        return Set::default();
    }
    let through = || {
        let seen = |import: ImportId| !outside || is_handed_on(unit, import);
        let mut found = Set::default();
        for (_, import) in unit.wildcards.iter().filter(|(s, import)| *s == scope && seen(*import)) {
            found.extend(&through_wildcard(db, (file, *import), name, namespace, outside));
        }
        found
    };
    if outside { db.found_or(through, || passed_on_whole(db, asked)) } else { through() }
}

/// What another crate is handed on from outside under a name that nothing in the module has: `pub use other::*` has it where
/// that is all of which is not known what it holds.
fn passed_on_whole(db: &Db, asked: ModuleMember) -> Set {
    let ModuleMember { file, scope, name, .. } = asked;
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.imports_see_scope) else { return Set::default() };
    let handed_on = unit.wildcards.iter().filter(|(s, import)| *s == scope && is_handed_on(unit, *import));
    let all: Set = handed_on
        .flat_map(|(_, import)| import_target_of_binding(db, file, *import).iter().collect::<Vec<_>>())
        .filter(|value| matches!(value, Value::External(_) | Value::Unknown))
        .collect();
    match all.only() {
        Some(Value::External(path)) => Set::of(Value::External(external_member(db, path, name))),
        _ => Set::default(),
    }
}

/// What a wildcard import gives under a name.
pub(crate) fn exported_through_wildcard(
    db: &Db,
    file: FileId,
    import: ImportId,
    name: Text,
    namespace: Namespace,
) -> Set {
    through_wildcard(db, (file, import), name, namespace, false)
}

/// The same; what another crate asks for through it is what the module hands on to that.
fn through_wildcard(
    db: &Db,
    (file, import): (FileId, ImportId),
    name: Text,
    namespace: Namespace,
    outside: bool,
) -> Set {
    if is_left_out(db, file, import, name) {
        return Set::default();
    }
    let targets = import_target_of_binding(db, file, import);
    let mut found = Set::default();
    for value in targets.iter() {
        // What an outside module offers is not known: it must not hide other answers.
        if let Value::Folder(package) = value {
            if !is_folder_alone(db, value) {
                found.extend(&package_export(db, package, name, namespace));
            }
        } else if let Some(beside) = member_beside(db, value, name, namespace) {
            found.extend(&beside);
        } else if !matches!(value, Value::External(_) | Value::Unknown)
            && may_bind(db, value, name)
            && is_exported_unasked(db, value, name)
        {
            let outside = outside || leaves_crate(db, file, import, value);
            let offered = if outside { exported_outside } else { exported };
            found.extend(&offered(db, value, name, namespace));
        }
    }
    // It is only likely which module that is.
    if !found.is_empty() && targets.has_unknown() {
        found.add(Value::Unknown);
    }
    found
}

/// False where a module of a package is known to bind no such name, which parses nothing.
fn may_bind(db: &Db, of: Value, name: Text) -> bool {
    let Value::Module(file, ScopeId(0)) = of else { return true };
    db.linker.database.may_bind(file, &db.text_of(name))
}

/// What belongs to a type and is bound beside it, as others see it, where the language has it so.
fn member_beside(db: &Db, of: Value, name: Text, namespace: Namespace) -> Option<Set> {
    let Value::Definition(sym) = of else { return None };
    let unit = db.unit(sym.file).filter(|unit| unit.rules.members_beside_types)?;
    if !unit.kind(sym.def).is_type() {
        // What a constructor has that is called like its type is the type's.
        let is_module = matches!(unit.kind(sym.def), SymbolKind::Module | SymbolKind::Package);
        return (!is_module).then(Set::default);
    }
    // What a type has is no type.
    if namespace == Namespace::TYPE {
        return Some(Set::default());
    }
    let (hash, scope) = (hash_text(&db.text_of(name)), unit.facts.definition(sym.def).scope);
    depend_on_binding(db, sym.file, scope, hash);
    let is_member = |def: &DefId| {
        let definition = unit.facts.definition(*def);
        definition.owner == Owner::Definition(sym.def) && definition.visibility == Visibility::Public
    };
    let found = unit.definitions_of(hash).filter(is_member).map(|def| Value::definition(sym.file, def));
    let found = found.collect();
    Some(in_namespaces(db, found, namespace))
}

/// True for a name that the import says it does not give.
fn is_left_out(db: &Db, file: FileId, import: ImportId, name: Text) -> bool {
    let Some(unit) = db.unit(file) else { return false };
    let left_out = unit.facts.imports.get(import.index()).map_or(&[][..], |import| &import.left_out);
    !left_out.is_empty() && {
        let name = db.text_of(name);
        left_out.iter().any(|one| unit.facts.name(*one) == name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn modules_that_export_each_other_export_what_one_of_them_defines() {
        let files = [("a.py", "from b import *\n"), ("b.py", "from a import *\ndef f(): pass\n")];
        linking(&files, "a.py", |db| {
            let member = |path: &str, name: &str| {
                let found = module_member(db, file(db, path), ScopeId(0), db.text(name), Namespace::ANY);
                printed(db, &found)
            };
            assert_eq!(member("a.py", "f"), "b.py#f");
            assert_eq!(member("b.py", "f"), "b.py#f");
            assert_eq!(member("a.py", "g"), "");
        });
    }
}
