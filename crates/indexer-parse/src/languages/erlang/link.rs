//! What the linker must know.

use super::names;
use indexer_core::{LinkRules, Visibility};

/// Functions that are there without a module, sorted.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "abs", "alias", "apply", "atom_to_binary", "atom_to_list", "binary_part", "binary_to_atom",
    "binary_to_existing_atom", "binary_to_float", "binary_to_integer", "binary_to_list", "binary_to_term", "bit_size",
    "bitstring_to_list", "byte_size", "ceil", "check_old_code", "check_process_code", "date", "delete_module",
    "demonitor", "disconnect_node", "element", "erase", "error", "exit", "float", "float_to_binary", "float_to_list",
    "floor", "garbage_collect", "get", "get_keys", "group_leader", "halt", "hd", "integer_to_binary",
    "integer_to_list", "iolist_size", "iolist_to_binary", "is_alive", "is_atom", "is_binary", "is_bitstring",
    "is_boolean", "is_float", "is_function", "is_integer", "is_list", "is_map", "is_map_key", "is_number", "is_pid",
    "is_port", "is_process_alive", "is_record", "is_reference", "is_tuple", "length", "link", "list_to_atom",
    "list_to_binary", "list_to_bitstring", "list_to_existing_atom", "list_to_float", "list_to_integer", "list_to_pid",
    "list_to_port", "list_to_ref", "list_to_tuple", "load_module", "make_ref", "map_get", "map_size", "max", "min",
    "module_loaded", "monitor", "monitor_node", "node", "nodes", "now", "open_port", "pid_to_list", "port_close",
    "port_command", "port_connect", "port_control", "port_to_list", "pre_loaded", "process_flag", "process_info",
    "processes", "purge_module", "put", "ref_to_list", "register", "registered", "round", "self", "setelement",
    "size", "spawn", "spawn_link", "spawn_monitor", "spawn_opt", "spawn_request", "spawn_request_abandon",
    "split_binary", "statistics", "term_to_binary", "term_to_iovec", "throw", "time", "tl", "trunc", "tuple_size",
    "tuple_to_list", "unalias", "unlink", "unregister", "whereis",
];

/// Types that are there without a module, sorted.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "any", "arity", "atom", "binary", "bitstring", "boolean", "byte", "char", "dynamic", "float", "fun", "function",
    "identifier", "integer", "iodata", "iolist", "list", "map", "maybe_improper_list", "mfa", "module", "neg_integer",
    "nil", "no_return", "node", "non_neg_integer", "none", "nonempty_binary", "nonempty_bitstring",
    "nonempty_improper_list", "nonempty_list", "nonempty_maybe_improper_list", "nonempty_string", "number", "pid",
    "port", "pos_integer", "record", "reference", "string", "term", "timeout", "tuple",
];

fn implicit(name: &str) -> Option<&'static str> {
    let (written, _) = name.rsplit_once('/')?;
    let is_there = match written.strip_prefix(names::TYPE) {
        Some(written) => crate::text::holds(TYPES, written),
        None => crate::text::holds(FUNCTIONS, written),
    };
    is_there.then_some("erlang")
}

pub(super) const RULES: LinkRules = LinkRules {
    language: "erlang",
    modules_have_members: true,
    conventions: &super::conventions::CONVENTIONS,
    separator: ":",
    implicit,
    // What a module has is named behind it, which owns it.
    module_name: |_, _| String::new(),
    root: super::places::root,
    // Of two that stand in one file, a condition of the preprocessor chooses.
    unique_names: true,
    // What is not exported is of its module alone.
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    ..LinkRules::BASE
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [FUNCTIONS, TYPES] {
            assert!(list.is_sorted());
        }
    }
}
