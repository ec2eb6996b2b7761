//! Modules: which folder an import path means.

use indexer_core::path::{join, parent, resolve};
use indexer_core::{Files, ManifestFacts, ModulePlace, ModuleQuery};

/// The nearest `go.mod` at or above the folder of `path`, with its folder.
fn manifest_of<'f>(files: &'f dyn Files, path: &str) -> Option<(String, &'f ManifestFacts)> {
    let mut folder = parent(path);
    loop {
        if let Some(manifest) = files.manifest(&join(folder, "go.mod")) {
            return Some((folder.to_owned(), manifest));
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
}

/// What follows the path of a module in an import path; `None` where it is of another module.
fn inside<'p>(import: &'p str, module: &str) -> Option<&'p str> {
    let rest = import.strip_prefix(module)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// Where an import path leads.
pub(super) fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let import = query.first;
    match folder_of(files, query.from, import) {
        Some(folder) => ModulePlace::Folder(folder),
        None => ModulePlace::External(import.to_owned()),
    }
}

fn folder_of(files: &dyn Files, from: &str, import: &str) -> Option<String> {
    let there = |folder: String| files.is_folder(&folder).then_some(folder);
    if import.starts_with("./") || import.starts_with("../") {
        return there(resolve(parent(from), import)?);
    }
    let Some((home, manifest)) = manifest_of(files, from) else {
        return without_manifest(files, from, import);
    };
    let module = manifest.package.as_deref().unwrap_or("");
    // The standard library names its own packages without a module before them.
    let own =
        if module == "std" && !first(import).contains('.') { Some(import) } else { inside(import, module) };
    if let Some(folder) = own.and_then(|rest| there(at(&home, rest))) {
        return Some(folder);
    }
    let replaced = manifest.dependencies.iter().filter_map(|dependency| {
        let rest = inside(import, &dependency.name)?;
        Some((dependency.name.len(), at(&resolve(&home, dependency.path.as_deref()?)?, rest)))
    });
    let replaced = replaced.max_by_key(|(length, _)| *length).map(|(_, folder)| folder);
    replaced
        .and_then(there)
        .or_else(|| there(join(&join(&home, "vendor"), import)))
        .or_else(|| module_of_repository(files, import))
}

/// The folder in another module of the repository: of those whose paths fit, the longest.
fn module_of_repository(files: &dyn Files, import: &str) -> Option<String> {
    let mut module = import;
    loop {
        let rest = inside(import, module).unwrap_or("");
        let homes = files.packages(module).into_iter().filter(|path| path.ends_with("go.mod"));
        let mut folders = homes.map(|path| at(parent(&path), rest));
        if let Some(folder) = folders.find(|folder| files.is_folder(folder)) {
            return Some(folder);
        }
        module = module.rsplit_once('/')?.0;
    }
}

/// Before there were modules: below `src` or `vendor` of a folder above.
fn without_manifest(files: &dyn Files, from: &str, import: &str) -> Option<String> {
    let mut folder = parent(from);
    loop {
        for name in ["vendor", "src"] {
            let candidate = join(&join(folder, name), import);
            if files.is_folder(&candidate) {
                return Some(candidate);
            }
        }
        if folder.is_empty() {
            return module_of_repository(files, import);
        }
        folder = parent(folder);
    }
}

fn at(folder: &str, rest: &str) -> String {
    if rest.is_empty() { folder.to_owned() } else { join(folder, rest) }
}

fn first(import: &str) -> &str {
    import.split('/').next().unwrap_or("")
}

/// The folder of the file, since a package is a folder; the name of the module for its own folder.
pub(super) fn module_name(files: &dyn Files, path: &str) -> String {
    let folder = parent(path);
    if !folder.is_empty() {
        return folder.to_owned();
    }
    let module = files.manifest("go.mod").and_then(|manifest| manifest.package.as_deref()).unwrap_or("");
    let is_version = |part: &&str| part.strip_prefix('v').is_some_and(|v| v.parse::<u32>().is_ok());
    let name = module.rsplit('/').find(|part| !is_version(part)).unwrap_or("");
    if name.is_empty() { "main".to_owned() } else { name.to_owned() }
}
