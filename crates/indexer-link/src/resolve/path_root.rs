//! Where the first name of a module path leads.

use crate::db::PACKAGE_PLACE;
use crate::query::{Db, Query};
use crate::resolve::{depend_on_binding, external_member, global_definitions, module_of};
use crate::value::{Set, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::path::relative;
use indexer_core::{
    Bound, DependencyKey, FileId, Flags, ModulePlace, ModuleQuery, Namespace, ScopeId, SymbolKind,
};

/// Where the first name of a path leads, seen from an inline module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PathRoot {
    pub(crate) file: FileId,
    pub(crate) module: ScopeId,
    pub(crate) first: Text,
    pub(crate) level: u32,
}

impl Query for PathRoot {
    fn run(self, db: &Db) -> Set {
        let Self { file, module, first, level } = self;
        let Some(unit) = db.unit(file) else { return Set::unknown() };
        let (_, inside) = unit.module_around(module);
        let first = db.text_of(first);
        if let Some(package) = unit.plain_stub() {
            // What a stub names is another package for which there are stubs, or of its own.
            if db.linker.has_stubs_of(unit.rules.language, &first) {
                return Set::of(Value::External(db.text(&first)));
            }
            let package = db.text(package);
            let name = db.text(&first);
            return Set::of(Value::External(external_member(db, package, name)));
        }
        let query = ModuleQuery { from: &unit.place, inside: &inside, first: &first, level };
        let place = db.with_files(&unit.place, |files| (unit.rules.root)(files, query));
        if unit.rules.has_globals && matches!(place, ModulePlace::External(_) | ModulePlace::Unknown) {
            let (mut declared, is_whole) = declared_module(db, &first);
            if !declared.is_empty() {
                if let ModulePlace::External(package) = &place
                    && !is_whole
                {
                    // The rest of the package stands outside.
                    declared.add(Value::External(db.text(package)));
                }
                return declared;
            }
        }
        module_at(db, place)
    }
}

/// Where the first name of a module path leads by the language's own rules.
pub(crate) fn path_root(db: &Db, file: FileId, scope: ScopeId, first: &str, level: u32) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let (module, _) = unit.module_around(scope);
    let first = db.text(first);
    db.ask(PathRoot { file, module, first, level })
}

/// A module that is declared by name somewhere (`declare module "a"`), and whether that is all of it: what a module
/// declares so is added to what the package has.
fn declared_module(db: &Db, name: &str) -> (Set, bool) {
    let (mut found, mut is_whole) = (Set::default(), false);
    for value in global_definitions(db, name, Namespace::ANY, false).iter() {
        if let Value::Definition(sym) = value
            && let Some(unit) = db.unit(sym.file).filter(|unit| unit.kind(sym.def) == SymbolKind::Module)
        {
            is_whole |= !unit.facts.definition(sym.def).flags.has(Flags::PARTIAL);
            match unit.rules.modules_are_classes {
                true => found.add(value),
                false => found.extend(&module_of(db, sym.file, sym.def)),
            }
        }
    }
    (found, is_whole)
}

/// The module at a place that a hook has found.
pub(crate) fn module_at(db: &Db, place: ModulePlace) -> Set {
    match place {
        ModulePlace::File { path, inside } => {
            if !path.starts_with(PACKAGE_PLACE) {
                let database = db.linker.database;
                db.depend(DependencyKey::path(&relative(database.prefix(), &database.followed(&path))));
            }
            let Some(file) = db.linker.file_at(&path) else { return Set::unknown() };
            let mut scope = ScopeId(0);
            for name in &inside {
                let hash = hash_text(name);
                let Some(unit) = db.unit(file) else { return Set::unknown() };
                depend_on_binding(db, file, scope, hash);
                let name = unit.name_of_hash(hash);
                // What only an import sees is bound like a member.
                let seen = Namespace::TYPE.with(Namespace::MEMBER);
                let bound = name.map(|n| unit.hoisted(scope, n, seen)).unwrap_or_default();
                let body = bound.iter().find_map(|b| match b.bound {
                    Bound::Definition(def) => unit.facts.definition(def).body,
                    _ => None,
                });
                let Some(body) = body else { return Set::unknown() };
                scope = body;
            }
            Set::of(Value::Module(file, scope))
        }
        ModulePlace::Likely(path) => {
            let mut found = module_at(db, ModulePlace::File { path, inside: Vec::new() });
            found.add(Value::Unknown);
            found
        }
        ModulePlace::OneOf(paths) => {
            let places = paths.into_iter().map(|path| ModulePlace::File { path, inside: Vec::new() });
            places.flat_map(|place| module_at(db, place).iter().collect::<Vec<_>>()).collect()
        }
        ModulePlace::Folder(path) => Set::of(Value::Folder(db.text(&path))),
        ModulePlace::External(package) => Set::of(Value::External(db.text(&package))),
        ModulePlace::Unknown => Set::unknown(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn a_path_begins_at_a_module_of_the_repository_or_outside() {
        linking(&[("a.py", "import b\nimport os\n"), ("b.py", "")], "a.py", |db| {
            let root = |first: &str| printed(db, &path_root(db, file(db, "a.py"), ScopeId(0), first, 0));
            assert_eq!(root("b"), "module b.py");
            assert_eq!(root("os"), "outside os");
        });
    }
}
