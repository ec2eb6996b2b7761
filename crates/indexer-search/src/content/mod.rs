//! What a search keeps of a content: all that decides on it stands in this folder, and what was made by
//! another state of it is made again.

pub(crate) mod bodies;
pub(crate) mod chunk_table;
pub mod chunks;
pub mod embed;
pub(crate) mod identifiers;
pub mod packed;
pub(crate) mod parts;
pub mod term_indexer;
pub mod terms;
pub mod words;
