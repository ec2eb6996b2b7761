//! What functions are without their names: for finding copies.

use crate::tokens::{Kind, Token, tokens};
use indexer_core::facts::FileFacts;
use indexer_core::{Span, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hasher;
use xxhash_rust::xxh3::Xxh3;

/// The shape of a function: equal for functions that differ in names and literals alone, where each
/// name stands for the same other one throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The bytes of the function's name in its file.
    pub name_span: Span,
    /// Hash of its tokens, names and literals aside.
    pub hash: u64,
    /// How many tokens it has, documentation and attributes aside.
    pub tokens: usize,
}

/// The shapes of the functions of a file that have a body of at least `least` tokens. O(length).
pub fn shapes(facts: &FileFacts, text: &str, is_indented: bool, least: usize) -> Vec<Shape> {
    let functions = || {
        let has_body = |one: &&indexer_core::Definition| one.kind.is_callable() && one.metrics.is_some();
        facts.definitions.iter().filter(has_body).filter(|one| one.kind != SymbolKind::Macro)
    };
    // A token takes a byte at least.
    if !functions().any(|one| one.span.len() as usize >= least) {
        return Vec::new();
    }
    let names: FxHashSet<&str> = facts.names.iter().map(|(_, name)| name).collect();
    let all = tokens(text, &facts.verbatim, is_indented);
    let mut found = Vec::new();
    for one in functions() {
        // What stands before the name, attributes and keywords, differs among copies.
        let place = |at: u32| all.partition_point(|token| token.span.start < at);
        let run = &all[place(one.name_span.start)..place(one.span.end).max(place(one.name_span.start))];
        if run.len() >= least {
            let hash = hash(run, text, &names);
            found.push(Shape { name_span: one.name_span, hash, tokens: run.len() });
        }
    }
    found
}

fn hash(run: &[Token], text: &str, names: &FxHashSet<&str>) -> u64 {
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let mut hasher = Xxh3::new();
    for token in run {
        let word = token.text(text);
        match token.kind {
            Kind::Word if names.contains(word) => {
                // Numbered by first use, so that names which are exchanged throughout are the same.
                let next = numbers.len() as u32;
                hasher.write_u8(1);
                hasher.write_u32(*numbers.entry(word).or_insert(next));
            }
            Kind::Literal => hasher.write_u8(2),
            Kind::Word if word.starts_with(|c: char| c.is_ascii_digit()) => hasher.write_u8(3),
            _ => {
                hasher.write_u8(4);
                hasher.write(word.as_bytes());
            }
        }
    }
    hasher.finish()
}
