//! What can be reached step by step: callers of callers, what a change comes to.

use crate::step::{Bounds, Step};
use indexer_core::Resolution;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A node that was reached.
#[derive(Clone, Debug)]
pub struct Reached<S> {
    /// The last step to it.
    pub step: S,
    /// Steps from the nearest start, at least 1.
    pub distance: u32,
    /// Resolved where every step of some way is; else possible.
    pub resolution: Resolution,
    /// Index of the node before it on that way; `None` for a start.
    pub from: Option<usize>,
}

/// What was reached.
#[derive(Clone, Debug)]
pub struct Reach<S> {
    /// The nodes, each once; first those that are proved, in the order in which they were reached.
    pub found: Vec<Reached<S>>,
    /// True where there are more nodes than the bound.
    pub cut: bool,
}

impl<S> Default for Reach<S> {
    fn default() -> Self {
        Self { found: Vec::new(), cut: false }
    }
}

/// Breadth-first from `starts`: first over proved steps alone, then over all, so that what is proved is never called
/// possible because a shorter way is. Each node is asked for its `steps` at most twice. O(nodes + edges that are
/// reached).
pub fn reach<S: Step>(
    starts: &[S::Node],
    bounds: Bounds<'_>,
    mut steps: impl FnMut(S::Node) -> Rc<Vec<S>>,
) -> Reach<S> {
    let mut reach = Reach::default();
    let mut known: FxHashMap<S::Node, usize> = FxHashMap::default();
    for proved in [true, false] {
        if !proved && !bounds.include.contains(&Resolution::Possible) {
            break;
        }
        let mut level: Vec<(S::Node, Option<usize>)> = starts.iter().map(|node| (*node, None)).collect();
        let mut seen: FxHashSet<S::Node> = starts.iter().copied().collect();
        for distance in 1..=bounds.depth {
            let mut next = Vec::new();
            for (node, from) in level {
                if bounds.is_stopped() {
                    return reach;
                }
                for step in steps(node).iter() {
                    let sure = step.resolution() == Resolution::Resolved;
                    if (proved && !sure) || !bounds.include.contains(&step.resolution()) {
                        continue;
                    }
                    let to = step.node();
                    if !seen.insert(to) {
                        continue;
                    }
                    if let Some(index) = known.get(&to) {
                        next.push((to, Some(*index)));
                        continue;
                    }
                    if reach.found.len() >= bounds.most {
                        reach.cut = true;
                        continue;
                    }
                    let resolution = if proved { Resolution::Resolved } else { Resolution::Possible };
                    known.insert(to, reach.found.len());
                    next.push((to, Some(reach.found.len())));
                    reach.found.push(Reached { step: step.clone(), distance, resolution, from });
                }
            }
            level = next;
        }
    }
    reach
}

impl<S> Reach<S> {
    /// The same by distance, then certainty, then `place`; `from` follows. O(found * log found), and `place` once a
    /// node.
    #[must_use]
    pub fn sorted_by_place<P: Ord>(self, place: impl Fn(&S) -> P) -> Self {
        let found = self.found;
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_cached_key(|at| (found[*at].distance, found[*at].resolution, place(&found[*at].step)));
        let mut places = vec![0; found.len()];
        order.iter().enumerate().for_each(|(new, old)| places[*old] = new);
        let mut old: Vec<Option<Reached<S>>> = found.into_iter().map(Some).collect();
        let moved = order.into_iter().filter_map(|at| old[at].take());
        let found = moved.map(|one| Reached { from: one.from.map(|from| places[from]), ..one }).collect();
        Self { found, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::tests::{MAYBE, SURE, steps};
    use indexer_core::work::NEVER;
    use std::sync::atomic::AtomicBool;

    const ALL: &[Resolution] = &[SURE, MAYBE];

    fn told(reach: &Reach<(u32, Resolution)>) -> Vec<(u32, u32, Resolution, Option<u32>)> {
        let node = |at: usize| reach.found[at].step.0;
        reach.found.iter().map(|one| (one.step.0, one.distance, one.resolution, one.from.map(node))).collect()
    }

    #[test]
    fn what_is_proved_over_a_longer_way_is_proved() {
        // 0 may reach 3 at once, and is proved to reach it over 1 and 2; only over 3 does it reach 4.
        let edges = [(0, 3, MAYBE), (0, 1, SURE), (1, 2, SURE), (2, 3, SURE), (3, 4, MAYBE), (4, 0, SURE)];
        let bounds = Bounds { depth: 9, most: 99, include: ALL, stop: &NEVER };
        let found = reach(&[0], bounds, steps(&edges));
        let expected =
            [(1, 1, SURE, None), (2, 2, SURE, Some(1)), (3, 3, SURE, Some(2)), (4, 2, MAYBE, Some(3))];
        assert_eq!((told(&found), found.cut), (expected.to_vec(), false));
        let sorted = found.sorted_by_place(|step| step.0);
        let expected =
            [(1, 1, SURE, None), (2, 2, SURE, Some(1)), (4, 2, MAYBE, Some(3)), (3, 3, SURE, Some(2))];
        assert_eq!(told(&sorted), expected);
        let proved = reach(&[0], Bounds { include: &[SURE], ..bounds }, steps(&edges));
        assert_eq!(proved.found.len(), 3);
    }

    #[test]
    fn depth_bound_and_stop_end_it() {
        let edges: Vec<_> = (0..9).map(|node| (node, node + 1, SURE)).collect();
        let bounds = Bounds { depth: 4, most: 99, include: ALL, stop: &NEVER };
        assert_eq!(reach(&[0], bounds, steps(&edges)).found.len(), 4);
        let few = reach(&[0], Bounds { most: 2, ..bounds }, steps(&edges));
        assert_eq!((few.found.len(), few.cut), (2, true));
        let stop = AtomicBool::new(true);
        assert!(reach(&[0], Bounds { stop: &stop, ..bounds }, steps(&edges)).found.is_empty());
    }
}
