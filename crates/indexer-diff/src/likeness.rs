//! How like two runs of tokens are.

use crate::file::{Entity, File};
use crate::tokens::{Kind, Token};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::work;

/// Pairs of neighbouring tokens, sorted; what two runs share is what is alike about them.
#[derive(Clone, Debug)]
pub(crate) struct Likeness {
    pairs: Vec<u64>,
}

impl Likeness {
    /// Of a symbol, whose own name is like any other own name.
    pub(crate) fn of(file: &File, entity: &Entity) -> Self {
        Self::of_tokens(&file.tokens[file.detail(entity).range.clone()], &file.text, &entity.name)
    }

    /// Of a whole file.
    pub(crate) fn of_file(file: &File) -> Self {
        Self::of_tokens(&file.tokens, &file.text, "")
    }

    fn of_tokens(tokens: &[Token], text: &str, own: &str) -> Self {
        let hash = |token: &Token| match token.text(text) {
            name if token.kind == Kind::Word && name == own => 1,
            text => hash_text(text),
        };
        let hashes: Vec<u64> = tokens.iter().map(hash).collect();
        let mut pairs: Vec<u64> = hashes.windows(2).map(|pair| hash_numbers([pair[0], pair[1]])).collect();
        pairs.sort_unstable();
        Self { pairs }
    }

    /// Dice's coefficient: twice what both share over what both have, from 0 to 1. O(length).
    pub(crate) fn to(&self, other: &Self) -> f64 {
        let (mut i, mut j, mut shared) = (0, 0, 0usize);
        work::add(self.pairs.len() + other.pairs.len());
        while let (Some(a), Some(b)) = (self.pairs.get(i), other.pairs.get(j)) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    shared += 1;
                    i += 1;
                    j += 1;
                }
            }
        }
        match self.pairs.len() + other.pairs.len() {
            0 => 1.0,
            all => 2.0 * shared as f64 / all as f64,
        }
    }

    /// The most that [`to`](Self::to) can be, told by the lengths.
    pub(crate) fn at_most(&self, other: &Self) -> f64 {
        let (a, b) = (self.pairs.len(), other.pairs.len());
        if a + b == 0 { 1.0 } else { 2.0 * a.min(b) as f64 / (a + b) as f64 }
    }
}
