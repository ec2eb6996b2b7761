//! Stage two: bytes of a file to its facts and words, looked up by content or made.

pub mod cache;
mod recent;
pub mod stubs;
pub(crate) mod words;
