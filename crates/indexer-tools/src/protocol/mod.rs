//! What every tool shares: arguments and their schema, answers and how they are written, problems.

#[macro_use]
pub mod answer;

pub mod arguments;
pub mod context;
pub mod cursor;
pub mod detail;
pub mod engine_problem;
mod fitted;
pub mod folded;
pub mod followed;
pub(crate) mod given;
pub mod kinds;
pub(crate) mod outlines;
pub mod places;
pub mod prelude;
pub mod problem;
pub mod records;
pub mod rows;
pub mod schema;
pub mod scope;
pub mod terminal;
pub mod timestamp;
pub mod tool;
pub mod write;

pub use answer::{Answer, Format, Page, Row};
pub use arguments::Common;
pub use context::Context;
pub use followed::Followed;
pub use outlines::Outlines;
pub use problem::{Code, Problem};
pub use records::{Record, Records};
pub use scope::Scope;
pub use tool::{Asked, Listed, OfSeveral, Question};
