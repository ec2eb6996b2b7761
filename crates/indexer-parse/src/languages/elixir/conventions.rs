//! What is used without a reference in Elixir and Erlang.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(crate) const CONVENTIONS: Conventions = Conventions {
    names: "child_spec init start_link code_change terminate handle_call handle_cast handle_info",
    marks: "@on_load @before_compile @after_compile @on_definition @derive @spec_from",
    lookups: "apply to_atom to_existing_atom function_exported? :\"",
    constants_are_read: true,
    puts_in: "use",
    ..Conventions::BASE
};
