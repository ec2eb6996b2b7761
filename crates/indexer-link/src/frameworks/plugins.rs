//! Files of providers that a file names by their modules: `pytest_plugins = ["tests.fixtures"]`.

use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::framework::Providers;
use indexer_core::key::hash_text;
use indexer_core::path::{join, parent, resolve};
use indexer_core::{Bound, Expression, FileId, Namespace, ScopeId};

/// Folders deeper than this are not looked through.
const DEEPEST: usize = 64;
/// More modules of one list than this are not looked at.
const MOST: usize = 64;

/// The files of the modules that the file names, in the order in which it does.
pub(super) fn plugins(db: &Db, file: FileId, unit: &Unit<'_>, rules: &Providers) -> Vec<FileId> {
    if rules.plugins.is_empty() {
        return Vec::new();
    }
    let hash = hash_text(&rules.plugins);
    depend_on_binding(db, file, ScopeId(0), hash);
    let Some(name) = unit.name_of_hash(hash) else { return Vec::new() };
    let mut found = Vec::new();
    for binding in unit.hoisted(ScopeId(0), name, Namespace::ANY) {
        let Bound::Definition(def) = binding.bound else { continue };
        db.depend_on_symbol(Symbol { file, def });
        let facts = unit.facts;
        let value = facts.definition(def).value;
        let all = match facts.expression(value) {
            Expression::Collection(_, list) | Expression::Tuple(list) => facts.list(list).to_vec(),
            _ => vec![value],
        };
        let texts = all.into_iter().take(MOST).filter_map(|id| facts.text(id));
        found.extend(texts.filter_map(|text| module_file(db, &unit.place, text)));
    }
    found
}

/// The file of a module, looked for from the folder of who names it upwards.
pub(super) fn module_file(db: &Db, place: &str, name: &str) -> Option<FileId> {
    let name = name.replace('.', "/");
    let mut folder = parent(place).to_owned();
    for _ in 0..DEEPEST {
        for ending in [".py", "/__init__.py"] {
            let place = join(&folder, &format!("{name}{ending}"));
            if let Some(file) = file_at(db, &place) {
                return Some(file);
            }
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(&folder).to_owned();
    }
    None
}

/// The file at a path, looked for from the folder of who names it upwards.
pub(super) fn file_above(db: &Db, place: &str, path: &str) -> Option<FileId> {
    let mut folder = parent(place);
    for _ in 0..DEEPEST {
        if let Some(file) = file_at(db, &resolve(folder, path)?) {
            return Some(file);
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
    None
}

/// The file at a place, if there is one.
pub(super) fn file_at(db: &Db, place: &str) -> Option<FileId> {
    match db.with_files(place, |files| files.is_file(place)) {
        true => db.linker.file_at(place),
        false => None,
    }
}
