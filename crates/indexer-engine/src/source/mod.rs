//! Stage one: which files there are, on disk, in a tree of git, in the git index or in memory, and
//! which of them may have changed.

pub(crate) mod above;
pub mod disk;
pub mod edited;
pub mod git_index;
pub mod git_tree;
pub mod memory;
pub mod names;
pub mod plan;
pub(crate) mod watch;
