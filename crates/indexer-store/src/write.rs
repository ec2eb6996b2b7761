//! Records to the bytes of a segment.

use crate::format::{FileWriter, RECORD, Section as S};
use crate::record::{FileRecord, ReferenceRecord, SymbolRecord};
use crate::tables::{NameTable, NumberTable, RunTable, TargetTable, TextTable, starts};
use crate::words::write_words;
use indexer_core::key::hash_text;
use indexer_core::{Resolution, Target};

/// The bytes of a segment with these records, which must be sorted by path (bytes), each path once.
/// Equal records give equal bytes. O(index * log index).
///
/// A column is written straight from the records, so that beside them and the file little more
/// than the indexes is in memory.
pub fn write(records: &[FileRecord]) -> Vec<u8> {
    write_unless(records, &|| false).unwrap_or_default()
}

/// Writes a group of sections that follow one another.
type WriteSections<'p> = dyn Fn(&mut FileWriter, &Tables<'_>) + 'p;

/// As [`write()`], but stops between groups of sections once `stopped` returns true; then `None`.
pub fn write_unless(records: &[FileRecord], stopped: &dyn Fn() -> bool) -> Option<Vec<u8>> {
    debug_assert!(records.is_sorted_by(|a, b| a.path < b.path), "records are sorted by path");
    let tables = Tables::new(records);
    let mut out = FileWriter::new();
    let texts = |out: &mut FileWriter, tables: &Tables<'_>| {
        tables.texts.write(out, S::TextBytes, S::TextEnd);
        tables.names.write(out);
    };
    let parts: [&WriteSections<'_>; 8] = [
        &texts,
        &write_name_indexes,
        &write_files,
        &write_symbols,
        &write_references,
        &write_targets,
        &write_inverted,
        &|out, tables| write_words(out, tables.records),
    ];
    for part in parts {
        if stopped() {
            return None;
        }
        part(&mut out, &tables);
    }
    (!stopped()).then(|| out.finish())
}

/// The records, and the tables of the values that they share.
struct Tables<'r> {
    records: &'r [FileRecord],
    texts: TextTable<'r>,
    names: NameTable<'r>,
    targets: TargetTable,
    /// Name of each symbol, of each reference.
    symbol_names: Vec<u32>,
    reference_names: Vec<u32>,
}

impl<'r> Tables<'r> {
    fn new(records: &'r [FileRecord]) -> Self {
        let symbols = || records.iter().flat_map(|r| &r.symbols);
        let references = || records.iter().flat_map(|r| &r.references);
        let of_files = records.iter().flat_map(|r| [r.path.as_str(), &r.language, &r.module]);
        let of_symbols = symbols().map(|s| qualifier(s).0);
        let of_targets = references().flat_map(|r| &r.targets).filter_map(|target| match target {
            Target::Symbol(_) => None,
            Target::Module(text) | Target::External(text) => Some(text.as_str()),
        });
        let texts = TextTable::new(of_files.chain(of_symbols).chain(of_targets));
        let symbol_texts = symbols().map(|s| s.name.as_str());
        let names = NameTable::new(symbol_texts.clone().chain(references().map(|r| &*r.name)));
        let keys = symbols().map(|s| s.key.0);
        let targets = TargetTable::new(keys, references().flat_map(|r| &r.targets), &texts);
        let symbol_names = symbol_texts.map(|name| names.index(name)).collect();
        let reference_names = references().map(|r| names.index(&r.name)).collect();
        Self { records, texts, names, targets, symbol_names, reference_names }
    }

    fn symbols(&self) -> impl Iterator<Item = &'r SymbolRecord> + Clone + use<'r> {
        self.records.iter().flat_map(|r| &r.symbols)
    }

    fn references(&self) -> impl Iterator<Item = &'r ReferenceRecord> + Clone + use<'r> {
        self.records.iter().flat_map(|r| &r.references)
    }

    /// A column with a text for each record.
    fn text_column(&self, out: &mut FileWriter, section: S, of: fn(&FileRecord) -> &str) {
        out.column(section, self.records.iter().map(|r| u64::from(self.texts.index(of(r)))));
    }
}

/// The qualified name up to its last name, and true; where it does not end with the name, all of it
/// and false.
fn qualifier(symbol: &SymbolRecord) -> (&str, bool) {
    match symbol.qualified.strip_suffix(&symbol.name) {
        Some(before) => (before, true),
        None => (&symbol.qualified, false),
    }
}

fn write_name_indexes(out: &mut FileWriter, t: &Tables<'_>) {
    let count = t.names.len();
    let symbols = RunTable::new(count, numbered(&t.symbol_names));
    let references = RunTable::new(count, numbered(&t.reference_names));
    let mut exact: Vec<(u64, u32)> = (0..count as u32)
        .filter(|name| symbols.is_owner(*name))
        .map(|name| (hash_text(t.names.text(name)), name))
        .collect();
    exact.sort_unstable();
    out.column(S::ExactHash, exact.iter().map(|e| e.0));
    out.column(S::ExactName, exact.iter().map(|e| u64::from(e.1)));
    symbols.write(out, S::NameSymbolStart, S::NameSymbol);
    references.write(out, S::NameReferenceStart, S::NameReference);
}

fn write_files(out: &mut FileWriter, t: &Tables<'_>) {
    let files = t.records;
    t.text_column(out, S::FilePath, |r| &r.path);
    out.bytes(S::FileContent, files.iter().map(|r| r.content.0.as_slice()));
    t.text_column(out, S::FileLanguage, |r| &r.language);
    t.text_column(out, S::FileModule, |r| &r.module);
    out.column(S::FileBytes, files.iter().map(|r| u64::from(r.bytes)));
    out.column(S::FileLines, files.iter().map(|r| u64::from(r.lines)));
    out.column(S::FileFlags, files.iter().map(|r| u64::from(!r.problems.is_empty())));
    out.column(S::FileSymbolStart, starts(files.iter().map(|r| r.symbols.len())));
    out.column(S::FileReferenceStart, starts(files.iter().map(|r| r.references.len())));
    let count = |resolution: Resolution| {
        let of = move |r: &FileRecord| r.references.iter().filter(|e| e.resolution == resolution).count();
        files.iter().map(move |r| of(r) as u64)
    };
    out.column(S::FileResolved, count(Resolution::Resolved));
    out.column(S::FilePossible, count(Resolution::Possible));
    out.column(S::FileExternal, count(Resolution::External));
    let details = files.iter().map(|r| encode((&r.problems, r.tally, &r.doc, &r.packages)));
    write_details(out, S::FileRecordBytes, S::FileRecordEnd, details);
    let mut paths: Vec<(u64, u32)> = files.iter().zip(0..).map(|(r, i)| (hash_text(&r.path), i)).collect();
    paths.sort_unstable();
    out.column(S::PathHash, paths.iter().map(|p| p.0));
    out.column(S::PathFile, paths.iter().map(|p| u64::from(p.1)));
}

fn write_symbols(out: &mut FileWriter, t: &Tables<'_>) {
    let all = || t.symbols();
    let narrow = u64::from;
    out.column(S::SymbolKey, all().map(|s| u64::from(t.targets.key(s.key.0))));
    out.column(S::SymbolName, t.symbol_names.iter().map(|n| u64::from(*n)));
    out.column(
        S::SymbolQualifier,
        all().map(|s| {
            let (text, before) = qualifier(s);
            u64::from(t.texts.index(text)) * 2 + u64::from(before)
        }),
    );
    out.column(S::SymbolKind, all().map(|s| narrow(s.kind.code().into())));
    out.column(S::SymbolVisibility, all().map(|s| narrow(s.visibility.code().into())));
    out.column(S::SymbolFlags, all().map(|s| narrow(s.flags.0)));
    out.column(S::SymbolOwner, all().map(|s| optional(s.owner)));
    out.column(S::SymbolNameStart, all().map(|s| narrow(s.name_span.start)));
    out.column(S::SymbolNameLength, all().map(|s| narrow(s.name_span.end.wrapping_sub(s.name_span.start))));
    out.column(S::SymbolBefore, all().map(|s| narrow(s.name_span.start.wrapping_sub(s.span.start))));
    out.column(S::SymbolLength, all().map(|s| narrow(s.span.end.wrapping_sub(s.span.start))));
    out.column(S::SymbolLine, all().map(|s| narrow(s.at.line)));
    out.column(S::SymbolColumn, all().map(|s| narrow(s.at.column)));
    out.column(S::SymbolLinesBefore, all().map(|s| narrow(s.at.line.wrapping_sub(s.start_line))));
    out.column(S::SymbolLinesAfter, all().map(|s| narrow(s.end_line.wrapping_sub(s.at.line))));
    let details = all().map(|s| encode((&s.signature, &s.doc, s.metrics)));
    write_details(out, S::SymbolRecordBytes, S::SymbolRecordEnd, details);
}

fn write_references(out: &mut FileWriter, t: &Tables<'_>) {
    let all = || t.references();
    let narrow = u64::from;
    out.column(S::ReferenceName, t.reference_names.iter().map(|n| u64::from(*n)));
    out.column(S::ReferenceStart, all().map(|r| narrow(r.span.start)));
    out.column(S::ReferenceLength, all().map(|r| narrow(r.span.end.wrapping_sub(r.span.start))));
    out.column(S::ReferenceLine, all().map(|r| narrow(r.at.line)));
    out.column(S::ReferenceColumn, all().map(|r| narrow(r.at.column)));
    let role = |r: &ReferenceRecord| u32::from(r.role.code()) | u32::from(r.resolution.code()) << 4;
    out.column(S::ReferenceRole, all().map(|r| narrow(role(r))));
    out.column(S::ReferenceRule, all().map(|r| narrow(r.rule.code().into())));
    out.column(S::ReferenceArguments, all().map(|r| optional(r.arguments.map(u32::from))));
    out.column(S::ReferenceEnclosing, all().map(|r| optional(r.enclosing)));
    let mut lists: Vec<u32> = Vec::new();
    let mut targets: Vec<u64> = Vec::with_capacity(t.reference_names.len());
    for reference in all() {
        targets.push(match reference.targets.as_slice() {
            [] => 0,
            [one] => u64::from(t.targets.index(one, &t.texts)) * 2 + 1,
            many => {
                let place = lists.len() as u64;
                lists.push(many.len() as u32);
                lists.extend(many.iter().map(|target| t.targets.index(target, &t.texts)));
                place * 2 + 2
            }
        });
    }
    out.column(S::ReferenceTarget, targets.iter().copied());
    out.column(S::ReferenceCandidates, all().map(|r| narrow(r.candidates)));
    out.column(S::TargetList, lists.iter().map(|n| u64::from(*n)));
}

fn write_targets(out: &mut FileWriter, t: &Tables<'_>) {
    let mut defined = vec![0u64; t.targets.keys.len()];
    for (symbol, number) in t.symbols().zip(1u64..) {
        if let Some(place) = defined.get_mut(t.targets.key(symbol.key.0) as usize) {
            *place = if *place == 0 { number } else { *place };
        }
    }
    out.column(S::Key, t.targets.keys.iter().copied());
    out.column(S::KeySymbol, defined.iter().copied());
    out.column(S::ModuleTarget, t.targets.modules.iter().map(|n| u64::from(*n)));
    out.column(S::ExternalTarget, t.targets.externals.iter().map(|n| u64::from(*n)));
    let inbound = t.references().zip(0u32..).flat_map(|(reference, number)| {
        reference.targets.iter().map(move |target| (t.targets.index(target, &t.texts), number))
    });
    RunTable::new(t.targets.len(), inbound.collect()).write(out, S::InboundStart, S::Inbound);
}

fn write_inverted(out: &mut FileWriter, t: &Tables<'_>) {
    let consulted = NumberTable::new(t.records.iter().flat_map(|r| r.consulted.iter().map(|k| k.0)));
    let pairs = files_of(t.records, |r| r.consulted.iter().map(|k| consulted.index(k.0)));
    out.column(S::Consulted, consulted.iter());
    RunTable::new(consulted.len(), pairs).write(out, S::ConsultedFileStart, S::ConsultedFile);
    out.column(S::FileConsultedStart, starts(t.records.iter().map(|r| r.consulted.len())));
    let forward = t.records.iter().flat_map(|r| &r.consulted).map(|k| u64::from(consulted.index(k.0)));
    out.column(S::FileConsulted, forward);

    let extended = NumberTable::new(t.records.iter().flat_map(|r| r.extends.iter().copied()));
    let pairs = files_of(t.records, |r| r.extends.iter().map(|k| extended.index(*k)));
    out.column(S::Extended, extended.iter());
    RunTable::new(extended.len(), pairs).write(out, S::ExtendedFileStart, S::ExtendedFile);
    out.column(S::FileExtendedStart, starts(t.records.iter().map(|r| r.extends.len())));
    let forward = t.records.iter().flat_map(|r| &r.extends).map(|k| u64::from(extended.index(*k)));
    out.column(S::FileExtended, forward);

    let packages = NumberTable::new(t.records.iter().flat_map(|r| r.packages.iter().map(|p| hash_text(p))));
    let pairs = files_of(t.records, |r| r.packages.iter().map(|p| packages.index(hash_text(p))));
    out.column(S::Package, packages.iter());
    RunTable::new(packages.len(), pairs).write(out, S::PackageFileStart, S::PackageFile);
}

/// Pairs (number, file) for the numbers that `numbers` gives for each file.
fn files_of<'r, I: Iterator<Item = u32>>(
    records: &'r [FileRecord],
    numbers: impl Fn(&'r FileRecord) -> I,
) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (record, file) in records.iter().zip(0u32..) {
        pairs.extend(numbers(record).map(|number| (number, file)));
    }
    pairs
}

/// Pairs (owner, index of the item), in the order of the items.
fn numbered(owners: &[u32]) -> Vec<(u32, u32)> {
    owners.iter().copied().zip(0u32..).collect()
}

fn optional(number: Option<u32>) -> u64 {
    number.map_or(0, |n| u64::from(n) + 1)
}

fn encode(value: impl bincode::Encode) -> Vec<u8> {
    // Writing to memory fails for no value that can be encoded; an empty record reads as damaged.
    bincode::encode_to_vec(value, RECORD).unwrap_or_default()
}

pub(crate) fn write_details(out: &mut FileWriter, bytes: S, ends: S, details: impl Iterator<Item = Vec<u8>>) {
    let mut all: Vec<u8> = Vec::new();
    let mut sums: Vec<u64> = Vec::new();
    for detail in details {
        all.extend_from_slice(&detail);
        sums.push(all.len() as u64);
    }
    out.bytes(bytes, std::iter::once(all.as_slice()));
    out.column(ends, sums.iter().copied());
}
