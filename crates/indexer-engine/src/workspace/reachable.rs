//! What of a package can be reached from outside: the hooks of the languages' rules over a snapshot.

use crate::link::index_names::packages;
use crate::workspace::snapshot::Snapshot;
use indexer_core::path::{ancestors, file_name, is_under, join, parent, relative, resolve};
use indexer_core::{Entry, FilePlace, Files, ManifestFacts, ModulePlace, SubmoduleQuery, SymbolKind};
use std::borrow::Cow;

impl Files for Snapshot {
    fn is_file(&self, path: &str) -> bool {
        self.view.file(&self.relative_path(path)).is_some_and(|file| file.is_code())
    }

    fn is_folder(&self, path: &str) -> bool {
        let path =
            if is_under(self.source.prefix(), path) { Cow::Borrowed("") } else { self.relative_path(path) };
        self.view.files_under(&path).any(|file| file.is_code() && file.path() != path)
    }

    fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
        self.manifests.get(&*self.relative_path(path)).map(|facts| &**facts)
    }

    fn packages(&self, name: &str) -> Vec<String> {
        let declares = |facts: &ManifestFacts| packages(facts).iter().any(|one| one == name);
        let found = self.manifests.iter().filter(|(_, facts)| declares(facts));
        found.filter_map(|(path, _)| resolve(self.source.prefix(), path)).collect()
    }

    fn named(&self, name: &str) -> Vec<String> {
        let files = self.view.files().filter(|file| file.is_code() && file_name(file.path()) == name);
        files.map(|file| join(self.source.prefix(), file.path())).collect()
    }
}

impl Snapshot {
    /// A path of the repository as it is written from the root.
    fn relative_path<'p>(&self, path: &'p str) -> Cow<'p, str> {
        relative(self.source.prefix(), path)
    }

    /// How the file at `path` is reached from outside its package by itself; `None` where it is not.
    pub fn entry(&self, path: &str) -> Option<Entry> {
        let file = self.view.file(path)?;
        let rules = self.rules(path)?;
        let package = file.symbols().find(|symbol| symbol.kind() == SymbolKind::Package);
        let package = package.map_or("", |symbol| symbol.name());
        let path = &join(self.source.prefix(), path);
        rules.surface.entry?(self, FilePlace { path, package, condition: None })
    }

    /// The nearest folder above the file at `path` in which a manifest that is called `name` declares a package, with what
    /// it declares.
    pub fn package_around<'p>(&self, path: &'p str, name: &str) -> Option<(&'p str, &ManifestFacts)> {
        let in_folder = |folder: &'p str| {
            let facts = self.manifests.get(&join(folder, name)).filter(|facts| facts.package.is_some())?;
            Some((folder, &**facts))
        };
        ancestors(parent(path)).find_map(in_folder)
    }

    /// The file of the module `name` that the file at `path` declares, inside the inline modules
    /// `inside`, outermost first.
    pub fn submodule(&self, path: &str, inside: &[String], name: &str) -> Option<String> {
        let rules = self.rules(path)?;
        let path = &join(self.source.prefix(), path);
        let query = SubmoduleQuery { path, folder: false, inside, name, declared_path: None };
        match (rules.submodule)(self, query)? {
            ModulePlace::File { path, inside } if inside.is_empty() => {
                Some(self.relative_path(&path).into_owned())
            }
            ModulePlace::Likely(path) => Some(self.relative_path(&path).into_owned()),
            _ => None,
        }
    }
}
