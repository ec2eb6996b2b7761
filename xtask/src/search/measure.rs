//! What one answer is worth, what many are, and whether a difference is more than chance.

use super::cases::Case;

/// What one answer is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Worth {
    pub(super) ndcg: f64,
    /// Where the first relevant file stands, from 1.
    pub(super) first: Option<usize>,
    /// The share of all relevant files that stand among the first ten.
    pub(super) held: f64,
}

impl Worth {
    /// That of an answer that names these files in their order, each once.
    pub(super) fn of(case: &Case, files: &[String]) -> Self {
        let rank = |wanted: &String| files.iter().position(|file| case.is(file, wanted)).map(|at| at + 1);
        let all: Vec<Option<usize>> = case.relevant.iter().chain(&case.secondary).map(rank).collect();
        let relevant = &all[..case.relevant.len()];
        let held = relevant.iter().flatten().filter(|rank| **rank <= 10).count();
        Self {
            ndcg: ndcg(&all),
            first: relevant.iter().flatten().min().copied(),
            held: held as f64 / relevant.len().max(1) as f64,
        }
    }

    fn within(&self, most: usize) -> f64 {
        f64::from(u8::from(self.first.is_some_and(|at| at <= most)))
    }

    /// One over where the first relevant file stands.
    pub(super) fn reciprocal(&self) -> f64 {
        self.first.map_or(0.0, |at| 1.0 / at as f64)
    }
}

/// Each different rank among the first ten counts by its place; 1 where none could stand better.
fn ndcg(ranks: &[Option<usize>]) -> f64 {
    let gain = |rank: usize| 1.0 / (rank as f64 + 1.0).log2();
    let mut held: Vec<usize> = ranks.iter().flatten().copied().filter(|rank| *rank <= 10).collect();
    held.sort_unstable();
    held.dedup();
    let best: f64 = (1..=ranks.len().min(10)).map(gain).sum();
    held.into_iter().map(gain).sum::<f64>() / best.max(f64::MIN_POSITIVE)
}

/// A column of the table: its title, and what it shows.
type Column = (&'static str, fn(&Worth) -> f64);

/// The columns of a table, each with what it is of one answer.
pub(super) const COLUMNS: [Column; 6] = [
    ("NDCG@10", |one| one.ndcg),
    ("first", |one| one.within(1)),
    ("of 5", |one| one.within(5)),
    ("of 10", |one| one.within(10)),
    ("MRR", Worth::reciprocal),
    ("all in 10", |one| one.held),
];

/// The mean of a column.
pub(super) fn mean(all: &[Worth], column: fn(&Worth) -> f64) -> f64 {
    all.iter().map(column).sum::<f64>() / all.len().max(1) as f64
}

/// Times that a sample is drawn again.
const DRAWN: usize = 2_000;

/// The mean difference of pairs and its interval of 95 %, by drawing the pairs again (paired bootstrap). The same
/// pairs give the same interval.
pub(super) fn difference(pairs: &[(f64, f64)]) -> (f64, f64, f64) {
    let apart: Vec<f64> = pairs.iter().map(|(before, now)| now - before).collect();
    if apart.is_empty() {
        return (0.0, 0.0, 0.0);
    }
    let mut state = 7_u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        apart[((state >> 33) % apart.len() as u64) as usize]
    };
    let count = apart.len() as f64;
    let mut means: Vec<f64> =
        (0..DRAWN).map(|_| (0..apart.len()).map(|_| draw()).sum::<f64>() / count).collect();
    means.sort_by(f64::total_cmp);
    (apart.iter().sum::<f64>() / count, means[DRAWN / 40], means[DRAWN - 1 - DRAWN / 40])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn gains_are_those_of_the_first_ten() {
        let case = Case {
            set: "questions",
            repository: String::new(),
            category: String::new(),
            query: String::new(),
            relevant: vec!["b.rs".into(), "x.rs".into()],
            secondary: Vec::new(),
            root: PathBuf::new(),
            revision: None,
            id: String::new(),
        };
        let worth = Worth::of(&case, &["a/b.rs".into(), "c.rs".into()]);
        assert_eq!((worth.first, worth.held), (Some(1), 0.5));
        assert!((worth.ndcg - 1.0 / (1.0 + 1.0 / 3_f64.log2())).abs() < 1e-9);
        let exact = Case { revision: Some("HEAD".into()), ..case };
        assert_eq!(Worth::of(&exact, &["a/b.rs".into()]), Worth::default());
        assert_eq!((ndcg(&[Some(1)]), ndcg(&[Some(11)])), (1.0, 0.0));
    }

    #[test]
    fn what_is_always_better_is_no_chance() {
        let (mean, low, high) = difference(&[(0.1, 0.3), (0.2, 0.4), (0.5, 0.7)]);
        assert!((mean - 0.2).abs() < 1e-9 && low > 0.19 && high < 0.21);
        let (_, low, high) = difference(&[(0.0, 1.0), (1.0, 0.0), (0.5, 0.5)]);
        assert!(low < 0.0 && high > 0.0);
        assert_eq!(difference(&[]), (0.0, 0.0, 0.0));
    }
}
