//! Modules: the targets of Swift's packages, by their manifests and their usual folders.

use indexer_core::{Files, ModulePlace, ModuleQuery, path};

/// The name of the manifest of a package.
pub(super) const MANIFEST: &str = "Package.swift";

/// Folders in which each folder is a target, where no manifest says another place.
const USUAL: &[&str] = &["Sources", "Tests", "Source", "src", "srcs", "Plugins"];

/// The module to which the file at a path belongs, as a folder: the innermost target of the package around that holds it;
/// without one the folder below `Sources` or `Tests`, else the first folder of the package or the repository.
pub(super) fn module_of(files: &dyn Files, file: &str) -> String {
    let folder = path::parent(file);
    for root in path::ancestors(folder) {
        if files.manifest(&path::join(root, MANIFEST)).is_none() {
            continue;
        }
        if file == path::join(root, MANIFEST) {
            // A program of its own.
            return file.to_owned();
        }
        let around = |target: &String| folder == target || is_below(folder, target);
        let targets = targets(files, root).into_iter().map(|(_, folder)| folder);
        return targets.filter(around).max_by_key(String::len).unwrap_or_else(|| usual(root, folder));
    }
    usual("", folder)
}

fn is_below(folder: &str, outer: &str) -> bool {
    outer.is_empty() || folder.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'))
}

/// The folder below a usual one, else the first one below `root`.
fn usual(root: &str, folder: &str) -> String {
    let inside = folder.strip_prefix(root).unwrap_or(folder).trim_start_matches('/');
    let mut parts = inside.split('/').filter(|part| !part.is_empty());
    let first = match (parts.next(), parts.next()) {
        (Some(first), Some(second)) if USUAL.contains(&first) => path::join(first, second),
        (Some(first), _) => first.to_owned(),
        _ => String::new(),
    };
    path::join(root, &first)
}

/// The targets of the package whose manifest is in a folder: their names and folders.
fn targets(files: &dyn Files, root: &str) -> Vec<(String, String)> {
    let Some(manifest) = files.manifest(&path::join(root, MANIFEST)) else { return Vec::new() };
    let of = |one: &indexer_core::manifest::PathMap| {
        let folder = match one.targets.first() {
            Some(folder) => path::resolve(root, folder)?,
            None => usual_folder(files, root, &one.pattern)?,
        };
        Some((one.pattern.clone(), folder))
    };
    manifest.maps.iter().filter_map(of).collect()
}

/// Where a target is of which the manifest says no place.
fn usual_folder(files: &dyn Files, root: &str, name: &str) -> Option<String> {
    let mut folders = USUAL.iter().map(|folder| path::join(&path::join(root, folder), name));
    folders.find(|folder| files.is_folder(folder))
}

/// Where `import A` leads: to the target of that name, nearest above the file, else of any package of the repository; else
/// outside.
pub(super) fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    for root in path::ancestors(path::parent(query.from)) {
        if let Some(folder) = target(files, root, query.first) {
            return ModulePlace::Folder(folder);
        }
    }
    let manifests = files.named(MANIFEST);
    let found = manifests.iter().find_map(|manifest| target(files, path::parent(manifest), query.first));
    found.map_or_else(|| ModulePlace::External(query.first.to_owned()), ModulePlace::Folder)
}

fn target(files: &dyn Files, root: &str, name: &str) -> Option<String> {
    let written = targets(files, root).into_iter().find(|(one, _)| one == name);
    written.map(|(_, folder)| folder).or_else(|| usual_folder(files, root, name))
}
