//! What is used without a reference in Julia.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "main",
    marks: "",
    lookups: "getfield eval Symbol",
    computed: ",getfield",
    ..Conventions::BASE
};
