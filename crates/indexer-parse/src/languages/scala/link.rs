//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace};

/// Members that nearly every type has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "andThen", "apply", "as", "build", "clear", "close", "collect", "combine", "compare", "compose", "contains",
    "copy", "count", "create", "drop", "empty", "equals", "exists", "filter", "find", "flatMap", "fold", "foldLeft",
    "forall", "foreach", "format", "get", "getOrElse", "hashCode", "head", "id", "isEmpty", "iterator", "join", "key",
    "keys", "last", "length", "map", "message", "name", "next", "nonEmpty", "of", "pure", "put", "read", "reduce",
    "remove", "run", "size", "start", "stop", "tail", "take", "to", "toInt", "toList", "toString", "traverse", "type",
    "unapply", "unit", "update", "value", "values", "withFilter", "write", "zip",
];

/// Packages that are part of every Scala, or of what it runs on.
const OUTSIDE: &[&str] = &["java", "javax", "scala"];

pub(super) const RULES: LinkRules = LinkRules {
    language: "scala",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |_, query| match OUTSIDE.contains(&query.first) {
        true => ModulePlace::External(query.first.to_owned()),
        false => ModulePlace::Folder(query.first.to_owned()),
    },
    ..LinkRules::PACKAGES
};
