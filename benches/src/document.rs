//! A file that is searched.

use indexer_core::FileWords;
use indexer_search::paths::PathWords;

/// A file as the index would keep it.
pub(crate) struct Kept {
    pub(crate) path: String,
    pub(crate) path_words: PathWords,
    pub(crate) text: String,
    pub(crate) words: FileWords,
    pub(crate) path_vector: Vec<u8>,
    pub(crate) is_code: bool,
}
