//! How many rows a short answer counts instead of showing.

use super::records::Records;
use serde::Serialize;

/// How many rows are counted instead of shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Folded {
    /// Of tests.
    pub tests: usize,
    /// Imports.
    pub imports: usize,
    /// Functions that hand a call on.
    pub wrappers: usize,
    /// What stands in a tree already.
    pub again: usize,
    /// What came or went with its whole file.
    pub of_files: usize,
}

impl Folded {
    /// All of them.
    pub const fn total(&self) -> usize {
        self.tests + self.imports + self.wrappers + self.again + self.of_files
    }

    /// Writes how many there are, and how they are listed.
    pub fn write(&self, out: &mut Records) {
        if self.total() == 0 {
            return;
        }
        let mut record = out.record("folded");
        record.count("tests", self.tests as u64).count("imports", self.imports as u64);
        record.count("wrappers", self.wrappers as u64).count("again", self.again as u64);
        record.count("of_files", self.of_files as u64);
        record.field("see", "detail=full");
    }
}
