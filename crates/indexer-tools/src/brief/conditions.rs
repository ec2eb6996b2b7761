//! Under which conditions of a preprocessor code stands.

use super::Lines;
use indexer_engine::{Conditionals, conditionals, has_conditions};
use indexer_store::FileRef;
use rustc_hash::FxHashMap;

/// The conditions of the files of a view, found where they are asked for.
#[derive(Debug, Default)]
pub struct Conditions<'a> {
    files: FxHashMap<&'a str, Conditionals>,
}

impl<'a> Conditions<'a> {
    /// The condition around a byte of a file; `None` outside of all, and where the file cannot be read. A file of a
    /// language without a preprocessor is not read for it. O(bytes of the file) the first time.
    pub fn around(&mut self, lines: &mut Lines<'a>, file: FileRef<'a>, at: u32) -> Option<&str> {
        if !has_conditions(file.language()) {
            return None;
        }
        let path = file.path();
        let find = || lines.with_text(file, |text| conditionals(path, text)).unwrap_or_default();
        self.files.entry(path).or_insert_with(find).around(at)
    }
}
