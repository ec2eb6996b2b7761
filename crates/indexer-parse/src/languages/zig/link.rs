//! What the linker must know.

use indexer_core::{Entry, LinkRules, Surface, path};

/// Members that nearly every container has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "alloc", "allocator", "append", "clone", "close", "create", "deinit", "destroy", "dupe", "eql", "end",
    "format", "free", "get", "getPtr", "index", "init", "items", "iterator", "len", "name", "next", "open", "parse",
    "pop", "print", "ptr", "put", "read", "remove", "reset", "start", "toOwnedSlice", "write", "writeAll",
];

/// `pub` of a file is reached by whoever imports it; that of a program and of the script of a build by who runs them alone.
const SURFACE: Surface = Surface {
    entry: Some(|_, place| match path::file_name(place.path) {
        "build.zig" | "main.zig" => None,
        _ => Some(Entry { name: String::new(), why: "public declaration" }),
    }),
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    language: "zig",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |files, query| crate::shapes::by_path(files, &query),
    surface: &SURFACE,
    ..LinkRules::BASE
};
