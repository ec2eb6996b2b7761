//! Stage four: views on disk. Segments are stored, loaded, merged and deleted, within the bound of the cache.

pub(crate) mod cache_folder;
pub(crate) mod evict;
pub mod fingerprints;
pub mod holdings;
pub(crate) mod load;
pub(crate) mod location;
pub(crate) mod merge;
pub(crate) mod nearest;
pub(crate) mod store;
pub(crate) mod sweep;
pub(crate) mod usage;
