//! What differs between two states of a repository: symbols, edges, what breaks, what to test.

mod above;
mod answer;
mod cycles;
mod demands;
mod edges;
pub mod fail_on;
mod found;
mod hits;
mod lost;
mod reached;
mod routes;
mod runners;
mod screen;
mod short;
mod sides;
mod written;

pub use cycles::closed;
pub use edges::{EdgeRow, Edges, edges};
pub use found::{AspectRow, EdgeLists, End, FileRow, Found, PullRequestRow, SymbolChange};
pub(crate) use found::{MOST_LISTED, files};
pub use hits::{BreakingRow, unused};
pub use lost::breaking_rows;
pub use reached::{Reached, TestRow, reached};
pub use routes::{RouteRow, routes};
pub(crate) use sides::read_file;
pub use sides::{Sides, with_outlines};
