//! Finding: words, vectors, names, budgets. Pure functions, no I/O.
//!
//! A [`TermIndexer`] makes a file's [`FileWords`](indexer_core::FileWords) from its facts and text: a value that
//! depends on content alone and is kept beside the facts. A [`Collection`] of them answers a [`Query`] with
//! [`rank()`]; what of a question is a [`Literal`](literal::Literal) is found word for word in texts. A
//! [`NameQuery`] says how a name answers and how well, and which names may have been meant; [`tokens()`] estimates what a text costs a language model.

pub mod class;
mod collection;
pub mod confidence;
pub mod content;
pub mod duplicates;
pub mod history;
pub mod literal;
pub mod names;
mod parallel;
pub mod paths;
pub mod query;
pub mod rank;
pub mod report;
mod score;
mod signals;
pub mod snippet;
mod spelling;
pub mod tokens;

pub use content::term_indexer::TermIndexer;
pub use content::{chunks, embed, packed, terms, words};
pub use names::{Grade, Hit, NameQuery, match_name, nearest};
pub use query::Query;
pub use rank::{Collection, Ranking, rank};
pub use spelling::distance_within;
pub use tokens::tokens;

/// Hash of the sources that decide which words a file has: words that others made are not used.
pub const WORDS_DIGEST: &str = env!("WORDS_DIGEST");
