//! The packages that a repository makes: what other repositories import.

use crate::workspace::snapshot::Snapshot;
use indexer_core::ManifestFacts;
use indexer_core::path::{file_name, is_outside, is_under, join, parent, resolve, stem};
use indexer_packages::{ECOSYSTEMS, Ecosystem};
use std::collections::BTreeSet;

/// Ecosystem of packages whose modules bear names of their own.
const PYTHON: &str = "pypi";

/// Ecosystem in whose code `-` of a name is `_`.
const CARGO: &str = "cargo";

/// What makes a folder of Python a package.
const INIT: [&str; 2] = ["__init__.py", "__init__.pyi"];

/// Folders of packages that are not installed, by convention.
const NOT_INSTALLED: [&str; 6] = ["tests", "test", "testing", "docs", "examples", "benchmarks"];

/// A package that files of the repository make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPackage {
    /// The word for its ecosystem, as in package URLs.
    pub ecosystem: &'static str,
    /// Its name, as its manifest has it.
    pub name: String,
    /// What code of others writes first to name what is in it, at least one.
    pub imports: Vec<String>,
    /// The folder of its manifest, relative to the root; "" for the root.
    pub folder: String,
}

impl Snapshot {
    /// The packages that the manifests declare of which others can be told, by folder. O(manifests), and O(files) for
    /// each of Python.
    pub fn own_packages(&self) -> Vec<OwnPackage> {
        let inside = self.manifests.iter().filter(|(path, _)| !is_outside(path));
        let found = inside.filter_map(|(path, facts)| {
            let ecosystem = ecosystem_of(path)?;
            let name = facts.package.clone()?;
            let folder = parent(path).to_owned();
            let imports = match ecosystem.word {
                PYTHON => self.modules(&folder, facts),
                CARGO => vec![facts.library_name.clone().unwrap_or_else(|| name.clone()).replace('-', "_")],
                _ => vec![name.clone()],
            };
            (!imports.is_empty()).then_some(OwnPackage { ecosystem: ecosystem.word, name, imports, folder })
        });
        let mut found: Vec<OwnPackage> = found.collect();
        // Several manifests of one folder may declare one package.
        found.sort_by(|a, b| (&a.folder, a.ecosystem).cmp(&(&b.folder, b.ecosystem)));
        found.dedup_by(|a, b| (&a.folder, a.ecosystem) == (&b.folder, b.ecosystem));
        found
    }

    /// True where a manifest of the repository declares that it depends on the package. O(manifests).
    pub fn declares_dependency(&self, ecosystem: &str, name: &str) -> bool {
        let of = self.manifests.iter().filter(|(path, _)| {
            ecosystem_of(path).is_some_and(|found| found.word == ecosystem) && !is_outside(path)
        });
        let wanted = normalized(ecosystem, name);
        of.flat_map(|(_, facts)| &facts.dependencies)
            .any(|one| normalized(ecosystem, one.package.as_ref().unwrap_or(&one.name)) == wanted)
    }

    /// The modules at the top of a package of Python: folders with an `__init__`, else the file of its name.
    fn modules(&self, folder: &str, facts: &ManifestFacts) -> Vec<String> {
        let declared = facts.source_roots.iter().filter_map(|root| resolve(folder, root));
        let mut roots: Vec<String> = declared.chain([join(folder, "src"), folder.to_owned()]).collect();
        roots.dedup();
        let package = facts.package.as_deref().map(|name| normalized(PYTHON, name)).unwrap_or_default();
        for root in roots {
            let mut found = BTreeSet::new();
            for file in self.view.files().filter(|file| is_under(file.path(), &root)) {
                let below = file.path()[root.len()..].trim_start_matches('/');
                match below.split_once('/') {
                    Some((top, name)) if INIT.contains(&name) && !NOT_INSTALLED.contains(&top) => {
                        found.insert(top.to_owned());
                    }
                    None if below.ends_with(".py") && normalized(PYTHON, stem(below)) == package => {
                        found.insert(stem(below).to_owned());
                    }
                    _ => {}
                }
            }
            if !found.is_empty() {
                return found.into_iter().collect();
            }
        }
        Vec::new()
    }
}

fn ecosystem_of(manifest: &str) -> Option<&'static Ecosystem> {
    ECOSYSTEMS.iter().find(|one| one.manifests.contains(&file_name(manifest)))
}

/// As the ecosystem compares names.
fn normalized(ecosystem: &str, name: &str) -> String {
    match ecosystem {
        PYTHON => name.to_ascii_lowercase().replace(['-', '.'], "_"),
        CARGO => name.replace('-', "_"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Workspace;

    fn packages(files: &[(&str, &str)]) -> Vec<(String, Vec<String>, String)> {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        let snapshot = Workspace::in_memory(files).refresh().unwrap();
        let all = snapshot.own_packages().into_iter();
        all.map(|one| (format!("{}:{}", one.ecosystem, one.name), one.imports, one.folder)).collect()
    }

    #[test]
    fn a_package_is_called_as_its_users_write_it() {
        let found = packages(&[
            ("a/Cargo.toml", "[package]\nname = \"price-list\"\n"),
            ("a/src/lib.rs", "pub fn go() {}\n"),
            ("b/package.json", "{\"name\": \"@acme/prices\"}"),
            ("c/go.mod", "module acme.dev/prices\n"),
            ("d/pyproject.toml", "[project]\nname = \"acme-prices\"\n"),
            ("d/src/acme/__init__.py", ""),
            ("d/tests/__init__.py", ""),
            ("e/pyproject.toml", "[project]\nname = \"one-file\"\n"),
            ("e/one_file.py", ""),
            ("e/conftest.py", ""),
        ]);
        let expected = [
            ("cargo:price-list", "price_list", "a"),
            ("npm:@acme/prices", "@acme/prices", "b"),
            ("golang:acme.dev/prices", "acme.dev/prices", "c"),
            ("pypi:acme-prices", "acme", "d"),
            ("pypi:one-file", "one_file", "e"),
        ];
        let expected = expected
            .map(|(name, import, folder)| (name.to_owned(), vec![import.to_owned()], folder.to_owned()));
        assert_eq!(found, expected);
    }

    #[test]
    fn a_dependency_is_compared_as_its_ecosystem_does() {
        let files = [
            (
                "Cargo.toml",
                "[package]\nname = \"a\"\n[dependencies]\nshort = { package = \"price-list\", version = \"1\" }\n",
            ),
            ("pyproject.toml", "[project]\nname = \"a\"\ndependencies = [\"Acme.Prices>=1\"]\n"),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let snapshot = Workspace::in_memory(files).refresh().unwrap();
        assert!(snapshot.declares_dependency("cargo", "price_list"));
        assert!(snapshot.declares_dependency("pypi", "acme-prices"));
        assert!(
            !snapshot.declares_dependency("pypi", "price-list")
                && !snapshot.declares_dependency("cargo", "short")
        );
    }
}
