//! What the linker must know.

use indexer_core::{LinkRules, path};

/// Methods and fields that every table may have, sorted.
const COMMODITIES: &[&str] = &[
    "close", "format", "get", "insert", "len", "lines", "name", "new", "open", "read", "remove", "set",
    "write",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "lua",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    module_name: |_, file| {
        let stem = file.strip_suffix(".lua").unwrap_or(file);
        let stem = stem.strip_suffix("/init").unwrap_or(stem);
        let inside = stem.split_once("lua/").map_or(stem, |(_, inside)| inside);
        if inside.is_empty() { path::stem(file).to_owned() } else { inside.replace('/', ".") }
    },
    ..LinkRules::BASE
};
