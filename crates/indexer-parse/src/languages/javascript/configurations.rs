//! The configurations of TypeScript and JavaScript that hold for a file, and what they say.

use indexer_core::{Files, ManifestFacts, path};

/// Configurations build on one another this far.
pub(super) const DEEPEST_EXTENDS: u32 = 8;

/// What a configuration, or one that it builds on, says of something.
pub(super) fn said(
    files: &dyn Files,
    at: &str,
    manifest: &ManifestFacts,
    depth: u32,
    of: fn(&ManifestFacts) -> Option<String>,
) -> Option<String> {
    of(manifest).or_else(|| {
        let extends = if depth < DEEPEST_EXTENDS { &manifest.extends[..] } else { &[] };
        extends.iter().rev().find_map(|other| {
            let found = extended(files, at, other)?;
            said(files, &found, files.manifest(&found)?, depth + 1, of)
        })
    })
}

/// The nearest configuration.
pub(super) fn configuration<'f>(files: &'f dyn Files, folder: &str) -> Option<(String, &'f ManifestFacts)> {
    path::ancestors(folder).find_map(|ancestor| {
        ["tsconfig.json", "jsconfig.json"].into_iter().find_map(|name| {
            let at = path::join(ancestor, name);
            files.manifest(&at).map(|manifest| (at, manifest))
        })
    })
}

/// The configuration that one at `at` names.
pub(super) fn extended(files: &dyn Files, at: &str, other: &str) -> Option<String> {
    let target = path::resolve(path::parent(at), other)?;
    let with_extension = format!("{target}.json");
    [target, with_extension].into_iter().find(|path| files.manifest(path).is_some())
}
