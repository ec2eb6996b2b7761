//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace};

/// Members that nearly every class has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "all", "apply", "build", "call", "close", "count", "create", "current", "delete", "each", "end",
    "execute", "fetch", "filter", "find", "first", "format", "get", "getId", "getMessage", "getName",
    "getType", "getValue", "handle", "has", "id", "isEmpty", "key", "last", "map", "name", "next", "offsetGet",
    "offsetSet", "open", "parse", "push", "put", "read", "remove", "reset", "rewind", "run", "save", "send",
    "set", "setName", "setValue", "start", "stop", "toArray", "type", "update", "valid", "value", "write",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "php",
    separator: "\\",
    constructors: &["__construct"],
    call_member: Some("__invoke"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |_, query| ModulePlace::Folder(query.first.to_owned()),
    ..LinkRules::PACKAGES
};
