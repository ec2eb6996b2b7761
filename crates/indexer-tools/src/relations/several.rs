//! Answers about several symbols: each has a number, its own totals, and its rows together.

use super::subject::Subjects;
use crate::protocol::rows::is_zero;
use crate::protocol::{Record, Records, Row};
use serde::{Serialize, Serializer};

/// One of the symbols that an answer is about.
#[derive(Clone, Debug, Serialize)]
pub struct Head<S> {
    /// Its number, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<usize>,
    /// The symbol.
    #[serde(flatten)]
    pub symbol: S,
    /// How many rows it has, by what is counted, where there are several: totals of two symbols are never
    /// added up.
    #[serde(flatten, serialize_with = "as_fields")]
    pub totals: Vec<(&'static str, u64)>,
}

fn as_fields<S: Serializer>(totals: &[(&'static str, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(totals.iter().copied())
}

impl<S> Head<S> {
    /// Of one symbol; the totals count where there are several.
    pub fn new(n: Option<usize>, symbol: S, totals: &[(&'static str, usize)]) -> Self {
        let totals = totals.iter().filter(|_| n.is_some()).map(|(name, count)| (*name, *count as u64));
        Self { n, symbol, totals: totals.collect() }
    }

    /// Adds number and totals to its record.
    pub fn finish(&self, mut record: Record<'_>) {
        record.known("n", self.n);
        for (name, count) in &self.totals {
            record.field(name, count);
        }
    }
}

/// The symbols of an answer, and how many more have the name.
#[derive(Clone, Debug, Serialize)]
pub struct Heads<S> {
    /// The symbols, best first.
    pub symbols: Vec<Head<S>>,
    /// How many are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_symbols: usize,
}

impl<S> Heads<S> {
    /// The heads of `subjects`.
    pub fn new(symbols: Vec<Head<S>>, subjects: &Subjects<'_>) -> Self {
        Self { symbols, more_symbols: subjects.left_out }
    }

    /// True where there are several symbols.
    pub fn several(&self) -> bool {
        self.symbols.iter().any(|head| head.n.is_some())
    }

    /// Writes them; `write` begins the record of a symbol.
    pub fn write(&self, out: &mut Records, write: impl for<'o> Fn(&'o S, &'o mut Records) -> Record<'o>) {
        for head in &self.symbols {
            head.finish(write(&head.symbol, out));
        }
        out.more("more_symbols", self.more_symbols);
    }

    /// Leaves out the last half of several symbols, and counts them; false where one is left, or they are parts
    /// of one.
    pub fn shorten(&mut self) -> bool {
        if !self.several() {
            return false;
        }
        let kept = self.symbols.len().div_ceil(2);
        let cut = self.symbols.len() - kept;
        self.symbols.truncate(kept);
        self.more_symbols += cut;
        cut > 0
    }
}

/// A row of one of several symbols.
#[derive(Clone, Debug, Serialize)]
pub struct Of<R> {
    /// The number of the symbol, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// The row.
    #[serde(flatten)]
    pub row: R,
}

impl<R> Of<R> {
    /// A row of the symbol of this number.
    pub const fn new(of: Option<usize>, row: R) -> Self {
        Self { of, row }
    }
}

impl<R: Row> Row for Of<R> {
    fn render(&self, previous: Option<&Self>, out: &mut Records) {
        let previous = previous.filter(|previous| previous.of == self.of);
        if let (Some(n), None) = (self.of, previous) {
            out.depth(0);
            out.record("of").field("n", n);
        }
        self.row.render(previous.map(|previous| &previous.row), out);
    }

    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        let previous = previous.filter(|previous| previous.of == self.of);
        if let (Some(n), None) = (self.of, previous) {
            out.depth(0);
            out.record("of").field("n", n);
        }
        self.row.brief(previous.map(|previous| &previous.row), out);
    }
}
