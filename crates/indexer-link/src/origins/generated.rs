//! Generated code: of which file it says that it is made, and of which types of that.

use crate::edges::{module_target, symbol_key};
use crate::origins::MOST_TARGETS;
use crate::origins::made_names::{MadeNames, owners_of};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::path::parent;
use indexer_core::{
    DefId, DependencyKey, Edge, Expression, FileId, Import, ImportShape, Reference, Resolution, Role, Rule,
    ScopeId, SymbolKind, Target, work,
};
use std::collections::BTreeSet;

/// Where a reference leads that stands for the file of which the file says that it is made; `None` for all others.
pub(crate) fn edge_of_source(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Option<Edge> {
    if reference.role != Role::Import {
        return None;
    }
    let Expression::Import { import, .. } = unit.facts.expression(reference.expression) else { return None };
    let import = unit.facts.imports.get(import.index()).filter(|one| one.shape == ImportShape::Source)?;
    let sources = sources_of(db, unit, import);
    if sources.is_empty() {
        let names: Vec<&str> = import.path.iter().map(|name| unit.facts.name(*name)).collect();
        let (resolution, targets) = (Resolution::External, vec![Target::External(names.join("/"))]);
        return Some(Edge { resolution, rule: Rule::Generated, targets, candidates: 0 });
    }
    let targets = sources.into_iter().map(|file| module_target(db, file, ScopeId(0)));
    Some(made_of(targets.collect()).unwrap_or_else(|| Edge::unresolved(0)))
}

fn made_of(targets: BTreeSet<Target>) -> Option<Edge> {
    let targets: Vec<Target> = targets.into_iter().collect();
    let is_told = (1..=MOST_TARGETS).contains(&targets.len());
    is_told.then_some(Edge {
        resolution: Resolution::Possible,
        rule: Rule::Generated,
        targets,
        candidates: 0,
    })
}

/// The files that may be meant: generators write paths from a folder that they are told. One beside the generated file is
/// meant before all others.
fn sources_of(db: &Db, unit: &Unit<'_>, import: &Import) -> Vec<FileId> {
    let written: Vec<&str> = import.path.iter().map(|name| unit.facts.name(*name)).collect();
    let Some(name) = written.last() else { return Vec::new() };
    let found = db.with_files(&unit.place, |files| files.named(name));
    let written = written.join("/");
    let ends_with = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    // What is written may begin with the name of the repository.
    let mut found: Vec<String> = found
        .into_iter()
        .filter(|path| ends_with(path, &written) || path.contains('/') && ends_with(&written, path))
        .collect();
    if let Some(beside) = found.iter().position(|path| parent(path) == parent(&unit.place)) {
        found = vec![found.swap_remove(beside)];
    }
    let files = found.iter().filter_map(|path| db.linker.file_at(path));
    files.filter(|file| db.linker.rules_of(*file).is_some_and(|rules| rules.describes_types)).collect()
}

/// Of which types the definitions of a generated file are made; `None` where it says of no file that it is.
pub(super) fn origins_of_generated(db: &Db, unit: &Unit<'_>) -> Option<Vec<(DefId, Edge)>> {
    let sources = sources(db, unit)?;
    let mut described = MadeNames::default();
    for file in sources {
        let Some(source) = db.unit(file) else { continue };
        db.depend(DependencyKey::described(source.path_hash));
        for (one, id) in source.facts.definitions.iter().zip(0..) {
            work::add(1);
            if one.kind.is_type() {
                described.add(source.facts, DefId(id), Symbol { file, def: DefId(id) });
            }
        }
    }
    let mut all = Vec::new();
    for (one, id) in unit.facts.definitions.iter().zip(0..) {
        use SymbolKind::{Constant, Static, Variable};
        work::add(1);
        if !one.kind.is_type() && !matches!(one.kind, Constant | Static | Variable) {
            continue;
        }
        let Some(owners) = owners_of(unit.facts, DefId(id)) else { continue };
        let found = described.of(&owners, unit.facts.name(one.name));
        let targets = found.filter_map(|sym| symbol_key(db, sym).map(Target::Symbol)).collect();
        all.extend(made_of(targets).map(|edge| (DefId(id), edge)));
    }
    Some(all)
}

/// The files of which the file is made: as it says, or as that beside it says.
fn sources(db: &Db, unit: &Unit<'_>) -> Option<Vec<FileId>> {
    let said = |unit: &Unit<'_>| {
        let mut imports = unit.facts.imports.iter().filter(|import| import.shape == ImportShape::Source);
        imports.next().map(|import| sources_of(db, unit, import))
    };
    if let Some(found) = said(unit) {
        return Some(found);
    }
    let beside = (unit.rules.generated_beside)(&unit.place)?;
    let is_there = db.with_files(&unit.place, |files| files.is_file(&beside));
    let beside = db.linker.file_at(&beside).filter(|_| is_there).and_then(|file| db.unit(file));
    let Some(beside) = beside else { return Some(Vec::new()) };
    db.depend(DependencyKey::described(beside.path_hash));
    Some(said(beside).unwrap_or_default())
}
