//! Modes as git writes them.

pub(crate) const FILE: u32 = 0o100_644;
pub(crate) const EXECUTABLE: u32 = 0o100_755;
pub(crate) const LINK: u32 = 0o120_000;
pub(crate) const SUBMODULE: u32 = 0o160_000;
pub(crate) const FOLDER: u32 = 0o040_000;
