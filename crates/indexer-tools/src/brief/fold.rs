//! Rows that a short answer counts instead of showing.

use crate::protocol::folded::Folded;
use std::collections::BTreeMap;

/// Tests of one symbol that are shown.
pub const TESTS: usize = 3;
/// Rows beside which others that say little are left out.
const ENOUGH: usize = 3;

/// Why a row says little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Little {
    /// It is of a test: the first few stand for all.
    Test,
    /// It imports what the file uses further down.
    Import,
    /// It hands a call on under the same name.
    Wrapper,
    /// It came or went with its whole file.
    OfFile,
}

/// Leaves out rows that say little; what is left, and how many are not. `of` gives the symbol that a row is of:
/// each is folded for itself.
pub fn fold<T>(
    rows: Vec<T>,
    of: impl Fn(&T) -> Option<usize>,
    little: impl FnMut(&T) -> Option<Little>,
) -> (Vec<T>, Folded) {
    let kinds: Vec<Option<Little>> = rows.iter().map(little).collect();
    let mut plain: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for (row, _) in rows.iter().zip(&kinds).filter(|(_, kind)| kind.is_none()) {
        *plain.entry(of(row)).or_default() += 1;
    }
    let mut tests: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    let mut folded = Folded::default();
    let mut kept = Vec::with_capacity(rows.len());
    for (row, kind) in rows.into_iter().zip(kinds) {
        let symbol = of(&row);
        let counter = match kind {
            Some(Little::Test) => {
                let seen = tests.entry(symbol).or_default();
                *seen += 1;
                (*seen > TESTS).then_some(&mut folded.tests)
            }
            Some(Little::Import) => Some(&mut folded.imports),
            Some(Little::Wrapper) => {
                let beside = plain.get(&symbol).copied().unwrap_or(0);
                (beside >= ENOUGH).then_some(&mut folded.wrappers)
            }
            Some(Little::OfFile) => Some(&mut folded.of_files),
            None => None,
        };
        match counter {
            Some(counter) => *counter += 1,
            None => kept.push(row),
        }
    }
    (kept, folded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::records::Records;

    #[test]
    fn tests_beyond_the_third_and_what_says_little_are_counted() {
        let rows: Vec<(usize, &str)> = vec![
            (1, "import"),
            (1, "a"),
            (1, "wrapper"),
            (1, "test1"),
            (1, "test2"),
            (1, "test3"),
            (1, "test4"),
            (2, "b"),
            (2, "c"),
            (2, "d"),
            (2, "wrapper2"),
            (2, "test5"),
            (3, "import3"),
        ];
        let little = |row: &(usize, &str)| match row.1.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "import" => Some(Little::Import),
            "wrapper" => Some(Little::Wrapper),
            "test" => Some(Little::Test),
            _ => None,
        };
        let all = rows.len();
        let (rows, folded) = fold(rows, |row| Some(row.0), little);
        let names: Vec<&str> = rows.iter().map(|row| row.1).collect();
        let kept = ["a", "wrapper", "test1", "test2", "test3", "b", "c", "d", "test5"];
        assert_eq!(names, kept);
        assert_eq!(folded, Folded { tests: 1, imports: 2, wrappers: 1, ..Folded::default() });
        assert_eq!(folded.total(), all - rows.len());
        let mut out = Records::default();
        folded.write(&mut out);
        assert_eq!(out.finish(), "folded tests=1 imports=2 wrappers=1 see=detail=full\n");
        Folded::default().write(&mut Records::default());
    }
}
