//! What only the whole graph can tell: which symbols much depends on, what hangs together, what
//! nobody uses.
//!
//! The graph is built from a view once ([`Snapshot::kept`](indexer_engine::Snapshot::kept)); what is
//! worked out of it is a hint about the view, never a fact of it.

mod aside;
mod focus;
mod graph;
mod map;
mod parallel;

pub use aside::Aside;
pub use focus::{Focus, Part, focus};
pub use graph::{Graph, TopFile, graph};
pub use map::{Drawn, Line, draw};
pub(crate) use map::ordered;
pub use parallel::in_parallel;
