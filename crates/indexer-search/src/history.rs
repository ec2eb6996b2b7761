//! What was changed before: files that changes like the question touched.

use crate::query::Query;
use crate::words::{Term, each_identifier, each_term};
use rustc_hash::FxHashMap;

/// Files of a change above which it says nothing of any of them.
pub const MOST_FILES: usize = 20;
/// How many times more the words of a report's first line count.
const TITLE: f32 = 2.0;

/// Changes as their commits tell them, by their words: made once, asked by many questions.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Of each term the square of its rarity, and the changes whose subjects hold it.
    terms: FxHashMap<Term, (f32, Vec<u32>)>,
    /// Of each change what likeness to it is divided by, and its files as places in `often`.
    all: Vec<(f32, Vec<u32>)>,
    /// The place of each file.
    places: FxHashMap<String, u32>,
    /// How often each file was changed, beside the one that was most: 0 to 1, by logarithms.
    often: Vec<f32>,
}

impl Changes {
    /// Those with these subjects and files, but for those that say nothing of a file. O(length).
    pub fn of(changes: impl IntoIterator<Item = (String, Vec<String>)>) -> Self {
        let mut made = Self::default();
        for (subject, paths) in changes {
            let mut terms: Vec<Term> = Vec::new();
            each_identifier(&subject, |identifier| {
                each_term(identifier, |term, _| {
                    if !terms.contains(&term) {
                        terms.push(term);
                    }
                });
            });
            if terms.is_empty() || !(1..=MOST_FILES).contains(&paths.len()) {
                continue;
            }
            let change = made.all.len() as u32;
            terms.into_iter().for_each(|term| made.terms.entry(term).or_default().1.push(change));
            let places = paths.into_iter().map(|path| made.place(path)).collect();
            made.all.push((0.0, places));
        }
        let count = made.all.len() as f32 + 1.0;
        for (square, holding) in made.terms.values_mut() {
            *square = (1.0 + count / (1.0 + holding.len() as f32)).ln().powi(2);
        }
        // In the order of the terms, so that the sums are the same in every run.
        let mut terms: Vec<(&Term, &(f32, Vec<u32>))> = made.terms.iter().collect();
        terms.sort_unstable_by_key(|(term, _)| **term);
        for (_, (square, holding)) in terms {
            holding.iter().for_each(|change| made.all[*change as usize].0 += square);
        }
        for (length, files) in &mut made.all {
            *length = (*length * files.len() as f32).sqrt();
            files.iter().for_each(|file| made.often[*file as usize] += 1.0);
        }
        let most = made.often.iter().copied().fold(1.0, f32::max).ln_1p();
        made.often.iter_mut().for_each(|count| *count = count.ln_1p() / most);
        made
    }

    fn place(&mut self, path: String) -> u32 {
        let next = self.often.len() as u32;
        let place = *self.places.entry(path).or_insert(next);
        if place == next {
            self.often.push(0.0);
        }
        place
    }

    /// How alike the question and the changes are. O(changes that hold its words + files).
    pub fn likeness(&self, query: &Query) -> Likeness<'_> {
        let mut same = vec![0.0_f32; self.all.len()];
        for (term, at) in query.terms.iter().zip(0..) {
            let Some((square, holding)) = self.terms.get(term) else { continue };
            let worth = if at < query.title_terms { TITLE * square } else { *square };
            holding.iter().for_each(|change| same[*change as usize] += worth);
        }
        let mut alike = vec![0.0_f32; self.often.len()];
        for ((length, files), same) in self.all.iter().zip(same).filter(|(_, same)| *same > 0.0) {
            for file in files {
                let best = &mut alike[*file as usize];
                *best = best.max(same / length);
            }
        }
        Likeness { changes: self, alike }
    }
}

/// What changes say of files for one question.
#[derive(Clone, Debug)]
pub struct Likeness<'c> {
    changes: &'c Changes,
    alike: Vec<f32>,
}

impl Likeness<'_> {
    /// Of a file how alike the question and the most alike of its changes are: the cosine of their words, rare ones
    /// more than common ones, less for a change of many files; and how often it was changed, beside the one that was
    /// most. O(1).
    pub fn of(&self, path: &str) -> (f32, f32) {
        let place = self.changes.places.get(path).map(|place| *place as usize);
        place.map_or((0.0, 0.0), |place| (self.alike[place], self.changes.often[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_changes_with_the_same_rare_words_are_alike() {
        let change = |subject: &str, paths: &[&str]| {
            (subject.to_owned(), paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>())
        };
        let many = (0..30).map(|n| format!("{n}.x")).collect();
        let changes = Changes::of([
            change("Fix pool of idle sockets", &["pool.x"]),
            change("Fix pool and all else", &["pool.x", "a.x", "b.x", "c.x"]),
            change("Fix parser", &["parser.x"]),
            change("Fix printer", &["printer.x"]),
            ("Fix the pool".to_owned(), many),
            change("", &["idle.x"]),
        ]);
        let found = changes.likeness(&Query::new("Fix idle sockets"));
        let alike = |path: &str| found.of(path).0;
        assert!(alike("pool.x") > 3.0 * alike("parser.x") && alike("parser.x") > alike("a.x"), "{found:?}");
        assert_eq!((found.of("1.x"), found.of("idle.x")), ((0.0, 0.0), (0.0, 0.0)), "{found:?}");
        assert_eq!(changes.likeness(&Query::new("zork")).of("pool.x").0, 0.0);
        assert_eq!(Changes::default().likeness(&Query::new("pool")).of("pool.x"), (0.0, 0.0));
        let often = |path: &str| found.of(path).1;
        assert_eq!((often("pool.x"), often("else.x")), (1.0, 0.0));
        assert!(often("a.x") > 0.5 && often("a.x") < 1.0 && often("a.x") == often("parser.x"), "{found:?}");
    }
}
