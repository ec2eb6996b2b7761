//! What the linker must know.

use super::{crates, implicit};
use indexer_core::{
    CollectionKind, FunctionMembers, Linearization, LinkRules, LiteralKind, Protocol, Surface, Visibility,
};

/// What can be reached from outside.
const SURFACE: Surface =
    Surface { entry: crates::library, passes_on: |_| true, list: None, listed: |_| None };

/// The rules.
pub(super) const RULES: LinkRules = LinkRules {
    language: "rust",
    standard_packages: &["std", "core", "alloc"],
    separator: "::",
    constructors: &[],
    call_member: None,
    linearization: Linearization::Autoderef,
    implicit: implicit::package,
    commodity: implicit::is_commodity,
    reaches: |visibility, of, from| visibility != Visibility::Private || crates::is_inside(of, from),
    is_untyped: |_| false,
    relative_levels: false,
    imports_see_scope: true,
    surface: &SURFACE,
    root: crates::root,
    submodule: crates::submodule,
    module_name: crates::module_name,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("str"),
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
        deref: Some("deref"),
        tuple: None,
        guards: &[],
        transparent: &[],
        entered: None,
        promise: None,
        function: None,
        prototype: None,
        class: None,
    },
    packages: None,
    classes: None,
    declared_types: false,
    hidden_from_wildcard: |_| false,
    inclusion: None,
    tests_by_name: false,
    wildcards_bind: true,
    whole_module: None,
    default_export: None,
    declarations_merge: false,
    parameters_take_arguments: false,
    values_are_followed: true,
    function_members: FunctionMembers { run: &[], give: &[] },
    has_globals: false,
};
