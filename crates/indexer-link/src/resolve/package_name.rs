//! Names that a file shares with its package.

use crate::query::{Db, Query};
use crate::resolve::{
    coexisting, created_first, definitions_in_package, enclosing_packages, in_package_object, located_package,
};
use crate::unit::Unit;
use crate::value::{Set, Text, Value};
use indexer_core::{FileId, FilePlace, Namespace, PackageRules, Visibility};

/// What the package of a file defines under a name, as that file sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackageName {
    pub(crate) file: FileId,
    pub(crate) name: Text,
    pub(crate) namespace: Namespace,
}

impl Query for PackageName {
    fn run(self, db: &Db) -> Set {
        let Self { file, name, namespace } = self;
        let Some(unit) = db.unit(file) else { return Set::default() };
        let Some(rules) = unit.rules.packages else { return Set::default() };
        let place = unit.file_place();
        let package = match located_package(db, file) {
            Some(package) => db.text_of(package).to_string(),
            None => (rules.package)(place),
        };
        let mut found =
            definitions_in_package(db, rules, &package, name, namespace, |other| (rules.sees)(place, other));
        if found.is_empty() && !package.is_empty() && namespace.meets(rules.global) {
            let namespace = namespace.shared(rules.global);
            found = definitions_in_package(db, rules, "", name, namespace, |other| other.package.is_empty());
        }
        if found.is_empty() && unit.rules.objects {
            found = in_written_packages(db, unit, rules, (name, namespace), &package);
        }
        let mut enclosing = enclosing_packages(&package).filter(|around| *around != package);
        while unit.rules.packages_nest
            && found.is_empty()
            && let Some(around) = enclosing.next()
        {
            let offers = |other: indexer_core::FilePlace<'_>| (rules.offers)(around, other);
            found = definitions_in_package(db, rules, around, name, namespace, offers);
        }
        if rules.located.is_some() {
            found = found.iter().filter(|value| !is_hidden(db, *value, file)).collect();
        }
        let found = coexisting(db, file, found);
        match unit.rules.likely_by {
            Some(_) => created_first(db, unit, name, namespace, found),
            None => found,
        }
    }
}

/// True for what another file keeps to itself.
fn is_hidden(db: &Db, value: Value, from: FileId) -> bool {
    let Value::Definition(sym) = value else { return false };
    sym.file != from
        && db
            .unit(sym.file)
            .is_some_and(|unit| unit.facts.definition(sym.def).visibility == Visibility::Private)
}

/// What the object that stands for the package of a file has under a name, and the packages that clauses around its own name,
/// the innermost first.
fn in_written_packages(
    db: &Db,
    unit: &Unit<'_>,
    rules: &PackageRules,
    (name, namespace): (Text, Namespace),
    own: &str,
) -> Set {
    let found = in_package_object(db, rules, own, name, namespace);
    if !found.is_empty() {
        return found;
    }
    for package in unit.packages_around() {
        let package = package.replace('.', "/");
        let offers = |other: FilePlace<'_>| (rules.offers)(&package, other);
        let mut found = definitions_in_package(db, rules, &package, name, namespace, offers);
        if found.is_empty() {
            found = in_package_object(db, rules, &package, name, namespace);
        }
        if !found.is_empty() {
            return found;
        }
    }
    Set::default()
}

/// What the package of `file` defines under a name, as `file` sees it.
pub(crate) fn package_name(db: &Db, file: FileId, name: Text, namespace: Namespace) -> Set {
    if db.unit(file).is_none_or(|unit| unit.rules.packages.is_none() || unit.plain_stub().is_some()) {
        return Set::default();
    }
    db.ask(PackageName { file, name, namespace })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn a_file_sees_what_the_other_files_of_its_package_define() {
        let files = [
            ("shop/a.go", "package shop\nfunc f() {}\n"),
            ("shop/b.go", "package shop\nfunc g() { f() }\n"),
            ("other/c.go", "package other\nfunc f() {}\n"),
        ];
        linking(&files, "shop/b.go", |db| {
            let seen = |name: &str| {
                printed(db, &package_name(db, file(db, "shop/b.go"), db.text(name), Namespace::ANY))
            };
            assert_eq!(seen("f"), "shop/a.go#f");
            assert_eq!(seen("h"), "");
        });
    }
}
