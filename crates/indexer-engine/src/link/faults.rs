//! Seeded faults: mistakes that the equality tests must notice. Compiled into tests only.

use crate::link::database::Database;
use crate::link::rules::rules;
use indexer_core::key::{hash_numbers, hash_text, symbol_keys};
use indexer_core::{DependencyKey, Edge, FileEdges, FileId, SymbolKey, Target};
use indexer_link::{LinkDatabase, export_fingerprints};
use indexer_store::FileRecord;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that begins so makes its reader panic.
pub(crate) const PANIC: &[u8] = b"#!seeded panic";

/// A file of this name makes the linker panic.
pub(crate) const PANIC_LINKED: &str = "seeded_panic.py";

/// A mistake that an incremental index could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Keys that were answered with nothing are not kept.
    IgnoredNegativeKey,
    /// Keys of files other than those that edges lead to are not kept.
    LostTransitiveKey,
    /// Removed files stay live.
    MissingTombstone,
    /// Symbols are named by their position in the file.
    KeyByOrdinal,
    /// Facts are looked up by path instead of content.
    StalePack,
    /// A list is kept in an order that depends on the run.
    UnorderedMap,
    /// What the linker found names files by the numbers that they had then.
    OldNumbers,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 7] = [
        Fault::IgnoredNegativeKey,
        Fault::LostTransitiveKey,
        Fault::MissingTombstone,
        Fault::KeyByOrdinal,
        Fault::StalePack,
        Fault::UnorderedMap,
        Fault::OldNumbers,
    ];
}

/// Takes keys away from the edges of a file, or stirs them.
pub(crate) fn spoil_edges(fault: Fault, database: &Database<'_>, mut edges: FileEdges) -> FileEdges {
    match fault {
        Fault::IgnoredNegativeKey => {
            let answered = contributed(database, |_| true);
            edges.consulted.retain(|key| answered.contains(key));
        }
        Fault::LostTransitiveKey => {
            let targets = target_keys(&edges.edges);
            let direct = |path: &str, id: FileId| {
                let facts = database.facts(id);
                edges.edges.iter().flat_map(|e| &e.targets).any(|t| *t == Target::Module(path.to_owned()))
                    || facts.is_some_and(|f| symbol_keys(path, f).iter().any(|key| targets.contains(key)))
            };
            let others = contributed(database, |id| !direct(database.path(id), id));
            let own = contributed(database, |id| direct(database.path(id), id));
            edges.consulted.retain(|key| own.contains(key) || !others.contains(key));
        }
        Fault::UnorderedMap => {
            // Stands for the seed of a hash map, another one in each table.
            static SEED: AtomicU64 = AtomicU64::new(0);
            let seed = SEED.fetch_add(1, Ordering::Relaxed);
            // Keys that were consulted are stored by key: their order in a file is lost.
            for edge in &mut edges.edges {
                edge.targets.sort_by_key(|target| hash_numbers([seed, hash_text(&format!("{target:?}"))]));
            }
        }
        _ => {}
    }
    edges
}

/// The record with symbols named by their position in the file.
pub(crate) fn by_ordinal(database: &Database<'_>, mut record: FileRecord) -> FileRecord {
    let name = |path: &str, ordinal: usize| SymbolKey(hash_numbers([hash_text(path), ordinal as u64]));
    let mut names: FxHashMap<SymbolKey, SymbolKey> = FxHashMap::default();
    for id in (0..database.own() as u32).map(FileId) {
        let path = database.path(id);
        let keys = database.facts(id).map_or_else(Vec::new, |facts| symbol_keys(path, facts));
        names.extend(keys.into_iter().enumerate().map(|(i, key)| (key, name(path, i))));
    }
    let rename = |key: &mut SymbolKey| *key = names.get(key).copied().unwrap_or(*key);
    record.symbols.iter_mut().for_each(|symbol| rename(&mut symbol.key));
    for reference in &mut record.references {
        for target in &mut reference.targets {
            if let Target::Symbol(key) = target {
                rename(key);
            }
        }
        reference.targets.sort();
    }
    record
}

fn target_keys(edges: &[Edge]) -> FxHashSet<SymbolKey> {
    let targets = edges.iter().flat_map(|edge| &edge.targets);
    let keys = targets.filter_map(|target| match target {
        Target::Symbol(key) => Some(*key),
        _ => None,
    });
    keys.collect()
}

fn contributed(database: &Database<'_>, wanted: impl Fn(FileId) -> bool) -> FxHashSet<DependencyKey> {
    let mut keys = FxHashSet::default();
    for id in (0..database.own() as u32).map(FileId).filter(|id| wanted(*id)) {
        let Some(facts) = database.facts(id) else { continue };
        let found = export_fingerprints(database.prefix(), database.path(id), facts, rules(&facts.language));
        keys.extend(found.parts.into_iter().chain(found.members).map(|(key, _)| key));
    }
    keys
}
