//! One symbol of a view.

use crate::file::FileRef;
use crate::record::SymbolRecord;
use crate::reference::Reference;
use crate::view::View;
use indexer_core::{Flags, Metrics, Position, Span, SymbolKey, SymbolKind, Visibility};

/// Which symbol of a view: holds only for that view (and its clones). For keeping, take the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolRef {
    pub(crate) segment: u32,
    pub(crate) index: u32,
}

/// A live symbol of a view. Copy; reads on demand.
#[derive(Clone, Copy)]
pub struct Symbol<'v> {
    pub(crate) view: &'v View,
    pub(crate) at: SymbolRef,
}

impl View {
    /// The symbol to read from.
    pub fn sym(&self, symbol: SymbolRef) -> Symbol<'_> {
        Symbol { view: self, at: symbol }
    }
}

impl<'v> Symbol<'v> {
    /// The handle, without the view's lifetime.
    pub fn handle(&self) -> SymbolRef {
        let _ = self.view;
        self.at
    }

    /// Its key, which names it outside this view.
    pub fn key(&self) -> SymbolKey {
        todo!()
    }

    /// Its key as people write it: `path#Owner.member`, owners from the file's own symbols.
    pub fn printed(&self) -> String {
        todo!()
    }

    /// Names of owners and its own, outermost first, joined by `.`: `Owner.member`.
    pub fn chain(&self) -> String {
        todo!()
    }

    /// Its name.
    pub fn name(&self) -> &'v str {
        todo!()
    }

    /// Module name, owners and name, joined by the language's separator.
    pub fn qualified(&self) -> String {
        todo!()
    }

    /// What it is.
    pub fn kind(&self) -> SymbolKind {
        todo!()
    }

    /// Who may name it.
    pub fn visibility(&self) -> Visibility {
        todo!()
    }

    /// What else is true of it.
    pub fn flags(&self) -> Flags {
        todo!()
    }

    /// The symbol of the same file that owns it; `None` at the file's top, and where the owner is
    /// an extension of a type of another file.
    pub fn owner(&self) -> Option<Symbol<'v>> {
        todo!()
    }

    /// The symbols that it owns, in order. O(symbols of the file): for an outline, go over
    /// `file().symbols()` once and group by `owner()`.
    pub fn children(&self) -> Vec<Symbol<'v>> {
        todo!()
    }

    /// Its index (0-based) among the symbols of its file.
    pub fn index_in_file(&self) -> u32 {
        todo!()
    }

    /// The file that it is in. O(log files).
    pub fn file(&self) -> FileRef<'v> {
        todo!()
    }

    /// 1-based line and column (in characters) of its name.
    pub fn at(&self) -> Position {
        todo!()
    }

    /// Bytes of its name, 0-based.
    pub fn name_span(&self) -> Span {
        todo!()
    }

    /// All its bytes with decorators, attributes and documentation, 0-based.
    pub fn span(&self) -> Span {
        todo!()
    }

    /// 1-based first line of `span`.
    pub fn start_line(&self) -> u32 {
        todo!()
    }

    /// 1-based last line of `span`.
    pub fn end_line(&self) -> u32 {
        todo!()
    }

    /// Its signature. Decodes a record.
    pub fn signature(&self) -> &'v str {
        todo!()
    }

    /// Its documentation. Decodes a record.
    pub fn doc(&self) -> Option<&'v str> {
        todo!()
    }

    /// Its complexity, for callables with a body. Decodes a record.
    pub fn metrics(&self) -> Option<Metrics> {
        todo!()
    }

    /// The references of its file whose innermost enclosing symbol it is, in order.
    /// O(references of the file).
    pub fn encloses(&self) -> Vec<Reference<'v>> {
        todo!()
    }

    /// Everything about it.
    pub fn record(&self) -> SymbolRecord {
        todo!()
    }
}

impl PartialEq for Symbol<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Symbol<'_> {}

impl std::fmt::Debug for Symbol<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Symbol({} {})", self.kind(), self.printed())
    }
}
