//! Analyses of whole graphs, over plain numbers: whoever asks knows what they stand for.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// The cycles of a graph with nodes 0 up to `nodes`: its strongly connected components of more than
/// one node (Tarjan 1972), each ascending, in the order of their first nodes. Edges to nodes that
/// are not there are left out. O(nodes + edges).
pub fn cycles(nodes: u32, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut graph: DiGraph<(), (), u32> = DiGraph::with_capacity(nodes as usize, edges.len());
    for _ in 0..nodes {
        graph.add_node(());
    }
    for (from, to) in edges.iter().filter(|(from, to)| *from < nodes && *to < nodes) {
        graph.add_edge(NodeIndex::from(*from), NodeIndex::from(*to), ());
    }
    let components = tarjan_scc(&graph).into_iter().filter(|component| component.len() > 1);
    let mut found: Vec<Vec<u32>> = components
        .map(|component| {
            let mut members: Vec<u32> = component.into_iter().map(|node| node.index() as u32).collect();
            members.sort_unstable();
            members
        })
        .collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::cycles;

    #[test]
    fn only_nodes_that_reach_each_other_are_a_cycle() {
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 5), (5, 4), (3, 3), (7, 9)];
        assert_eq!(cycles(6, &edges), [vec![1, 2], vec![4, 5]]);
        assert!(cycles(0, &edges).is_empty());
    }
}
