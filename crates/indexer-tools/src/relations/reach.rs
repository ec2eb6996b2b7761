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

/// As [`reach`], with those `starts` that steps lead to from one of them: a function that calls itself, an overload that calls
/// another one.
pub fn reach_with_starts<'v>(
    context: &Context<'v>,
    starts: &[Node<'v>],
    depth: u32,
    include: &[Resolution],
    mut steps: impl FnMut(Node<'v>) -> Rc<Vec<Step<'v>>>,
) -> Result<Reach<'v>, Problem> {
    let mut own: Vec<Reached<'v>> = Vec::new();
    for start in starts {
        context.still_wanted()?;
        for step in steps(*start).iter().filter(|step| starts.contains(&step.node)) {
            let resolution = step.resolution;
            let is_known = own.iter().any(|one| one.step.node == step.node && one.resolution <= resolution);
            if include.contains(&resolution) && !is_known {
                own.retain(|one| one.step.node != step.node);
                own.push(Reached { step: step.clone(), distance: 1, resolution, from: None });
            }
        }
    }
    let mut reached = reach(context, starts, depth, include, steps)?;
    if own.is_empty() {
        return Ok(reached);
    }
    // What is found names those before it by their places, so what is added stands behind them until all are sorted.
    reached.found.extend(own);
    Ok(reached.sorted_by_place(|step| (step.node.file().path(), step.node.line())))
}
