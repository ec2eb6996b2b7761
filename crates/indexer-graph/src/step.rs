//! Graphs that are looked up a step at a time: an index answers who uses a symbol, and nobody has all the edges.

use indexer_core::Resolution;
use indexer_core::work;
use std::hash::Hash;
use std::sync::atomic::AtomicBool;

/// An edge as it is found from one of its ends.
pub trait Step: Clone {
    /// What the graph is of.
    type Node: Copy + Eq + Hash;

    /// The other end.
    fn node(&self) -> Self::Node;

    /// How sure the edge is.
    fn resolution(&self) -> Resolution;
}

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'b> {
    /// Steps from where it starts at most.
    pub depth: u32,
    /// Nodes (of a tree: rows) at most; a search that would find more says that it is bounded.
    pub most: usize,
    /// Edges of other resolutions are not taken.
    pub include: &'b [Resolution],
    /// Once it is set, the search ends, and what it gives is to be thrown away.
    pub stop: &'b AtomicBool,
}

impl Bounds<'_> {
    pub(crate) fn is_stopped(&self) -> bool {
        work::is_stopped(self.stop)
    }
}

/// Graphs of tests: nodes are numbers, a step is its end and how sure it is.
#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::rc::Rc;

    impl Step for (u32, Resolution) {
        type Node = u32;

        fn node(&self) -> u32 {
            self.0
        }

        fn resolution(&self) -> Resolution {
            self.1
        }
    }

    pub(crate) const SURE: Resolution = Resolution::Resolved;
    pub(crate) const MAYBE: Resolution = Resolution::Possible;

    /// The steps from each node of a list of edges.
    pub(crate) fn steps(
        edges: &[(u32, u32, Resolution)],
    ) -> impl FnMut(u32) -> Rc<Vec<(u32, Resolution)>> + '_ {
        |node| {
            let own = edges.iter().filter(|edge| edge.0 == node);
            Rc::new(own.map(|(_, to, how)| (*to, *how)).collect())
        }
    }
}
