//! What tests share: fixtures as text, throw-away repositories, scripts of edits.

pub mod edits;
pub mod fixture;
pub mod repository;
pub mod scip;
pub mod secrets;

pub use edits::{Edit, Files, Random, script};
pub use fixture::{files, mini_corpus};
pub use repository::Scratch;
