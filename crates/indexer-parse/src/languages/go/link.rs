//! What the linker must know.

use super::names::{COMMODITIES, PREDECLARED, holds};
use indexer_core::{Files, Linearization, LinkRules, LiteralKind, ModulePlace, ModuleQuery, Protocol, path};

/// The rules.
pub(super) const RULES: LinkRules = LinkRules {
    language: "go",
    standard_packages: &["builtin"],
    separator: ".",
    constructors: &[],
    call_member: None,
    linearization: Linearization::Autoderef,
    implicit: |name| holds(PREDECLARED, name).then_some("builtin"),
    commodity: |name| holds(COMMODITIES, name),
    relative_levels: false,
    imports_see_scope: false,
    root,
    submodule: |_, _| None,
    module_name,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("string"),
            LiteralKind::Character => Some("rune"),
            LiteralKind::Boolean => Some("bool"),
            LiteralKind::Integer => Some("int"),
            LiteralKind::Float => Some("float64"),
            _ => None,
        },
        collection: |_| None,
        element: &[&["element·"]],
        index: &["index·"],
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
    hidden_from_wildcard: |name| !name.starts_with(char::is_uppercase),
    wildcards_bind: true,
    whole_module: None,
    default_export: None,
    declarations_merge: false,
    has_globals: false,
};

/// Where an import path leads.
fn root(_: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    ModulePlace::External(query.first.to_owned())
}

/// The folder of the file: a package is a folder.
fn module_name(_: &dyn Files, path: &str) -> String {
    let folder = path::parent(path);
    if folder.is_empty() { "main".to_owned() } else { folder.to_owned() }
}
