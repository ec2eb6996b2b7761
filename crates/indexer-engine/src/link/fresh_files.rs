//! What was read in this refresh.

use crate::facts::cache::ReadFile;
use crate::link::rules::rules;
use indexer_core::{FileFacts, FileWords, Position};
use indexer_link::FileNames;
use indexer_store::{PackedWords, Spill};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What was read in this refresh, by path.
#[derive(Debug, Default)]
pub struct FreshFiles {
    /// Code files.
    pub code: FxHashMap<String, FreshCode>,
    /// Manifests and texts.
    pub texts: FxHashMap<String, TextFile>,
}

/// A code file that was read.
#[derive(Debug)]
pub struct FreshCode {
    /// Its facts; `None` where so many files were read that they are not held in memory.
    pub facts: Option<Arc<FileFacts>>,
    /// The names under which the linker finds it.
    pub names: FileNames,
    /// Its terms and vectors.
    pub words: PackedWords,
    /// Places of the names of definitions, then of references; only where the file is not ASCII.
    pub places: Option<Vec<Position>>,
    /// False where the facts came from the cache.
    pub parsed: bool,
}

impl FreshCode {
    /// What is kept of a file until it is linked; its words wait in `spill`.
    pub fn new(read: ReadFile, spill: &Spill) -> Self {
        let ReadFile { facts, words, places, parsed, held } = read;
        let words = packed(&words, spill);
        let names = rules(&facts.language).map(|rules| FileNames::of(&facts, rules)).unwrap_or_default();
        Self { facts: held.then_some(facts), names, words, places, parsed }
    }
}

/// A file that was read and is no code.
#[derive(Clone, Debug, Default)]
pub struct TextFile {
    /// How many bytes it has.
    pub bytes: u32,
    /// How many lines.
    pub lines: u32,
    /// Its words.
    pub words: PackedWords,
}

/// Words that wait until their file is linked.
pub(crate) fn packed(words: &FileWords, spill: &Spill) -> PackedWords {
    let mut packed = PackedWords::new(words);
    packed.spill(spill);
    packed
}
