//! What an installed package declares under a path that leads out of the repository.

use crate::infer::{reify_all, resolve_member};
use crate::query::{Db, Query};
use crate::resolve::{exported, exported_by_module_value, exported_outside, module_at, undeclared_submodule};
use crate::value::{Set, Text, Value};
use indexer_core::{LinkRules, ModulePlace, ModuleQuery, Namespace};

/// What an installed package declares under a path, as code of the ecosystem writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct InstalledDefinition {
    pub(crate) ecosystem: &'static str,
    pub(crate) path: Text,
}

impl Query for InstalledDefinition {
    fn run(self, db: &Db) -> Set {
        let Some(unit) = db.unit(db.file()) else { return Set::default() };
        let Some(found) = db.linker.database.installed(self.ecosystem, &db.text_of(self.path)) else {
            return Set::default();
        };
        for key in &found.keys {
            db.depend(*key);
        }
        let Some(module) = found.module else { return Set::default() };
        let place = match module.entry {
            Some(path) => ModulePlace::File { path, inside: module.inside },
            None => {
                let query = ModuleQuery { from: &module.from, inside: &[], first: &module.import, level: 0 };
                db.with_files(&module.from, |files| (unit.rules.root)(files, query))
            }
        };
        let entry = match place {
            ModulePlace::External(_) => Set::default(),
            place => module_at(db, place),
        };
        let mut here = entry.clone();
        for name in &module.names {
            here = named_in(db, &here, name);
        }
        let standard = unit.rules.outside.and_then(|outside| outside.standard);
        if here.is_empty()
            && let Some(standard) = standard.filter(|standard| standard.import == module.import)
        {
            // What every file has is written without the module that has it.
            here = entry;
            for name in standard.prelude.iter().copied().chain(module.names.iter().map(String::as_str)) {
                here = named_in(db, &here, name);
            }
        }
        // What it passes on may be of another package.
        let passed_on = |value: Value| match value {
            Value::External(text) if text != self.path => installed_definition(db, text),
            other => Set::of(other),
        };
        here.iter().flat_map(|value| passed_on(value).iter().collect::<Vec<_>>()).collect()
    }
}

/// What any of these has under a name.
fn named_in(db: &Db, here: &Set, name: &str) -> Set {
    let name = db.text(name);
    here.iter().flat_map(|of| named(db, of, name).iter().collect::<Vec<_>>()).collect()
}

/// What a module, a type or a value of a package has under a name.
fn named(db: &Db, of: Value, name: Text) -> Set {
    if of == Value::Unknown {
        return Set::default();
    }
    let is_known = |found: &Set| !found.is_empty() && !found.has_unknown();
    let found = exported(db, of, name, Namespace::ANY);
    if is_known(&found) {
        return found;
    }
    let whole = exported_by_module_value(db, of, name);
    if is_known(&whole) {
        return whole;
    }
    // Who asks is of another crate, and what that is handed on from a third one is no member for others.
    let handed_on = exported_outside(db, of, name, Namespace::ANY);
    if is_known(&handed_on) {
        return handed_on;
    }
    let submodule = undeclared_submodule(db, of, name);
    if is_known(&submodule) {
        return submodule;
    }
    // What runs a module gives all of it to who wants its default and it has none.
    let is_default =
        |file| db.unit(file).is_some_and(|unit| unit.rules.default_export == Some(db.text_of(name).as_str()));
    if let Value::Module(file, _) = of
        && is_default(file)
    {
        return Set::of(of);
    }
    let members = resolve_member(db, &reify_all(db, &Set::of(of), None), name, None).0;
    if is_known(&members) { members } else { Set::default() }
}

/// What an installed package declares under a path that leads out of the repository: nothing where no package has it, or
/// packages are not linked.
pub(crate) fn installed_definition(db: &Db, path: Text) -> Set {
    let Some(rules) = db.unit(db.file()).map(|unit| unit.rules) else { return Set::default() };
    let Some(outside) = rules.outside else { return Set::default() };
    // What the language gives a meaning of its own is no matter of how a library writes it.
    let text = db.text_of(path);
    let first = text.split(rules.separator).next().unwrap_or_default();
    let last = text.rsplit(rules.separator).next().unwrap_or_default();
    let protocol = &rules.protocol;
    // A type that has no path is none of the module of its name.
    let is_primitive = outside.standard.is_some()
        && (rules.implicit)(last) == Some(first)
        && text.len() == first.len() + rules.separator.len() + last.len()
        && standard_import(rules) != Some(first);
    let is_ours = is_primitive || outside.standard.is_none() && rules.standard_packages.contains(&first);
    if is_ours
        || protocol.transparent.contains(&last)
        || protocol.records.contains(&last)
        || protocol.guards.contains(&last)
    {
        return Set::default();
    }
    db.ask(InstalledDefinition { ecosystem: outside.ecosystem, path })
}

fn standard_import(rules: &LinkRules) -> Option<&'static str> {
    Some(rules.outside?.standard?.import)
}
