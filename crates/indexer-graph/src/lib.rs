//! Facts to edges: a pure linker over a [`Universe`](indexer_core::Universe).
//!
//! [`Linker::link`] gives the edges of one file and every key that was consulted;
//! [`contributions`] gives what one file contributes to the answers of keys. When an edit changes
//! contributions, the files that consulted those keys are linked again, and nothing else.

use indexer_core::{ConsultedKey, FileEdges, FileFacts, FileId, LinkRules, ManifestFacts, Universe};

/// Finds the link rules of a language by its id.
pub type RulesOf = fn(&str) -> Option<&'static LinkRules>;

/// One link run over an unchanging universe. Results are memoised for the life of the run; `link`
/// may be called from many threads, in any order, with the same outcome.
pub struct Linker<'u> {
    universe: &'u dyn Universe,
    rules: RulesOf,
}

impl<'u> Linker<'u> {
    /// A run over `universe`.
    pub fn new(universe: &'u dyn Universe, rules: RulesOf) -> Self {
        Self { universe, rules }
    }

    /// The edges of `file`: one for each of its references, in order.
    pub fn link(&self, file: FileId) -> FileEdges {
        let _ = (self.universe, self.rules, file);
        FileEdges::default()
    }
}

/// What the file at `path` contributes to the answers of keys: each key with a hash of its part,
/// sorted by key, each key once. An edit changed the answer to exactly those keys whose entry
/// differs between the file before and after. O(facts).
pub fn contributions(path: &str, facts: &FileFacts) -> Vec<(ConsultedKey, u64)> {
    let _ = (path, facts);
    Vec::new()
}

/// The same for a manifest.
pub fn manifest_contributions(path: &str, facts: &ManifestFacts) -> Vec<(ConsultedKey, u64)> {
    let _ = (path, facts);
    Vec::new()
}
