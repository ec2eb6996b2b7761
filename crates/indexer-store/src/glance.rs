//! What every search reads of every file.

/// Where a file's meanings begin: what every search reads of every file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glance {
    /// How many pieces it has.
    pub(crate) chunks: u32,
    pub(crate) embedded: u32,
    pub(crate) path_vector: u64,
}

/// What the pieces of a file and its path mean, as `indexer_search` packs it; empty where it has no vector.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meanings<'v> {
    /// The signs of the vectors of its pieces, [`SIGNS`](indexer_core::SIGNS) bytes each.
    pub signs: &'v [u8],
    /// The levels of these, [`LEVELS`](indexer_core::LEVELS) bytes each.
    pub levels: &'v [u8],
    /// The vector of its path: both, one after the other.
    pub path_vector: &'v [u8],
}
