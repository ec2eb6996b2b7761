//! Parts of a network that hold together.

use crate::network::Network;
use indexer_core::work;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

/// Gain of modularity below which a move is not worth it: sums of floats are not exact.
const LEAST: f64 = 1e-9;
/// Moves between two looks at whether to stop.
const LOOKS: usize = 1 << 8;

/// The part of each node: parts have more edges inside than chance would give (modularity; Louvain:
/// Blondel and others 2008), and each holds together (as Leiden's do: Traag and others 2019). Edges count
/// in both directions. Parts are numbered in the order of their first nodes; `coarse` below 1 makes
/// them larger, above 1 smaller. Depends on nothing but the network. O(edges * rounds). Once `stop` is set, it is
/// what was found so far.
pub fn communities(network: &Network, coarse: f64, stop: &AtomicBool) -> Vec<u32> {
    let nodes = network.nodes();
    let both = (0..nodes).flat_map(|from| {
        network.from(from).flat_map(move |(to, weight)| [(from, to, weight), (to, from, weight)])
    });
    let even = Network::new(nodes, both.collect());
    let mut parts: Vec<u32> = (0..nodes).collect();
    let mut level = Level { network: even.clone(), inner: vec![0.0; nodes as usize] };
    loop {
        let moved = level.moved(coarse, stop);
        let (count, moved) = numbered(&moved);
        let is_last = count == level.network.nodes();
        parts.iter_mut().for_each(|part| *part = moved[*part as usize]);
        if is_last {
            break;
        }
        level = level.folded(&moved, count);
    }
    connected(&even, &parts)
}

/// A network of parts, with the weight inside of each.
struct Level {
    network: Network,
    /// Twice the weight of the edges inside.
    inner: Vec<f64>,
}

impl Level {
    /// Moves each node to the part of its neighbours where it gains most, until none gains.
    fn moved(&self, coarse: f64, stop: &AtomicBool) -> Vec<u32> {
        let nodes = self.network.nodes() as usize;
        let degree: Vec<f64> = (0..nodes)
            .map(|node| {
                self.inner[node] + self.network.from(node as u32).map(|(_, w)| f64::from(w)).sum::<f64>()
            })
            .collect();
        let all: f64 = degree.iter().sum();
        let mut part: Vec<u32> = (0..nodes as u32).collect();
        if all <= 0.0 {
            return part;
        }
        let mut sums = degree.clone();
        let mut links = vec![0.0f64; nodes];
        let mut waiting: VecDeque<u32> = (0..nodes as u32).collect();
        let mut waits = vec![true; nodes];
        // A node gains with each move, so this ends; floats that disagree about that must not go on for ever.
        let mut left = nodes.saturating_mul(100);
        while let Some(node) = waiting.pop_front() {
            waits[node as usize] = false;
            left = left.saturating_sub(1);
            work::add(1 + self.network.from(node).len());
            if left == 0 || (left.is_multiple_of(LOOKS) && work::is_stopped(stop)) {
                break;
            }
            let own = part[node as usize];
            sums[own as usize] -= degree[node as usize];
            let mut near = vec![own];
            for (to, weight) in self.network.from(node) {
                let other = part[to as usize];
                if links[other as usize] == 0.0 && other != own {
                    near.push(other);
                }
                links[other as usize] += f64::from(weight);
            }
            let gain =
                |of: u32| links[of as usize] - coarse * sums[of as usize] * degree[node as usize] / all;
            let mut best = (own, gain(own));
            near.sort_unstable();
            for &other in &near {
                let gained = gain(other);
                if gained > best.1 + LEAST {
                    best = (other, gained);
                }
            }
            near.iter().for_each(|other| links[*other as usize] = 0.0);
            sums[best.0 as usize] += degree[node as usize];
            if best.0 != own {
                part[node as usize] = best.0;
                for (to, _) in self.network.from(node) {
                    if part[to as usize] != best.0 && !waits[to as usize] {
                        waits[to as usize] = true;
                        waiting.push_back(to);
                    }
                }
            }
        }
        part
    }

    /// The network of the parts.
    fn folded(&self, parts: &[u32], count: u32) -> Self {
        let mut inner = vec![0.0; count as usize];
        let mut edges = Vec::new();
        for node in 0..self.network.nodes() {
            let from = parts[node as usize];
            inner[from as usize] += self.inner[node as usize];
            for (to, weight) in self.network.from(node) {
                match parts[to as usize] {
                    to if to == from => inner[from as usize] += f64::from(weight),
                    to => edges.push((from, to, weight)),
                }
            }
        }
        Self { network: Network::new(count, edges), inner }
    }
}

/// The same parts, numbered in the order of their first nodes, and how many there are.
fn numbered(parts: &[u32]) -> (u32, Vec<u32>) {
    let mut numbers = vec![u32::MAX; parts.len()];
    let mut count = 0;
    let number = |part: &u32| {
        let known = &mut numbers[*part as usize];
        if *known == u32::MAX {
            *known = count;
            count += 1;
        }
        *known
    };
    let numbered = parts.iter().map(number).collect();
    (count, numbered)
}

/// Parts that do not hold together are taken apart.
fn connected(even: &Network, parts: &[u32]) -> Vec<u32> {
    let mut found = vec![u32::MAX; parts.len()];
    let mut count = 0;
    for first in 0..parts.len() {
        if found[first] != u32::MAX {
            continue;
        }
        found[first] = count;
        let mut open = vec![first as u32];
        while let Some(node) = open.pop() {
            for (to, _) in even.from(node) {
                if found[to as usize] == u32::MAX && parts[to as usize] == parts[first] {
                    found[to as usize] = count;
                    open.push(to);
                }
            }
        }
        count += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::work::NEVER;

    fn clique(nodes: std::ops::Range<u32>) -> Vec<(u32, u32, f32)> {
        nodes.clone().flat_map(|a| nodes.clone().filter(move |b| *b > a).map(move |b| (a, b, 1.0))).collect()
    }

    #[test]
    fn what_holds_together_is_one_part() {
        let mut edges = clique(0..5);
        edges.extend(clique(5..9));
        edges.push((2, 7, 1.0));
        edges.extend(clique(9..12));
        let parts = communities(&Network::new(13, edges.clone()), 1.0, &NEVER);
        assert_eq!(parts, [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3]);
        edges.reverse();
        assert_eq!(communities(&Network::new(13, edges), 1.0, &NEVER), parts);
    }

    #[test]
    fn a_ring_of_cliques_is_its_cliques() {
        let mut edges: Vec<(u32, u32, f32)> = (0..8).flat_map(|one| clique(one * 5..one * 5 + 5)).collect();
        edges.extend((0..8).map(|one| (one * 5, (one * 5 + 6) % 40, 1.0)));
        let parts = communities(&Network::new(40, edges), 1.0, &NEVER);
        let expected: Vec<u32> = (0..40).map(|node| node / 5).collect();
        assert_eq!(parts, expected);
        assert!(communities(&Network::default(), 1.0, &NEVER).is_empty());
    }
}
