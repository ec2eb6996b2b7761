//! One link run: units, interned values, and the memo that all threads share.

use crate::evaluator::{Evaluator, Node};
use crate::inclusion::{Direct, Reach};
use crate::interned::Arguments;
use crate::resolve::{Named, NamedQuestion};
use crate::unit::Unit;
use crate::value::{Interner, Set, Sym};
use indexer_core::key::hash_text;
use indexer_core::{ConsultedKey, DefId, FileEdges, FileId, LinkRules, Owner, SymbolKind, Universe};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Finds the link rules of a language by its id.
pub type RulesOf = fn(&str) -> Option<&'static LinkRules>;

/// A settled node: its values, and what they rest on.
#[derive(Debug)]
pub(crate) struct Memo {
    pub(crate) set: Set,
    pub(crate) ground: Arc<Ground>,
}

/// What an answer rests on: the keys that were consulted for it, and the grounds of the answers
/// that it used. Kept as a graph: a chain of n answers would otherwise hold n² keys.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    pub(crate) keys: Box<[ConsultedKey]>,
    pub(crate) on: Box<[Arc<Ground>]>,
}

const SHARDS: usize = 64;

type Shard = Mutex<FxHashMap<Node, Arc<Memo>>>;

/// One link run over an unchanging universe. Results are memoised for the life of the run; `link`
/// may be called from many threads, in any order, with the same outcome.
pub struct Linker<'u> {
    pub(crate) universe: &'u dyn Universe,
    rules: RulesOf,
    units: Vec<OnceLock<Option<Unit<'u>>>>,
    memo: Vec<Shard>,
    pub(crate) includes: Vec<OnceLock<Direct>>,
    pub(crate) reaches: Vec<OnceLock<Arc<Reach>>>,
    /// Files in all `reaches`.
    pub(crate) remembered: AtomicUsize,
    /// Every ground, after all those that it rests on.
    grounds: Mutex<Vec<Arc<Ground>>>,
    named: Vec<Mutex<FxHashMap<NamedQuestion, Arc<Named>>>>,
    pub(crate) texts: Interner<String>,
    pub(crate) arguments: Arguments,
    stubs: OnceLock<FxHashMap<(&'static str, u64), Vec<Sym>>>,
}

impl<'u> Linker<'u> {
    /// A run over `universe`. O(files).
    pub fn new(universe: &'u dyn Universe, rules: RulesOf) -> Self {
        Self {
            universe,
            rules,
            units: (0..universe.len()).map(|_| OnceLock::new()).collect(),
            memo: (0..SHARDS).map(|_| Mutex::default()).collect(),
            includes: (0..universe.len()).map(|_| OnceLock::new()).collect(),
            reaches: (0..universe.len()).map(|_| OnceLock::new()).collect(),
            remembered: AtomicUsize::new(0),
            grounds: Mutex::default(),
            named: (0..SHARDS).map(|_| Mutex::default()).collect(),
            texts: Interner::new(String::new()),
            arguments: Arguments::new(),
            stubs: OnceLock::new(),
        }
    }

    /// The edges of `file`: one for each of its references, in order. A file without facts, or of
    /// a language without rules, has none.
    pub fn link(&self, file: FileId) -> FileEdges {
        match self.unit(file) {
            Some(unit) => Evaluator::new(self, file).link(unit),
            None => FileEdges::default(),
        }
    }

    /// The unit of a file, made at first use.
    pub(crate) fn unit(&self, file: FileId) -> Option<&Unit<'u>> {
        let slot = self.units.get(file.index())?;
        let make = || {
            let facts = self.universe.facts(file)?;
            let rules = (self.rules)(&facts.language)?;
            Some(Unit::new(self.universe.path(file), facts, rules, self.universe.stub_of(file)))
        };
        slot.get_or_init(make).as_ref()
    }

    /// True where the unit of a file is made already.
    pub(crate) fn has_unit(&self, file: FileId) -> bool {
        self.units.get(file.index()).is_some_and(|slot| slot.get().is_some())
    }

    pub(crate) fn settled(&self, node: &Node) -> Option<Arc<Memo>> {
        self.shard(node).lock().unwrap_or_else(PoisonError::into_inner).get(node).cloned()
    }

    pub(crate) fn settle(&self, node: Node, memo: Arc<Memo>) {
        self.shard(&node).lock().unwrap_or_else(PoisonError::into_inner).entry(node).or_insert(memo);
    }

    /// Keeps a ground for the life of the run.
    pub(crate) fn keep(&self, ground: Ground) -> Arc<Ground> {
        let ground = Arc::new(ground);
        self.grounds.lock().unwrap_or_else(PoisonError::into_inner).push(ground.clone());
        ground
    }

    fn shard(&self, node: &Node) -> &Shard {
        &self.memo[shard_of(node)]
    }

    /// The answer to a question by name. It is the same whoever asks first.
    pub(crate) fn named(&self, question: NamedQuestion, find: impl FnOnce() -> Named) -> Arc<Named> {
        let shard = &self.named[shard_of(&question)];
        if let Some(known) = shard.lock().unwrap_or_else(PoisonError::into_inner).get(&question) {
            return known.clone();
        }
        // Not under the lock: it may parse, and two threads that find the same lose little.
        let found = Arc::new(find());
        shard.lock().unwrap_or_else(PoisonError::into_inner).entry(question).or_insert(found).clone()
    }

    /// Top-level definitions and variants of the stubs of a language with the name that hashes to `name`.
    pub(crate) fn stub(&self, language: &'static str, name: u64) -> &[Sym] {
        let stubs = self.stubs.get_or_init(|| self.index_stubs());
        stubs.get(&(language, name)).map_or(&[], Vec::as_slice)
    }

    /// True where some stub of the language stands for this package.
    pub(crate) fn has_stubs_of(&self, language: &str, package: &str) -> bool {
        let stubs = (0..self.universe.len() as u32).map(FileId);
        let mut stubs = stubs.filter(|id| self.universe.stub_of(*id) == Some(package));
        stubs.any(|id| self.unit(id).is_some_and(|unit| unit.rules.language == language))
    }

    fn index_stubs(&self) -> FxHashMap<(&'static str, u64), Vec<Sym>> {
        let mut index: FxHashMap<(&'static str, u64), Vec<Sym>> = FxHashMap::default();
        for id in (0..self.universe.len() as u32).map(FileId) {
            if self.universe.stub_of(id).is_none() {
                continue;
            }
            let Some(unit) = self.unit(id) else { continue };
            for (i, definition) in unit.facts.definitions.iter().enumerate() {
                if definition.owner == Owner::File || definition.kind == SymbolKind::Variant {
                    let name = hash_text(unit.facts.name(definition.name));
                    let sym = Sym { file: id, def: DefId(i as u32) };
                    index.entry((unit.rules.language, name)).or_default().push(sym);
                }
            }
        }
        index
    }
}

impl Drop for Linker<'_> {
    /// Takes the grounds apart from the last: dropped in any other order, a long chain of them
    /// would be dropped by a recursion as deep as it is long.
    fn drop(&mut self) {
        self.memo.clear();
        let grounds = self.grounds.get_mut().unwrap_or_else(PoisonError::into_inner);
        while grounds.pop().is_some() {}
    }
}

fn shard_of(key: &impl Hash) -> usize {
    let hash = BuildHasherDefault::<FxHasher>::default().hash_one(key);
    (hash >> 32) as usize % SHARDS
}
