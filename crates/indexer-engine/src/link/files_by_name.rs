//! Which files have a name, for as many pairs of both as a first build has.

use indexer_core::FileId;
use indexer_link::DefinedKinds;

/// Pairs of the hash of a name and a file that has it.
#[derive(Debug, Default)]
pub(super) struct FilesByName(Vec<NameInFile>);

/// A hash in halves: 12 bytes with the file, where a pair would take 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NameInFile {
    upper: u32,
    lower: u32,
    /// The file, and in the lowest bits what it defines under the name.
    file: u32,
}

impl FilesByName {
    /// Adds the names of a file.
    pub(super) fn enter(&mut self, file: FileId, names: &[u64]) {
        self.enter_kinds(file, names.iter().map(|name| (*name, DefinedKinds::default())));
    }

    /// The same with what the file defines under each of them. There are at most 2^29 files.
    pub(super) fn enter_kinds(&mut self, file: FileId, names: impl Iterator<Item = (u64, DefinedKinds)>) {
        let file = file.0 << DefinedKinds::BITS;
        self.0.extend(names.map(|(hash, kinds)| NameInFile {
            upper: (hash >> 32) as u32,
            lower: hash as u32,
            file: file | u32::from(kinds.bits()),
        }));
    }

    /// Makes [`of`](Self::of) find what was added.
    pub(super) fn sort(&mut self) {
        self.0.sort_unstable();
        self.0.shrink_to_fit();
    }

    /// The files that have a name, ascending.
    pub(super) fn of(&self, name: u64) -> impl Iterator<Item = FileId> + '_ {
        self.with_kinds(name).map(|(file, _)| file)
    }

    /// The same with what each defines under it. O(files found) expected: hashes are spread evenly.
    pub(super) fn with_kinds(&self, name: u64) -> impl Iterator<Item = (FileId, DefinedKinds)> + '_ {
        let len = self.0.len();
        let guess = ((u128::from(name) * len as u128) >> 64) as usize;
        let name = ((name >> 32) as u32, name as u32);
        let is_before = |one: &NameInFile| (one.upper, one.lower) < name;
        // Doubles the part around the guess until the first of the name can only be inside, or behind its end.
        let (mut low, mut high, mut width) = (guess, guess, 8);
        while low > 0 && !is_before(&self.0[low - 1]) {
            low = low.saturating_sub(width);
            width *= 2;
        }
        width = 8;
        while high < len && is_before(&self.0[high]) {
            high = (high + width).min(len);
            width *= 2;
        }
        let start = low + self.0[low..high].partition_point(is_before);
        let found = self.0[start..].iter().take_while(move |one| (one.upper, one.lower) == name);
        found.map(|one| (FileId(one.file >> DefinedKinds::BITS), DefinedKinds::from_bits(one.file as u8)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_both_halves_of_a_hash() {
        let mut index = FilesByName::default();
        index.enter(FileId(1), &[1 << 32 | 5, 5, u64::MAX]);
        index.enter(FileId(0), &[5, 2 << 32 | 5]);
        index.sort();
        let of = |name: u64| index.of(name).map(|file| file.0).collect::<Vec<_>>();
        assert_eq!(
            [of(5), of(1 << 32 | 5), of(2 << 32 | 5), of(u64::MAX)],
            [vec![0, 1], vec![1], vec![0], vec![1]]
        );
        assert!(of(0).is_empty() && of(1 << 32).is_empty());
    }

    #[test]
    fn files_stay_in_order_whatever_they_define() {
        let mut index = FilesByName::default();
        let kinds = |bits| DefinedKinds::from_bits(bits);
        index.enter_kinds(FileId(3), [(5, kinds(0))].into_iter());
        index.enter_kinds(FileId((1 << 29) - 1), [(5, kinds(1))].into_iter());
        index.enter_kinds(FileId(2), [(5, kinds(7)), (6, kinds(2))].into_iter());
        index.sort();
        let found: Vec<(u32, u8)> = index.with_kinds(5).map(|(file, kinds)| (file.0, kinds.bits())).collect();
        assert_eq!(found, [(2, 7), (3, 0), ((1 << 29) - 1, 1)]);
    }

    #[test]
    fn names_are_found_among_many_however_they_are_spread() {
        let even = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let uneven = |n: u64| n * n * n;
        for hash in [even as fn(u64) -> u64, uneven] {
            let mut index = FilesByName::default();
            let names: Vec<u64> = (1..2_000).map(hash).collect();
            (0..3).for_each(|file| index.enter(FileId(file), &names));
            index.sort();
            for name in names {
                assert_eq!(index.of(name).map(|file| file.0).collect::<Vec<_>>(), [0, 1, 2]);
                assert_eq!(index.of(name + 1).count(), 0);
            }
        }
        assert_eq!(FilesByName::default().of(7).count(), 0);
    }
}
