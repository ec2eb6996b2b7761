//! Rows of a segment: what its columns say about file, symbol and reference number so-and-so, and
//! whole records.

use crate::format::Section as S;
use crate::record::{FileRecord, ReferenceRecord, SymbolRecord};
use crate::reference::TargetRef;
use crate::segment::Segment;
use indexer_core::key::hash_text;
use indexer_core::{
    ContentId, DependencyKey, Flags, Metrics, Position, Problem, Resolution, Role, Rule, Span, SymbolKey,
    SymbolKind, Tally, Visibility,
};

/// What only a shown file needs.
pub(crate) type FileDetail<'a> = (Vec<Problem>, Tally, Option<&'a str>, Vec<&'a str>);
/// What only a shown symbol needs.
pub(crate) type SymbolDetail<'a> = (&'a str, Option<&'a str>, Option<Metrics>);

impl Segment {
    /// Index of the file at `path` among its files, which are sorted by path. O(1) pages.
    pub fn find(&self, path: &str) -> Option<u32> {
        self.hash_places(S::PathHash, hash_text(path))
            .map(|place| self.get32(S::PathFile, place))
            .find(|file| self.file_path(*file) == path)
    }

    /// Everything about one file (0-based, in path order), as it was written; an empty record, and
    /// the damaged flag, for an index of no file. O(file).
    pub fn record(&self, file: u32) -> FileRecord {
        let (problems, tally, doc, packages) = self.file_detail(file);
        FileRecord {
            path: self.file_path(file).to_owned(),
            content: self.file_content(file),
            language: self.text(self.get32(S::FileLanguage, file)).to_owned(),
            module: self.text(self.get32(S::FileModule, file)).to_owned(),
            doc: doc.map(str::to_owned),
            bytes: self.get32(S::FileBytes, file),
            lines: self.get32(S::FileLines, file),
            problems,
            tally,
            symbols: self.file_symbols(file).map(|symbol| self.symbol_record(symbol)).collect(),
            references: self.file_references(file).map(|r| self.reference_record(r)).collect(),
            consulted: self.file_consulted(file).collect(),
            extends: self.file_extends(file),
            packages: packages.into_iter().map(str::to_owned).collect(),
            words: self.file_words(file).into(),
            path_vector: self.file_path_vector(file).to_vec(),
        }
    }

    /// Path of file `file`.
    pub fn file_path(&self, file: u32) -> &str {
        self.text(self.get32(S::FilePath, file))
    }

    pub(crate) fn file_content(&self, file: u32) -> ContentId {
        let start = u64::from(file) * 20;
        ContentId(self.slice(S::FileContent, start..start + 20).try_into().unwrap_or_default())
    }

    pub(crate) fn file_detail(&self, file: u32) -> FileDetail<'_> {
        self.decode(S::FileRecordBytes, S::FileRecordEnd, file)
    }

    pub(crate) fn file_symbols(&self, file: u32) -> std::ops::Range<u32> {
        self.run(S::FileSymbolStart, S::SymbolName, file)
    }

    pub(crate) fn file_references(&self, file: u32) -> std::ops::Range<u32> {
        self.run(S::FileReferenceStart, S::ReferenceName, file)
    }

    /// Counts of references by resolution.
    pub(crate) fn file_resolutions(&self, file: u32) -> [u32; 4] {
        let all = self.file_references(file).len() as u32;
        let [a, b, c] = [S::FileResolved, S::FilePossible, S::FileExternal].map(|s| self.get32(s, file));
        [a, b, c, all.saturating_sub(a).saturating_sub(b).saturating_sub(c)]
    }

    pub(crate) fn file_consulted(&self, file: u32) -> impl ExactSizeIterator<Item = DependencyKey> + use<'_> {
        self.run_items(S::FileConsultedStart, S::FileConsulted, file)
            .map(|i| DependencyKey(self.get(S::Consulted, i)))
    }

    pub(crate) fn file_extends(&self, file: u32) -> Vec<u64> {
        let run = self.run_items(S::FileExtendedStart, S::FileExtended, file);
        run.map(|i| self.get(S::Extended, i)).collect()
    }

    pub(crate) fn symbol_key(&self, symbol: u32) -> SymbolKey {
        SymbolKey(self.get(S::Key, self.get32(S::SymbolKey, symbol)))
    }

    pub(crate) fn symbol_name(&self, symbol: u32) -> &str {
        self.name(self.get32(S::SymbolName, symbol))
    }

    pub(crate) fn symbol_qualified(&self, symbol: u32) -> String {
        let coded = self.get(S::SymbolQualifier, symbol);
        let text = self.text((coded / 2) as u32);
        if coded % 2 == 1 { [text, self.symbol_name(symbol)].concat() } else { text.to_owned() }
    }

    pub(crate) fn symbol_kind(&self, symbol: u32) -> SymbolKind {
        self.code(S::SymbolKind, symbol, SymbolKind::from_code, SymbolKind::Variable)
    }

    pub(crate) fn symbol_visibility(&self, symbol: u32) -> Visibility {
        self.code(S::SymbolVisibility, symbol, Visibility::from_code, Visibility::Private)
    }

    pub(crate) fn symbol_flags(&self, symbol: u32) -> Flags {
        Flags(self.get32(S::SymbolFlags, symbol))
    }

    pub(crate) fn symbol_name_span(&self, symbol: u32) -> Span {
        let start = self.get32(S::SymbolNameStart, symbol);
        Span::new(start, start.wrapping_add(self.get32(S::SymbolNameLength, symbol)))
    }

    pub(crate) fn symbol_span(&self, symbol: u32) -> Span {
        let name = self.get32(S::SymbolNameStart, symbol);
        let start = name.wrapping_sub(self.get32(S::SymbolBefore, symbol));
        Span::new(start, start.wrapping_add(self.get32(S::SymbolLength, symbol)))
    }

    pub(crate) fn symbol_at(&self, symbol: u32) -> Position {
        Position { line: self.get32(S::SymbolLine, symbol), column: self.get32(S::SymbolColumn, symbol) }
    }

    pub(crate) fn symbol_start_line(&self, symbol: u32) -> u32 {
        self.get32(S::SymbolLine, symbol).wrapping_sub(self.get32(S::SymbolLinesBefore, symbol))
    }

    pub(crate) fn symbol_end_line(&self, symbol: u32) -> u32 {
        self.get32(S::SymbolLine, symbol).wrapping_add(self.get32(S::SymbolLinesAfter, symbol))
    }

    pub(crate) fn symbol_detail(&self, symbol: u32) -> SymbolDetail<'_> {
        self.decode(S::SymbolRecordBytes, S::SymbolRecordEnd, symbol)
    }

    pub(crate) fn symbol_record(&self, symbol: u32) -> SymbolRecord {
        let (signature, doc, metrics) = self.symbol_detail(symbol);
        SymbolRecord {
            key: self.symbol_key(symbol),
            name: self.symbol_name(symbol).to_owned(),
            qualified: self.symbol_qualified(symbol),
            kind: self.symbol_kind(symbol),
            visibility: self.symbol_visibility(symbol),
            flags: self.symbol_flags(symbol),
            owner: self.option(S::SymbolOwner, symbol),
            name_span: self.symbol_name_span(symbol),
            span: self.symbol_span(symbol),
            at: self.symbol_at(symbol),
            start_line: self.symbol_start_line(symbol),
            end_line: self.symbol_end_line(symbol),
            signature: signature.to_owned(),
            doc: doc.map(str::to_owned),
            metrics,
        }
    }

    pub(crate) fn reference_name(&self, reference: u32) -> &str {
        self.name(self.get32(S::ReferenceName, reference))
    }

    pub(crate) fn reference_span(&self, reference: u32) -> Span {
        let start = self.get32(S::ReferenceStart, reference);
        Span::new(start, start.wrapping_add(self.get32(S::ReferenceLength, reference)))
    }

    pub(crate) fn reference_at(&self, reference: u32) -> Position {
        let [line, column] = [S::ReferenceLine, S::ReferenceColumn].map(|s| self.get32(s, reference));
        Position { line, column }
    }

    pub(crate) fn reference_role(&self, reference: u32) -> Role {
        let code = (self.get(S::ReferenceRole, reference) & 15) as u8;
        Role::from_code(code).unwrap_or_else(|| {
            self.damage::<()>();
            Role::Read
        })
    }

    pub(crate) fn reference_resolution(&self, reference: u32) -> Resolution {
        let code = u8::try_from(self.get(S::ReferenceRole, reference) >> 4).ok();
        code.and_then(Resolution::from_code).unwrap_or_else(|| {
            self.damage::<()>();
            Resolution::Unresolved
        })
    }

    pub(crate) fn reference_rule(&self, reference: u32) -> Rule {
        self.code(S::ReferenceRule, reference, Rule::from_code, Rule::None)
    }

    pub(crate) fn reference_arguments(&self, reference: u32) -> Option<u8> {
        let found = self.option(S::ReferenceArguments, reference)?;
        Some(u8::try_from(found).unwrap_or_else(|_| self.damage()))
    }

    pub(crate) fn reference_targets(&self, reference: u32) -> Vec<TargetRef<'_>> {
        let Some(coded) = self.get(S::ReferenceTarget, reference).checked_sub(1) else { return Vec::new() };
        let Ok(value) = u32::try_from(coded / 2) else { return self.damage() };
        if coded % 2 == 0 {
            return vec![self.target(value)];
        }
        let count = self.get32(S::TargetList, value);
        let Some(end) = value.checked_add(count).filter(|end| *end < self.items(S::TargetList)) else {
            return self.damage();
        };
        (value + 1..=end).map(|i| self.target(self.get32(S::TargetList, i))).collect()
    }

    fn target(&self, index: u32) -> TargetRef<'_> {
        let keys = self.items(S::Key);
        if index < keys {
            return TargetRef::Symbol(SymbolKey(self.get(S::Key, index)));
        }
        let (index, modules) = (index - keys, self.items(S::ModuleTarget));
        if index < modules {
            return TargetRef::Module(self.text(self.get32(S::ModuleTarget, index)));
        }
        TargetRef::External(self.text(self.get32(S::ExternalTarget, index - modules)))
    }

    pub(crate) fn reference_record(&self, reference: u32) -> ReferenceRecord {
        ReferenceRecord {
            name: self.reference_name(reference).into(),
            span: self.reference_span(reference),
            at: self.reference_at(reference),
            role: self.reference_role(reference),
            enclosing: self.option(S::ReferenceEnclosing, reference),
            arguments: self.reference_arguments(reference),
            resolution: self.reference_resolution(reference),
            rule: self.reference_rule(reference),
            targets: self.reference_targets(reference).into_iter().map(TargetRef::to_target).collect(),
            candidates: self.get32(S::ReferenceCandidates, reference),
        }
    }

    fn code<T>(&self, section: S, index: u32, decode: fn(u8) -> Option<T>, neutral: T) -> T {
        let found = u8::try_from(self.get(section, index)).ok().and_then(decode);
        found.unwrap_or_else(|| {
            self.damage::<()>();
            neutral
        })
    }
}
