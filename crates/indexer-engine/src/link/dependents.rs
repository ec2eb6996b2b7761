//! Which unchanged files are linked again.

use crate::link::change::{FileChanges, known};
use crate::link::fresh_files::FreshFiles;
use crate::link::index_names::packages;
use crate::link::job::RefreshJob;
use crate::link::rules::rules;
use crate::types::file::{FileState, FileStatus};
use crate::types::state::Current;
use indexer_core::key::hash_text;
use indexer_core::path::parent;
use indexer_core::{DependencyKey, FileFacts, ManifestFacts};
use indexer_link::{ExportFingerprints, export_fingerprints, manifest_fingerprints};
use indexer_store::View;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Paths of unchanged files whose edges may have changed, and the keys whose answers did, sorted; `None` where that is
/// not known and every file has to be linked again. `keys` are those whose answers something else than a file has changed.
pub(super) fn dependents(
    job: &RefreshJob<'_>,
    current: &Current,
    before: &[FileState],
    fresh: &FreshFiles,
    (change, mut keys): (&FileChanges, Vec<DependencyKey>),
) -> Option<(Vec<String>, Vec<DependencyKey>)> {
    for path in change.added.iter().chain(&change.removed) {
        keys.push(DependencyKey::path(path));
        let mut folder = path.as_str();
        while !folder.is_empty() {
            folder = parent(folder);
            keys.push(DependencyKey::folder(folder));
        }
    }
    for path in change.added.iter().chain(&change.modified).chain(&change.removed) {
        let old = match known(before, path).map(|known| (&known.status, known.content)) {
            Some((FileStatus::Code(id), content)) => {
                let facts = job.facts_cache.get(content, indexer_parse::by_id(id)?)?;
                export_fingerprints(job.source.prefix(), path, &facts, rules(&facts.language))
            }
            Some((FileStatus::Manifest, _)) => {
                let (_, facts) = change.old_manifests.iter().find(|(of, _)| of == path)?;
                manifest_keys(path, facts)
            }
            _ => ExportFingerprints::default(),
        };
        let new = match (fresh.code.get(path), current.manifests.get(path)) {
            (Some(read), _) => {
                let held = read.facts.clone();
                let facts = held.or_else(|| facts_now(job, current, path))?;
                export_fingerprints(job.source.prefix(), path, &facts, rules(&facts.language))
            }
            (None, Some(facts)) => manifest_keys(path, facts),
            (None, None) => ExportFingerprints::default(),
        };
        keys.extend(old.differing(&new));
        if indexer_parse::is_code_too(path) {
            let was_there = known(before, path).is_some_and(FileState::is_indexed);
            let old = change.old_manifests.iter().find(|(of, _)| of == path);
            let old = match old {
                Some((_, facts)) => manifest_keys(path, facts),
                None if was_there => return None,
                None => ExportFingerprints::default(),
            };
            let new = current.manifests.get(path);
            let new = new.map_or_else(ExportFingerprints::default, |facts| manifest_keys(path, facts));
            keys.extend(old.differing(&new));
        }
    }
    pass_on(&current.view, &mut keys);
    keys.sort_unstable();
    keys.dedup();
    let found = current.view.files_by().consulted(&keys);
    let paths = found.into_iter().map(|file| file.path().to_owned()).collect();
    Some((paths, keys))
}

/// The facts of a file that was read, where they are not held.
fn facts_now(job: &RefreshJob<'_>, current: &Current, path: &str) -> Option<Arc<FileFacts>> {
    let FileState { content, status: FileStatus::Code(id), .. } = known(&current.files, path)? else {
        return None;
    };
    job.facts_cache.get(*content, indexer_parse::by_id(id)?)
}

/// Adds the keys of the files that include a changed file, directly or not.
fn pass_on(view: &View, keys: &mut Vec<DependencyKey>) {
    let mut seen = FxHashSet::default();
    let mut next: Vec<DependencyKey> = keys.iter().copied().filter(|key| key.is_passed_on()).collect();
    while !next.is_empty() {
        next.sort_unstable();
        next.dedup();
        let paths = view.files_by().consulted(&next).into_iter().map(|file| hash_text(file.path()));
        let fresh: Vec<u64> = paths.filter(|path| seen.insert(*path)).collect();
        next = fresh.iter().map(|path| DependencyKey::included(*path)).collect();
        keys.extend(
            next.iter().chain(&fresh.iter().map(|path| DependencyKey::reach(*path)).collect::<Vec<_>>()),
        );
    }
}

/// The exported fingerprints of a manifest: those of the linker, and the packages that it declares.
fn manifest_keys(path: &str, facts: &ManifestFacts) -> ExportFingerprints {
    let mut keys = manifest_fingerprints(path, facts);
    keys.parts.extend(packages(facts).iter().map(|name| (DependencyKey::package(name), 0)));
    keys.parts.sort_unstable();
    keys.parts.dedup();
    keys
}
