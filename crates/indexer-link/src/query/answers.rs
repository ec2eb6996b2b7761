//! Answers that outlive the run that found them.
//!
//! An answer is still true where nothing changed that it rests on, which is the condition under which a file keeps its
//! edges. But edges name symbols, and answers name them by their numbers: those of a file that was read again count
//! anew, and files are numbered by path, so that one more or less gives those behind it other numbers: answers are
//! renumbered then.

use crate::interned::{Arguments, held};
use crate::query::{DependencyLog, Key, Memo, Renumbering, Table, file_mut, file_of};
use crate::value::{Interner, Value};
use indexer_core::{DependencyKey, FileId};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// What runs of the linker have found, for one that follows. It belongs to the files of the run that gave it, in their
/// order, until it is [renumbered](Answers::renumber).
#[derive(Debug)]
pub struct Answers {
    /// Stands before `dependencies`, so that it is dropped first.
    pub(crate) memo: Table<Key, Memo>,
    pub(crate) dependencies: DependencyLog,
    pub(crate) texts: Interner<String>,
    pub(crate) arguments: Arguments,
}

impl Default for Answers {
    /// Nothing yet.
    fn default() -> Self {
        Self {
            memo: Table::new(),
            dependencies: DependencyLog::default(),
            texts: Interner::new(String::new()),
            arguments: Arguments::new(),
        }
    }
}

impl Answers {
    /// Forgets what rests on one of the `changed` keys, and what names something in a file that was read again or is gone.
    /// Files have the numbers here that they had in the run that gave the answers. O(answers and what they rest on).
    pub fn forget(&mut self, changed: &[DependencyKey], is_read_again: impl Fn(FileId) -> bool) {
        let changed: FxHashSet<DependencyKey> = changed.iter().copied().collect();
        let resting = self.dependencies.resting_on(&changed);
        let in_file = |value: Value| value.file().is_some_and(&is_read_again);
        let arguments = self.arguments.holding(in_file);
        let holds = |value| held(value).is_some_and(|args| arguments.get(args.0 as usize) == Some(&true));
        self.memo.retain(|key, memo| {
            !file_of(*key).is_some_and(&is_read_again)
                && !resting.contains(&Arc::as_ptr(&memo.dependencies))
                && !memo.set.iter().any(|value| in_file(value) || holds(value))
        });
        self.dependencies.drop_unused();
    }

    /// Gives files the numbers that they have in the run that follows, once [`forget`](Self::forget) knows which are gone.
    /// O(answers).
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        if renumbering.is_identity() {
            return;
        }
        let moved = self.memo.take_if(|key, memo| {
            file_of(*key).is_some_and(|file| renumbering.moves(file)) || memo.set.moves(renumbering)
        });
        self.arguments.renumber(renumbering);
        for (mut key, mut memo) in moved {
            let is_there = match file_mut(&mut key) {
                Some(file) => renumbering.of(*file).map(|now| *file = now).is_some(),
                None => true,
            };
            if is_there && Arc::make_mut(&mut memo).set.renumber(renumbering) {
                self.memo.insert(key, memo);
            }
        }
    }

    /// How many answers and parts of answers there are: what they take in memory is in proportion to it.
    pub fn size(&mut self) -> usize {
        self.memo.len() + self.texts.len() + self.arguments.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::LinkDatabase;
    use crate::testing::{database, rules};
    use crate::{ExportFingerprints, Linker, export_fingerprints};
    use indexer_core::{FileEdges, work};
    use std::collections::BTreeSet;

    const READER: &str = "from shop import price\nfrom stock import box\nprice().total\nbox().size\n";
    const STOCK: &str = "from typing import Iterator\nclass Box:\n    size = 1\ndef box() -> Box: ...\n\
                         def boxes() -> Iterator[Box]: ...\n";
    const PRICE: &str = "class Price:\n    total = 1\n\ndef price() -> Price: ...\n";

    /// Exported fingerprints of the file at `path`, where it is there.
    fn exports(database: &crate::MemoryDatabase, path: &str) -> ExportFingerprints {
        let facts = database.find(path).and_then(|file| database.facts(file));
        facts.map(|facts| export_fingerprints("", path, facts, rules()("python"))).unwrap_or_default()
    }

    /// The edges of the reader, and how many steps they took, from these answers; and those that are there now.
    fn linked(database: &crate::MemoryDatabase, answers: Answers) -> (FileEdges, u64, Answers) {
        let linker = Linker::with_answers(database, rules(), answers);
        let (edges, counted) = work::count(|| linker.link(database.find("reader.py").unwrap()));
        (edges, counted.steps, linker.into_answers())
    }

    /// Links the reader of `before`, then with what is still known of that the one of `now`, as an index does; gives the
    /// steps of both runs.
    fn between(before: &[(&str, &str)], now: &[(&str, &str)]) -> (u64, u64) {
        let (was, is) = (database(before), database(now));
        let paths: BTreeSet<&str> = before.iter().chain(now).map(|(path, _)| *path).collect();
        let changed: Vec<&str> =
            paths.into_iter().filter(|path| exports(&was, path) != exports(&is, path)).collect();
        let keys: Vec<DependencyKey> =
            changed.iter().flat_map(|path| exports(&was, path).differing(&exports(&is, path))).collect();
        let (_, first, mut answers) = linked(&was, Answers::default());
        let of = |file: FileId| is.find(was.path(file));
        answers.forget(&keys, |file| of(file).is_none() || changed.contains(&was.path(file)));
        let numbers = (0..was.len() as u32).map(|file| of(FileId(file))).collect();
        answers.renumber(&Renumbering::new(numbers, is.len()));
        let (edges, again, _) = linked(&is, answers);
        assert_eq!(edges, linked(&is, Answers::default()).0, "as from nothing: {now:?}");
        (first, again)
    }

    /// The same where the shop becomes this.
    fn after(shop: &str) -> (u64, u64) {
        let files = |shop| [("reader.py", READER), ("shop.py", shop), ("stock.py", STOCK)];
        between(&files(PRICE), &files(shop))
    }

    #[test]
    fn what_did_not_change_is_not_found_again() {
        let (first, again) = after(PRICE);
        assert!(again < first, "{again} of {first}: what the other file says is known");
    }

    #[test]
    fn symbols_that_moved_and_answers_that_changed_are_found_again() {
        let moved = format!("class Other:\n    total = 2\n\n{PRICE}");
        let (first, again) = after(&moved);
        assert!(again < first, "{again} of {first}");
        after("class Price:\n    total = 1\n\ndef price() -> int: ...\n");
        after("class Other:\n    total = 2\n\ndef price() -> Other: ...\n");
        after("");
    }

    #[test]
    fn files_that_come_and_go_leave_what_is_known_of_others() {
        let reader = "from shop import price\nfrom stock import boxes\nprice().total\nfor one in boxes():\n    one.size\n";
        let all = [
            ("a.py", "class A: ...\n"),
            ("other.py", "def other(): ...\n"),
            ("reader.py", reader),
            ("shop.py", PRICE),
            ("shops.py", PRICE),
            ("stock.py", STOCK),
            ("z.py", ""),
        ];
        let without =
            |gone: &[&str]| all.iter().copied().filter(|(path, _)| !gone.contains(path)).collect::<Vec<_>>();
        let (first, same) = between(&all, &all);
        assert!(same < first, "{same} of {first}");
        for gone in [&["a.py"][..], &["other.py", "z.py"], &["a.py", "shops.py"], &["shops.py"]] {
            assert_eq!(between(&all, &without(gone)), (first, same), "{gone:?} go");
            assert_eq!(between(&without(gone), &all), (first, same), "{gone:?} come");
        }
        assert_eq!(between(&without(&["a.py"]), &without(&["z.py"])), (first, same));
        for gone in [&["shop.py"][..], &["stock.py"], &["a.py", "stock.py"], &["shop.py", "stock.py"]] {
            between(&all, &without(gone));
            between(&without(gone), &all);
            between(&without(&["other.py"]), &without(gone));
        }
    }
}
