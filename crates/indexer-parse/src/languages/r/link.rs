//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace};

/// Columns and fields that every list and frame may have, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "args", "call", "class", "clone", "code", "cols", "columns", "count", "data", "date", "env", "filter", "fun",
    "get", "group", "groups", "id", "index", "initialize", "key", "label", "length", "message", "mean", "name", "names",
    "print", "rows", "set", "size", "sum", "title", "type", "value", "values", "vars", "x", "y",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "r",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |files, query| match crate::shapes::by_path(files, &query) {
        // `library(a)` names what is installed.
        ModulePlace::Unknown if !query.first.contains(['/', '.']) => {
            ModulePlace::External(query.first.to_owned())
        }
        place => place,
    },
    ..LinkRules::BASE
};
