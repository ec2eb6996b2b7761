//! What is used without a reference in Solidity.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions =
    Conventions { names: "receive fallback constructor", marks: "", lookups: "", ..Conventions::BASE };
