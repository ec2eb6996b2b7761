//! What stands word for word in several repositories.

use super::{Asked, Line, Literals};
use crate::protocol::Problem;
use indexer_search::Query;
use indexer_search::literal::limits;

/// What of the best line another one must be worth to be told beside it.
const BESIDE: f32 = 0.8;

impl<'v> Literals<'v> {
    /// What of a question stands word for word in the repositories, looked for in each: the best lines of all first, those
    /// of equal worth in the order of the repositories. Absent is what is absent in each.
    pub fn among(asked: &[Asked<'v, '_>], question: &str, query: &Query) -> Result<Self, Problem> {
        if let [one] = asked {
            return Self::of(&one.context, question, query, &one.filter);
        }
        let mut all = Self::default();
        for (of, one) in asked.iter().enumerate() {
            let own = Self::of(&one.context, question, query, &one.filter)?;
            all.lines.extend(own.lines.into_iter().map(|line| Line { of, ..line }));
            all.further.extend(own.further);
            all.is_bounded |= own.is_bounded;
            all.is_unsearched |= own.is_unsearched;
            all.whole |= own.whole;
            match of {
                0 => all.absent = own.absent,
                _ => all.absent.retain(|text| own.absent.contains(text)),
            }
        }
        // Stable: those of one repository stay in their order.
        all.lines.sort_by(|a, b| b.score.total_cmp(&a.score));
        let best = all.lines.first().map_or(0.0, |line| line.score);
        all.lines.retain(|line| line.score >= best * BESIDE);
        let told = limits::TOLD.min(all.lines.len());
        all.further.extend(all.lines.drain(told..).map(|line| line.score));
        Ok(all)
    }
}
