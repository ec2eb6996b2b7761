//! What a segment will hold about one file, packed as soon as it is known: a fraction of the record, so that
//! those of all files fit in memory where the records would not.

use crate::format::{RECORD, Section as S};
use crate::packed_numbers::{NumberPacker, PackedNumbers, PackedRows};
use crate::packed_words::PackedWords;
use crate::record::{FileRecord, ReferenceRecord, SymbolRecord};
use crate::spill::{Spill, Waiting};
use indexer_core::key::hash_text;
use indexer_core::{ContentId, Resolution, Target};
use rustc_hash::FxHashMap;

/// A column that is written as its numbers are.
pub(crate) type PlainColumn<R> = (S, fn(&R) -> u64);

/// Columns of symbols that hold plain numbers, in the order of the sections.
pub(crate) const SYMBOL_COLUMNS: [PlainColumn<SymbolRecord>; 12] = [
    (S::SymbolKind, |s| s.kind.code().into()),
    (S::SymbolVisibility, |s| s.visibility.code().into()),
    (S::SymbolFlags, |s| s.flags.0.into()),
    (S::SymbolOwner, |s| optional(s.owner)),
    (S::SymbolNameStart, |s| s.name_span.start.into()),
    (S::SymbolNameLength, |s| s.name_span.end.wrapping_sub(s.name_span.start).into()),
    (S::SymbolBefore, |s| s.name_span.start.wrapping_sub(s.span.start).into()),
    (S::SymbolLength, |s| s.span.end.wrapping_sub(s.span.start).into()),
    (S::SymbolLine, |s| s.at.line.into()),
    (S::SymbolColumn, |s| s.at.column.into()),
    (S::SymbolLinesBefore, |s| s.at.line.wrapping_sub(s.start_line).into()),
    (S::SymbolLinesAfter, |s| s.end_line.wrapping_sub(s.at.line).into()),
];

/// Columns of references that hold plain numbers, in the order of the sections.
pub(crate) const REFERENCE_COLUMNS: [PlainColumn<ReferenceRecord>; 9] = [
    (S::ReferenceStart, |r| r.span.start.into()),
    (S::ReferenceLength, |r| r.span.end.wrapping_sub(r.span.start).into()),
    (S::ReferenceLine, |r| r.at.line.into()),
    (S::ReferenceColumn, |r| r.at.column.into()),
    (S::ReferenceRole, |r| (u32::from(r.role.code()) | u32::from(r.resolution.code()) << 4).into()),
    (S::ReferenceRule, |r| r.rule.code().into()),
    (S::ReferenceArguments, |r| optional(r.arguments.map(u32::from))),
    (S::ReferenceEnclosing, |r| optional(r.enclosing)),
    (S::ReferenceCandidates, |r| r.candidates.into()),
];

fn optional(number: Option<u32>) -> u64 {
    number.map_or(0, |n| u64::from(n) + 1)
}

/// A target of references of a file. A text is a number of the file's texts first, and of the segment's once
/// it is one of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PackedTarget {
    Key(KeyHalves),
    Module(u32),
    External(u32),
}

/// A key in halves: a target takes 12 bytes with it, and 16 with the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeyHalves([u32; 2]);

impl KeyHalves {
    fn new(key: u64) -> Self {
        Self([(key >> 32) as u32, key as u32])
    }

    pub(crate) fn key(self) -> u64 {
        u64::from(self.0[0]) << 32 | u64::from(self.0[1])
    }
}

/// Texts of a file, numbered as they come.
#[derive(Debug, Default)]
pub(crate) struct FileTexts {
    bytes: String,
    ends: Vec<u32>,
}

impl FileTexts {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.bytes.get(start as usize..*end as usize).unwrap_or(""))
    }
}

/// Gives every distinct text of a record a number.
#[derive(Default)]
struct TextNumbers<'r> {
    texts: FileTexts,
    numbers: FxHashMap<&'r str, u32>,
}

impl<'r> TextNumbers<'r> {
    fn number(&mut self, text: &'r str) -> u32 {
        let Self { texts, numbers } = self;
        *numbers.entry(text).or_insert_with(|| {
            texts.bytes.push_str(text);
            texts.ends.push(texts.bytes.len() as u32);
            texts.ends.len() as u32 - 1
        })
    }
}

/// One file's record, packed.
#[derive(Debug)]
pub struct PackedFile {
    pub(crate) path: String,
    pub(crate) content: ContentId,
    pub(crate) bytes: u32,
    pub(crate) lines: u32,
    pub(crate) has_problems: bool,
    /// How many references are resolved, possible and external.
    pub(crate) resolutions: [u32; 3],
    /// The encoded record of what only a shown file needs.
    pub(crate) detail: Box<[u8]>,
    /// Names of symbols and references.
    pub(crate) names: FileTexts,
    /// Its language, its module, then qualifiers and the texts of targets.
    pub(crate) texts: FileTexts,
    pub(crate) targets: Box<[PackedTarget]>,
    /// Keys of its symbols, in order.
    pub(crate) symbol_keys: Box<[u64]>,
    /// Symbols: name, qualifier, bytes of the record; then [`SYMBOL_COLUMNS`].
    symbols: PackedRows,
    symbol_records: Waiting,
    /// References: name, target; then [`REFERENCE_COLUMNS`].
    references: PackedRows,
    pub(crate) reference_count: u32,
    /// Lists of targets: how many, then the targets.
    pub(crate) target_lists: Box<[u32]>,
    /// Keys that it consulted, ascending, as one run.
    consulted: PackedRows,
    pub(crate) extends: Box<[u64]>,
    /// Hashes of the names of packages.
    pub(crate) packages: Box<[u64]>,
    pub(crate) words: PackedWords,
    pub(crate) path_vector: Box<[u8]>,
}

impl PackedFile {
    /// Packs a record. O(record).
    pub fn new(record: &FileRecord) -> Self {
        Self::with_words(record, PackedWords::new(&record.words))
    }

    /// Packs a record whose words were packed before. O(record).
    pub fn with_words(record: &FileRecord, words: PackedWords) -> Self {
        let (mut names, mut texts) = (TextNumbers::default(), TextNumbers::default());
        texts.number(&record.language);
        // The number of the module is 1, even where it is the language's id.
        texts.texts.bytes.push_str(&record.module);
        texts.texts.ends.push(texts.texts.bytes.len() as u32);
        let (symbols, symbol_records) = symbols(record, &mut names, &mut texts);
        let (references, targets, target_lists) = references(record, &mut names, &mut texts);
        let detail = encode((&record.problems, record.tally, &record.doc, &record.packages));
        let mut consulted = NumberPacker::default();
        record.consulted.iter().for_each(|key| consulted.push(key.0));
        let count = |wanted| record.references.iter().filter(|one| one.resolution == wanted).count() as u32;
        Self {
            path: record.path.clone(),
            content: record.content,
            bytes: record.bytes,
            lines: record.lines,
            has_problems: !record.problems.is_empty(),
            resolutions: [Resolution::Resolved, Resolution::Possible, Resolution::External].map(count),
            detail: detail.into(),
            names: names.texts,
            texts: texts.texts,
            targets,
            symbol_keys: record.symbols.iter().map(|s| s.key.0).collect(),
            symbols,
            symbol_records: Waiting::Held(symbol_records),
            references,
            reference_count: record.references.len() as u32,
            target_lists,
            consulted: PackedRows::new([consulted]),
            extends: record.extends.as_slice().into(),
            packages: record.packages.iter().map(|name| hash_text(name)).collect(),
            words,
            path_vector: record.path_vector.as_slice().into(),
        }
    }

    /// Moves all that is only written to where there is room for it.
    pub(crate) fn spill(&mut self, spill: &Spill) {
        self.symbols.spill(spill);
        spill.take(&mut self.symbol_records);
        self.references.spill(spill);
        self.consulted.spill(spill);
        self.words.spill(spill);
    }

    /// True where `spilled` can be the bytes of the file of the spill in which its parts wait.
    pub(crate) fn fits(&self, spilled: &[u8]) -> bool {
        let rows = [&self.symbols, &self.references, &self.consulted];
        rows.iter().all(|one| one.fits(spilled))
            && self.symbol_records.fits(spilled)
            && self.words.fits(spilled)
    }

    /// The keys that it consulted, ascending. As in all that follow, `spilled` are the bytes of the file of the
    /// spill.
    pub(crate) fn consulted<'a>(&'a self, spilled: &'a [u8]) -> PackedNumbers<'a> {
        self.consulted.column(0, spilled)
    }

    /// The name of each symbol.
    pub(crate) fn symbol_names<'a>(&'a self, spilled: &'a [u8]) -> PackedNumbers<'a> {
        self.symbols.column(0, spilled)
    }

    /// Twice the number of each symbol's qualifier, plus 1 where the name follows it.
    pub(crate) fn symbol_qualifiers<'a>(&'a self, spilled: &'a [u8]) -> PackedNumbers<'a> {
        self.symbols.column(1, spilled)
    }

    /// The encoded record of each symbol.
    pub(crate) fn symbol_records<'a>(&'a self, spilled: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let mut rest = self.symbol_records.bytes(spilled);
        self.symbols.column(2, spilled).map(move |length| {
            let (one, after) = rest.split_at_checked(length as usize).unwrap_or((rest, &[]));
            rest = after;
            one
        })
    }

    /// Column `at` of [`SYMBOL_COLUMNS`].
    pub(crate) fn symbol_column<'a>(&'a self, at: usize, spilled: &'a [u8]) -> PackedNumbers<'a> {
        self.symbols.column(3 + at, spilled)
    }

    /// The name of each reference.
    pub(crate) fn reference_names<'a>(&'a self, spilled: &'a [u8]) -> PackedNumbers<'a> {
        self.references.column(0, spilled)
    }

    /// Optional: twice the one target, or twice the place of a list of targets, plus 1.
    pub(crate) fn reference_targets<'a>(&'a self, spilled: &'a [u8]) -> PackedNumbers<'a> {
        self.references.column(1, spilled)
    }

    /// Column `at` of [`REFERENCE_COLUMNS`].
    pub(crate) fn reference_column<'a>(&'a self, at: usize, spilled: &'a [u8]) -> PackedNumbers<'a> {
        self.references.column(2 + at, spilled)
    }
}

fn symbols<'r>(
    record: &'r FileRecord,
    names: &mut TextNumbers<'r>,
    texts: &mut TextNumbers<'r>,
) -> (PackedRows, Box<[u8]>) {
    let mut columns: [NumberPacker; 3 + SYMBOL_COLUMNS.len()] = Default::default();
    let [name, qualifiers, lengths, plain @ ..] = &mut columns;
    let mut records = Vec::new();
    for symbol in &record.symbols {
        name.push(names.number(&symbol.name).into());
        let (text, before) = qualifier(symbol);
        qualifiers.push(u64::from(texts.number(text)) * 2 + u64::from(before));
        let detail = encode((&symbol.signature, &symbol.doc, symbol.metrics));
        lengths.push(detail.len() as u64);
        records.extend_from_slice(&detail);
        for ((_, of), packer) in SYMBOL_COLUMNS.iter().zip(plain.iter_mut()) {
            packer.push(of(symbol));
        }
    }
    (PackedRows::new(columns), records.into())
}

type References = (PackedRows, Box<[PackedTarget]>, Box<[u32]>);

fn references<'r>(
    record: &'r FileRecord,
    names: &mut TextNumbers<'r>,
    texts: &mut TextNumbers<'r>,
) -> References {
    let mut columns: [NumberPacker; 2 + REFERENCE_COLUMNS.len()] = Default::default();
    let [name, target, plain @ ..] = &mut columns;
    let (mut numbers, mut all, mut lists) = (FxHashMap::default(), Vec::new(), Vec::new());
    let mut number = |of: &'r Target| {
        let packed = match of {
            Target::Symbol(key) => PackedTarget::Key(KeyHalves::new(key.0)),
            Target::Module(text) => PackedTarget::Module(texts.number(text)),
            Target::External(text) => PackedTarget::External(texts.number(text)),
        };
        *numbers.entry(packed).or_insert_with(|| {
            all.push(packed);
            all.len() as u32 - 1
        })
    };
    for reference in &record.references {
        name.push(names.number(&reference.name).into());
        target.push(match reference.targets.as_slice() {
            [] => 0,
            [one] => u64::from(number(one)) * 2 + 1,
            many => {
                let place = lists.len() as u64;
                lists.push(many.len() as u32);
                lists.extend(many.iter().map(&mut number));
                place * 2 + 2
            }
        });
        for ((_, of), packer) in REFERENCE_COLUMNS.iter().zip(plain.iter_mut()) {
            packer.push(of(reference));
        }
    }
    (PackedRows::new(columns), all.into(), lists.into())
}

/// The qualified name up to its last name, and true; where it does not end with the name, all of it
/// and false.
fn qualifier(symbol: &SymbolRecord) -> (&str, bool) {
    match symbol.qualified.strip_suffix(&symbol.name) {
        Some(before) => (before, true),
        None => (&symbol.qualified, false),
    }
}

fn encode(value: impl bincode::Encode) -> Vec<u8> {
    // Writing to memory fails for no value that can be encoded; an empty record reads as damaged.
    bincode::encode_to_vec(value, RECORD).unwrap_or_default()
}
