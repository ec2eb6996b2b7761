//! Manifests are facts too: what Cargo.toml and pyproject.toml declare about packages.

use indexer_core::ManifestFacts;

/// True when the file at `path` is a manifest that [`read_manifest`] reads.
pub fn is_manifest(path: &str) -> bool {
    matches!(indexer_core::path::file_name(path), "Cargo.toml" | "pyproject.toml")
}

/// The facts of the manifest at `path`. Never fails: what cannot be read is a `problem`.
pub fn read_manifest(path: &str, bytes: &[u8]) -> ManifestFacts {
    let _ = (path, bytes);
    ManifestFacts::default()
}
