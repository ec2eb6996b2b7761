//! Files on disk: the walk with its ignore rules, and the sweep that tells cheaply that nothing
//! has changed.

mod folder;
pub mod root;
pub(crate) mod stamp;
mod stamp_reader;
mod sweep;
mod walk;
