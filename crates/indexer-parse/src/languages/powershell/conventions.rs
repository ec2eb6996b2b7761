//! What is used without a reference in PowerShell.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions =
    Conventions { names: "Main", marks: "", lookups: "Invoke-Expression iex & $", ..Conventions::BASE };
