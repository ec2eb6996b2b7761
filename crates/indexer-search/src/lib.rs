//! Matching names and counting tokens: pure functions, no I/O.
//!
//! [`match_name`] says how a name answers a query and how well; [`nearest`] finds the names that
//! may have been meant; [`tokens`] estimates what a text costs a language model.

pub mod names;
pub mod tokens;

pub use names::{Grade, Hit, distance, match_name, nearest};
pub use tokens::tokens;
