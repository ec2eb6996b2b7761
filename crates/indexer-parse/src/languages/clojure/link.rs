//! What the linker must know.

use super::core::CORE;
use indexer_core::{LinkRules, ModulePlace, Surface};

/// Names of fields and protocol functions that nearly everything has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "body", "close", "conf", "config", "data", "host", "id", "index", "key", "name", "opts", "path", "port", "start", "state",
    "stop", "time", "type", "url", "value",
];

/// What the names of namespaces and classes of the language itself begin with.
const OUTSIDE: &[&str] = &["clojure", "java", "javax"];

/// A file is of the namespace that it declares, others name it by that or by an alias.
pub(super) const RULES: LinkRules = LinkRules {
    language: "clojure",
    standard_packages: &["clojure.core"],
    implicit: |name| crate::text::holds(CORE, name).then_some("clojure.core"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |_, query| match OUTSIDE.contains(&query.first) {
        true => ModulePlace::External(query.first.to_owned()),
        false => ModulePlace::Folder(query.first.to_owned()),
    },
    classes: None,
    declared_types: false,
    surface: &Surface::PACKAGES,
    ..LinkRules::PACKAGES
};
