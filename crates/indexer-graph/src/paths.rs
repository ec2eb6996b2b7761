//! Shortest paths between nodes.

use crate::step::{Bounds, Step};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::hash::Hash;
use std::rc::Rc;

/// A path that is as short as any.
#[derive(Clone, Debug)]
pub struct Path<S: Step> {
    /// The start that it begins at.
    pub from: S::Node,
    /// Its steps, the last of which leads to its end.
    pub steps: Vec<S>,
}

/// The shortest paths between two sets of nodes.
#[derive(Clone, Debug)]
pub struct Paths<S: Step> {
    /// The end that is nearest; `None` where none was found.
    pub end: Option<S::Node>,
    /// The paths to it that are as short, no more than were asked for.
    pub paths: Vec<Path<S>>,
    /// The nodes that were looked at, in no order.
    pub visited: Vec<S::Node>,
    /// True where the search stopped at its bound, or there may be more paths that are as short.
    pub bounded: bool,
}

/// How a node was reached: all steps that come from the level before it.
struct Known<S: Step> {
    distance: u32,
    before: Vec<(S::Node, S)>,
}

/// All shortest paths from any of `starts` to the nearest of `ends`, `most` at most: breadth-first, keeping every step
/// that leads a level on. Each node is asked for its `steps` once. O(nodes + edges that are reached + paths * depth).
pub fn shortest_paths<S: Step>(
    starts: &[S::Node],
    ends: &[S::Node],
    bounds: Bounds<'_>,
    most: usize,
    steps: impl FnMut(S::Node) -> Rc<Vec<S>>,
) -> Paths<S> {
    let mut search = Search { known: FxHashMap::default(), bounded: false };
    let end = search.run(starts, ends, bounds, steps);
    let mut paths = Vec::new();
    if let Some(end) = end {
        search.paths(end, most, &mut Vec::new(), &mut paths);
    }
    let bounded = search.bounded || paths.len() >= most;
    Paths { end, paths, visited: search.known.into_keys().collect(), bounded }
}

struct Search<S: Step> {
    known: FxHashMap<S::Node, Known<S>>,
    bounded: bool,
}

impl<S: Step> Search<S> {
    /// The end that is nearest.
    fn run(
        &mut self,
        starts: &[S::Node],
        ends: &[S::Node],
        bounds: Bounds<'_>,
        mut steps: impl FnMut(S::Node) -> Rc<Vec<S>>,
    ) -> Option<S::Node> {
        let mut level: Vec<S::Node> = starts.to_vec();
        for node in starts {
            self.known.insert(*node, Known { distance: 0, before: Vec::new() });
        }
        for distance in 1..=bounds.depth {
            let mut found = Vec::new();
            for node in level {
                if bounds.is_stopped() {
                    return None;
                }
                for step in steps(node).iter().filter(|step| bounds.include.contains(&step.resolution())) {
                    if self.known.len() >= bounds.most {
                        self.bounded = true;
                        return None;
                    }
                    let known = self.known.entry(step.node()).or_insert_with(|| {
                        found.push(step.node());
                        Known { distance, before: Vec::new() }
                    });
                    if known.distance == distance {
                        known.before.push((node, step.clone()));
                    }
                }
            }
            let reached = |end: &&S::Node| self.known.get(end).is_some_and(|one| one.distance == distance);
            if let Some(end) = ends.iter().find(reached) {
                return Some(*end);
            }
            level = found;
        }
        None
    }

    /// All shortest paths to a node, made out from their ends; `tail` is what follows, the last step first.
    fn paths(&self, end: S::Node, most: usize, tail: &mut Vec<S>, paths: &mut Vec<Path<S>>) {
        let Some(known) = self.known.get(&end).filter(|_| paths.len() < most) else { return };
        if known.before.is_empty() {
            paths.push(Path { from: end, steps: tail.iter().rev().cloned().collect() });
        }
        for (before, step) in &known.before {
            tail.push(step.clone());
            self.paths(*before, most, tail, paths);
            tail.pop();
        }
    }
}

/// A shortest way from `start` to `end`, both included, and alone where they are one; `None` where there is none, or
/// where more than `most` nodes are met before it. Which of several depends on the order in which `next` gives
/// nodes. O(nodes + edges that are reached).
pub fn shortest_path<N: Copy + Eq + Hash>(
    start: N,
    end: N,
    most: usize,
    mut next: impl FnMut(N) -> Vec<N>,
) -> Option<Vec<N>> {
    let mut before: FxHashMap<N, N> = FxHashMap::default();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        if at == end {
            let back = |node: &N| if *node == start { None } else { before.get(node).copied() };
            let mut way: Vec<N> = std::iter::successors(Some(at), back).collect();
            way.reverse();
            return Some(way);
        }
        if before.len() > most {
            return None;
        }
        for node in next(at) {
            if node != start && !before.contains_key(&node) {
                before.insert(node, at);
                queue.push_back(node);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::tests::{MAYBE, SURE, steps};
    use indexer_core::Resolution;
    use indexer_core::work::NEVER;

    const DIAMOND: [(u32, u32, Resolution); 6] =
        [(0, 1, SURE), (0, 2, MAYBE), (1, 3, SURE), (2, 3, SURE), (3, 4, SURE), (4, 0, SURE)];

    fn ways(paths: &Paths<(u32, Resolution)>) -> Vec<Vec<u32>> {
        let way = |path: &Path<(u32, Resolution)>| {
            [path.from].into_iter().chain(path.steps.iter().map(|step| step.0)).collect()
        };
        paths.paths.iter().map(way).collect()
    }

    #[test]
    fn all_paths_that_are_as_short_and_no_others() {
        let bounds = Bounds { depth: 9, most: 99, include: &[SURE, MAYBE], stop: &NEVER };
        let found = shortest_paths(&[0], &[4], bounds, 9, steps(&DIAMOND));
        assert_eq!(ways(&found), [vec![0, 1, 3, 4], vec![0, 2, 3, 4]]);
        assert_eq!((found.end, found.visited.len(), found.bounded), (Some(4), 5, false));
        let one = shortest_paths(&[0], &[4], bounds, 1, steps(&DIAMOND));
        assert_eq!((ways(&one), one.bounded), (vec![vec![0, 1, 3, 4]], true));
        let sure = shortest_paths(&[0], &[4], Bounds { include: &[SURE], ..bounds }, 9, steps(&DIAMOND));
        assert_eq!(ways(&sure), [[0, 1, 3, 4]]);
        let near = shortest_paths(&[0, 2], &[4], bounds, 9, steps(&DIAMOND));
        assert_eq!(ways(&near), [[2, 3, 4]], "from the start that is nearest");
    }

    #[test]
    fn depth_and_bound_end_it() {
        let bounds = Bounds { depth: 2, most: 99, include: &[SURE, MAYBE], stop: &NEVER };
        let short = shortest_paths(&[0], &[4], bounds, 9, steps(&DIAMOND));
        assert_eq!((short.end, short.paths.len(), short.bounded), (None, 0, false));
        let few = shortest_paths(&[0], &[4], Bounds { depth: 9, most: 2, ..bounds }, 9, steps(&DIAMOND));
        assert_eq!((few.end, few.bounded), (None, true));
    }

    #[test]
    fn a_way_includes_both_ends() {
        let next = |node: u32| match node {
            0 => vec![1, 2],
            1 | 2 => vec![3],
            3 => vec![0],
            _ => Vec::new(),
        };
        assert_eq!(shortest_path(0, 3, 99, next), Some(vec![0, 1, 3]));
        assert_eq!(shortest_path(3, 2, 99, next), Some(vec![3, 0, 2]));
        assert_eq!(shortest_path(0, 0, 99, next), Some(vec![0]));
        assert_eq!(shortest_path(0, 9, 99, next), None);
        assert_eq!(shortest_path(0, 3, 1, next), None);
    }
}
