//! The package of a file, where folders and manifests say it.

use crate::query::{Db, Query};
use crate::value::{Set, Text, Value};
use indexer_core::FileId;

/// The package to which a file belongs, as a folder.
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
        let package = db.with_files(&unit.place, |files| located(files, &unit.place));
        Set::of(Value::Folder(db.text(&package)))
    }
}

/// The package to which a file belongs, where folders and manifests say it.
pub(crate) fn located_package(db: &Db, file: FileId) -> Option<Text> {
    db.unit(file)?.rules.packages?.located?;
    match db.ask(FilePackage { file }).only()? {
        Value::Folder(package) => Some(package),
        _ => None,
    }
}
