//! What is used without a reference in Erlang.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "all groups suite init start start_link stop code_change terminate handle_call handle_cast handle_info main",
    marks: "-on_load",
    lookups: "apply list_to_atom list_to_existing_atom binary_to_atom binary_to_existing_atom function_exported",
    ..Conventions::BASE
};
