//! The questions that people, agents and programs ask of the index.
//!
//! A tool is one file in `tools/`: its arguments (flags and input schema in one struct), its
//! answer, `run`, how the answer is written, tests. [`ALL`] lists them, one line each; both
//! frontends loop over it and know no tool by name.
//!
//! Answers are text by default: one record a line, see [`records`]. With `format: json` the same
//! answer is a JSON object with `schema_version` and an `index` block. Every answer fits its
//! budget: what is left out is counted (`total`, `shown`, `truncated`) and can be had by `cursor`.

pub mod answer;
pub mod arguments;
pub mod context;
pub mod cursor;
pub mod export;
pub mod imports;
pub mod kinds;
pub mod locate;
pub mod outline;
pub mod policy;
pub mod problem;
pub mod records;
pub mod roots;
pub mod rows;
pub mod schema;
pub mod settings;
pub mod summary;
pub mod tool;
pub mod tools;

#[cfg(test)]
mod fixture;

pub use answer::{Answer, Format, Output, Page, Row, SCHEMA_VERSION};
pub use arguments::Common;
pub use context::Context;
pub use policy::Policy;
pub use problem::{Code, Problem};
pub use roots::Roots;
pub use settings::{Configuration, Settings};
pub use tool::{Listed, Question, Tool};
pub use tools::{ALL, SUMMARY, find};
