//! What changed between two states, and when.

pub mod get_diff_summary;
pub mod get_history;
