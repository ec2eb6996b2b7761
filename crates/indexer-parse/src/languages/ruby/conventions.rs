//! What is used without a reference in Ruby.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "initialize method_missing respond_to_missing inherited included extended prepended method_added \
                const_missing to_s to_str to_a to_ary to_h to_hash to_proc inspect hash each coerce call \
                marshal_dump marshal_load initialize_copy initialize_dup initialize_clone",
    marks: "",
    lookups: "send public_send __send__ define_method const_get method respond_to instance_method \
                  instance_variable_get class_eval module_eval instance_eval alias_method constantize",
    computed: ".send send( .public_send public_send( __send__ method( instance_method( const_get( eval(",
    ..Conventions::BASE
};
