//! Names that every file has, and member names that say nothing about their type.

use super::paths;

/// Types, traits, functions, variants and macros of the standard prelude (2024 edition).
const PRELUDE: &[&str] = &[
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Hash",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
    "align_of",
    "align_of_val",
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "drop",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "is_x86_feature_detected",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "size_of",
    "size_of_val",
    "stringify",
    "thread_local",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Methods of the standard library that too many types have.
#[rustfmt::skip]
const COMMODITY: &[&str] = &[
    "abs", "accessed", "all", "ancestors", "and", "and_then", "any", "append", "arg", "args", "as_bytes",
    "as_deref", "as_millis", "as_mut", "as_nanos", "as_os_str", "as_path", "as_ptr", "as_ref", "as_secs",
    "as_secs_f64", "as_slice", "as_str", "binary_search", "borrow", "borrow_mut", "by_ref", "bytes",
    "canonicalize", "capacity", "chain", "chars", "checked_add", "checked_sub", "chunks", "clear", "clone",
    "cloned", "close", "cmp", "code", "collect", "compare_exchange", "components", "contains", "contains_key",
    "copied", "count", "created", "current_dir", "cycle", "debug_struct", "dedup", "default", "deref",
    "deref_mut", "description", "dev", "display", "drain", "drop", "duration_since", "elapsed", "end",
    "ends_with", "entry", "enumerate", "env", "eq", "err", "exists", "expect", "expect_err", "extend",
    "extend_from_slice", "extension", "fetch_add", "fetch_sub", "file_name", "file_stem", "file_type", "fill",
    "filter", "filter_map", "find", "find_map", "finish", "finish_non_exhaustive", "first", "first_mut",
    "flat_map", "flatten", "flush", "fmt", "fold", "for_each", "from", "from_iter", "from_str", "from_utf8",
    "ge", "get", "get_mut", "get_or_insert_with", "get_ref", "gt", "has_root", "hash", "id", "index",
    "index_mut", "ino", "insert", "inspect", "into", "into_boxed_slice", "into_inner", "into_iter",
    "into_os_string", "into_owned", "into_string", "is_absolute", "is_alive", "is_alphanumeric", "is_ascii",
    "is_ascii_digit", "is_dir", "is_empty", "is_err", "is_file", "is_none", "is_ok",
    "is_relative", "is_some", "is_some_and", "is_symlink", "is_whitespace", "iter", "iter_mut", "join",
    "keys", "kill", "kind", "last", "last_mut", "le", "len", "lines", "load", "lock", "lt", "map", "map_err",
    "map_or", "map_or_else", "max", "max_by", "max_by_key", "metadata", "min", "min_by", "min_by_key", "mode",
    "modified", "name", "ne", "new", "next", "next_back", "nth", "ok", "ok_or", "ok_or_else", "open", "or",
    "or_default", "or_else", "or_insert", "or_insert_with", "output", "parent", "parse", "partial_cmp",
    "partition", "path", "peek", "peekable", "permissions", "poll", "pop", "pop_front", "position",
    "pow", "push", "push_back", "push_front", "push_str", "raw_os_error", "rchunks", "read", "read_dir",
    "read_exact", "read_line", "read_link", "read_to_end", "read_to_string", "recv", "remove", "repeat",
    "replace", "reserve", "resize", "rev", "reverse", "rewind", "rfind", "rposition", "rsplit", "rsplit_once",
    "rsplitn", "run", "saturating_sub", "seek", "send", "set", "set_extension", "set_len", "skip",
    "skip_while", "sort", "sort_by", "sort_by_key", "sort_unstable", "source", "spawn", "split", "split_at",
    "split_off", "split_once", "split_whitespace", "splitn", "start", "starts_with", "status", "stderr",
    "stdin", "stdout", "step_by", "store", "strip_prefix", "strip_suffix", "success", "sum", "swap",
    "symlink_metadata", "sync_all", "take", "take_while", "then", "then_some", "then_with",
    "to_ascii_lowercase", "to_owned", "to_path_buf", "to_str", "to_string", "to_string_lossy", "to_vec",
    "trim", "trim_end", "trim_start", "truncate", "try_clone", "try_from", "try_into", "try_lock", "try_recv",
    "type_id", "unwrap", "unwrap_err", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "unzip",
    "update", "valid_up_to", "value", "values", "values_mut", "wait", "wait_with_output", "wake", "windows",
    "with_capacity", "with_extension", "with_file_name", "wrapping_add", "wrapping_sub", "write", "write_all",
    "write_fmt", "write_str", "zip",
];

/// The package of a name that every file has.
pub(super) fn package(name: &str) -> Option<&'static str> {
    if paths::is_primitive(name) {
        return Some("core");
    }
    PRELUDE.binary_search(&name).ok().map(|_| "std")
}

/// True for common method names.
pub(super) fn is_commodity(name: &str) -> bool {
    COMMODITY.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(PRELUDE.is_sorted());
        assert!(COMMODITY.is_sorted());
        assert_eq!(package("Option"), Some("std"));
        assert_eq!(package("u8"), Some("core"));
        assert_eq!(package("Searcher"), None);
    }
}
