//! A directed graph with weights, over plain numbers: whoever asks knows what they stand for.

/// A directed graph with nodes 0 up to [`nodes`](Self::nodes). Several edges between the same two nodes
/// are one with the sum of their weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// Where the edges of each node start; one item more than there are nodes.
    starts: Vec<u32>,
    to: Vec<u32>,
    weights: Vec<f32>,
}

impl Network {
    /// Of nodes and edges (from, to, weight) in any order. Edges to nodes that are not there, those of a
    /// node to itself and those without weight are left out. O(edges * log edges of a node).
    pub fn new(nodes: u32, edges: Vec<(u32, u32, f32)>) -> Self {
        let is_edge = |(from, to, weight): &&(u32, u32, f32)| {
            from != to && *from < nodes && *to < nodes && *weight > 0.0
        };
        let mut starts = vec![0_u32; nodes as usize + 2];
        for (from, _, _) in edges.iter().filter(is_edge) {
            starts[*from as usize + 2] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut all = vec![(0_u32, 0_f32); starts.last().map_or(0, |end| *end as usize)];
        // The start of the next node moves from where this one begins to where it ends.
        for (from, to, weight) in edges.iter().filter(is_edge) {
            let at = &mut starts[*from as usize + 1];
            all[*at as usize] = (*to, *weight);
            *at += 1;
        }
        drop(edges);
        starts.pop();
        let (mut to, mut weights) = (Vec::with_capacity(all.len()), Vec::<f32>::with_capacity(all.len()));
        for node in 0..nodes as usize {
            let edges = &mut all[starts[node] as usize..starts[node + 1] as usize];
            // Weights are sorted too, so that a sum does not depend on the order in which they came.
            edges.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.total_cmp(&b.1)));
            starts[node] = to.len() as u32;
            let first = to.len();
            for (other, weight) in edges {
                match weights.last_mut().filter(|_| to[first..].last() == Some(other)) {
                    Some(sum) => *sum += *weight,
                    None => {
                        to.push(*other);
                        weights.push(*weight);
                    }
                }
            }
        }
        if let Some(end) = starts.last_mut() {
            *end = to.len() as u32;
        }
        Self { starts, to, weights }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.starts.len().saturating_sub(1) as u32
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.to.len()
    }

    /// The edges of a node: where they lead, ascending, and their weights. None for a node that is not
    /// there.
    pub fn from(&self, node: u32) -> impl ExactSizeIterator<Item = (u32, f32)> {
        let at = |node: usize| self.starts.get(node).copied().unwrap_or(self.to.len() as u32) as usize;
        let run = at(node as usize)..at(node as usize + 1);
        self.to[run.clone()].iter().copied().zip(self.weights[run].iter().copied())
    }

    /// The same edges turned around. O(edges * log edges).
    #[must_use]
    pub fn reversed(&self) -> Self {
        let edges = (0..self.nodes()).flat_map(|from| self.from(from).map(move |(to, w)| (to, from, w)));
        Self::new(self.nodes(), edges.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Network;

    #[test]
    fn equal_edges_are_one_and_their_order_does_not_matter() {
        let edges = vec![(1, 0, 1.0), (0, 2, 0.5), (0, 1, 2.0), (0, 2, 0.25), (2, 2, 9.0), (0, 7, 1.0)];
        let network = Network::new(3, edges.clone());
        assert_eq!((network.nodes(), network.edges()), (3, 3));
        assert_eq!(network.from(0).collect::<Vec<_>>(), [(1, 2.0), (2, 0.75)]);
        assert_eq!(network.from(9).len(), 0);
        assert_eq!(network, Network::new(3, edges.into_iter().rev().collect()));
        assert_eq!(network.reversed().reversed(), network);
    }
}
