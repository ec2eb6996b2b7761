//! A segment made file by file: each is packed as soon as it is known, so that the records of all files need
//! never be in memory together.

use crate::interner::Interner;
use crate::mmap::Bytes;
use crate::packed_file::{PackedFile, PackedTarget};
use crate::tables::{NumberTable, TargetTable};
use crate::write::write_files;
use std::path::Path;

/// Collects the files of a segment, in any order.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    files: Vec<NumberedFile>,
    names: Interner,
    texts: Interner,
}

/// A file whose texts, names and targets are numbers of the segment.
#[derive(Debug)]
pub(crate) struct NumberedFile {
    pub(crate) packed: PackedFile,
    /// For each of the file's names and texts its number: as it came, and its place in order in the end.
    pub(crate) names: Box<[u32]>,
    pub(crate) texts: Box<[u32]>,
    /// For each of the file's targets its number.
    pub(crate) targets: Box<[u32]>,
    /// For each symbol the number of its key.
    pub(crate) symbol_keys: Box<[u32]>,
    /// For each consulted key, extended type and package its number.
    pub(crate) consulted: Box<[u32]>,
    pub(crate) extends: Box<[u32]>,
    pub(crate) packages: Box<[u32]>,
    /// The number of its path among the texts.
    pub(crate) path: u32,
}

/// What the files of a segment share, in order.
pub(crate) struct SharedTables<'b> {
    pub(crate) names: Vec<&'b str>,
    pub(crate) texts: Vec<&'b str>,
    pub(crate) targets: TargetTable,
    pub(crate) consulted: NumberTable,
    pub(crate) extended: NumberTable,
    pub(crate) packages: NumberTable,
}

impl SegmentBuilder {
    /// Adds a file. Where two have one path, the first one stays. O(names of the file).
    pub fn add(&mut self, mut file: PackedFile) {
        let Self { names, texts, .. } = self;
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

    /// The bytes of a segment with the files; `None` once `stopped` returns true. Equal files give equal
    /// bytes, in whatever order they came. Where they are many they stand in a file without a name in `folder`,
    /// not in memory. O(index * log index).
    pub fn finish(self, stopped: &dyn Fn() -> bool, folder: Option<&Path>) -> Option<Bytes> {
        let Self { mut files, names: name_set, texts: text_set } = self;
        files.sort_by(|a, b| a.packed.path.cmp(&b.packed.path));
        files.dedup_by(|later, first| later.packed.path == first.packed.path);
        let names = name_set.sorted_by(|text| (text.to_lowercase(), text));
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
            targets: TargetTable::new(&files),
            consulted: NumberTable::new(files.iter().flat_map(|file| file.packed.consulted.iter().copied())),
            extended: NumberTable::new(files.iter().flat_map(|file| file.packed.extends.iter().copied())),
            packages: NumberTable::new(files.iter().flat_map(|file| file.packed.packages.iter().copied())),
        };
        drop((names, texts));
        files.iter_mut().for_each(|file| file.number(&shared));
        if stopped() {
            return None;
        }
        write_files(&files, &shared, stopped, folder)
    }
}

impl NumberedFile {
    /// Puts numbers into the place of keys, which are not needed after that.
    fn number(&mut self, shared: &SharedTables<'_>) {
        let packed = &mut self.packed;
        let targets = &shared.targets;
        self.targets = std::mem::take(&mut packed.targets).iter().map(|one| targets.index(*one)).collect();
        self.symbol_keys =
            std::mem::take(&mut packed.symbol_keys).iter().map(|key| targets.key(*key)).collect();
        let indexes = |table: &NumberTable, numbers: &mut Box<[u64]>| {
            std::mem::take(numbers).iter().map(|number| table.index(*number)).collect()
        };
        self.consulted = indexes(&shared.consulted, &mut packed.consulted);
        self.extends = indexes(&shared.extended, &mut packed.extends);
        self.packages = indexes(&shared.packages, &mut packed.packages);
        let mut place = 0;
        while let Some(length) = packed.target_lists.get(place).map(|length| *length as usize) {
            let list = packed.target_lists.get_mut(place + 1..place + 1 + length).unwrap_or_default();
            for target in list {
                *target = self.targets.get(*target as usize).copied().unwrap_or_default();
            }
            place += 1 + length;
        }
    }

    /// The targets of each reference.
    pub(crate) fn targets_of_references(&self) -> impl Iterator<Item = &[u32]> + Clone {
        let lists = &self.packed.target_lists;
        self.packed.reference_targets().map(move |coded| {
            let place = (coded.saturating_sub(1) / 2) as usize;
            let found = match coded {
                0 => None,
                _ if coded % 2 == 1 => self.targets.get(place..=place),
                _ => lists.get(place).and_then(|length| lists.get(place + 1..place + 1 + *length as usize)),
            };
            found.unwrap_or(&[])
        })
    }

    /// What a column of numbers of names says in numbers of the segment.
    pub(crate) fn name(&self, number: u64) -> u32 {
        self.names.get(number as usize).copied().unwrap_or_default()
    }

    /// The same for texts.
    pub(crate) fn text(&self, number: u64) -> u32 {
        self.texts.get(number as usize).copied().unwrap_or_default()
    }
}
