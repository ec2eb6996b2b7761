//! Stage two: bytes of a file to its facts and words, looked up by content or made.

pub mod cache;
pub(crate) mod guard;
pub(crate) mod packages;
mod recent;
pub mod stubs;
pub(crate) mod words;
