//! The index itself.

pub mod index_status;
pub mod regenerate_index;
