//! Everything that can be reached step by step, by distance and by certainty.

use super::node::{Node, Step};
use crate::protocol::{Context, Problem};
use indexer_core::Resolution;
use indexer_graph::Bounds;
use std::rc::Rc;

/// Nodes that are visited at most.
const MOST: usize = 20_000;

/// A node that was reached.
pub type Reached<'v> = indexer_graph::Reached<Step<'v>>;

/// What was reached, sorted by distance; those that are proved before those that are possible.
pub type Reach<'v> = indexer_graph::Reach<Step<'v>>;

/// What can be [reached](indexer_graph::reach) from `starts` along `steps`, `depth` steps at most.
pub fn reach<'v>(
    context: &Context<'v>,
    starts: &[Node<'v>],
    depth: u32,
    include: &[Resolution],
    steps: impl FnMut(Node<'v>) -> Rc<Vec<Step<'v>>>,
) -> Result<Reach<'v>, Problem> {
    let bounds = Bounds { depth, most: MOST, include, stop: context.cancel };
    let reached = indexer_graph::reach(starts, bounds, steps);
    context.still_wanted()?;
    Ok(reached.sorted_by_place(|step| (step.node.file().path(), step.node.line())))
}
