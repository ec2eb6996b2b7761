//! Facts that were used lately, in memory.

use indexer_core::FileFacts;
use indexer_store::FactsKey;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Facts that were read from packs or written to them lately, in two generations. An edit needs those
/// that the edit before needed, and unpacking them again would cost more than the rest of the edit. What an
/// edit replaced is [forgotten](Self::forget).
#[derive(Debug, Default)]
pub(super) struct Recent {
    pub(super) young: FxHashMap<FactsKey, Arc<FileFacts>>,
    pub(super) old: FxHashMap<FactsKey, Arc<FileFacts>>,
    /// Bytes of source behind the young ones.
    pub(super) bytes: usize,
}

impl Recent {
    /// Bytes of source behind each of the two generations, about; facts take several times as many.
    pub(super) const MOST: usize = 8 << 20;
    /// Bytes that a file counts with beside those of its source: facts of an empty one take room too.
    pub(super) const EACH: usize = 1 << 10;

    pub(super) fn get(&mut self, key: &FactsKey) -> Option<Arc<FileFacts>> {
        if let Some(facts) = self.young.get(key) {
            return Some(facts.clone());
        }
        let facts = self.old.remove(key)?;
        self.put(key.clone(), facts.clone());
        Some(facts)
    }

    pub(super) fn put(&mut self, key: FactsKey, facts: Arc<FileFacts>) {
        if self.bytes >= Self::MOST {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += Self::counted(&facts);
        if let Some(before) = self.young.insert(key, facts) {
            self.bytes -= Self::counted(&before);
        }
    }

    /// Forgets facts that nothing is expected to ask for again.
    pub(super) fn forget(&mut self, key: &FactsKey) {
        self.old.remove(key);
        if let Some(facts) = self.young.remove(key) {
            self.bytes -= Self::counted(&facts);
        }
    }

    fn counted(facts: &FileFacts) -> usize {
        Self::EACH + facts.lines.len() as usize
    }
}
