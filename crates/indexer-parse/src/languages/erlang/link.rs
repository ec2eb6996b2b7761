//! What the linker must know.

use indexer_core::{LinkRules, path};

/// Functions that are there without a module, sorted.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "abs", "any", "apply", "atom", "atom_to_binary", "atom_to_list", "binary", "binary_part", "binary_to_atom",
    "binary_to_existing_atom", "binary_to_integer", "binary_to_list", "binary_to_term", "bit_size", "bitstring",
    "bitstring_to_list", "boolean", "byte", "byte_size", "ceil", "char", "date", "demonitor", "element", "erase", "error",
    "exit", "float", "float_to_list", "floor", "fun", "function", "get", "hd", "integer", "integer_to_binary",
    "integer_to_list", "iodata", "iolist", "iolist_size", "iolist_to_binary", "is_atom", "is_binary", "is_bitstring",
    "is_boolean", "is_float", "is_function", "is_integer", "is_list", "is_map", "is_map_key", "is_number", "is_pid",
    "is_port", "is_reference", "is_tuple", "length", "link", "list", "list_to_atom", "list_to_binary", "list_to_integer",
    "list_to_tuple", "make_ref", "map", "map_get", "map_size", "max", "mfa", "min", "module", "monitor", "neg_integer",
    "no_return", "node", "non_neg_integer", "nonempty_list", "none", "nonempty_string", "now", "number", "open_port",
    "pid", "pid_to_list", "port", "pos_integer", "process_flag", "process_info", "put", "reference", "register", "round",
    "self", "send", "setelement", "size", "spawn", "spawn_link", "split_binary", "string", "term", "term_to_binary",
    "throw", "time", "timeout", "tl", "trunc", "tuple", "tuple_size", "tuple_to_list", "unlink", "unregister",
    "whereis",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "erlang",
    conventions: &crate::languages::elixir::conventions::CONVENTIONS,
    separator: ":",
    implicit: |name| crate::text::holds(BUILTINS, name).then_some("erlang"),
    module_name: |_, file| path::stem(file).to_owned(),
    root: |files, query| crate::shapes::by_path(files, &query),
    ..LinkRules::BASE
};
