//! What the linker must know.

use indexer_core::{
    CollectionKind, Files, Linearization, LinkRules, LiteralKind, ModulePlace, ModuleQuery, Protocol,
    SubmoduleQuery,
};

/// The rules.
pub(super) const RULES: LinkRules = LinkRules {
    language: "rust",
    separator: "::",
    constructors: &[],
    call_member: None,
    linearization: Linearization::Autoderef,
    implicit: |_| None,
    commodity: |_| false,
    relative_levels: false,
    imports_see_scope: true,
    root,
    submodule,
    module_name: |_, path| path.to_owned(),
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
        transparent: &[],
        entered: None,
    },
    hidden_from_wildcard: |name| name.starts_with('_'),
};

fn root(_: &dyn Files, _: ModuleQuery<'_>) -> ModulePlace {
    ModulePlace::Unknown
}

fn submodule(_: &dyn Files, _: SubmoduleQuery<'_>) -> Option<ModulePlace> {
    None
}
