//! What functions are without their names: for finding copies.

use crate::tokens::{Kind, Token, tokens};
use indexer_core::facts::FileFacts;
use indexer_core::{Span, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
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

/// What a language says of the words and lines of its files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lexical {
    /// True where line ends and indentation have a meaning.
    pub is_indented: bool,
    /// True where names that differ in case alone are one name.
    pub ignores_case: bool,
}

/// The shapes of the functions of a file that have a body of at least `least` tokens. O(length).
pub fn shapes(facts: &FileFacts, text: &str, of: Lexical, least: usize) -> Vec<Shape> {
    let functions = || {
        let has_body = |one: &&indexer_core::Definition| one.kind.is_callable() && one.metrics.is_some();
        facts.definitions.iter().filter(has_body).filter(|one| one.kind != SymbolKind::Macro)
    };
    // A token takes a byte at least.
    if !functions().any(|one| one.span.len() as usize >= least) {
        return Vec::new();
    }
    // Places stay what they are: only letters of ASCII change.
    let text = &*folded(text, of.ignores_case);
    // Some languages tell variables from functions by a sign, which is no part of the word.
    let names = facts.names.iter().flat_map(|(_, name)| [name, name.trim_start_matches('$')]);
    let names: FxHashSet<Cow<'_, str>> = names.map(|name| folded(name, of.ignores_case)).collect();
    let all = tokens(text, &facts.verbatim, of.is_indented);
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

fn folded(text: &str, ignores_case: bool) -> Cow<'_, str> {
    if ignores_case { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) }
}

fn hash(run: &[Token], text: &str, names: &FxHashSet<Cow<'_, str>>) -> u64 {
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
