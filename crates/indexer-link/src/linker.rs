//! One link run: the facts of all files, and the answers to queries that all threads share.

use crate::db::{LinkDatabase, PACKAGE_PLACE};
use crate::edges::{CandidatesKey, MemberCandidates, edges_of_file};
use crate::frameworks::{entries_of_file, given_parameters};
use crate::infer::TypesAbove;
use crate::interned::Arguments;
use crate::origins::origins;
use crate::query::{Answers, Db, DependencyLog, Key, Memo, PerFile, Remembered, Table, file_of};
use crate::resolve::{ByOwner, IncludeClosure, KnownIncludes, Openings, WildcardTargets};
use crate::unit::Unit;
use crate::value::{Interner, Symbol};
use indexer_core::key::hash_text;
use indexer_core::path::{join, relative};
use indexer_core::{
    Bound, DefId, DependencyKey, FileEdges, FileId, ImportId, LinkRules, Owner, ScopeId, SymbolKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, OnceLock};

/// Finds the link rules of a language by its id.
pub type RulesOf = fn(&str) -> Option<&'static LinkRules>;

/// One link run over an unchanging database. Answers are remembered for the life of the run, and may be taken
/// over by the next; `link` may be called from many threads, in any order, with the same outcome.
pub struct Linker<'u> {
    pub(crate) database: &'u dyn LinkDatabase,
    rules: RulesOf,
    units: PerFile<Option<Unit<'u>>>,
    /// Stands before `dependencies`, so that it is dropped first.
    pub(crate) memo: Table<Key, Memo>,
    pub(crate) dependencies: DependencyLog,
    /// Held while the answers of a cycle are remembered.
    pub(crate) publishing: Mutex<()>,
    /// The types above each type that was asked for them.
    pub(crate) orders: Table<Symbol, Remembered<TypesAbove>>,
    pub(crate) candidates: Table<CandidatesKey, MemberCandidates>,
    /// Definitions by language and name, in languages whose types are open.
    pub(crate) by_owner: Table<(&'static str, u64), ByOwner>,
    pub(crate) includes: KnownIncludes,
    pub(crate) include_closures: PerFile<Arc<IncludeClosure>>,
    pub(crate) openings: PerFile<Openings>,
    /// Files in which a macro opens the namespace of a name (its hash).
    pub(crate) opening: Table<u64, Vec<FileId>>,
    /// The imports of other files that hold in a file.
    pub(crate) everywhere: PerFile<Box<[(FileId, ImportId)]>>,
    pub(crate) wildcard_targets: Table<FileId, Remembered<WildcardTargets>>,
    /// Whether builds leave a file out, and what that rests on.
    pub(crate) left_out: PerFile<(bool, Vec<DependencyKey>)>,
    /// Files in all `include_closures`.
    pub(crate) included_files: AtomicUsize,
    pub(crate) texts: Interner<String>,
    pub(crate) arguments: Arguments,
    stubs: OnceLock<FxHashMap<(&'static str, u64), Vec<Symbol>>>,
    /// The languages and packages of stubs.
    stub_packages: OnceLock<FxHashSet<(&'static str, &'u str)>>,
}

impl<'u> Linker<'u> {
    /// A run over `database`. O(files).
    pub fn new(database: &'u dyn LinkDatabase, rules: RulesOf) -> Self {
        Self::with_answers(database, rules, Answers::default())
    }

    /// A run over `database` that knows these answers already. O(files).
    pub fn with_answers(database: &'u dyn LinkDatabase, rules: RulesOf, answers: Answers) -> Self {
        let files = (database.len(), database.most_files());
        Self {
            database,
            rules,
            units: PerFile::new(files),
            memo: answers.memo,
            dependencies: answers.dependencies,
            publishing: Mutex::default(),
            orders: Table::new(),
            candidates: Table::new(),
            by_owner: Table::new(),
            includes: KnownIncludes::new(files),
            include_closures: PerFile::new(files),
            openings: PerFile::new(files),
            opening: Table::new(),
            everywhere: PerFile::new(files),
            wildcard_targets: Table::new(),
            left_out: PerFile::new(files),
            included_files: AtomicUsize::new(0),
            texts: answers.texts,
            arguments: answers.arguments,
            stubs: OnceLock::new(),
            stub_packages: OnceLock::new(),
        }
    }

    /// The same run, which knows what an earlier one over the same database found of includes.
    #[must_use]
    pub fn with_includes(mut self, known: KnownIncludes) -> Self {
        self.includes = known;
        self
    }

    /// Ends the run: what it found of includes, for another one over the same database.
    pub fn into_includes(self) -> KnownIncludes {
        self.includes
    }

    /// Ends the run: what it found that a later one may begin with, once [`Answers::forget`] knows what changed in between.
    /// Files that include others are left out, since what they see is written down where all of it is known: in the
    /// dependencies of the linked file. O(answers).
    pub fn into_answers(mut self) -> Answers {
        let mut memo = std::mem::replace(&mut self.memo, Table::new());
        memo.retain(|key, _| {
            let rules = file_of(*key).map(|file| self.rules_of(file));
            rules.is_none_or(|rules| rules.is_some_and(|rules| rules.inclusion.is_none()))
        });
        Answers { memo, dependencies: self.dependencies, texts: self.texts, arguments: self.arguments }
    }

    /// The edges of `file`: one for each of its references, in order. A file without facts, or of
    /// a language without rules, has none.
    pub fn link(&self, file: FileId) -> FileEdges {
        match self.unit(file) {
            Some(unit) => {
                let db = Db::new(self, file);
                let mut edges = edges_of_file(&db, unit);
                let (origins, entries) = (origins(&db, unit), entries_of_file(&db, unit));
                edges.origins = origins.unwrap_or_default();
                if let Some(entries) = entries {
                    edges.entries = entries;
                    edges.given = given_parameters(&db, unit);
                }
                // Also where nothing was made: what was asked for it may come.
                let asked_more = db.dependencies();
                if !asked_more.is_empty() {
                    edges.consulted.extend(asked_more);
                    edges.consulted.sort_unstable();
                    edges.consulted.dedup();
                }
                edges
            }
            None => FileEdges::default(),
        }
    }

    /// The link rules of a file, without its facts where the database knows its language.
    pub(crate) fn rules_of(&self, file: FileId) -> Option<&'static LinkRules> {
        (self.rules)(self.database.language(file)?)
    }

    /// The unit of a file, made at first use.
    pub(crate) fn unit(&self, file: FileId) -> Option<&Unit<'u>> {
        let make = || {
            let facts = self.database.facts(file)?;
            let rules = (self.rules)(&facts.language)?;
            let (path, stub_of) = (self.database.path(file), self.database.stub_of(file));
            let is_installed = path.starts_with(PACKAGE_PLACE);
            Some(Unit::new((path, self.place(file)), facts, rules, (stub_of, is_installed)))
        };
        self.units.get_or_init(file, make)?.as_ref()
    }

    /// Where a file is in the repository, which is what hooks of languages speak of; a stub is nowhere, and its path
    /// stays what it is.
    pub(crate) fn place(&self, file: FileId) -> Cow<'u, str> {
        let (path, prefix) = (self.database.path(file), self.database.prefix());
        match prefix.is_empty() || self.database.stub_of(file).is_some() {
            true => Cow::Borrowed(path),
            false => Cow::Owned(join(prefix, path)),
        }
    }

    /// The file that a hook has named by its place in the repository.
    pub(crate) fn file_at(&self, place: &str) -> Option<FileId> {
        match place.starts_with(PACKAGE_PLACE) {
            true => self.database.find(place),
            false => self.database.find(&relative(self.database.prefix(), &self.database.followed(place))),
        }
    }

    /// True where the unit of a file is made already.
    pub(crate) fn has_unit(&self, file: FileId) -> bool {
        self.units.get(file).is_some()
    }

    /// Top-level definitions and variants of the stubs of a language with the name that hashes to `name`.
    pub(crate) fn stub(&self, language: &'static str, name: u64) -> &[Symbol] {
        let stubs = self.stubs.get_or_init(|| self.index_stubs());
        stubs.get(&(language, name)).map_or(&[], Vec::as_slice)
    }

    /// True where some stub of the language stands for this package.
    pub(crate) fn has_stubs_of(&self, language: &str, package: &str) -> bool {
        let packages = self.stub_packages.get_or_init(|| {
            let files = (0..self.database.len() as u32).map(FileId);
            let stubs = files.filter_map(|id| Some((id, self.database.stub_of(id)?)));
            stubs.filter_map(|(id, package)| Some((self.unit(id)?.rules.language, package))).collect()
        });
        packages.contains(&(language, package))
    }

    fn index_stubs(&self) -> FxHashMap<(&'static str, u64), Vec<Symbol>> {
        let mut index: FxHashMap<(&'static str, u64), Vec<Symbol>> = FxHashMap::default();
        for id in (0..self.database.len() as u32).map(FileId) {
            if self.database.stub_of(id).is_none() {
                continue;
            }
            let Some(unit) = self.unit(id) else { continue };
            for binding in unit.facts.bindings(ScopeId(0)).iter().filter(|_| unit.rules.arity_in_names) {
                let Bound::Definition(def) = binding.bound else { continue };
                if unit.facts.definition(def).name != binding.name {
                    let name = hash_text(unit.facts.name(binding.name));
                    index.entry((unit.rules.language, name)).or_default().push(Symbol { file: id, def });
                }
            }
            for (i, definition) in unit.facts.definitions.iter().enumerate() {
                if definition.owner == Owner::File || definition.kind == SymbolKind::Variant {
                    let name = hash_text(unit.facts.name(definition.name));
                    let sym = Symbol { file: id, def: DefId(i as u32) };
                    index.entry((unit.rules.language, name)).or_default().push(sym);
                }
            }
        }
        index
    }
}
