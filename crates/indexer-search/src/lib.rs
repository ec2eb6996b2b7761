//! Finding: words, vectors, names, budgets. Pure functions, no I/O.
//!
//! [`terms::of_code`] makes a file's [`TermList`] from its facts and text: a value that depends on
//! content alone and is kept beside the facts. A [`Collection`] of them answers a [`Query`] with
//! [`rank`]. [`match_name`] says how a name answers a query and how well; [`nearest`] finds the names
//! that may have been meant; [`tokens`] estimates what a text costs a language model.

pub mod chunks;
pub mod embed;
pub mod names;
pub mod query;
pub mod rank;
pub mod snippet;
pub mod terms;
pub mod tokens;
pub mod words;

pub use names::{Grade, Hit, distance, match_name, nearest};
pub use query::Query;
pub use rank::{Collection, rank};
pub use terms::TermList;
pub use tokens::tokens;
