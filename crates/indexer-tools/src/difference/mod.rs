//! What differs between two states of a repository: symbols, edges, what breaks, what to test.

mod cycles;
mod edges;
mod hits;
mod reached;
mod runners;
mod sides;
mod written;

pub use cycles::closed;
pub use edges::{EdgeRow, Edges, edges};
pub use hits::{BreakingRow, breaking_rows, unused};
pub use reached::{Reached, TestRow, reached};
pub use runners::runner_list;
pub use sides::Sides;
pub use written::{annotations, comment, sarif};
