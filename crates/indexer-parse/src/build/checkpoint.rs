//! Takes back what was collected.

use super::{Build, LITERAL_KINDS, Meter};
use indexer_core::{ExprId, Tally};

/// How much was collected at some time, to take back what was added since.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint {
    uses: (usize, usize),
    expressions: usize,
    lists: usize,
    deferred: usize,
    tally: Tally,
    meter: Meter,
    literals: [ExprId; LITERAL_KINDS],
}

impl Checkpoint {
    /// What is collected now.
    pub fn of(build: &Build<'_>) -> Self {
        Self {
            uses: build.uses.extent(),
            expressions: build.facts.expressions.len(),
            lists: build.facts.lists.len(),
            deferred: build.deferred.len(),
            tally: build.tally,
            meter: build.meter,
            literals: build.literals,
        }
    }

    /// Takes back the uses, expressions and counts since; names stay.
    pub fn restore(self, build: &mut Build<'_>) {
        build.uses.go_back(self.uses);
        build.facts.expressions.truncate(self.expressions);
        build.facts.lists.truncate(self.lists);
        build.forget_texts(self.expressions);
        build.deferred.truncate(self.deferred);
        build.tally = self.tally;
        build.meter = self.meter;
        build.literals = self.literals;
    }
}
