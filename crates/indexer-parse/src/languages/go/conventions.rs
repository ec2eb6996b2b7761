//! What is used without a reference in Go.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "init main",
    marks: "//export //go:linkname",
    lookups: "MethodByName",
    ..Conventions::BASE
};
