//! What only the whole graph can tell: which symbols much depends on, what hangs together, what
//! nobody uses.
//!
//! The graph is built from a view once ([`Snapshot::cached`](indexer_engine::Snapshot::cached)); what is
//! worked out of it is a hint about the view, never a fact of it.

mod aside;
mod clones;
mod cycles;
mod dead;
mod focus;
mod graph;
mod map;
mod measures;
mod outside;
mod parallel;
mod subsystems;
mod words;

pub use aside::Aside;
pub use clones::{Copies, clones};
pub use cycles::{Cut, Cycle, file_cycles};
pub use dead::{Dead, dead};
pub use focus::{Focus, Part, Scores, focus};
pub use graph::{Graph, TopFile, graph};
pub use map::{Drawn, Line, draw};
pub(crate) use map::{covered, ordered, tried};
pub use measures::{Measured, MeasuredFile, Measures, measures};
pub use parallel::{both, in_parallel, in_parts};
pub use subsystems::{Coupling, Interface, Subsystem, Subsystems};
