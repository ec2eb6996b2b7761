//! Under which conditions of a preprocessor code stands.

use crate::protocol::Context;
use indexer_engine::{Conditionals, conditionals};
use indexer_store::FileRef;
use rustc_hash::FxHashMap;

/// The conditions of the files of a view, found where they are asked for.
pub struct Conditions<'a> {
    context: Context<'a>,
    files: FxHashMap<&'a str, Conditionals>,
}

impl<'a> Conditions<'a> {
    /// Conditions of the files of a view.
    pub fn new(context: &Context<'a>) -> Self {
        Self { context: *context, files: FxHashMap::default() }
    }

    /// The condition around a byte of a file; `None` outside of all, and where the file cannot be read.
    /// O(bytes of the file) the first time.
    pub fn around(&mut self, file: FileRef<'a>, at: u32) -> Option<&str> {
        let (context, path) = (self.context, file.path());
        let find = || context.source(path).map(|text| conditionals(path, &text.text)).unwrap_or_default();
        self.files.entry(path).or_insert_with(find).around(at)
    }
}
