//! What was changed before: files that changes like the question touched.

use crate::query::Query;
use crate::words::{Term, each_identifier, each_term};
use rustc_hash::{FxHashMap, FxHashSet};

/// A change, as its commit tells it.
#[derive(Clone, Debug)]
pub struct Change {
    /// The terms of its subject, each once.
    terms: Vec<Term>,
    /// The files that it touched.
    paths: Vec<String>,
}

/// Files of a change above which it says nothing of any of them.
pub const MOST_FILES: usize = 20;
/// How many times more the words of a report's first line count.
const TITLE: f32 = 2.0;

impl Change {
    /// The change with this subject; `None` where it says nothing of a file. O(length).
    pub fn new(subject: &str, paths: Vec<String>) -> Option<Self> {
        let mut terms = Vec::new();
        each_identifier(subject, |identifier| {
            each_term(identifier, |term, _| {
                if !terms.contains(&term) {
                    terms.push(term);
                }
            });
        });
        (!terms.is_empty() && (1..=MOST_FILES).contains(&paths.len())).then_some(Self { terms, paths })
    }
}

/// Of each file how alike the question and the most alike of its changes are: the cosine of their words, rare ones
/// more than common ones, less for a change of many files. O(words of all changes).
pub fn likeness<'c>(changes: &'c [Change], query: &Query) -> FxHashMap<&'c str, f32> {
    let mut counts: FxHashMap<Term, u32> = FxHashMap::default();
    for change in changes {
        change.terms.iter().for_each(|term| *counts.entry(*term).or_default() += 1);
    }
    let all = changes.len() as f32 + 1.0;
    let rarity = |term: &Term| (1.0 + all / (1.0 + counts.get(term).copied().unwrap_or(0) as f32)).ln();
    let asked: FxHashSet<Term> = query.terms.iter().copied().collect();
    let titled: FxHashSet<Term> = query.terms[..query.title_terms].iter().copied().collect();
    let mut found: FxHashMap<&str, f32> = FxHashMap::default();
    for change in changes {
        let (mut same, mut length) = (0.0, 0.0);
        for term in &change.terms {
            let square = rarity(term).powi(2);
            length += square;
            if asked.contains(term) {
                same += if titled.contains(term) { TITLE * square } else { square };
            }
        }
        if same > 0.0 {
            let worth = same / (length * change.paths.len() as f32).sqrt();
            for path in &change.paths {
                let best = found.entry(path).or_default();
                *best = best.max(worth);
            }
        }
    }
    found
}

/// How often each file was changed, beside the one that was most: 0 to 1, by logarithms. O(files of the changes).
pub fn often(changes: &[Change]) -> FxHashMap<&str, f32> {
    let mut counts: FxHashMap<&str, f32> = FxHashMap::default();
    let paths = changes.iter().flat_map(|change| &change.paths);
    paths.for_each(|path| *counts.entry(path).or_default() += 1.0);
    let most = counts.values().copied().fold(1.0, f32::max).ln_1p();
    counts.values_mut().for_each(|count| *count = count.ln_1p() / most);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_changes_with_the_same_rare_words_are_alike() {
        let change = |subject: &str, paths: &[&str]| {
            Change::new(subject, paths.iter().map(|path| (*path).to_owned()).collect())
        };
        let many: Vec<String> = (0..30).map(|n| format!("{n}.x")).collect();
        assert!(Change::new("Fix the pool", many).is_none() && change("", &["a.x"]).is_none());
        let changes: Vec<Change> = [
            change("Fix pool of idle sockets", &["pool.x"]),
            change("Fix pool and all else", &["pool.x", "a.x", "b.x", "c.x"]),
            change("Fix parser", &["parser.x"]),
            change("Fix printer", &["printer.x"]),
        ]
        .into_iter()
        .flatten()
        .collect();
        let found = likeness(&changes, &Query::new("Fix idle sockets"));
        assert!(found["pool.x"] > 3.0 * found["parser.x"] && found["parser.x"] > found["a.x"], "{found:?}");
        assert!(likeness(&changes, &Query::new("zork")).is_empty());
        assert!(likeness(&[], &Query::new("pool")).is_empty());
        let often = often(&changes);
        assert_eq!((often["pool.x"], often.contains_key("else.x")), (1.0, false));
        assert!(often["a.x"] > 0.5 && often["a.x"] < 1.0 && often["a.x"] == often["parser.x"], "{often:?}");
        assert!(super::often(&[]).is_empty());
    }
}
