//! What is remembered between nodes.

use crate::build::Build;
use crate::memory::Memory;
use indexer_core::ExprId;

/// What the hooks tell each other.
#[derive(Debug, Default)]
pub(super) struct Solidity {
    /// The last operand of the operators that were lowered last.
    pub(super) rightmost: ExprId,
}

impl Memory for Solidity {
    fn finish(&mut self, _: &mut Build<'_>) {}
}
