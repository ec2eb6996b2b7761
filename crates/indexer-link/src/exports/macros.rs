//! The macros that stand before a definition, which may open a namespace around it.

use super::Walk;
use crate::resolve::macros_outside;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::{FileFacts, LinkRules};

/// The macros that a file uses outside of all definitions, in order: where, and a hash of the names up to there. None
/// where macros open no namespaces.
pub(super) fn used_outside(facts: &FileFacts, rules: Option<&LinkRules>) -> Vec<(u32, u64)> {
    if !rules.is_some_and(LinkRules::includes_overloads) {
        return Vec::new();
    }
    let mut all: Vec<(u32, u64)> =
        macros_outside(facts).map(|one| (one.span.start, hash_text(facts.name(one.name)))).collect();
    all.sort_unstable();
    let mut hash = 67;
    for one in &mut all {
        hash = hash_numbers([hash, one.1]);
        one.1 = hash;
    }
    all
}

impl Walk<'_> {
    /// Which macros the file uses outside of all definitions before a place.
    pub(super) fn macros_before(&self, place: u32) -> u64 {
        let before = self.macros_used.partition_point(|(at, _)| *at < place);
        before.checked_sub(1).map_or(0, |last| self.macros_used[last].1)
    }
}
