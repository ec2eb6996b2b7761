//! Which files have a name, for as many pairs of both as a first build has.

use indexer_core::FileId;

/// Pairs of the hash of a name and a file that has it.
#[derive(Debug, Default)]
pub(super) struct FilesByName(Vec<NameInFile>);

/// A hash in halves: 12 bytes with the file, where a pair would take 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NameInFile {
    upper: u32,
    lower: u32,
    file: FileId,
}

impl FilesByName {
    /// Adds the names of a file.
    pub(super) fn enter(&mut self, file: FileId, names: &[u64]) {
        let pair = |hash: &u64| NameInFile { upper: (*hash >> 32) as u32, lower: *hash as u32, file };
        self.0.extend(names.iter().map(pair));
    }

    /// Makes [`of`](Self::of) find what was added.
    pub(super) fn sort(&mut self) {
        self.0.sort_unstable();
        self.0.shrink_to_fit();
    }

    /// The files that have a name, ascending. O(log pairs + files found).
    pub(super) fn of(&self, name: u64) -> impl Iterator<Item = FileId> + '_ {
        let name = ((name >> 32) as u32, name as u32);
        let start = self.0.partition_point(|one| (one.upper, one.lower) < name);
        let found = self.0[start..].iter().take_while(move |one| (one.upper, one.lower) == name);
        found.map(|one| one.file)
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
}
