//! What numbers files have now that had others: files are numbered by path, so one that comes or goes moves those after it.

use indexer_core::FileId;

/// The number of each file in the run of the linker that follows, by its number in the run before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renumbering {
    now: Vec<Option<FileId>>,
    /// Files below this keep their numbers.
    first_moved: u32,
    /// The number that follows on those in `now`.
    rest: u32,
}

impl Renumbering {
    /// `now` has the new number of each file in the order of the old ones, `None` for a file that is gone. The new numbers
    /// ascend as the old ones do, so that what is sorted by file stays sorted. Files of installed packages, behind these,
    /// are numbered on from `rest`.
    pub fn new(now: Vec<Option<FileId>>, rest: usize) -> Self {
        debug_assert!(now.iter().flatten().is_sorted(), "{now:?}");
        let stays = |(at, now): (usize, &Option<FileId>)| now.is_some_and(|now| now.index() == at);
        let first_moved = now.iter().enumerate().take_while(|one| stays(*one)).count() as u32;
        Self { now, first_moved, rest: rest as u32 }
    }

    /// True where each file keeps its number.
    pub fn is_identity(&self) -> bool {
        self.first_moved as usize == self.now.len() && self.rest == self.first_moved
    }

    /// The new number of a file; `None` where it is gone. O(1)
    pub fn of(&self, file: FileId) -> Option<FileId> {
        match self.now.get(file.index()) {
            Some(now) => *now,
            None => Some(FileId(file.0 - self.now.len() as u32 + self.rest)),
        }
    }

    /// True where the file has another number, or is gone. O(1)
    pub(crate) fn moves(&self, file: FileId) -> bool {
        file.0 >= self.first_moved && self.of(file) != Some(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_come_and_go_move_those_behind_them() {
        let of = |now: &[Option<u32>], rest| {
            Renumbering::new(now.iter().map(|now| now.map(FileId)).collect(), rest)
        };
        let all = |map: &Renumbering| (0..5).map(|i| map.of(FileId(i)).map(|now| now.0)).collect::<Vec<_>>();
        let same = of(&[Some(0), Some(1), Some(2)], 3);
        assert!(same.is_identity());
        assert_eq!(all(&same), [Some(0), Some(1), Some(2), Some(3), Some(4)]);
        let moved = of(&[Some(0), None, Some(3)], 4);
        assert!(!moved.is_identity());
        assert_eq!(all(&moved), [Some(0), None, Some(3), Some(4), Some(5)]);
        assert_eq!([0, 1, 2, 3].map(|i| moved.moves(FileId(i))), [false, true, true, true]);
        assert!(!of(&[Some(0), Some(1)], 3).is_identity());
        assert!(!of(&[Some(0), Some(1), None], 2).is_identity());
    }
}
