//! Names that a file shares with its package.

use crate::query::{Db, Query};
use crate::resolve::{coexisting, definitions_in_package, in_package_object};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::path::{file_name, parent};
use indexer_core::{Bound, FileId, FilePlace, Namespace, PackageRules, ScopeId, SymbolKind};
use std::cmp::Ordering;
use std::collections::BTreeMap;

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
        let package = (rules.package)(place);
        let mut found =
            definitions_in_package(db, rules, &package, name, namespace, |other| (rules.sees)(place, other));
        if found.is_empty() && !package.is_empty() && namespace.meets(rules.global) {
            let namespace = namespace.shared(rules.global);
            found = definitions_in_package(db, rules, "", name, namespace, |other| other.package.is_empty());
        }
        if found.is_empty() && unit.rules.objects {
            found = in_written_packages(db, unit, rules, (name, namespace), &package);
        }
        let mut around = package.as_str();
        while unit.rules.packages_nest && found.is_empty() && !around.is_empty() {
            around = indexer_core::path::parent(around);
            let offers = |other: indexer_core::FilePlace<'_>| (rules.offers)(around, other);
            found = definitions_in_package(db, rules, around, name, namespace, offers);
        }
        let found = coexisting(db, file, found);
        match unit.rules.likely_by {
            Some(_) => created_first(db, unit, name, namespace, found),
            None => found,
        }
    }
}

/// Of the tables that several files create those that the first one does. The files of a folder follow one another by
/// their names, as migrations do; in which order folders are read nothing says, but what the folder of a file creates is
/// meant there. O(files that define the name).
fn created_first(db: &Db, unit: &Unit<'_>, name: Text, namespace: Namespace, found: Set) -> Set {
    let text = db.text_of(name);
    let (hash, written) = (hash_text(&text), text.split('`').next().unwrap_or_default());
    let mut firsts: BTreeMap<&str, (&str, Symbol)> = BTreeMap::new();
    for file in db.linker.database.top_level(hash_text(written)) {
        let Some(other) = db.unit(file).filter(|other| other.rules.language == unit.rules.language) else {
            continue;
        };
        let Some(name) = other.name_of_hash(hash) else { continue };
        let created = other.hoisted(ScopeId(0), name, namespace).into_iter().find_map(|binding| {
            let Bound::Definition(def) = binding.bound else { return None };
            (other.kind(def) == SymbolKind::Table).then_some(Symbol { file, def })
        });
        let Some(created) = created else { continue };
        let path = other.path;
        let first = firsts.entry(parent(path)).or_insert((path, created));
        if by_numbers(file_name(path), file_name(first.0)) == Ordering::Less {
            *first = (path, created);
        }
    }
    if firsts.is_empty() {
        return found;
    }
    let is_table = |value: &Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|of| of.kind(sym.def) == SymbolKind::Table),
        value => *value == Value::Unknown,
    };
    let mut all: Set = found.iter().filter(|value| !is_table(value)).collect();
    match firsts.get(parent(unit.path)) {
        Some((_, own)) => all.add(Value::Definition(*own)),
        None => firsts.into_values().for_each(|(_, created)| all.add(Value::Definition(created))),
    }
    all
}

/// Names in the order in which people count: `V2__a.sql` stands before `V10__b.sql`.
fn by_numbers(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left.as_bytes(), right.as_bytes());
    loop {
        let [digits, others] =
            [left, right].map(|text| text.iter().take_while(|b| b.is_ascii_digit()).count());
        if digits > 0 && others > 0 {
            let (one, other) = (without_zeros(&left[..digits]), without_zeros(&right[..others]));
            let order = one.len().cmp(&other.len()).then_with(|| one.cmp(other));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (&left[digits..], &right[others..]);
            continue;
        }
        match (left.split_first(), right.split_first()) {
            (Some((one, rest)), Some((other, others))) if one == other => (left, right) = (rest, others),
            (one, other) => return one.map(|(byte, _)| byte).cmp(&other.map(|(byte, _)| byte)),
        }
    }
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|digit| **digit == b'0').count()..]
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
    fn names_are_counted_as_people_do() {
        let mut names = ["V10__b.sql", "V2__a.sql", "V02__c.sql", "V2__b.sql", "a", ""];
        names.sort_by(|left, right| by_numbers(left, right));
        assert_eq!(names, ["", "V2__a.sql", "V2__b.sql", "V02__c.sql", "V10__b.sql", "a"]);
    }

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
