//! What is used without a reference in PHP.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "main",
    marks: "",
    lookups: "call_user_func call_user_func_array method_exists is_callable function_exists ->$ ::$ ->{ compact \
                  property_exists getMethod getMethods",
    computed: "->$ ::{$ call_user_func( call_user_func_array( ->{",
    ..Conventions::BASE
};
