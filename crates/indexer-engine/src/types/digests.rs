//! Hashes of the sources that decide on stored data: what a build with other sources stored is not used.
//!
//! Each crate hashes its own sources while it is built (indexer-digest); here the hashes come together.

use indexer_core::key::{hash_numbers, hash_text};
use std::sync::LazyLock;

/// Sources that decide on facts and words: parsing, redaction, terms and vectors.
const EXTRACTOR: [&str; 5] = [
    indexer_core::SOURCE_DIGEST,
    indexer_parse::SOURCE_DIGEST,
    indexer_search::WORDS_DIGEST,
    indexer_embedding::TABLE_DIGEST,
    env!("REDACTION_DIGEST"),
];

/// Sources that decide on edges and on the list of files, besides those for the facts.
const INDEX: [&str; 3] =
    [indexer_link::SOURCE_DIGEST, indexer_packages::SOURCE_DIGEST, env!("SOURCE_DIGEST")];

/// Hash of the sources that facts and words of a file are a function of.
pub(crate) fn extractor() -> u64 {
    // A program may be built with fewer languages than another, with which it shares no facts.
    static HASH: LazyLock<u64> = LazyLock::new(|| {
        let languages: Vec<&str> = indexer_parse::LANGUAGES.iter().map(|language| language.id).collect();
        hash(hash(0, &EXTRACTOR), &languages)
    });
    *HASH
}

/// Hash of the sources that a whole index is a function of.
pub(crate) fn index() -> u64 {
    hash(extractor(), &INDEX)
}

fn hash(start: u64, digests: &[&str]) -> u64 {
    digests.iter().fold(start, |hash, digest| hash_numbers([hash, hash_text(digest)]))
}
