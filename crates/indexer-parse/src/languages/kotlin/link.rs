//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace};

/// Members that nearly every type has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "also", "apply", "build", "clear", "close", "component1", "contains", "copy", "count", "create",
    "equals", "filter", "find", "first", "forEach", "format", "get", "hashCode", "id", "indexOf", "invoke",
    "isEmpty", "isNotEmpty", "iterator", "join", "key", "last", "let", "map", "message", "name", "next", "of",
    "plus", "put", "read", "remove", "replace", "run", "set", "size", "start", "stop", "take", "to", "toInt",
    "toList", "toString", "trim", "type", "value", "values", "write",
];

/// Packages that are part of every Kotlin, or of what it runs on.
const OUTSIDE: &[&str] = &["android", "java", "javax", "kotlin", "kotlinx"];

pub(super) const RULES: LinkRules = LinkRules {
    language: "kotlin",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |_, query| match OUTSIDE.contains(&query.first) {
        true => ModulePlace::External(query.first.to_owned()),
        false => ModulePlace::Folder(query.first.to_owned()),
    },
    ..LinkRules::PACKAGES
};
