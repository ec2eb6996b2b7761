//! What the linker must know.

use indexer_core::LinkRules;

/// Methods that nearly every object has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "all", "all?", "any?", "append", "build", "call", "class", "clear", "close", "collect", "count",
    "create", "delete", "dup", "each", "empty?", "end_with?", "fetch", "filter", "find", "first", "flatten",
    "format", "freeze", "get", "gsub", "hash", "id", "include?", "index", "inspect", "instance", "is_a?",
    "join", "key?", "keys", "last", "length", "map", "match", "merge", "message", "method", "name", "new",
    "next", "nil?", "open", "parse", "path", "pop", "push", "puts", "raise", "read", "reject", "replace",
    "respond_to?", "reverse", "run", "select", "send", "set", "size", "sort", "split", "start_with?", "string",
    "strip", "sub", "tap", "to_a", "to_h", "to_i", "to_s", "to_sym", "type", "update", "value", "values", "write",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "ruby",
    separator: "::",
    constructors: &["initialize"],
    commodity: |name| crate::text::holds(COMMODITIES, name),
    ..LinkRules::BASE
};
