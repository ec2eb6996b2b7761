//! The package of a file, where folders and manifests say it.

use crate::query::{Db, Query};
use crate::unit::Unit;
use crate::value::{Set, Text, Value};
use indexer_core::{FileId, Import, path};

/// The package to which a file belongs, as a folder; with unknown where no manifest says where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FilePackage {
    pub(crate) file: FileId,
}

impl Query for FilePackage {
    fn run(self, db: &Db) -> Set {
        let Some(unit) = db.unit(self.file) else { return Set::default() };
        let Some(located) = unit.rules.packages.and_then(|rules| rules.located) else {
            return Set::default();
        };
        let (package, is_bounded) = db.with_files(&unit.place, |files| {
            let is_said = |folder: &str| {
                let manifest = unit.rules.package_manifest.map(|manifest| path::join(folder, manifest));
                manifest.is_some_and(|manifest| files.manifest(&manifest).is_some())
            };
            let is_bounded = path::ancestors(path::parent(&unit.place)).any(is_said);
            (located(files, &unit.place), is_bounded)
        });
        let mut found = Set::of(Value::Folder(db.text(&package)));
        if !is_bounded {
            found.add(Value::Unknown);
        }
        found
    }
}

/// The package to which a file belongs, where folders and manifests say it.
pub(crate) fn located_package(db: &Db, file: FileId) -> Option<Text> {
    db.unit(file)?.rules.packages?.located?;
    folder_of(&db.ask(FilePackage { file }))
}

fn folder_of(found: &Set) -> Option<Text> {
    found.iter().find_map(|value| match value {
        Value::Folder(package) => Some(package),
        _ => None,
    })
}

/// True where a file cannot name what another one keeps to its package: manifests say that they are of two, and it imports
/// none to see all of it.
pub(crate) fn are_packages_apart(db: &Db, of: FileId, from: FileId) -> bool {
    let Some(asking) = db.unit(from).filter(|_| of != from) else { return false };
    let manifest = asking.rules.package_manifest;
    let is_bounded = |unit: &&Unit<'_>| unit.stub_of.is_none() && unit.rules.package_manifest == manifest;
    if manifest.is_none()
        || asking.facts.imports.iter().any(|import| import.level == Import::SEES_ALL)
        || db.unit(of).filter(is_bounded).is_none()
    {
        return false;
    }
    let (one, other) = (db.ask(FilePackage { file: of }), db.ask(FilePackage { file: from }));
    !one.has_unknown() && !other.has_unknown() && folder_of(&one) != folder_of(&other)
}
