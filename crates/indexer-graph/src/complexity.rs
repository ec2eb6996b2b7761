//! How complex functions are, and how that is spread.

use indexer_core::Metrics;

/// Composite score of a function: cyclomatic + 2 nesting + 0.5 parameters + lines / 20. No unit; a simple function has
/// 1, one that is hard to follow more than 20.
pub fn score(metrics: &Metrics) -> f64 {
    let [cyclomatic, nesting, parameters, lines] =
        [metrics.cyclomatic, metrics.nesting, metrics.parameters, metrics.lines].map(f64::from);
    cyclomatic + 2.0 * nesting + 0.5 * parameters + lines / 20.0
}

/// How a figure is spread over functions; all 0 where there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The mean.
    pub avg: f64,
    /// The smallest figure that half of them do not exceed.
    pub median: u32,
    /// The largest.
    pub max: u32,
    /// The smallest figure that nine of ten do not exceed.
    pub p90: u32,
}

impl Spread {
    /// Of these figures. O(figures * log figures).
    pub fn of(mut figures: Vec<u32>) -> Self {
        figures.sort_unstable();
        let Some(max) = figures.last().copied() else { return Self::default() };
        let at = |percent: usize| figures[(figures.len() * percent).div_ceil(100).saturating_sub(1)];
        let sum: u64 = figures.iter().copied().map(u64::from).sum();
        Self { avg: sum as f64 / figures.len() as f64, median: at(50), max, p90: at(90) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_formula() {
        let metrics = Metrics { cyclomatic: 4, nesting: 3, parameters: 3, lines: 10, ..Metrics::default() };
        assert_eq!(score(&metrics), 4.0 + 6.0 + 1.5 + 0.5);
    }

    #[test]
    fn percentiles_are_figures_that_are_there() {
        let spread = Spread::of((1..=10).rev().collect());
        assert_eq!(spread, Spread { avg: 5.5, median: 5, max: 10, p90: 9 });
        assert_eq!(Spread::of(vec![7]), Spread { avg: 7.0, median: 7, max: 7, p90: 7 });
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
