//! What the linker must know.

use indexer_core::LinkRules;

/// Members that nearly every container has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "alloc", "allocator", "append", "clone", "close", "create", "deinit", "destroy", "dupe", "eql", "end",
    "format", "free", "get", "getPtr", "index", "init", "items", "iterator", "len", "name", "next", "open", "parse",
    "pop", "print", "ptr", "put", "read", "remove", "reset", "start", "toOwnedSlice", "write", "writeAll",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "zig",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |files, query| crate::shapes::by_path(files, &query),
    ..LinkRules::BASE
};
