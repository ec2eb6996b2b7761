//! Imports that hold in all files of a project.

use crate::db::EVERYWHERE;
use crate::query::Db;
use indexer_core::{DependencyKey, FileId, Import, ImportId, ImportShape};
use smallvec::SmallVec;

/// So many files with imports that hold in others are looked at for a name.
const MOST_FILES: usize = 256;
/// More of them than this are not looked at.
const MOST_LOOKED_AT: usize = 4_096;

/// The wildcard imports that hold in all of a file: its own, and those of other files that hold everywhere.
pub(crate) fn wildcards_of(db: &Db, file: FileId) -> SmallVec<[(FileId, ImportId); 8]> {
    let Some(unit) = db.unit(file) else { return SmallVec::new() };
    let mut all: SmallVec<[(FileId, ImportId); 8]> =
        unit.wildcards.iter().map(|(_, import)| (file, *import)).collect();
    if !db.is_own(file) {
        db.depend(DependencyKey::wildcards(unit.path_hash, 0));
    }
    all.extend(imports_everywhere(db, file, |import| import.shape == ImportShape::Wildcard));
    all
}

/// Imports of other files that hold in `file` too.
pub(crate) fn imports_everywhere(
    db: &Db,
    file: FileId,
    wanted: impl Fn(&Import) -> bool,
) -> SmallVec<[(FileId, ImportId); 8]> {
    let mut all = SmallVec::new();
    let Some(unit) = db.unit(file).filter(|unit| unit.stub_of.is_none()) else { return all };
    let Some(holds_in) = unit.rules.holds_in else { return all };
    db.depend(DependencyKey::extensions(EVERYWHERE));
    let others = db.linker.database.extending(EVERYWHERE).into_iter().filter(|other| *other != file);
    let near = others.take(MOST_LOOKED_AT).filter(|other| holds_in(&unit.place, &db.linker.place(*other)));
    for other in near.take(MOST_FILES) {
        let of = db.unit(other).filter(|of| of.rules.language == unit.rules.language);
        let Some(of) = of else { continue };
        let imports = of.facts.imports.iter().zip(0..);
        let imports = imports.filter(|(one, _)| one.level == Import::EVERYWHERE && wanted(one));
        all.extend(imports.map(|(_, id)| (other, ImportId(id))));
    }
    all
}
