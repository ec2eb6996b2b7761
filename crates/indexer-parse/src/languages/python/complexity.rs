//! Complexity of callables: McCabe (1976), and cognitive complexity (Campbell, SonarSource 2018).

use super::state::Remembers;
use crate::walk::Walk;
use indexer_core::Metrics;

/// What is counted while a callable is walked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Complexity {
    pub branches: u32,
    pub cognitive: u32,
    /// How many of the cognitive counts grow with the nesting around the callable.
    pub nested: u32,
    pub nesting: u32,
    pub deepest: u32,
}

impl Complexity {
    /// A structure that counts and nests (`if`, loops, `except`): before its parts are walked.
    pub(super) fn enter(&mut self) {
        self.cognitive += 1 + self.nesting;
        self.nested += 1;
        self.nesting += 1;
        self.deepest = self.deepest.max(self.nesting);
    }

    /// A structure was left.
    pub(super) fn leave(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    /// A callable inside this one was walked: it is one level of nesting here.
    pub(super) fn take_in(&mut self, inner: Complexity) {
        self.cognitive += inner.cognitive + inner.nested * (self.nesting + 1);
        self.nested += inner.nested;
    }

    /// The measures of a callable.
    pub(super) fn metrics(self, parameters: u32, lines: u32) -> Metrics {
        Metrics {
            cyclomatic: 1 + self.branches,
            cognitive: self.cognitive,
            nesting: self.deepest,
            parameters,
            lines,
        }
    }
}

/// Walks the current node, a structure with this many branches, with `inner`.
pub(super) fn structure<'t, 'a, R>(
    walk: &mut Walk<'t, 'a>,
    branches: u32,
    inner: impl FnOnce(&mut Walk<'t, 'a>) -> R,
) -> R {
    let complexity = &mut walk.top().complexity;
    complexity.branches += branches;
    complexity.enter();
    let result = inner(walk);
    walk.top().complexity.leave();
    result
}
