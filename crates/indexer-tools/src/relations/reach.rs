//! Everything that can be reached step by step, by distance and by certainty.

use super::node::{Node, NodeId, Step};
use crate::protocol::context::Context;
use crate::protocol::problem::Problem;
use indexer_core::{Resolution, Rule};
use indexer_store::Reference;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Nodes that are visited at most.
const MOST: usize = 20_000;

/// A node that was reached.
#[derive(Clone, Debug)]
pub struct Reached<'v> {
    /// The node.
    pub node: Node<'v>,
    /// Steps from the nearest start, at least 1.
    pub distance: u32,
    /// Resolved where every step of some way is; else possible.
    pub resolution: Resolution,
    /// What decided its last step.
    pub rule: Rule,
    /// Index of the node before it on that way; `None` for a start.
    pub from: Option<usize>,
    /// The places of its last step.
    pub sites: Vec<Reference<'v>>,
}

/// What was reached.
#[derive(Clone, Debug, Default)]
pub struct Reach<'v> {
    /// Sorted by distance; those that are proved before those that are possible.
    pub found: Vec<Reached<'v>>,
    /// True where the search stopped at its bound.
    pub cut: bool,
}

/// Breadth-first from `starts` along `steps`, `depth` steps at most: first over proved steps alone,
/// then over all, so that what is proved is never called possible because a shorter way is. Steps of
/// other resolutions than those in `include` are not taken.
pub fn reach<'v>(
    context: &Context<'v>,
    starts: &[Node<'v>],
    depth: u32,
    include: &[Resolution],
    mut steps: impl FnMut(Node<'v>) -> Rc<Vec<Step<'v>>>,
) -> Result<Reach<'v>, Problem> {
    let mut found: Vec<Reached<'v>> = Vec::new();
    let mut cut = false;
    let mut known: FxHashMap<NodeId<'v>, usize> = FxHashMap::default();
    for proved in [true, false] {
        if !proved && !include.contains(&Resolution::Possible) {
            break;
        }
        let mut level: Vec<(Node<'v>, Option<usize>)> = starts.iter().map(|node| (*node, None)).collect();
        let mut seen: FxHashMap<NodeId<'v>, ()> = starts.iter().map(|node| (node.id(), ())).collect();
        for distance in 1..=depth {
            let mut next = Vec::new();
            for (node, from) in level {
                context.still_wanted()?;
                for step in steps(node).iter() {
                    let sure = step.resolution == Resolution::Resolved;
                    if (proved && !sure) || !include.contains(&step.resolution) {
                        continue;
                    }
                    if seen.insert(step.node.id(), ()).is_some() {
                        continue;
                    }
                    if let Some(index) = known.get(&step.node.id()) {
                        next.push((step.node, Some(*index)));
                        continue;
                    }
                    if found.len() >= MOST {
                        cut = true;
                        continue;
                    }
                    let resolution = if proved { Resolution::Resolved } else { Resolution::Possible };
                    known.insert(step.node.id(), found.len());
                    next.push((step.node, Some(found.len())));
                    found.push(Reached {
                        node: step.node,
                        distance,
                        resolution,
                        rule: step.rule,
                        from,
                        sites: step.sites.clone(),
                    });
                }
            }
            level = next;
        }
    }
    Ok(Reach { found: in_order(found), cut })
}

/// By distance, certainty and place; `from` follows.
fn in_order(found: Vec<Reached<'_>>) -> Vec<Reached<'_>> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_cached_key(|i| {
        let one = &found[*i];
        (one.distance, one.resolution, one.node.file().path(), one.node.line())
    });
    let mut place = vec![0; found.len()];
    order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
    let mut sorted: Vec<Option<Reached<'_>>> = found.into_iter().map(Some).collect();
    let take = |old: usize| sorted[old].take();
    let moved = order.into_iter().filter_map(take);
    moved.map(|one| Reached { from: one.from.map(|from| place[from]), ..one }).collect()
}
