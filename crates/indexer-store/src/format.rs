//! The layout of a segment.

/// The version of the format of every file of the index: segments, heads and packs.
pub const FORMAT: u32 = 1;
