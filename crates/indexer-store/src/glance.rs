//! What every search reads of every file.

/// Where a file's meanings begin: what every search reads of every file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glance {
    /// How many pieces it has.
    pub(crate) chunks: u32,
    pub(crate) embedded: u32,
    pub(crate) path_vector: u64,
}
