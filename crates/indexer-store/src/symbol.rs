//! One symbol of a view.

use crate::file::FileRef;
use crate::format::Section as S;
use crate::record::SymbolRecord;
use crate::reference::Reference;
use crate::segment::Segment;
use crate::symbol_blocks::ScannedBlock;
use crate::view::View;
use indexer_core::{Flags, Metrics, Position, Span, SymbolKey, SymbolKind, Visibility};

/// A handle of a symbol, valid for its view and the clones of that. To keep a symbol, take its key.
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

/// What [`Symbol::scanned`] holds from one symbol to the next.
#[derive(Default)]
pub struct SymbolScan<'v> {
    /// Whose block it is: a view, and the number of a segment in it.
    of: Option<(&'v View, u32)>,
    block: ScannedBlock,
}

impl View {
    /// The symbol to read from.
    pub fn sym(&self, symbol: SymbolRef) -> Symbol<'_> {
        Symbol { view: self, at: symbol }
    }
}

/// Longer owner chains than any parser lets through.
const MAX_CHAIN: usize = 10_000;

impl<'v> Symbol<'v> {
    fn segment(&self) -> &'v Segment {
        self.view.segment(self.at.segment)
    }

    /// The handle, without the view's lifetime.
    pub fn handle(&self) -> SymbolRef {
        self.at
    }

    /// Its key, which names it outside this view.
    pub fn key(&self) -> SymbolKey {
        self.segment().symbol(self.at.index).key()
    }

    /// Its key as people write it: `path#Owner.member`, owners from the file's own symbols.
    pub fn printed(&self) -> String {
        [self.file().path(), "#", &self.chain()].concat()
    }

    /// True where a rule about a framework made it: of a kind that they make, and no token of its file names it.
    pub fn is_of_framework(&self) -> bool {
        self.kind().may_be_of_framework() && self.name_span().is_empty()
    }

    /// Names of owners and its own, outermost first, joined by `.`: `Owner.member`.
    pub fn chain(&self) -> String {
        let mut names = vec![self.name()];
        let mut owner = self.owner();
        while let Some(symbol) = owner {
            // Owners that lead in a circle are damage; no owner chain is longer than the file.
            if names.len() > MAX_CHAIN {
                return self.segment().columns.damage();
            }
            names.push(symbol.name());
            owner = symbol.owner();
        }
        names.reverse();
        names.join(".")
    }

    /// The last part of its qualified name.
    pub fn name(&self) -> &'v str {
        self.segment().symbol(self.at.index).name()
    }

    /// Module name, owners and name, joined by the language's separator.
    pub fn qualified(&self) -> String {
        self.segment().symbol(self.at.index).qualified()
    }

    /// What the language declares it as.
    pub fn kind(&self) -> SymbolKind {
        self.segment().symbol(self.at.index).kind()
    }

    /// Who may name it, as the source says.
    pub fn visibility(&self) -> Visibility {
        self.segment().symbol(self.at.index).visibility()
    }

    /// Async, static, deprecated and so on.
    pub fn flags(&self) -> Flags {
        self.segment().symbol(self.at.index).flags()
    }

    /// The symbol of the same file that owns it; `None` at the file's top, and where the owner is
    /// an extension of a type of another file.
    pub fn owner(&self) -> Option<Symbol<'v>> {
        let owner = self.segment().columns.option(S::SymbolOwner, self.at.index)?;
        self.file().symbol(owner)
    }

    /// The index (0-based) of its owner among the symbols of its file. O(1), where
    /// [`owner`](Self::owner) looks the file up.
    pub fn owner_in_file(&self) -> Option<u32> {
        self.segment().columns.option(S::SymbolOwner, self.at.index)
    }

    /// The symbols that it owns, in order. O(symbols of the file): for an outline, go over
    /// `file().symbols()` once and group by `owner()`.
    pub fn children(&self) -> Vec<Symbol<'v>> {
        let own = Some(self.index_in_file());
        let segment = self.segment();
        self.file().symbols().filter(|s| segment.columns.option(S::SymbolOwner, s.at.index) == own).collect()
    }

    /// Its index (0-based) among the symbols of its file.
    pub fn index_in_file(&self) -> u32 {
        let first = self.segment().file(self.file().index).symbols().start;
        self.at.index.saturating_sub(first)
    }

    /// The file that it is in. O(log files).
    pub fn file(&self) -> FileRef<'v> {
        let index = self.segment().columns.owner_of(S::FileSymbolStart, self.at.index);
        FileRef { view: self.view, segment: self.at.segment, index }
    }

    /// 1-based line and column (in characters) of its name.
    pub fn at(&self) -> Position {
        self.segment().symbol(self.at.index).at()
    }

    /// The token of its name, in 0-based bytes.
    pub fn name_span(&self) -> Span {
        self.segment().symbol(self.at.index).name_span()
    }

    /// Everything that belongs to it, in bytes, with decorators, attributes and documentation, 0-based.
    pub fn span(&self) -> Span {
        self.segment().symbol(self.at.index).span()
    }

    /// 1-based first line of `span`.
    pub fn start_line(&self) -> u32 {
        self.segment().symbol(self.at.index).start_line()
    }

    /// 1-based last line of `span`.
    pub fn end_line(&self) -> u32 {
        self.segment().symbol(self.at.index).end_line()
    }

    /// Signature, documentation and metrics, with one decoding. The first that is asked of 64 symbols decompresses all
    /// of these, which stay as long as the segment is open.
    pub fn detail(&self) -> (&'v str, Option<&'v str>, Option<Metrics>) {
        self.segment().symbol(self.at.index).detail()
    }

    /// The same, of which the segment keeps nothing: for who looks at many symbols and shows few. Quick where symbols of
    /// one file are asked in their order, and files in theirs.
    pub fn scanned<'s>(&self, scan: &'s mut SymbolScan<'v>) -> (&'s str, Option<&'s str>, Option<Metrics>) {
        let is_same =
            |(view, segment): (&View, u32)| std::ptr::eq(view, self.view) && segment == self.at.segment;
        if !scan.of.is_some_and(is_same) {
            *scan = SymbolScan { of: Some((self.view, self.at.segment)), block: ScannedBlock::default() };
        }
        self.segment().symbol(self.at.index).scanned(&mut scan.block)
    }

    /// Its signature. Decodes a record.
    pub fn signature(&self) -> &'v str {
        self.segment().symbol(self.at.index).detail().0
    }

    /// Its documentation. Decodes a record.
    pub fn doc(&self) -> Option<&'v str> {
        self.segment().symbol(self.at.index).detail().1
    }

    /// Its complexity, for callables with a body. Decodes a record.
    pub fn metrics(&self) -> Option<Metrics> {
        self.segment().symbol(self.at.index).detail().2
    }

    /// The references of its file whose innermost enclosing symbol it is, in order.
    /// O(references of the file).
    pub fn encloses(&self) -> Vec<Reference<'v>> {
        let own = Some(self.index_in_file());
        let segment = self.segment();
        let all = self.file().references();
        all.filter(|r| segment.columns.option(S::ReferenceEnclosing, r.at.index) == own).collect()
    }

    /// All that the segment holds about it, as plain values. Decodes records.
    pub fn record(&self) -> SymbolRecord {
        self.segment().symbol(self.at.index).record()
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
