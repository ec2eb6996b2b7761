//! Search by words, meaning, pattern and signature.

pub mod explain;
pub mod hybrid_search;
pub mod regex_search;
#[expect(clippy::module_inception, reason = "the tool has the name of its subject")]
pub mod search;
pub mod search_relevant;
pub mod search_signatures;
pub mod semantic_search;
