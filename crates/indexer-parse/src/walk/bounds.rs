//! How far a walk may go, and what it notes of a tree that is not whole.

use super::span_of;
use crate::parse::Limits;
use indexer_core::{Problem, ProblemKind, work};
use std::sync::atomic::AtomicBool;
use tree_sitter::Node;

/// Nodes between two looks at whether anybody still waits.
const LOOKS: u32 = 1 << 10;

/// Syntax problems beyond this many are one more record with their number.
const LISTED_SYNTAX_PROBLEMS: usize = 20;

/// How deep a walk stands and how much it has seen, beside what is allowed.
pub(super) struct Bounds<'a> {
    pub(super) depth: u32,
    nodes: u32,
    limits: Limits,
    stop: &'a AtomicBool,
    /// True once nobody waits for the facts any more.
    stopped: bool,
}

impl<'a> Bounds<'a> {
    pub(super) fn new(limits: Limits, stop: &'a AtomicBool) -> Self {
        Self { depth: 0, nodes: 0, limits, stop, stopped: false }
    }

    /// Counts a node, and says whether it may be entered; every so often, looks whether anybody still
    /// waits.
    #[inline]
    pub(super) fn allow(&mut self) -> bool {
        self.nodes += 1;
        work::add(1);
        if self.nodes.is_multiple_of(LOOKS) && work::is_stopped(self.stop) {
            self.limits.nodes = 0;
            self.stopped = true;
        }
        !self.is_deep() && self.nodes <= self.limits.nodes
    }

    /// True beyond the limit of depth.
    #[inline]
    pub(super) fn is_deep(&self) -> bool {
        self.depth >= self.limits.depth
    }

    /// Which limit kept the walk from a node; `None` where nobody waits, and what is left does not matter.
    pub(super) fn exceeded(&self) -> Option<ProblemKind> {
        let kind = if self.is_deep() { ProblemKind::TooDeep } else { ProblemKind::TooMany };
        (!self.stopped).then_some(kind)
    }
}

/// Notes that `node` is an error or was made up by the parser.
pub(super) fn note_syntax(problems: &mut Vec<Problem>, node: Node<'_>) {
    let known = problems.iter().filter(|p| p.kind == ProblemKind::Syntax).count();
    if known < LISTED_SYNTAX_PROBLEMS {
        let detail = if node.is_missing() { format!("missing {}", node.kind()) } else { String::new() };
        problems.push(Problem { kind: ProblemKind::Syntax, span: span_of(node), detail });
    }
}
