//! What the linker must know.

use super::words;
use indexer_core::{LinkRules, ModulePlace};

/// Components that many types have, sorted.
const COMMODITIES: &[&str] = &[
    "a", "b", "data", "i", "index", "info", "j", "key", "m", "n", "name", "next", "size", "state", "status",
    "type", "val", "value", "x", "y",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "fortran",
    whole_modules: true,
    ignores_case: true,
    separator: "%",
    implicit: |name| words::is_there(name).then_some("fortran"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    // Modules, and procedures outside of them, are known everywhere by their names.
    has_globals: true,
    root: |files, query| match query.first {
        // `include 'a.inc'`
        path if path.contains('.') => ModulePlace::at_or_above(files, query),
        module if words::is_outside(module) => ModulePlace::External(module.to_owned()),
        _ => ModulePlace::Unknown,
    },
    ..LinkRules::BASE
};
