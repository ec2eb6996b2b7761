//! What the columns of a segment say of one symbol.

use crate::columns::Columns;
use crate::format::Section as S;
use crate::record::SymbolRecord;
use crate::symbol_blocks::ScannedBlock;
use indexer_core::{Flags, Metrics, Position, Span, SymbolKey, SymbolKind, Visibility};

/// What only a shown symbol needs: signature, documentation, metrics.
pub(crate) type SymbolDetail<'a> = (&'a str, Option<&'a str>, Option<Metrics>);

/// Symbol `index` of a segment.
#[derive(Clone, Copy)]
pub(crate) struct SymbolRow<'s> {
    pub(crate) columns: &'s Columns,
    pub(crate) index: u32,
}

impl<'s> SymbolRow<'s> {
    pub(crate) fn key(self) -> SymbolKey {
        SymbolKey(self.columns.get(S::Key, self.columns.get32(S::SymbolKey, self.index)))
    }

    pub(crate) fn name(self) -> &'s str {
        self.columns.name(self.columns.get32(S::SymbolName, self.index))
    }

    pub(crate) fn qualified(self) -> String {
        let coded = self.columns.get(S::SymbolQualifier, self.index);
        let text = self.columns.text((coded / 2) as u32);
        if coded % 2 == 1 { [text, self.name()].concat() } else { text.to_owned() }
    }

    pub(crate) fn kind(self) -> SymbolKind {
        self.columns.code(S::SymbolKind, self.index, SymbolKind::from_code, SymbolKind::Variable)
    }

    pub(crate) fn visibility(self) -> Visibility {
        self.columns.code(S::SymbolVisibility, self.index, Visibility::from_code, Visibility::Private)
    }

    pub(crate) fn flags(self) -> Flags {
        Flags(self.columns.get32(S::SymbolFlags, self.index))
    }

    pub(crate) fn name_span(self) -> Span {
        let start = self.columns.get32(S::SymbolNameStart, self.index);
        Span::new(start, start.wrapping_add(self.columns.get32(S::SymbolNameLength, self.index)))
    }

    pub(crate) fn span(self) -> Span {
        let name = self.columns.get32(S::SymbolNameStart, self.index);
        let start = name.wrapping_sub(self.columns.get32(S::SymbolBefore, self.index));
        Span::new(start, start.wrapping_add(self.columns.get32(S::SymbolLength, self.index)))
    }

    pub(crate) fn at(self) -> Position {
        Position {
            line: self.columns.get32(S::SymbolLine, self.index),
            column: self.columns.get32(S::SymbolColumn, self.index),
        }
    }

    pub(crate) fn start_line(self) -> u32 {
        self.columns
            .get32(S::SymbolLine, self.index)
            .wrapping_sub(self.columns.get32(S::SymbolLinesBefore, self.index))
    }

    pub(crate) fn end_line(self) -> u32 {
        self.columns
            .get32(S::SymbolLine, self.index)
            .wrapping_add(self.columns.get32(S::SymbolLinesAfter, self.index))
    }

    pub(crate) fn detail(self) -> SymbolDetail<'s> {
        self.columns.symbol_record(self.index)
    }

    /// The same, by a scan.
    pub(crate) fn scanned(self, scan: &mut ScannedBlock) -> SymbolDetail<'_> {
        self.columns.scan_symbol(self.index, scan)
    }

    pub(crate) fn record(self) -> SymbolRecord {
        let (signature, doc, metrics) = self.detail();
        SymbolRecord {
            key: self.key(),
            name: self.name().to_owned(),
            qualified: self.qualified(),
            kind: self.kind(),
            visibility: self.visibility(),
            flags: self.flags(),
            owner: self.columns.option(S::SymbolOwner, self.index),
            name_span: self.name_span(),
            span: self.span(),
            at: self.at(),
            start_line: self.start_line(),
            end_line: self.end_line(),
            signature: signature.to_owned(),
            doc: doc.map(str::to_owned),
            metrics,
        }
    }
}
