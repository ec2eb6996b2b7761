//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace};

/// Members that nearly every type has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "append", "body", "build", "cancel", "clear", "close", "compactMap", "contains", "copy", "count", "create",
    "data", "delete", "description", "encode", "error", "filter", "first", "flatMap", "forEach", "get", "hash", "id",
    "identifier", "index", "init", "insert", "isEmpty", "items", "joined", "key", "keys", "last", "load", "map", "message",
    "name", "next", "open", "parse", "path", "read", "reduce", "remove", "removeAll", "reset", "result", "resume", "run",
    "self", "send", "set", "size", "sorted", "start", "state", "status", "stop", "title", "type", "update", "url", "value",
    "values", "write",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "swift",
    constructors: &["init"],
    commodity: |name| crate::text::holds(COMMODITIES, name),
    // Modules are what is installed, or targets that nothing here tells.
    root: |_, query| ModulePlace::External(query.first.to_owned()),
    ..LinkRules::BASE
};
