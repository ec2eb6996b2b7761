//! What the linker must know.

use super::names::{COMMODITIES, JAVA_LANG, holds};
use indexer_core::{Files, Linearization, LinkRules, LiteralKind, ModulePlace, ModuleQuery, Protocol, path};

/// The rules.
pub(super) const RULES: LinkRules = LinkRules {
    language: "java",
    standard_packages: &["java.lang"],
    separator: ".",
    constructors: &[],
    call_member: None,
    linearization: Linearization::C3,
    implicit: |name| holds(JAVA_LANG, name).then_some("java.lang"),
    commodity: |name| holds(COMMODITIES, name),
    relative_levels: false,
    imports_see_scope: false,
    root,
    submodule: |_, _| None,
    module_name,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("String"),
            _ => None,
        },
        collection: |_| None,
        element: &[&["element·"], &["iterator", "next"]],
        index: &["element·"],
        tried: None,
        deref: None,
        tuple: None,
        transparent: &[],
        entered: None,
        promise: None,
        function: None,
        prototype: None,
        class: None,
    },
    packages: None,
    declared_types: false,
    hidden_from_wildcard: |_| false,
    wildcards_bind: true,
    whole_module: None,
    default_export: None,
    declarations_merge: false,
    has_globals: false,
};

/// Where the first name of a path leads.
fn root(_: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    ModulePlace::External(query.first.to_owned())
}

/// The path without its source root and extension, with dots.
fn module_name(_: &dyn Files, path: &str) -> String {
    let stem = path.strip_suffix(".java").unwrap_or(path);
    let inside = stem.split_once("java/").map_or(stem, |(_, inside)| inside);
    let name = inside.replace('/', ".");
    if name.is_empty() { path::stem(path).to_owned() } else { name }
}
