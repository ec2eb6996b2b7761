//! Who depends on whom, how much, over how many steps, and in which cycles.

use crate::digraph::cycles;
use crate::feedback::feedback;
use crate::network::Network;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// How much one end depends on another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// References that are proved to lead there.
    pub uses: u64,
    /// True where one of them is an import, or a declaration of the module.
    pub imports: bool,
}

impl std::ops::AddAssign for Weight {
    fn add_assign(&mut self, other: Self) {
        self.uses += other.uses;
        self.imports |= other.imports;
    }
}

/// A node on which another one depends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depends {
    /// The number of the node.
    pub on: u32,
    /// References that are proved to lead there.
    pub uses: u32,
    /// True where they name types, and nothing else that is more than an import.
    pub only_types: bool,
    /// 1-based line of the first of them.
    pub line: u32,
}

/// A cycle of nodes that depend on each other.
#[derive(Clone, Debug, PartialEq)]
pub struct DependencyCycle {
    /// Its nodes, ascending.
    pub nodes: Vec<u32>,
    /// True where there is none any more once uses of types alone do not count.
    pub only_types: bool,
    /// Dependencies (from, to) without which there is no cycle, that of the fewest uses first: see [`feedback`].
    pub cut: Vec<(u32, u32)>,
}

/// The cycles among the nodes that `counts`, those that are more than types first, then the largest; `depends` are the
/// dependencies of each node by its number. O(dependencies), and for each cycle the square of its edges at most. Once
/// `stop` is set, cuts may be any edges.
pub fn dependency_cycles(
    depends: &[Vec<Depends>],
    counts: &[bool],
    stop: &AtomicBool,
) -> Vec<DependencyCycle> {
    let counts = |node: u32| counts.get(node as usize).copied().unwrap_or(false);
    let network = |types: bool| {
        let mut edges = Vec::new();
        for (from, all) in (0u32..).zip(depends).filter(|(from, _)| counts(*from)) {
            let fits = all.iter().filter(|one| counts(one.on) && (types || !one.only_types));
            edges.extend(fits.map(|one| (from, one.on, one.uses as f32)));
        }
        Network::new(depends.len() as u32, edges)
    };
    let of = |network: &Network| {
        let edges = |from| network.from(from).map(move |(to, _)| (from, to));
        cycles(network.nodes(), &(0..network.nodes()).flat_map(edges).collect::<Vec<_>>())
    };
    let (all, firm) = (network(true), of(&network(false)));
    let cycle = |nodes: Vec<u32>| {
        let cut = feedback(&all, &nodes, stop).into_iter().map(|(from, to, _)| (from, to)).collect();
        let is_in = |node: &u32| nodes.binary_search(node).is_ok();
        DependencyCycle { only_types: !firm.iter().any(|one| one.iter().any(is_in)), cut, nodes }
    };
    let mut found: Vec<DependencyCycle> = of(&all).into_iter().map(cycle).collect();
    found.sort_by(|a, b| {
        (a.only_types, Reverse(a.nodes.len()), &a.nodes).cmp(&(
            b.only_types,
            Reverse(b.nodes.len()),
            &b.nodes,
        ))
    });
    found
}

/// A node that depends on what was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependent<N> {
    /// The node.
    pub node: N,
    /// Steps to what it depends on, at least 1.
    pub distance: u32,
    /// How much it depends on all nodes of the step before it.
    pub weight: Weight,
    /// The first node of the step before it on which it depends.
    pub through: N,
}

/// Who depends on `nodes` over at most `depth` steps, by distance and then by node: `users` are the dependents of each
/// node. Those that are asked about are none of them. O(dependencies that are reached * log nodes).
pub fn dependents<N: Copy + Ord>(
    users: &BTreeMap<N, Vec<(N, Weight)>>,
    nodes: BTreeSet<N>,
    depth: u32,
) -> Vec<Dependent<N>> {
    let mut seen = nodes.clone();
    let (mut level, mut found) = (nodes, Vec::new());
    for distance in 1..=depth {
        let mut next: BTreeMap<N, (Weight, N)> = BTreeMap::new();
        for node in &level {
            for (user, weight) in users.get(node).into_iter().flatten().filter(|(one, _)| !seen.contains(one))
            {
                next.entry(*user).or_insert((Weight::default(), *node)).0 += *weight;
            }
        }
        let row = |(node, (weight, through)): (&N, &(Weight, N))| Dependent {
            node: *node,
            distance,
            weight: *weight,
            through: *through,
        };
        found.extend(next.iter().map(row));
        level = next.into_keys().collect();
        seen.extend(&level);
    }
    found
}

/// Which way edges are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// From who depends to what it depends on.
    Down,
    /// From what is depended on to who does.
    Up,
    /// Both.
    Both,
}

/// The edges (from, to) at most `depth` steps away from the nodes in `within`, as places in `edges`; all that are
/// reached where `depth` is `None`. O(edges * depth * log nodes).
pub fn neighborhood<N: Copy + Ord>(
    edges: &[(N, N)],
    within: BTreeSet<N>,
    ways: Ways,
    depth: Option<u32>,
) -> BTreeSet<usize> {
    let mut kept = BTreeSet::new();
    let mut level = within.clone();
    let mut reached = within;
    for _ in 0..depth.unwrap_or(u32::MAX) {
        let mut next = BTreeSet::new();
        for (place, (from, to)) in edges.iter().enumerate() {
            for (near, far, other) in [(from, to, Ways::Up), (to, from, Ways::Down)] {
                if ways != other && level.contains(near) {
                    kept.insert(place);
                    next.insert(*far);
                }
            }
        }
        level = next.difference(&reached).copied().collect();
        if level.is_empty() {
            break;
        }
        reached.extend(&level);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::work::NEVER;

    fn uses(on: u32, uses: u32, only_types: bool) -> Depends {
        Depends { on, uses, only_types, line: 1 }
    }

    #[test]
    fn cycles_of_more_than_types_come_first_with_what_would_end_them() {
        // 0, 1 and 2 are a cycle that types alone close; 3 and 4 are a firm one; 5 uses itself.
        let depends = [
            vec![uses(1, 5, false)],
            vec![uses(2, 4, false)],
            vec![uses(0, 9, true)],
            vec![uses(4, 7, false)],
            vec![uses(3, 2, false), uses(0, 1, false)],
            vec![uses(5, 1, false)],
        ];
        let cycle =
            |nodes: &[u32], only_types, cut| DependencyCycle { nodes: nodes.to_vec(), only_types, cut };
        let (firm, types) = (cycle(&[3, 4], false, vec![(4, 3)]), cycle(&[0, 1, 2], true, vec![(1, 2)]));
        assert_eq!(dependency_cycles(&depends, &[true; 6], &NEVER), [firm.clone(), types]);
        let without = [true, false, true, true, true, true];
        assert_eq!(dependency_cycles(&depends, &without, &NEVER), [firm]);
        assert!(dependency_cycles(&depends, &[], &NEVER).is_empty());
    }

    #[test]
    fn dependents_by_distance_with_the_sum_of_what_they_use() {
        let weight = |uses, imports| Weight { uses, imports };
        let users = BTreeMap::from([
            ("a", vec![("c", weight(2, false)), ("d", weight(1, false))]),
            ("b", vec![("a", weight(8, true)), ("c", weight(3, true))]),
            ("c", vec![("e", weight(1, false)), ("a", weight(1, false))]),
        ]);
        let row = |node, distance, weight, through| Dependent { node, distance, weight, through };
        let expected = [
            row("c", 1, weight(5, true), "a"),
            row("d", 1, weight(1, false), "a"),
            row("e", 2, weight(1, false), "c"),
        ];
        assert_eq!(dependents(&users, BTreeSet::from(["a", "b"]), 9), expected);
        assert_eq!(dependents(&users, BTreeSet::from(["a", "b"]), 1), expected[..2]);
    }

    #[test]
    fn the_edges_around_some_nodes() {
        let edges = [(0, 1), (1, 2), (2, 3), (4, 1), (5, 6)];
        let near = |ways, depth| -> Vec<usize> {
            neighborhood(&edges, BTreeSet::from([1]), ways, depth).into_iter().collect()
        };
        assert_eq!(near(Ways::Down, None), [1, 2]);
        assert_eq!(near(Ways::Down, Some(1)), [1]);
        assert_eq!(near(Ways::Up, None), [0, 3]);
        assert_eq!(near(Ways::Both, Some(1)), [0, 1, 3]);
    }
}
