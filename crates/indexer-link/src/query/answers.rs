//! Answers that outlive the run that found them.
//!
//! An answer is still true where nothing changed that it rests on, which is the condition under which a file keeps its
//! edges. But edges name symbols, and answers name them by their numbers: those of a file that was read again count
//! anew, and files are numbered by path, so that one more or less gives all of them other numbers.

use crate::interned::{Arguments, held};
use crate::query::{DependencyLog, Key, Memo, Table, file_of};
use crate::value::{Interner, Value};
use indexer_core::{DependencyKey, FileId};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// What runs of the linker have found, for one that follows. It belongs to the files of the run that gave it, in their
/// order.
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
    /// Forgets what rests on one of the `changed` keys, and what names something in a file that was read again. The other
    /// files, and their order, must be those of the run that gave the answers. O(answers and what they rest on).
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
    use crate::{Linker, export_fingerprints};
    use indexer_core::{FileEdges, work};

    const READER: &str = "from shop import price\nfrom stock import box\nprice().total\nbox().size\n";
    const STOCK: &str = "class Box:\n    size = 1\ndef box() -> Box: ...\n";
    const PRICE: &str = "class Price:\n    total = 1\n\ndef price() -> Price: ...\n";

    /// The edges of the reader, and how many steps they took, from these answers; and those that are there now.
    fn linked(shop: &str, answers: Answers) -> (FileEdges, u64, Answers) {
        let database = database(&[("reader.py", READER), ("shop.py", shop), ("stock.py", STOCK)]);
        let linker = Linker::with_answers(&database, rules(), answers);
        let (edges, counted) = work::count(|| linker.link(database.find("reader.py").unwrap()));
        (edges, counted.steps, linker.into_answers())
    }

    /// Links the reader, then again when the shop has become this; gives the steps of both runs.
    fn after(shop: &str) -> (u64, u64) {
        let before = database(&[("shop.py", PRICE)]);
        let now = database(&[("shop.py", shop)]);
        let exports = |database: &crate::MemoryDatabase| {
            let facts = database.facts(database.find("shop.py").unwrap()).unwrap();
            export_fingerprints("", "shop.py", facts, rules()("python"))
        };
        let keys = exports(&before).differing(&exports(&now));
        let (_, first, mut answers) = linked(PRICE, Answers::default());
        answers.forget(&keys, |file| file == FileId(1));
        let (edges, again, _) = linked(shop, answers);
        assert_eq!(edges, linked(shop, Answers::default()).0, "as from nothing: {shop}");
        (first, again)
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
}
