//! The edges without which a graph has no cycle.

use crate::digraph::cycles;
use crate::network::Network;
use indexer_core::work;
use std::sync::atomic::AtomicBool;

/// Edges of a cycle up to which each of them is tried alone: that is exact, and costs their square.
const TRIED: usize = 1_500;

/// Edges (from, to) without which `members` of the network are on no cycle among themselves, of small
/// weight: the lightest single edge that is enough, where there is one; else a set by the rule of Eades,
/// Lin and Smyth (1993), less what it holds in vain. Sorted by weight, then by nodes. O(edges * edges) at
/// most. Once `stop` is set, it may be any edges.
pub fn feedback(network: &Network, members: &[u32], stop: &AtomicBool) -> Vec<(u32, u32, f32)> {
    let place = |node: u32| members.binary_search(&node).ok().map(|at| at as u32);
    let mut edges: Vec<(u32, u32, f32)> = Vec::new();
    for (from, node) in (0..).zip(members) {
        let inside = network.from(*node).filter_map(|(to, weight)| Some((from, place(to)?, weight)));
        edges.extend(inside);
    }
    edges.sort_by(|a, b| a.2.total_cmp(&b.2).then_with(|| (a.0, a.1).cmp(&(b.0, b.1))));
    let count = members.len() as u32;
    let mut cut = match single(count, &edges, stop) {
        Some(one) => vec![one],
        None => ordered(count, &edges, stop),
    };
    cut.sort_by(|a, b| a.2.total_cmp(&b.2).then_with(|| (a.0, a.1).cmp(&(b.0, b.1))));
    cut.into_iter().map(|(a, b, weight)| (members[a as usize], members[b as usize], weight)).collect()
}

/// The lightest edge that lies on every cycle.
fn single(nodes: u32, edges: &[(u32, u32, f32)], stop: &AtomicBool) -> Option<(u32, u32, f32)> {
    if edges.len() > TRIED {
        return None;
    }
    edges.iter().copied().find(|one| {
        work::add(edges.len());
        if work::is_stopped(stop) {
            return true;
        }
        let rest: Vec<(u32, u32)> = edges.iter().filter(|edge| *edge != one).map(|e| (e.0, e.1)).collect();
        cycles(nodes, &rest).is_empty()
    })
}

/// The edges that lead back when nodes stand in a good order: those that give most and take least first.
fn ordered(nodes: u32, edges: &[(u32, u32, f32)], stop: &AtomicBool) -> Vec<(u32, u32, f32)> {
    let count = nodes as usize;
    let (mut out, mut into) = (vec![0.0f64; count], vec![0.0f64; count]);
    let mut near: Vec<Vec<(usize, f64, bool)>> = vec![Vec::new(); count];
    for (from, to, weight) in edges {
        let (from, to, weight) = (*from as usize, *to as usize, f64::from(*weight));
        out[from] += weight;
        into[to] += weight;
        near[from].push((to, weight, true));
        near[to].push((from, weight, false));
    }
    let mut open = vec![true; count];
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for _ in 0..count {
        work::add(count);
        if work::is_stopped(stop) {
            break;
        }
        let nodes = || (0..count).filter(|node| open[*node]);
        // Weights are summed and taken off again: what is left may differ from 0 by rounding.
        let none = |weight: f64| weight < 1e-6;
        let sink = nodes().find(|node| none(out[*node]));
        let source = || nodes().find(|node| none(into[*node]));
        let best = || nodes().reduce(|a, b| if (out[b] - into[b]) > (out[a] - into[a]) { b } else { a });
        let Some(node) = sink.or_else(source).or_else(best) else { break };
        open[node] = false;
        if sink.is_some() {
            last.push(node)
        } else {
            first.push(node)
        }
        for (other, weight, outgoing) in &near[node] {
            if *outgoing { into[*other] -= weight } else { out[*other] -= weight }
        }
    }
    let mut place = vec![0; count];
    for (at, node) in first.into_iter().chain(last.into_iter().rev()).enumerate() {
        place[node] = at;
    }
    let back = |edge: &&(u32, u32, f32)| place[edge.0 as usize] > place[edge.1 as usize];
    let mut cut: Vec<(u32, u32, f32)> = edges.iter().filter(back).copied().collect();
    if edges.len() <= TRIED {
        // Heaviest first: one that closes no cycle with what is left may stay.
        let mut at = cut.len();
        while at > 0 && !work::is_stopped(stop) {
            at -= 1;
            work::add(edges.len());
            let without: Vec<(u32, u32)> = edges
                .iter()
                .filter(|edge| !cut.contains(edge) || **edge == cut[at])
                .map(|edge| (edge.0, edge.1))
                .collect();
            if cycles(nodes, &without).is_empty() {
                cut.remove(at);
            }
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::work::NEVER;

    fn is_open(network: &Network, cut: &[(u32, u32, f32)]) -> bool {
        let edges = (0..network.nodes()).flat_map(|from| network.from(from).map(move |(to, _)| (from, to)));
        let rest: Vec<(u32, u32)> =
            edges.filter(|(a, b)| !cut.iter().any(|(from, to, _)| (from, to) == (a, b))).collect();
        cycles(network.nodes(), &rest).is_empty()
    }

    #[test]
    fn the_lightest_edge_of_a_ring() {
        let network = Network::new(4, vec![(0, 1, 3.0), (1, 2, 2.0), (2, 3, 5.0), (3, 1, 4.0)]);
        assert_eq!(feedback(&network, &[1, 2, 3], &NEVER), [(1, 2, 2.0)]);
    }

    #[test]
    fn the_edge_that_is_on_every_cycle_though_others_are_lighter() {
        let edges = vec![(0, 1, 5.0), (1, 2, 1.0), (2, 0, 1.0), (1, 3, 1.0), (3, 0, 1.0)];
        assert_eq!(feedback(&Network::new(4, edges), &[0, 1, 2, 3], &NEVER), [(0, 1, 5.0)]);
    }

    #[test]
    fn several_where_one_is_not_enough_and_none_in_vain() {
        let edges =
            vec![(0, 1, 1.0), (1, 0, 2.0), (1, 2, 2.0), (2, 1, 1.0), (2, 3, 4.0), (3, 2, 3.0), (0, 3, 1.0)];
        let network = Network::new(4, edges);
        let cut = feedback(&network, &[0, 1, 2, 3], &NEVER);
        assert!(is_open(&network, &cut), "{cut:?}");
        for at in 0..cut.len() {
            let mut fewer = cut.clone();
            fewer.remove(at);
            assert!(!is_open(&network, &fewer), "{cut:?} without {at}");
        }
    }
}
