//! A file of a segment that is being made, in numbers of that segment.

use crate::packed_file::PackedFile;
use crate::tables::{NumberTable, SharedTables};

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

impl NumberedFile {
    /// Puts numbers into the place of keys, which are not needed after that. `spilled` are the bytes of the file of
    /// the spill.
    pub(crate) fn number(&mut self, shared: &SharedTables<'_>, spilled: &[u8]) {
        let packed = &mut self.packed;
        let targets = &shared.targets;
        self.targets = std::mem::take(&mut packed.targets).iter().map(|one| targets.index(*one)).collect();
        self.symbol_keys =
            std::mem::take(&mut packed.symbol_keys).iter().map(|key| targets.key(*key)).collect();
        let indexes = |table: &NumberTable, numbers: &mut Box<[u64]>| {
            std::mem::take(numbers).iter().map(|number| table.index(*number)).collect()
        };
        self.consulted = packed.consulted(spilled).map(|key| shared.consulted.index(key)).collect();
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
    pub(crate) fn targets_of_references<'a>(
        &'a self,
        spilled: &'a [u8],
    ) -> impl Iterator<Item = &'a [u32]> + Clone {
        let lists = &self.packed.target_lists;
        self.packed.reference_targets(spilled).map(move |coded| {
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
