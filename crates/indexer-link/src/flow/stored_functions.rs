//! Functions in variables and fields.

use crate::flow::{call_sites, points_to};
use crate::query::{Db, Query};
use crate::resolve::resolve;
use crate::value::{Set, Symbol, Value};
use indexer_core::{Bound, DependencyKey, ExprId, Expression, FileId};

/// What is put into places of a name in more files than this is not known.
const MOST_FILES: usize = 32;

/// The functions that a variable or field is given where it is declared, and those that are stored in it anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StoredFunctions {
    pub(crate) definition: Symbol,
}

impl Query for StoredFunctions {
    fn run(self, db: &Db) -> Set {
        let Self { definition: sym } = self;
        let Some(unit) = db.unit(sym.file) else { return Set::default() };
        db.depend_on_symbol(sym);
        let definition = unit.facts.definition(sym.def);
        let name = unit.facts.name(definition.name);
        let hash = unit.hash(definition.name);
        let mut files = db.linker.database.storing(name, MOST_FILES);
        if let Err(at) = files.binary_search(&sym.file) {
            files.insert(at, sym.file);
        }
        if files.len() > MOST_FILES {
            db.depend(DependencyKey::many_storing(hash));
            return Set::unknown();
        }
        db.depend(DependencyKey::storing(hash));
        let mut all = points_to(db, sym.file, definition.value);
        for file in files {
            all.extend(&stored_in_file(db, sym, file, hash));
        }
        all
    }
}

/// What is put into a definition, whose name hashes to `name`, in one file.
pub(crate) fn stored_in_file(db: &Db, sym: Symbol, file: FileId, name: u64) -> Set {
    let mut all = Set::default();
    let Some((unit, sites)) = db.unit(file).zip(call_sites(db, file)) else { return all };
    db.depend(DependencyKey::stored(unit.path_hash, name));
    for (place, value) in sites.stored(name) {
        if is_location_of(db, file, place, sym) {
            all.extend(&points_to(db, file, value));
        }
    }
    all
}

/// True where a place in `file` is this variable or field.
fn is_location_of(db: &Db, file: FileId, place: ExprId, sym: Symbol) -> bool {
    let Some(unit) = db.unit(file) else { return false };
    match unit.facts.expression(place) {
        Expression::Definition(def) => file == sym.file && def == sym.def,
        Expression::Name { bound: Some(bound), .. } => {
            let bound = unit.facts.bindings.get(bound.index()).map(|binding| binding.bound);
            !matches!(bound, Some(Bound::Local | Bound::Parameter(_)))
                && resolve(db, file, place, Some(false)).0.iter().any(|one| one == Value::Definition(sym))
        }
        _ => resolve(db, file, place, Some(false)).0.iter().any(|one| one == Value::Definition(sym)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{linking, printed, symbol};

    #[test]
    fn a_field_holds_what_is_stored_in_it_anywhere() {
        let files = [
            ("a/a.go", "package a\ntype T struct { Run func() }\n"),
            ("a/b.go", "package a\nfunc g() {}\nfunc f(t *T) { t.Run = g }\n"),
        ];
        linking(&files, "a/a.go", |db| {
            let found = db.ask(StoredFunctions { definition: symbol(db, "a/a.go#T.Run") });
            assert_eq!(printed(db, &found), "function a/b.go#g");
        });
    }
}
