//! What the linker must know.

use super::{crates, implicit, outside};
use indexer_core::{
    CollectionKind, Linearization, LinkRules, LiteralKind, Protocol, Seal, Surface, Visibility,
};

/// What can be reached from outside.
const SURFACE: Surface = Surface {
    entry: Some(crates::library),
    passes_on: |_| true,
    manifest: "Cargo.toml",
    declares_files: true,
    seal: Seal::HiddenAbove,
    whole_unless: Some("non_exhaustive"),
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    results_are_written: true,
    locals_are_told_by_use: true,
    language: "rust",
    conventions: &super::conventions::CONVENTIONS,
    frameworks: crate::frameworks::rust,
    standard_packages: &["std", "core", "alloc"],
    separator: "::",
    linearization: Linearization::Autoderef,
    extension_word: Some("impl"),
    implicit: implicit::package,
    commodity: implicit::is_commodity,
    most_guesses: 1,
    reaches: |visibility, of, from| visibility != Visibility::Private || crates::is_inside(of, from),
    imports_see_scope: true,
    imports_are_private: true,
    surface: &SURFACE,
    root: crates::root,
    submodule: crates::submodule,
    module_name: crates::module_name,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("str"),
            LiteralKind::Bytes => Some("slice"),
            LiteralKind::Character => Some("char"),
            LiteralKind::Boolean => Some("bool"),
            _ => None,
        },
        collection: |kind| match kind {
            CollectionKind::List => Some("Vec"),
            CollectionKind::Range => Some("Range"),
            _ => None,
        },
        element: &[&["next", "unwrap"], &["into_iter", "next", "unwrap"]],
        index: &["index"],
        tried: Some("unwrap"),
        deref: &["deref"],
        awaited: Some((&["Future", "IntoFuture"], "Output")),
        markers: &["Send", "Sized", "Sync", "Unpin"],
        ..Protocol::BASE
    },
    declared_types: true,
    unique_names: true,
    macros_at_root: true,
    undeclared_submodules: true,
    values_are_followed: true,
    outside: Some(outside::OUTSIDE),
    methods_are_values: false,
    ..LinkRules::BASE
};
