//! What was stored is a function of files and of the sources that made it; what other sources made is not used.
//!
//! Each crate hashes its own sources while it is built (indexer-digest); here the hashes come together.

use indexer_core::key::{hash_numbers, hash_text};
use std::sync::LazyLock;

/// Decide on facts and words: how a file is parsed, what is hidden in it, which words and vectors it has.
const EXTRACTOR: [&str; 5] = [
    indexer_core::SOURCE_DIGEST,
    indexer_parse::SOURCE_DIGEST,
    indexer_search::WORDS_DIGEST,
    indexer_embedding::TABLE_DIGEST,
    env!("REDACTION_DIGEST"),
];

/// Decide on edges and on which files there are, besides the facts.
const INDEX: [&str; 2] = [indexer_link::SOURCE_DIGEST, env!("SOURCE_DIGEST")];

/// Hash of the sources that facts and words of a file are a function of.
pub(crate) fn extractor() -> u64 {
    static HASH: LazyLock<u64> = LazyLock::new(|| hash(0, &EXTRACTOR));
    *HASH
}

/// Hash of the sources that a whole index is a function of.
pub(crate) fn index() -> u64 {
    hash(extractor(), &INDEX)
}

fn hash(start: u64, digests: &[&str]) -> u64 {
    digests.iter().fold(start, |hash, digest| hash_numbers([hash, hash_text(digest)]))
}
