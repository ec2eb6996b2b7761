//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace, Visibility, path};

/// Functions and macros that every module has, sorted.
#[rustfmt::skip]
const KERNEL: &[&str] = &[
    "abs", "alias", "and", "apply", "assert", "assert_raise", "assert_receive", "assert_received", "binary_part",
    "binary_slice", "binding", "bit_size", "byte_size", "case", "ceil", "cond", "dbg", "def", "defdelegate",
    "defexception", "defguard", "defguardp", "defimpl", "defmacro", "defmacrop", "defmodule", "defoverridable",
    "defp", "defprotocol", "defstruct", "describe", "destructure", "div", "elem", "exit", "float", "floor", "for",
    "function_exported?", "get_and_update_in", "get_in", "hd", "if", "import", "in", "inspect", "is_atom",
    "is_binary", "is_bitstring", "is_boolean", "is_exception", "is_float", "is_function", "is_integer", "is_list",
    "is_map", "is_map_key", "is_nil", "is_number", "is_pid", "is_port", "is_reference", "is_struct", "is_tuple",
    "length", "macro_exported?", "make_ref", "map_size", "match?", "max", "min", "node", "not", "on_exit", "or",
    "pop_in", "put_elem", "put_in", "quote", "raise", "receive", "refute", "refute_receive", "refute_received", "rem",
    "require", "reraise", "round", "self", "send", "setup", "setup_all", "sigil_c", "sigil_r", "sigil_s", "sigil_w",
    "spawn", "spawn_link", "spawn_monitor", "struct", "struct!", "super", "tap", "test", "then", "throw", "tl",
    "to_charlist", "to_string", "trunc", "try", "tuple_size", "unless", "unquote", "unquote_splicing", "update_in",
    "use", "var!", "with",
];

/// Types that are there without a module, sorted.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "any", "arity", "as_boolean", "atom", "binary", "bitstring", "boolean", "byte", "char", "charlist", "float",
    "fun", "function", "identifier", "integer", "iodata", "iolist", "keyword", "list", "map", "maybe_improper_list",
    "mfa", "module", "neg_integer", "no_return", "node", "non_neg_integer", "none", "nonempty_binary",
    "nonempty_charlist", "nonempty_list", "number", "pid", "port", "pos_integer", "reference", "string", "struct",
    "term", "timeout", "tuple", "var",
];

/// First names of modules that come with the language, sorted.
#[rustfmt::skip]
const MODULES: &[&str] = &[
    "Access", "Agent", "Application", "ArgumentError", "ArithmeticError", "Atom", "BadArityError", "BadFunctionError",
    "Base", "Behaviour", "Bitwise", "Calendar", "Code", "CompileError", "Config", "Date", "DateTime", "Dict",
    "Duration", "DynamicSupervisor", "EEx", "Enum", "Enumerable", "ErlangError", "ExUnit", "Exception", "File",
    "Float", "Function", "FunctionClauseError", "GenEvent", "GenServer", "HashDict", "HashSet", "IEx", "IO",
    "Inspect", "Integer", "JSON", "Kernel", "KeyError", "Keyword", "List", "Logger", "Macro", "Map", "MapSet",
    "MatchError", "Mix", "Module", "NaiveDateTime", "Node", "OptionParser", "PartitionSupervisor", "Path", "Port",
    "Process", "Protocol", "Range", "Record", "Regex", "Registry", "RuntimeError", "Set", "Stream", "String",
    "StringIO", "Supervisor", "SyntaxError", "System", "Task", "Time", "Tuple", "URI", "UndefinedFunctionError",
    "Version",
];

/// Fields that many structures have, sorted.
const COMMODITIES: &[&str] =
    &["args", "data", "id", "key", "message", "name", "opts", "params", "state", "type", "value"];

fn implicit(name: &str) -> Option<&'static str> {
    let written = name.rsplit_once('/').map_or(name, |(written, _)| written);
    let is_there = match written.strip_prefix(super::types::MARK) {
        Some(written) => crate::text::holds(TYPES, written),
        None => crate::text::holds(KERNEL, written),
    };
    is_there.then_some("elixir")
}

pub(super) const RULES: LinkRules = LinkRules {
    language: "elixir",
    modules_have_members: true,
    whole_modules: true,
    conventions: &super::conventions::CONVENTIONS,
    commodity: |name| crate::text::holds(COMMODITIES, name),
    implicit,
    // Modules are known everywhere by their whole names.
    has_globals: true,
    root: |_, query| {
        let first = query.first.split('.').next().unwrap_or("");
        match crate::text::holds(MODULES, first) || query.first.starts_with(':') {
            true => ModulePlace::External(query.first.to_owned()),
            false => ModulePlace::Unknown,
        }
    },
    module_name: |_, file| path::stem(file).to_owned(),
    // `defp` is of its module alone.
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    ..LinkRules::BASE
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [KERNEL, TYPES, MODULES, COMMODITIES] {
            assert!(list.is_sorted());
        }
    }
}
