//! Imports that hold in all files of a project.

use crate::db::EVERYWHERE;
use crate::query::{Db, Remembered};
use crate::resolve::import_target_of_binding;
use crate::unit::Unit;
use crate::value::{Symbol, Text, Value};
use indexer_core::{DependencyKey, FileId, Import, ImportId, ImportShape, ScopeId, SymbolKind, Visibility};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::Arc;

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

/// Where wildcard imports lead, each once: those of a file, and those of other files that hold in it.
#[derive(Debug, Default)]
pub(crate) struct WildcardTargets {
    /// In the file, wherever they come from.
    pub(crate) all: FxHashSet<Value>,
    /// True where it is known where each leads, and each of those that what they lead to hands on. Asked where all names
    /// come that way.
    pub(crate) are_known: bool,
    /// Of those from other files the packages, in order.
    pub(crate) packages_everywhere: Vec<Text>,
    /// The imports of other files that lead to types and modules.
    pub(crate) others_everywhere: Vec<(FileId, ImportId)>,
}

/// Where the wildcard imports that hold in a file lead. It is remembered.
pub(crate) fn wildcard_targets(db: &Db, file: FileId) -> Arc<Remembered<WildcardTargets>> {
    db.remembered(&db.linker.wildcard_targets, file, file, || {
        let (mut targets, mut packages) = (WildcardTargets::default(), FxHashSet::default());
        for (at, import) in wildcards_of(db, file) {
            for value in import_target_of_binding(db, at, import).iter() {
                targets.all.insert(value);
                match value {
                    _ if at == file => {}
                    Value::Folder(package) if packages.insert(package) => {
                        targets.packages_everywhere.push(package);
                    }
                    Value::Folder(_) | Value::External(_) | Value::Unknown => {}
                    _ => targets.others_everywhere.push((at, import)),
                }
            }
        }
        let asks = db.unit(file).is_some_and(|unit| unit.rules.imports_are_all);
        targets.are_known = asks && are_known(db, file);
        targets
    })
}

/// True where it is known where all wildcard imports lead whose names a file sees. O(files that they lead to).
fn are_known(db: &Db, file: FileId) -> bool {
    let mut seen = FxHashSet::from_iter([file]);
    let mut waiting = vec![file];
    while let Some(at) = waiting.pop() {
        let Some(unit) = db.unit(at) else { return false };
        if at != file {
            // What a module inside of the file hands on, also where that is nothing yet.
            for definition in unit.facts.definitions.iter().filter(|one| one.kind == SymbolKind::Module) {
                if let Some(body) = definition.body {
                    db.depend(DependencyKey::wildcards(unit.path_hash, unit.scope_owner(body)));
                }
            }
        }
        for (_, id) in wildcards_of(db, at) {
            let Some(import) = unit.facts.imports.get(id.index()) else { return false };
            let is_handed_on = import.visibility != Visibility::Private || import.scope != ScopeId(0);
            if at != file && !is_handed_on && import.level != Import::JOINS {
                continue;
            }
            // All of a type: it is found with its module, or is of another one.
            if unit.rules.has_globals && import.path.len() > 1 {
                continue;
            }
            let targets = import_target_of_binding(db, at, id);
            if targets.is_empty() {
                return false;
            }
            for value in targets.iter() {
                match value {
                    Value::Module(to, _) | Value::Definition(Symbol { file: to, .. }) if seen.insert(to) => {
                        waiting.push(to);
                    }
                    Value::Module(..) | Value::Definition(_) | Value::Folder(_) | Value::External(_) => {}
                    _ => return false,
                }
            }
        }
        if seen.len() > MOST_FILES {
            return false;
        }
    }
    true
}

/// Imports of other files that hold in `file` too.
pub(crate) fn imports_everywhere<'l>(
    db: &Db<'l, '_>,
    file: FileId,
    wanted: impl Fn(&Import) -> bool,
) -> impl Iterator<Item = (FileId, ImportId)> {
    let unit = db.unit(file).filter(|unit| unit.stub_of.is_none() && unit.rules.holds_in.is_some());
    let all = unit.and_then(|unit| {
        db.depend(DependencyKey::extensions(EVERYWHERE));
        db.linker.everywhere.get_or_init(file, || found_everywhere(db, unit, file))
    });
    let all = all.map_or(&[][..], |all| all);
    all.iter().copied().filter(move |(other, id)| {
        let import = db.unit(*other).and_then(|unit| unit.facts.imports.get(id.index()));
        import.is_some_and(&wanted)
    })
}

/// The imports of other files that hold in a file, each once. O(files with such imports).
fn found_everywhere(db: &Db, unit: &Unit<'_>, file: FileId) -> Box<[(FileId, ImportId)]> {
    let Some(holds_in) = unit.rules.holds_in else { return Box::default() };
    let mut all = Vec::new();
    let others = db.linker.database.extending(EVERYWHERE).into_iter().filter(|other| *other != file);
    let near = others.take(MOST_LOOKED_AT).filter(|other| holds_in(&unit.place, &db.linker.place(*other)));
    for other in near.take(MOST_FILES) {
        let of = db.unit(other).filter(|of| of.rules.language == unit.rules.language);
        let Some(of) = of else { continue };
        let imports = of.facts.imports.iter().zip(0..).filter(|(one, _)| one.level == Import::EVERYWHERE);
        all.extend(imports.map(|(_, id)| (other, ImportId(id))));
    }
    all.into_boxed_slice()
}
