//! What is used without a reference in Lua.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "init setup update draw load",
    marks: "",
    lookups: "_G _ENV loadstring load rawget self[ ](",
    computed: "_G[ _ENV[ self[ load( loadstring(",
    ..Conventions::BASE
};
