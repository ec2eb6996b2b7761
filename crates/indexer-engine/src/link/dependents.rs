//! Which unchanged files are linked again.

use crate::link::change::{FileChanges, known};
use crate::link::fresh_files::FreshFiles;
use crate::link::index_names::packages;
use crate::link::job::RefreshJob;
use crate::link::rules::rules;
use crate::types::file::{FileState, FileStatus};
use crate::types::state::Current;
use indexer_core::key::hash_text;
use indexer_core::path::{file_name, join, parent};
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
    let lasting = lasting_folders(job.source.prefix(), [before, &current.files], change);
    keys.retain(|key| !lasting.contains(key));
    pass_on(&current.view, &mut keys);
    keys.sort_unstable();
    keys.dedup();
    let found = current.view.files_by().consulted(&keys);
    let paths = found.into_iter().map(|file| file.path().to_owned()).collect();
    Some((paths, keys))
}

/// The keys about folders above what changed that have the same answer in both lists of files: a file that comes to others
/// tells nobody anew that there is a folder. O(files below those folders)
fn lasting_folders(prefix: &str, files: [&[FileState]; 2], change: &FileChanges) -> FxHashSet<DependencyKey> {
    let (mut lasting, mut passing) = (FxHashSet::default(), Vec::new());
    let mut looked_at = FxHashSet::default();
    let is_code = |files, path| known(files, path).is_some_and(FileState::is_code);
    for path in change.added.iter().chain(&change.modified).chain(&change.removed) {
        if is_code(files[0], path) == is_code(files[1], path) {
            continue;
        }
        let mut folder = Some(parent(path));
        while let Some(one) = folder.filter(|one| looked_at.insert(*one)) {
            let [(below, inside), (below_now, inside_now)] = files.map(|files| code_below(files, one));
            if below == below_now {
                lasting.insert(DependencyKey::folder(one));
            }
            let named = DependencyKey::folders_named(hash_text(file_name(&join(prefix, one))));
            match inside == inside_now {
                true => lasting.extend([named]),
                false => passing.push(named),
            }
            folder = (!one.is_empty()).then(|| parent(one));
        }
    }
    // Several folders may have a name.
    for key in passing {
        lasting.remove(&key);
    }
    lasting
}

/// Whether code is somewhere below a folder, and whether some is in the folder itself.
fn code_below(files: &[FileState], folder: &str) -> (bool, bool) {
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let start = files.partition_point(|file| file.path < prefix);
    let below = files[start..].iter().take_while(|file| file.path.starts_with(&prefix));
    let mut code = below.filter(|file| file.is_code()).peekable();
    (code.peek().is_some(), code.any(|file| parent(&file.path) == folder))
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
