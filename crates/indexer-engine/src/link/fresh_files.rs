//! What was read in this refresh.

use crate::facts::cache::ReadFile;
use indexer_core::FileWords;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What was read in this refresh, by path.
#[derive(Debug, Default)]
pub struct FreshFiles {
    /// Code files.
    pub code: FxHashMap<String, ReadFile>,
    /// Manifests and texts.
    pub texts: FxHashMap<String, TextFile>,
}

/// A file that was read and is no code.
#[derive(Clone, Debug, Default)]
pub struct TextFile {
    /// How many bytes it has.
    pub bytes: u32,
    /// How many lines.
    pub lines: u32,
    /// Its words.
    pub words: Arc<FileWords>,
}
