//! Analyses of code as a graph: who is reached from a symbol and over which paths, what depends on what, cycles and
//! what would break them, centrality, communities, complexity, copies, dead code, what heads of types say, where types
//! flow.
//!
//! Nothing here reads an index, a file or a clock, and no answer is text. Graphs that are there as a whole are
//! [`Network`]s over plain numbers: whoever asks knows what they stand for, and a [`CodeGraph`] runs petgraph's own
//! algorithms over the same edges. Graphs of which only the next step is known are asked through [`Step`].
//!
//! ```
//! use indexer_core::{Resolution, work::NEVER};
//! use indexer_graph::{Bounds, Step, reach};
//! use std::rc::Rc;
//!
//! // `main` calls `parse`, which may call `read`.
//! #[derive(Clone)]
//! struct Call(&'static str, Resolution);
//!
//! impl Step for Call {
//!     type Node = &'static str;
//!     fn node(&self) -> &'static str { self.0 }
//!     fn resolution(&self) -> Resolution { self.1 }
//! }
//!
//! let callers = |of: &str| {
//!     Rc::new(match of {
//!         "read" => vec![Call("parse", Resolution::Possible)],
//!         "parse" => vec![Call("main", Resolution::Resolved)],
//!         _ => Vec::new(),
//!     })
//! };
//! let include = [Resolution::Resolved, Resolution::Possible];
//! let bounds = Bounds { depth: 5, most: 1_000, include: &include, stop: &NEVER };
//! let found = reach(&["read"], bounds, callers).found;
//! let told: Vec<_> = found.iter().map(|one| (one.step.0, one.distance, one.resolution)).collect();
//! assert_eq!(told, [("parse", 1, Resolution::Possible), ("main", 2, Resolution::Possible)]);
//! ```

mod centrality;
mod code_graph;
mod communities;
pub mod complexity;
pub mod copies;
pub mod dead_code;
pub mod dependencies;
mod digraph;
mod feedback;
pub mod hierarchy;
mod mounts;
mod network;
mod paths;
mod reach;
mod step;
pub mod subsystems;
mod tree;
pub mod type_flow;

pub use centrality::{Betweenness, Hub, betweenness, hubs, rank};
pub use code_graph::{CodeEdge, CodeGraph, Edges, Neighbors, SeenNodes};
pub use communities::communities;
pub use digraph::cycles;
pub use feedback::feedback;
pub use mounts::Mounts;
pub use network::Network;
pub use paths::{Path, Paths, shortest_path, shortest_paths};
pub use reach::{Reach, Reached, reach};
pub use step::{Bounds, Step};
pub use tree::{Branch, Tree};
