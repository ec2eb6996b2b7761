//! Files on disk: the walk with its ignore rules, and the sweep that tells cheaply that nothing
//! has changed.

mod folder;
mod look;
pub mod root;
pub(crate) mod stamp;
mod sweep;
mod walk;
