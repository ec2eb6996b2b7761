//! A segment made file by file: each is packed as soon as it is known, so that the records of all files need
//! never be in memory together.

use crate::interner::Interner;
use crate::mmap::Bytes;
use crate::numbered_file::NumberedFile;
use crate::packed_file::{PackedFile, PackedTarget};
use crate::record::FileRecord;
use crate::segment_input::SegmentInput;
use crate::spill::Spill;
use crate::tables::{NumberTable, SharedTables, TargetTable};
use crate::write::write_files;
use std::path::Path;
use std::sync::Arc;

/// Collects the files of a segment, in any order.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    spill: Arc<Spill>,
    files: Vec<NumberedFile>,
    names: Interner,
    texts: Interner,
}

impl SegmentBuilder {
    /// A builder of files that wait in `spill`. Words of them that wait in a file already wait in that of this spill.
    pub fn new(spill: Arc<Spill>) -> Self {
        Self { spill, ..Self::default() }
    }

    /// Adds a file. Where two have one path, the first one stays. O(names of the file).
    pub fn add(&mut self, mut file: PackedFile) {
        let Self { spill, names, texts, .. } = self;
        file.spill(spill);
        let name_numbers = file.names.iter().map(|text| names.number(text)).collect();
        let text_numbers: Box<[u32]> = file.texts.iter().map(|text| texts.number(text)).collect();
        let path = texts.number(&file.path);
        (file.names, file.texts) = Default::default();
        for target in &mut file.targets {
            if let PackedTarget::Module(text) | PackedTarget::External(text) = target {
                *text = text_numbers.get(*text as usize).copied().unwrap_or_default();
            }
        }
        self.files.push(NumberedFile {
            packed: file,
            names: name_numbers,
            texts: text_numbers,
            targets: Box::default(),
            symbol_keys: Box::default(),
            consulted: Box::default(),
            extends: Box::default(),
            packages: Box::default(),
            path,
        });
    }

    /// How many files were added.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// True where none was added.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The bytes of a segment with the files; `None` once `stopped` returns true, or where the file in which they
    /// wait cannot be read or is that of another spill. Equal files give equal bytes, in whatever order they came. Where they are many they stand in a file without a name in `folder`,
    /// not in memory. O(index * log index).
    pub fn finish(self, stopped: &dyn Fn() -> bool, folder: Option<&Path>) -> Option<Bytes> {
        let Self { spill, mut files, names: name_set, texts: text_set } = self;
        let spilled = spill.spilled()?;
        if !files.iter().all(|file| file.packed.fits(&spilled)) {
            return None;
        }
        files.sort_by(|a, b| a.packed.path.cmp(&b.packed.path));
        files.dedup_by(|later, first| later.packed.path == first.packed.path);
        let names = name_set.sorted_in_any_case();
        let texts = text_set.sorted();
        for file in &mut files {
            file.names.iter_mut().for_each(|number| *number = names.rank(*number));
            file.texts.iter_mut().for_each(|number| *number = texts.rank(*number));
            file.path = texts.rank(file.path);
            for target in &mut file.packed.targets {
                if let PackedTarget::Module(text) | PackedTarget::External(text) = target {
                    *text = texts.rank(*text);
                }
            }
        }
        let shared = SharedTables {
            names: names.order.iter().map(|number| name_set.text(*number)).collect(),
            texts: texts.order.iter().map(|number| text_set.text(*number)).collect(),
            targets: TargetTable::new(
                files.iter().flat_map(|file| file.packed.symbol_keys.iter().copied()),
                || files.iter().flat_map(|file| file.packed.targets.iter().copied()),
            ),
            consulted: NumberTable::new(files.iter().flat_map(|file| file.packed.consulted(&spilled))),
            extended: NumberTable::new(files.iter().flat_map(|file| file.packed.extends.iter().copied())),
            packages: NumberTable::new(files.iter().flat_map(|file| file.packed.packages.iter().copied())),
        };
        drop((names, texts));
        files.iter_mut().for_each(|file| file.number(&shared, &spilled));
        if stopped() {
            return None;
        }
        write_files(&SegmentInput { files: &files, shared: &shared, spilled: &spilled }, stopped, folder)
    }
}

/// The bytes of a segment with these records, each path once. Equal records give equal bytes.
/// O(index * log index).
pub fn write(records: &[FileRecord]) -> Vec<u8> {
    let mut builder = SegmentBuilder::default();
    records.iter().for_each(|record| builder.add(PackedFile::new(record)));
    builder.finish(&|| false, None).map_or_else(Vec::new, Bytes::into_vec)
}
