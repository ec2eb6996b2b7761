//! Questions about whole graphs: cycles and what would break them, centrality, communities.
//!
//! Nodes are plain numbers: whoever asks knows what they stand for. Nothing here knows of files, symbols or indexes.
//! A [`CodeGraph`] runs petgraph's own algorithms over the same edges.

mod centrality;
mod code_graph;
mod communities;
mod digraph;
mod feedback;
mod network;

pub use centrality::{betweenness, rank};
pub use code_graph::{CodeEdge, CodeGraph, Edges, Neighbors, SeenNodes};
pub use communities::communities;
pub use digraph::cycles;
pub use feedback::feedback;
pub use network::Network;
