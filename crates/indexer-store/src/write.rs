//! Packed files to the bytes of a segment.

use crate::file_writer::FileWriter;
use crate::format::Section as S;
use crate::mmap::Bytes;
use crate::numbered_file::NumberedFile;
use crate::packed_file::{REFERENCE_COLUMNS, SYMBOL_COLUMNS};
use crate::segment_input::SegmentInput;
use crate::symbol_blocks::BlockFrames;
use crate::tables::{RunTable, SharedTables, starts};
use crate::write_words::write_words;
use indexer_core::key::hash_text;
use std::path::Path;

/// Writes a group of sections that follow one another.
type WriteSections<'p> = dyn Fn(&mut FileWriter<'_>, &SegmentInput<'_>) + 'p;

/// The bytes of a segment with these files, sorted by path; `None` once `stopped` returns true, which is asked
/// between groups of sections. Where it is large it is a file without a name in `folder`.
pub(crate) fn write_files(
    tables: &SegmentInput<'_>,
    stopped: &dyn Fn() -> bool,
    folder: Option<&Path>,
) -> Option<Bytes> {
    let mut out = FileWriter::new(folder);
    let parts: [&WriteSections<'_>; 8] = [
        &write_texts,
        &write_name_indexes,
        &write_file_columns,
        &write_symbols,
        &write_references,
        &write_targets,
        &write_inverted,
        &write_words,
    ];
    for part in parts {
        if stopped() {
            return None;
        }
        part(&mut out, tables);
    }
    let written = out.finish();
    match written {
        // A disk is full: what cannot be stored is still there for answers.
        None if folder.is_some() => write_files(tables, stopped, None),
        written => written.filter(|_| !stopped()),
    }
}

fn write_texts(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    let SharedTables { texts, names, .. } = t.shared;
    for (bytes, ends, texts) in [(S::TextBytes, S::TextEnd, texts), (S::NameBytes, S::NameEnd, names)] {
        out.bytes(bytes, texts.iter().map(|text| text.as_bytes()));
        out.column(ends, starts(texts.iter().map(|text| text.len())).skip(1));
    }
    // The hash of each distinct lower-cased name with the first name that is so.
    let mut lower: Vec<(u64, u32)> = Vec::new();
    let mut last: Option<String> = None;
    for (name, index) in names.iter().zip(0u32..) {
        let text = name.to_lowercase();
        if last.as_ref() != Some(&text) {
            lower.push((hash_text(&text), index));
        }
        last = Some(text);
    }
    lower.sort_unstable();
    out.column(S::LowerHash, lower.iter().map(|l| l.0 >> 32));
    out.column(S::LowerName, lower.iter().map(|l| u64::from(l.1)));
}

fn write_name_indexes(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    let names = &t.shared.names;
    let symbols = RunTable::new(names.len(), t.symbol_names().zip(0u32..));
    let references = RunTable::new(names.len(), t.reference_names().zip(0u32..));
    let with_symbol = names.iter().zip(0u32..).filter(|(_, name)| symbols.is_owner(*name));
    let mut exact: Vec<(u64, u32)> = with_symbol.map(|(text, name)| (hash_text(text), name)).collect();
    exact.sort_unstable();
    out.column(S::ExactHash, exact.iter().map(|e| e.0 >> 32));
    out.column(S::ExactName, exact.iter().map(|e| u64::from(e.1)));
    symbols.write(out, S::NameSymbolStart, S::NameSymbol);
    references.write(out, S::NameReferenceStart, S::NameReference);
}

fn write_file_columns(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    let files = || t.packed();
    out.column(S::FilePath, t.files.iter().map(|file| u64::from(file.path)));
    out.bytes(S::FileContent, files().map(|f| f.content.0.as_slice()));
    out.column(S::FileLanguage, t.files.iter().map(|file| u64::from(file.text(0))));
    out.column(S::FileModule, t.files.iter().map(|file| u64::from(file.text(1))));
    out.column(S::FileBytes, files().map(|f| u64::from(f.bytes)));
    out.column(S::FileLines, files().map(|f| u64::from(f.lines)));
    out.column(S::FileFlags, files().map(|f| u64::from(f.has_problems)));
    out.column(S::FileSymbolStart, starts(t.files.iter().map(|file| file.symbol_keys.len())));
    out.column(S::FileReferenceStart, starts(files().map(|f| f.reference_count as usize)));
    for (section, at) in [S::FileResolved, S::FilePossible, S::FileExternal].into_iter().zip(0..) {
        out.column(section, files().map(move |f| f.resolutions.get(at).copied().unwrap_or_default().into()));
    }
    out.bytes(S::FileRecordBytes, files().map(|f| &*f.detail));
    out.column(S::FileRecordEnd, starts(files().map(|f| f.detail.len())).skip(1));
    let mut paths: Vec<(u64, u32)> = files().map(|f| hash_text(&f.path)).zip(0..).collect();
    paths.sort_unstable();
    out.column(S::PathHash, paths.iter().map(|p| p.0));
    out.column(S::PathFile, paths.iter().map(|p| u64::from(p.1)));
}

fn write_symbols(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    out.column(S::SymbolKey, t.files.iter().flat_map(|file| &file.symbol_keys).map(|key| u64::from(*key)));
    out.column(S::SymbolName, t.symbol_names().map(u64::from));
    let qualifiers = t.files.iter().flat_map(|file| {
        let all = file.packed.symbol_qualifiers(t.spilled);
        all.map(|coded| u64::from(file.text(coded / 2)) * 2 + coded % 2)
    });
    out.column(S::SymbolQualifier, qualifiers);
    for ((section, _), at) in SYMBOL_COLUMNS.iter().zip(0..) {
        out.column(*section, t.packed().flat_map(|file| file.symbol_column(at, t.spilled)));
    }
    let records = || t.packed().flat_map(|file| file.symbol_records(t.spilled));
    out.frames(S::SymbolBlockBytes, S::SymbolBlockEnd, BlockFrames::new(records()));
    out.column(S::SymbolRecordEnd, ends(records().map(<[u8]>::len)));
}

fn write_references(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    out.column(S::ReferenceName, t.reference_names().map(u64::from));
    for ((section, _), at) in REFERENCE_COLUMNS.iter().zip(0..) {
        if *section == S::ReferenceCandidates {
            // A list of a file stands behind those of the files before.
            let lists = t.packed().scan(0u64, |sum, file| {
                let start = *sum;
                *sum += file.target_lists.len() as u64;
                Some(start)
            });
            let targets = t.files.iter().zip(lists).flat_map(|(file, first)| {
                file.packed.reference_targets(t.spilled).map(move |coded| match coded {
                    0 => 0,
                    _ if coded % 2 == 0 => coded + first * 2,
                    _ => {
                        u64::from(file.targets.get((coded / 2) as usize).copied().unwrap_or_default()) * 2 + 1
                    }
                })
            });
            out.column(S::ReferenceTarget, targets);
        }
        out.column(*section, t.packed().flat_map(|file| file.reference_column(at, t.spilled)));
    }
    out.column(S::TargetList, t.packed().flat_map(|file| &file.target_lists).map(|n| u64::from(*n)));
}

fn write_targets(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    let targets = &t.shared.targets;
    let mut defined = vec![0u64; targets.keys.len()];
    for (key, number) in t.files.iter().flat_map(|file| &file.symbol_keys).zip(1u64..) {
        if let Some(place) = defined.get_mut(*key as usize) {
            *place = if *place == 0 { number } else { *place };
        }
    }
    out.column(S::Key, targets.keys.iter());
    out.column(S::KeySymbol, defined.iter().copied());
    out.column(S::ModuleTarget, targets.modules.iter());
    out.column(S::ExternalTarget, targets.externals.iter());
    let of_references = t.files.iter().flat_map(|file| file.targets_of_references(t.spilled)).zip(0u32..);
    let inbound = of_references.flat_map(|(of, number)| of.iter().map(move |target| (*target, number)));
    RunTable::new(targets.len(), inbound).write(out, S::InboundStart, S::Inbound);
}

fn write_inverted(out: &mut FileWriter<'_>, t: &SegmentInput<'_>) {
    let SharedTables { consulted, extended, packages, .. } = t.shared;
    out.column(S::Consulted, consulted.iter());
    files_of(t.files, consulted.len(), |file| &file.consulted).write(
        out,
        S::ConsultedFileStart,
        S::ConsultedFile,
    );

    out.column(S::Extended, extended.iter());
    files_of(t.files, extended.len(), |file| &file.extends).write(out, S::ExtendedFileStart, S::ExtendedFile);
    out.column(S::FileExtendedStart, starts(t.files.iter().map(|file| file.extends.len())));
    out.column(S::FileExtended, t.files.iter().flat_map(|file| &file.extends).map(|n| u64::from(*n)));

    out.column(S::Package, packages.iter());
    files_of(t.files, packages.len(), |file| &file.packages).write(out, S::PackageFileStart, S::PackageFile);
}

/// For each number the files that have it.
fn files_of(files: &[NumberedFile], owners: usize, numbers: fn(&NumberedFile) -> &[u32]) -> RunTable {
    let pairs = files.iter().zip(0u32..);
    RunTable::new(owners, pairs.flat_map(|(file, at)| numbers(file).iter().map(move |number| (*number, at))))
}

/// Where each of the items ends.
fn ends(lengths: impl Iterator<Item = usize>) -> impl Iterator<Item = u64> {
    lengths.scan(0u64, |sum, length| {
        *sum += length as u64;
        Some(*sum)
    })
}
