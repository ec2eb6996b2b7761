//! What the linker must know.

use super::words;
use crate::languages::java::{JVM, files_of_kotlin};
use indexer_core::{LinkRules, ModulePlace, PropertyNames};

/// Members that nearly every object has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "addAll", "any", "apply", "build", "call", "class", "clear", "close", "collect", "collectEntries", "contains",
    "containsKey", "count", "create", "each", "eachWithIndex", "empty", "equals", "every", "execute", "exists", "file", "find",
    "findAll", "first", "flatten", "format", "get", "getAt", "getName", "getText", "groupBy", "hashCode", "id", "inject",
    "isEmpty", "iterator", "join", "key", "keySet", "last", "length", "map", "matches", "message", "name", "next", "parent",
    "parse", "path", "plus", "put", "putAll", "read", "remove", "replace", "replaceAll", "run", "set", "size", "sort",
    "split", "start", "startsWith", "status", "stop", "substring", "sum", "text", "toInteger", "toList", "toLowerCase",
    "toString", "toUpperCase", "tokenize", "trim", "type", "unique", "value", "values", "version", "with", "write",
];

/// Packages that are part of the language, or of what it runs on.
const OUTSIDE: &[&str] = &["groovy", "groovyx", "java", "javax"];

pub(super) const RULES: LinkRules = LinkRules {
    language: "groovy",
    conventions: &super::conventions::CONVENTIONS,
    runtime: Some(&JVM),
    properties: Some(PropertyNames::Property),
    files_of_class: files_of_kotlin,
    implicit: words::implicit,
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |_, query| match OUTSIDE.contains(&query.first) {
        true => ModulePlace::External(query.first.to_owned()),
        false => ModulePlace::Folder(query.first.to_owned()),
    },
    ..LinkRules::PACKAGES
};
