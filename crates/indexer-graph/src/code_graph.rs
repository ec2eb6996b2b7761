//! A network as petgraph sees it, so that its algorithms run on the adjacency that is there, without a copy.

use crate::Network;
use petgraph::Direction;
use petgraph::visit::{
    Data, EdgeRef, GraphBase, GraphRef, IntoEdgeReferences, IntoEdges, IntoNeighbors, IntoNeighborsDirected,
    IntoNodeIdentifiers, NodeCompactIndexable, NodeCount, NodeIndexable, VisitMap, Visitable,
};

/// A directed graph over two [`Network`]s that are there already: the edges as they are, and turned around. Nodes are
/// their numbers; it is `Copy`, and making it costs nothing.
///
/// ```
/// use indexer_graph::{CodeGraph, Network};
/// use petgraph::algo::{dominators::simple_fast, has_path_connecting, toposort};
///
/// // `main` calls `parse` and `print`, both of which call `read`, which calls `open`.
/// let calls = [(0, 1, 1.0), (0, 2, 1.0), (1, 3, 1.0), (2, 3, 1.0), (3, 4, 1.0)];
/// let calls = Network::new(5, calls.to_vec());
/// let callers = calls.reversed();
/// let graph = CodeGraph::new(&calls, &callers);
///
/// assert!(has_path_connecting(graph, 0, 4, None));
/// assert_eq!(toposort(graph, None).map(|order| order[0]), Ok(0));
/// // Whatever path leads to `open`, it leads through `read`; neither `parse` nor `print` is on all of them.
/// let dominators = simple_fast(graph, 0);
/// assert_eq!(dominators.immediate_dominator(4), Some(3));
/// assert_eq!(dominators.immediate_dominator(3), Some(0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CodeGraph<'a> {
    /// From each node to those that it uses.
    pub outgoing: &'a Network,
    /// From each node to those that use it: the same edges, [turned around](Network::reversed).
    pub incoming: &'a Network,
}

impl<'a> CodeGraph<'a> {
    /// A graph of these edges, `incoming` being `outgoing` turned around. O(1).
    pub const fn new(outgoing: &'a Network, incoming: &'a Network) -> Self {
        Self { outgoing, incoming }
    }
}

/// An edge of a [`CodeGraph`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CodeEdge {
    /// The node that uses.
    pub from: u32,
    /// The node that is used.
    pub to: u32,
    /// How much.
    pub weight: f32,
}

/// The nodes that a walk has seen, a bit each.
#[derive(Clone, Debug, Default)]
pub struct SeenNodes(Vec<u64>);

impl VisitMap<u32> for SeenNodes {
    fn visit(&mut self, node: u32) -> bool {
        let is_new = !self.is_visited(&node);
        if let Some(word) = self.0.get_mut(node as usize / 64) {
            *word |= 1 << (node % 64);
        }
        is_new
    }

    fn is_visited(&self, node: &u32) -> bool {
        // What is not there is never walked from.
        self.0.get(*node as usize / 64).is_none_or(|word| word >> (node % 64) & 1 == 1)
    }

    fn unvisit(&mut self, node: u32) -> bool {
        let was_seen = self.is_visited(&node);
        if let Some(word) = self.0.get_mut(node as usize / 64) {
            *word &= !(1 << (node % 64));
        }
        was_seen
    }
}

/// The nodes next to a node, ascending.
#[derive(Clone, Debug)]
pub struct Neighbors<'a> {
    network: &'a Network,
    node: u32,
    at: usize,
}

impl Iterator for Neighbors<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (to, _) = self.network.from(self.node).nth(self.at)?;
        self.at += 1;
        Some(to)
    }
}

/// The edges that leave the nodes of a range.
#[derive(Clone, Debug)]
pub struct Edges<'a> {
    network: &'a Network,
    nodes: std::ops::Range<u32>,
    at: usize,
}

impl Iterator for Edges<'_> {
    type Item = CodeEdge;

    fn next(&mut self) -> Option<CodeEdge> {
        while !self.nodes.is_empty() {
            let from = self.nodes.start;
            if let Some((to, weight)) = self.network.from(from).nth(self.at) {
                self.at += 1;
                return Some(CodeEdge { from, to, weight });
            }
            self.nodes.start += 1;
            self.at = 0;
        }
        None
    }
}

impl EdgeRef for CodeEdge {
    type NodeId = u32;
    type EdgeId = (u32, u32);
    type Weight = f32;

    fn source(&self) -> u32 {
        self.from
    }

    fn target(&self) -> u32 {
        self.to
    }

    fn weight(&self) -> &f32 {
        &self.weight
    }

    fn id(&self) -> (u32, u32) {
        (self.from, self.to)
    }
}

impl GraphBase for CodeGraph<'_> {
    type NodeId = u32;
    type EdgeId = (u32, u32);
}

impl GraphRef for CodeGraph<'_> {}

impl Data for CodeGraph<'_> {
    type NodeWeight = ();
    type EdgeWeight = f32;
}

impl NodeCount for CodeGraph<'_> {
    fn node_count(&self) -> usize {
        self.outgoing.nodes() as usize
    }
}

impl NodeIndexable for CodeGraph<'_> {
    fn node_bound(&self) -> usize {
        self.node_count()
    }

    fn to_index(&self, node: u32) -> usize {
        node as usize
    }

    fn from_index(&self, index: usize) -> u32 {
        index as u32
    }
}

impl NodeCompactIndexable for CodeGraph<'_> {}

impl IntoNodeIdentifiers for CodeGraph<'_> {
    type NodeIdentifiers = std::ops::Range<u32>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        0..self.outgoing.nodes()
    }
}

impl<'a> IntoNeighbors for CodeGraph<'a> {
    type Neighbors = Neighbors<'a>;

    fn neighbors(self, node: u32) -> Neighbors<'a> {
        Neighbors { network: self.outgoing, node, at: 0 }
    }
}

impl<'a> IntoNeighborsDirected for CodeGraph<'a> {
    type NeighborsDirected = Neighbors<'a>;

    fn neighbors_directed(self, node: u32, direction: Direction) -> Neighbors<'a> {
        let network = match direction {
            Direction::Outgoing => self.outgoing,
            Direction::Incoming => self.incoming,
        };
        Neighbors { network, node, at: 0 }
    }
}

impl<'a> IntoEdgeReferences for CodeGraph<'a> {
    type EdgeRef = CodeEdge;
    type EdgeReferences = Edges<'a>;

    fn edge_references(self) -> Edges<'a> {
        Edges { network: self.outgoing, nodes: 0..self.outgoing.nodes(), at: 0 }
    }
}

impl<'a> IntoEdges for CodeGraph<'a> {
    type Edges = Edges<'a>;

    fn edges(self, node: u32) -> Edges<'a> {
        Edges { network: self.outgoing, nodes: node..node.saturating_add(1), at: 0 }
    }
}

impl Visitable for CodeGraph<'_> {
    type Map = SeenNodes;

    fn visit_map(&self) -> SeenNodes {
        SeenNodes(vec![0; self.node_count().div_ceil(64)])
    }

    fn reset_map(&self, map: &mut SeenNodes) {
        *map = self.visit_map();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycles;
    use petgraph::algo::{dijkstra, tarjan_scc};
    use petgraph::visit::{Dfs, Reversed};

    fn ring_with_a_tail() -> Network {
        // 0 -> 1 -> 2 -> 0, and 2 -> 3 -> 70.
        Network::new(71, vec![(0, 1, 1.0), (1, 2, 2.0), (2, 0, 1.0), (2, 3, 4.0), (3, 70, 8.0)])
    }

    #[test]
    fn components_are_those_that_cycles_finds() {
        let outgoing = ring_with_a_tail();
        let incoming = outgoing.reversed();
        let graph = CodeGraph::new(&outgoing, &incoming);
        let mut found: Vec<Vec<u32>> = tarjan_scc(graph).into_iter().filter(|one| one.len() > 1).collect();
        found.iter_mut().for_each(|one| one.sort_unstable());
        let edges: Vec<(u32, u32)> = graph.edge_references().map(|edge| edge.id()).collect();
        assert_eq!(edges, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 70)]);
        assert_eq!(found, cycles(71, &edges));
        assert_eq!(found, [vec![0, 1, 2]]);
    }

    #[test]
    fn walks_go_both_ways_and_weights_are_those_of_the_network() {
        let outgoing = ring_with_a_tail();
        let incoming = outgoing.reversed();
        let graph = CodeGraph::new(&outgoing, &incoming);
        assert_eq!(dijkstra(graph, 0, Some(70), |edge| *edge.weight())[&70], 15.0);
        let walk = |mut dfs: Dfs<u32, SeenNodes>, back: bool| {
            let mut seen = Vec::new();
            while let Some(node) = if back { dfs.next(Reversed(graph)) } else { dfs.next(graph) } {
                seen.push(node);
            }
            seen.sort_unstable();
            seen
        };
        assert_eq!(walk(Dfs::new(graph, 3), false), [3, 70]);
        assert_eq!(walk(Dfs::new(graph, 3), true), [0, 1, 2, 3]);
    }
}
