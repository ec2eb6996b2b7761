//! Which definitions stand in which others.

use indexer_core::facts::FileFacts;
use indexer_core::{Owner, SymbolKind};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The definitions that each definition owns directly, in the order of their places. A package in braces owns what stands in
/// them: in the facts that belongs to the file. O(definitions x log).
pub(crate) fn owned(facts: &FileFacts) -> FxHashMap<usize, Vec<usize>> {
    let mut owned: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (index, definition) in facts.definitions.iter().enumerate() {
        if let Owner::Definition(owner) = definition.owner {
            owned.entry(owner.index()).or_default().push(index);
        }
    }
    let is_package = |index: usize| facts.definitions[index].kind == SymbolKind::Package;
    if !(0..facts.definitions.len()).any(is_package) {
        return owned;
    }
    let span = |index: usize| facts.definitions[index].span;
    let mut all: Vec<usize> = (0..facts.definitions.len()).collect();
    all.sort_by_key(|index| (span(*index).start, Reverse(span(*index).end)));
    // The packages around, the innermost last.
    let mut around: Vec<usize> = Vec::new();
    for index in all {
        while around.last().is_some_and(|package| !span(*package).covers(span(index))) {
            around.pop();
        }
        let is_free = !matches!(facts.definitions[index].owner, Owner::Definition(_));
        if let Some(package) = around.last().filter(|_| is_free) {
            owned.entry(*package).or_default().push(index);
        }
        if is_package(index) {
            around.push(index);
        }
    }
    for inside in owned.values_mut() {
        inside.sort_by_key(|index| span(*index).start);
    }
    owned
}
