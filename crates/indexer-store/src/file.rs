//! One file of a view.

use crate::format::Section as S;
use crate::record::{FileRecord, TEXT};
use crate::reference::{Reference, ReferenceRef};
use crate::segment::Segment;
use crate::symbol::{Symbol, SymbolRef};
use crate::view::View;
use indexer_core::{ContentId, DependencyKey, Problem, Tally};

/// A live file of a view. Copy; reads on demand. Two are equal when they are the same file of the
/// same segment.
#[derive(Clone, Copy)]
pub struct FileRef<'v> {
    pub(crate) view: &'v View,
    pub(crate) segment: u32,
    pub(crate) index: u32,
}

impl<'v> FileRef<'v> {
    fn segment(&self) -> &'v Segment {
        self.view.segment(self.segment)
    }

    /// Its path relative to the root.
    pub fn path(&self) -> &'v str {
        self.segment().file(self.index).path()
    }

    /// Hash of the bytes that it had when it was read.
    pub fn content(&self) -> ContentId {
        self.segment().file(self.index).content()
    }

    /// Id of its language; "" for a manifest or a file that is only listed.
    pub fn language(&self) -> &'v str {
        let segment = self.segment();
        segment.columns.text(segment.columns.get32(S::FileLanguage, self.index))
    }

    /// True for a file of code, whose language is known.
    pub fn is_code(&self) -> bool {
        !matches!(self.language(), "" | TEXT)
    }

    /// Its name as a module of its language, such as `a.b`.
    pub fn module(&self) -> &'v str {
        let segment = self.segment();
        segment.columns.text(segment.columns.get32(S::FileModule, self.index))
    }

    /// Length in bytes.
    pub fn bytes(&self) -> u32 {
        self.segment().columns.get32(S::FileBytes, self.index)
    }

    /// Number of lines.
    pub fn lines(&self) -> u32 {
        self.segment().columns.get32(S::FileLines, self.index)
    }

    /// Syntax errors and limits that were met. Decodes a record.
    pub fn problems(&self) -> Vec<Problem> {
        self.segment().file(self.index).detail().0
    }

    /// True where [`problems`](Self::problems) gives some. O(1), decodes nothing.
    pub fn has_problems(&self) -> bool {
        self.segment().columns.get(S::FileFlags, self.index) & 1 != 0
    }

    /// How many of its identifier tokens became what. Decodes a record.
    pub fn tally(&self) -> Tally {
        self.segment().file(self.index).detail().1
    }

    /// Documentation of the file itself. Decodes a record.
    pub fn doc(&self) -> Option<&'v str> {
        self.segment().file(self.index).detail().2
    }

    /// For a manifest: names of the packages and libraries that it declares. Decodes a record.
    pub fn packages(&self) -> Vec<&'v str> {
        self.segment().file(self.index).detail().3
    }

    /// How many symbols it has. O(1).
    pub fn symbol_count(&self) -> u32 {
        self.segment().file(self.index).symbols().len() as u32
    }

    /// How many references it has. O(1).
    pub fn reference_count(&self) -> u32 {
        self.segment().file(self.index).references().len() as u32
    }

    /// How many of its references have each resolution, in the order of `Resolution::ALL`. O(1).
    pub fn by_resolution(&self) -> [u32; 4] {
        self.segment().file(self.index).resolutions()
    }

    /// Its symbols in the order of its definitions.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = Symbol<'v>> + use<'v> {
        let (view, segment) = (self.view, self.segment);
        let symbols = self.segment().file(self.index).symbols();
        symbols.map(move |index| view.sym(SymbolRef { segment, index }))
    }

    /// Symbol `index` (0-based) of the file.
    pub fn symbol(&self, index: u32) -> Option<Symbol<'v>> {
        let run = self.segment().file(self.index).symbols();
        let index = run.start.checked_add(index).filter(|i| *i < run.end)?;
        Some(self.view.sym(SymbolRef { segment: self.segment, index }))
    }

    /// Its references in order.
    pub fn references(&self) -> impl ExactSizeIterator<Item = Reference<'v>> + use<'v> {
        let (view, segment) = (self.view, self.segment);
        let references = self.segment().file(self.index).references();
        references.map(move |index| view.reference(ReferenceRef { segment, index }))
    }

    /// Innermost symbol whose span holds the 0-based byte `at`. O(symbols of the file).
    pub fn symbol_at(&self, at: u32) -> Option<Symbol<'v>> {
        let around = self.symbols().filter(|symbol| symbol.span().contains(at));
        around.min_by_key(|symbol| symbol.span().len())
    }

    /// The references whose token holds the 0-based byte `at`. O(references of the file).
    pub fn references_at(&self, at: u32) -> Vec<Reference<'v>> {
        self.references().filter(|reference| reference.span().contains(at)).collect()
    }

    /// The dependency keys that were recorded when it was linked, sorted. O(keys of all files of its segment) for the
    /// first file of a segment: what is stored leads from keys to files.
    pub fn consulted(&self) -> impl ExactSizeIterator<Item = DependencyKey> + use<'v> {
        self.segment().file(self.index).consulted()
    }

    /// Hashes of the names of types that it extends, sorted.
    pub fn extends(&self) -> Vec<u64> {
        self.segment().file(self.index).extends()
    }

    /// All that the segment holds about it, as plain values. O(file), and as [`consulted`](Self::consulted).
    pub fn record(&self) -> FileRecord {
        self.segment().record(self.index)
    }

    /// The same without the keys that it consulted, for who links it again. O(file).
    pub fn record_but_consulted(&self) -> FileRecord {
        self.segment().file(self.index).record_but_consulted()
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
