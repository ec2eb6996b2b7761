//! One file of a view.

use crate::record::FileRecord;
use crate::reference::Reference;
use crate::symbol::Symbol;
use crate::view::View;
use indexer_core::{ConsultedKey, ContentId, Problem, Tally};

/// A live file of a view. Copy; reads on demand. Two are equal when they are the same file of the
/// same segment.
#[derive(Clone, Copy)]
pub struct FileRef<'v> {
    pub(crate) view: &'v View,
    pub(crate) segment: u32,
    pub(crate) index: u32,
}

impl<'v> FileRef<'v> {
    /// Its path relative to the root.
    pub fn path(&self) -> &'v str {
        let _ = (self.view, self.segment, self.index);
        todo!()
    }

    /// What it held when it was read.
    pub fn content(&self) -> ContentId {
        todo!()
    }

    /// Id of its language; "" for a manifest or a file that is only listed.
    pub fn language(&self) -> &'v str {
        todo!()
    }

    /// What its language calls it as a module.
    pub fn module(&self) -> &'v str {
        todo!()
    }

    /// Length in bytes.
    pub fn bytes(&self) -> u32 {
        todo!()
    }

    /// Number of lines.
    pub fn lines(&self) -> u32 {
        todo!()
    }

    /// What was wrong with it. Decodes a record.
    pub fn problems(&self) -> Vec<Problem> {
        todo!()
    }

    /// True when something was wrong with it. O(1), decodes nothing.
    pub fn has_problems(&self) -> bool {
        todo!()
    }

    /// Where its identifiers went. Decodes a record.
    pub fn tally(&self) -> Tally {
        todo!()
    }

    /// Its documentation. Decodes a record.
    pub fn doc(&self) -> Option<&'v str> {
        todo!()
    }

    /// For a manifest: names of the packages and libraries that it declares. Decodes a record.
    pub fn packages(&self) -> Vec<&'v str> {
        todo!()
    }

    /// How many symbols it has. O(1).
    pub fn symbol_count(&self) -> u32 {
        todo!()
    }

    /// How many references it has. O(1).
    pub fn reference_count(&self) -> u32 {
        todo!()
    }

    /// How many of its references have each resolution, in the order of `Resolution::ALL`. O(1).
    pub fn by_resolution(&self) -> [u32; 4] {
        todo!()
    }

    /// Its symbols in the order of its definitions.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = Symbol<'v>> + use<'v> {
        Vec::new().into_iter()
    }

    /// Symbol `index` (0-based) of the file.
    pub fn symbol(&self, index: u32) -> Option<Symbol<'v>> {
        let _ = index;
        todo!()
    }

    /// Its references in order.
    pub fn references(&self) -> impl ExactSizeIterator<Item = Reference<'v>> + use<'v> {
        Vec::new().into_iter()
    }

    /// Innermost symbol whose span holds the 0-based byte `at`. O(symbols of the file).
    pub fn symbol_at(&self, at: u32) -> Option<Symbol<'v>> {
        let _ = at;
        todo!()
    }

    /// The references whose token holds the 0-based byte `at`. O(references of the file).
    pub fn references_at(&self, at: u32) -> Vec<Reference<'v>> {
        let _ = at;
        todo!()
    }

    /// The keys that linking it consulted, sorted.
    pub fn consulted(&self) -> impl ExactSizeIterator<Item = ConsultedKey> + use<'v> {
        Vec::new().into_iter()
    }

    /// Hashes of the names of types that it extends, sorted.
    pub fn extends(&self) -> Vec<u64> {
        todo!()
    }

    /// Everything about it. O(file).
    pub fn record(&self) -> FileRecord {
        todo!()
    }
}

impl PartialEq for FileRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.segment, self.index) == (other.segment, other.index)
    }
}

impl Eq for FileRef<'_> {}

impl std::fmt::Debug for FileRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FileRef({:?})", self.path())
    }
}
