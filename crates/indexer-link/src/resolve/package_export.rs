//! What packages export.

use crate::query::{Db, Query};
use crate::resolve::{definitions_in_package, in_package_object};
use crate::value::{Set, Text, Value};
use indexer_core::{FilePlace, Namespace, Visibility};

/// What a package of a language exports under a name to those who import it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackageExport {
    pub(crate) language: &'static str,
    pub(crate) package: Text,
    pub(crate) name: Text,
    pub(crate) namespace: Namespace,
}

impl Query for PackageExport {
    fn run(self, db: &Db) -> Set {
        let Some(rules) = db.unit(db.file()).and_then(|unit| unit.rules.packages) else {
            return Set::default();
        };
        let package = db.text_of(self.package);
        let exports = |file: FilePlace<'_>| (rules.offers)(&package, file);
        let found = definitions_in_package(db, rules, &package, self.name, self.namespace, exports);
        let found = if rules.located.is_some() { most_visible(db, found) } else { found };
        match found.is_empty() && db.unit(db.file()).is_some_and(|unit| unit.rules.objects) {
            true => in_package_object(db, rules, &package, self.name, self.namespace),
            false => found,
        }
    }
}

/// What is public, else what all of the package sees: tests may see that of another one (`@testable`).
fn most_visible(db: &Db, found: Set) -> Set {
    let of = |wanted: Visibility| -> Set {
        let is_so = |value: &Value| match value {
            Value::Definition(sym) => {
                db.unit(sym.file).is_some_and(|unit| unit.facts.definition(sym.def).visibility == wanted)
            }
            _ => true,
        };
        found.iter().filter(is_so).collect()
    };
    let public = of(Visibility::Public);
    if public.is_empty() { of(Visibility::Package) } else { public }
}

/// What a package exports under a name to those who import it; nothing where the name is private to it.
pub(crate) fn package_export(db: &Db, package: Text, name: Text, namespace: Namespace) -> Set {
    let Some(rules) = db.unit(db.file()).map(|unit| unit.rules) else { return Set::default() };
    if (rules.hidden_from_wildcard)(&db.text_of(name)) {
        return Set::default();
    }
    db.ask(PackageExport { language: rules.language, package, name, namespace })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{linking, printed};

    #[test]
    fn a_package_exports_what_is_public() {
        let files = [
            ("shop/a.go", "package shop\nfunc Open() {}\nfunc closed() {}\n"),
            ("main.go", "package main\n"),
        ];
        linking(&files, "main.go", |db| {
            let exported =
                |name: &str| printed(db, &package_export(db, db.text("shop"), db.text(name), Namespace::ANY));
            assert_eq!(exported("Open"), "shop/a.go#Open");
            assert_eq!(exported("closed"), "");
        });
    }
}
