//! What Zig's hooks remember while the walk goes on.

use crate::memory::Memory;
use indexer_core::{DefId, ExprId};
use rustc_hash::FxHashMap;

/// What Zig's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Zig {
    /// The containers without a name that a function gives.
    pub returned: FxHashMap<DefId, Vec<ExprId>>,
}

impl Memory for Zig {}
