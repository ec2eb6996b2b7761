//! A repository as large as Linux: one run of everything, beside what it may cost.

use crate::corpus::Corpus;
use crate::groups::{Bench, Setup};
use crate::meter::Cost;
use std::fmt::Write as _;
use std::time::Duration;

/// A question from the command line and the seconds on the clock that it may take.
const QUESTIONS: [(&[&str], f64); 5] = [
    (&["lookup-symbol", "kmalloc"], 0.15),
    (&["get-callers", "kmalloc"], 0.15),
    (&["search", "how the page allocator falls back to other zones"], 2.0),
    (&["regex-search", "kmalloc_array\\("], 2.0),
    (&["repo-map"], 2.0),
];

/// Most times the bare parse that a first build may take, most bytes in memory, and most times the source on disk.
const CPU: f64 = 2.5;
const PEAK: u64 = 3 << 30;
const DISK: f64 = 1.6;
/// Most seconds that a refresh with no change may take.
const NO_CHANGE: f64 = 0.15;

/// Measures a checkout once; a table with a row for each figure, what it may be, and whether it is.
pub(crate) fn measure(corpus: &Corpus, setup: &Setup) -> Result<String, String> {
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let bench = Bench::new(corpus, setup, scratch.path())?;
    let mut table = Table::new(corpus);
    let bare = bench.bare()?;
    table.row("bare parse, CPU s", bare.cpu.as_secs_f64(), f64::INFINITY);
    let cold = bench.indexer(&["index"])?;
    table.row("first build, CPU s", cold.cpu.as_secs_f64(), bare.cpu.as_secs_f64() * CPU);
    table.row("first build, wall s", cold.wall.as_secs_f64(), f64::INFINITY);
    table.row("first build, peak MB", megabytes(cold.peak), megabytes(PEAK));
    let disk: u64 = bench.size().iter().sum();
    table.row("disk / source", disk as f64 / corpus.bytes.max(1) as f64, DISK);
    table.cost("index, no change", bench.indexer(&["index"])?, NO_CHANGE);
    for (question, most) in QUESTIONS {
        // The first opens what others find in the page cache.
        bench.indexer(question)?;
        table.cost(&question.join(" "), bench.indexer(question)?, most);
    }
    Ok(table.0)
}

struct Table(String);

impl Table {
    fn new(corpus: &Corpus) -> Self {
        let Corpus { name, files, bytes, .. } = corpus;
        Self(format!(
            "# {name}: {} files, {:.0} MB\n\n| | measured | at most | |\n|---|---|---|---|\n",
            files.len(),
            megabytes(*bytes)
        ))
    }

    fn row(&mut self, name: &str, measured: f64, most: f64) {
        let (bound, verdict) = match most.is_finite() {
            true => (format!("{most:.2}"), if measured <= most { "yes" } else { "**no**" }),
            false => (String::new(), ""),
        };
        let _ = writeln!(self.0, "| {name} | {measured:.2} | {bound} | {verdict} |");
    }

    fn cost(&mut self, name: &str, cost: Cost, most: f64) {
        let seconds = |time: Duration| time.as_secs_f64();
        self.row(&format!("{name}, wall s"), seconds(cost.wall), most);
        self.row(&format!("{name}, CPU s"), seconds(cost.cpu), f64::INFINITY);
        self.row(&format!("{name}, peak MB"), megabytes(cost.peak), f64::INFINITY);
    }
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_whether_its_bound_holds() {
        let mut table = Table(String::new());
        table.row("a", 1.0, 1.0);
        table.row("b", 1.01, 1.0);
        table.row("c", 5.0, f64::INFINITY);
        assert_eq!(table.0, "| a | 1.00 | 1.00 | yes |\n| b | 1.01 | 1.00 | **no** |\n| c | 5.00 |  |  |\n");
    }
}
