//! A database in memory.

use crate::db::{DefinedKinds, FileNames, IncludeLines, LinkDatabase};
use crate::{Linker, RulesOf};
use indexer_core::key::hash_text;
use indexer_core::path::{file_name, parent};
use indexer_core::{FileFacts, FileId, Files, ManifestFacts};
use std::collections::BTreeMap;

/// A database in memory, for tests and for programs that have facts and no index. Files of the repository come first,
/// in the order of their paths, then the stubs.
#[derive(Debug)]
pub struct MemoryDatabase {
    rules: RulesOf,
    files: Vec<MemoryFile>,
    /// How many of the files are of the repository.
    own: usize,
    manifests: BTreeMap<String, ManifestFacts>,
    extending: Index,
    /// (hash of a name, file, what that defines under it), sorted.
    defining: Vec<(u64, FileId, DefinedKinds)>,
    naming: Index,
    storing: Index,
    top_level: Index,
}

/// Facts that stand for a part of something outside, such as a standard library.
#[derive(Clone, Debug)]
pub struct StubFacts {
    /// The path, different from those of all other files.
    pub path: String,
    /// The package that it stands for: `std`, `builtins`.
    pub package: String,
    /// What it declares.
    pub facts: FileFacts,
}

#[derive(Debug)]
struct MemoryFile {
    path: String,
    facts: FileFacts,
    stub_of: Option<String>,
    includes: IncludeLines,
}

/// (hash of a name, file), sorted.
#[derive(Debug, Default)]
struct Index(Vec<(u64, FileId)>);

impl Index {
    fn add(&mut self, file: FileId, names: Vec<u64>) {
        self.0.extend(names.into_iter().map(|name| (name, file)));
    }

    fn get(&self, name: u64) -> Vec<FileId> {
        let start = self.0.partition_point(|(other, _)| *other < name);
        let found = self.0[start..].iter().take_while(|(other, _)| *other == name);
        found.map(|(_, file)| *file).collect()
    }
}

impl MemoryDatabase {
    /// A database of the files of a repository: (path, facts), in any order; of equal paths the last one counts.
    /// O(facts · log facts).
    pub fn new(rules: RulesOf, files: impl IntoIterator<Item = (String, FileFacts)>) -> Self {
        let files: BTreeMap<String, FileFacts> = files.into_iter().collect();
        let files = files.into_iter().map(|(path, facts)| MemoryFile {
            includes: IncludeLines::of(&facts),
            path,
            facts,
            stub_of: None,
        });
        let files: Vec<MemoryFile> = files.collect();
        let mut database = Self {
            rules,
            own: files.len(),
            files,
            manifests: BTreeMap::new(),
            extending: Index::default(),
            defining: Vec::new(),
            naming: Index::default(),
            storing: Index::default(),
            top_level: Index::default(),
        };
        for (file, id) in database.files.iter().zip(0..) {
            let Some(rules) = rules(&file.facts.language) else { continue };
            let names = FileNames::of(&file.facts, rules);
            database.extending.add(FileId(id), names.extended);
            let defined = names.defined.into_iter().zip(names.kinds);
            database.defining.extend(defined.map(|(name, kinds)| (name, FileId(id), kinds)));
            database.naming.add(FileId(id), names.named);
            database.storing.add(FileId(id), names.stored);
            database.top_level.add(FileId(id), names.top_level);
        }
        let Self { extending, defining, naming, storing, top_level, .. } = &mut database;
        for index in [extending, naming, storing, top_level] {
            index.0.sort_unstable();
        }
        defining.sort_unstable();
        database
    }

    /// Adds stubs behind all other files.
    #[must_use]
    pub fn with_stubs(mut self, stubs: impl IntoIterator<Item = StubFacts>) -> Self {
        for StubFacts { path, package, facts } in stubs {
            let id = FileId(self.files.len() as u32);
            // Nobody includes a stub, so what it defines is none of what others can mean.
            let rules = (self.rules)(&facts.language).filter(|rules| rules.inclusion.is_none());
            self.extending.add(id, super::extended_names(&facts, rules));
            let includes = IncludeLines::default();
            self.files.push(MemoryFile { path, facts, stub_of: Some(package), includes });
        }
        self.extending.0.sort_unstable();
        self
    }

    /// Adds manifests: (path, facts).
    #[must_use]
    pub fn with_manifests(mut self, manifests: impl IntoIterator<Item = (String, ManifestFacts)>) -> Self {
        self.manifests.extend(manifests);
        self
    }

    /// A link run over this database. O(files).
    pub fn linker(&self) -> Linker<'_> {
        Linker::new(self, self.rules)
    }

    fn own(&self) -> &[MemoryFile] {
        &self.files[..self.own]
    }
}

impl Files for MemoryDatabase {
    fn is_file(&self, path: &str) -> bool {
        self.own().binary_search_by(|file| file.path.as_str().cmp(path)).is_ok()
    }

    fn is_folder(&self, path: &str) -> bool {
        let below = |file: &MemoryFile| {
            path.is_empty() || file.path.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'))
        };
        self.own().iter().any(below)
    }

    fn is_package(&self, path: &str) -> bool {
        let ends = |folder: &str| folder.strip_suffix(path).is_some_and(|r| r.is_empty() || r.ends_with('/'));
        self.own().iter().any(|file| ends(parent(&file.path)))
    }

    fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
        self.manifests.get(path)
    }

    fn packages(&self, name: &str) -> Vec<String> {
        let declares = |facts: &ManifestFacts| {
            facts.package.iter().chain(&facts.library_name).any(|declared| declared == name)
        };
        let found = self.manifests.iter().filter(|(_, facts)| declares(facts));
        found.map(|(path, _)| path.clone()).collect()
    }

    fn named(&self, name: &str) -> Vec<String> {
        let files = self.own().iter().map(|file| &file.path);
        files.chain(self.manifests.keys()).filter(|path| file_name(path) == name).cloned().collect()
    }
}

impl LinkDatabase for MemoryDatabase {
    fn len(&self) -> usize {
        self.files.len()
    }

    fn find(&self, path: &str) -> Option<FileId> {
        self.files.iter().position(|file| file.path == path).map(|at| FileId(at as u32))
    }

    fn path(&self, file: FileId) -> &str {
        self.files.get(file.index()).map_or("", |file| &file.path)
    }

    fn facts(&self, file: FileId) -> Option<&FileFacts> {
        self.files.get(file.index()).map(|file| &file.facts)
    }

    fn include_lines(&self, file: FileId) -> Option<&IncludeLines> {
        self.own().get(file.index()).map(|file| &file.includes)
    }

    fn stub_of(&self, file: FileId) -> Option<&str> {
        self.files.get(file.index())?.stub_of.as_deref()
    }

    fn extending(&self, name: u64) -> Vec<FileId> {
        self.extending.get(name)
    }

    fn defining(&self, name: u64) -> Vec<FileId> {
        self.defining_kinds(name).into_iter().map(|(file, _)| file).collect()
    }

    fn defining_kinds(&self, name: u64) -> Vec<(FileId, DefinedKinds)> {
        let start = self.defining.partition_point(|(other, ..)| *other < name);
        let found = self.defining[start..].iter().take_while(|(other, ..)| *other == name);
        found.map(|(_, file, kinds)| (*file, *kinds)).collect()
    }

    fn naming(&self, name: &str, most: usize) -> Vec<FileId> {
        self.naming.get(hash_text(name)).into_iter().take(most + 1).collect()
    }

    fn storing(&self, name: &str, most: usize) -> Vec<FileId> {
        self.storing.get(hash_text(name)).into_iter().take(most + 1).collect()
    }

    fn top_level(&self, name: u64) -> Vec<FileId> {
        self.top_level.get(name)
    }
}
