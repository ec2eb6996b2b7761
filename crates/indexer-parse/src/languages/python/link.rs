//! What the linker must know.

use indexer_core::{
    CollectionKind, Files, Linearization, LinkRules, LiteralKind, ModulePlace, ModuleQuery, Protocol,
    SubmoduleQuery,
};

/// The rules.
pub(super) const RULES: LinkRules = LinkRules {
    language: "python",
    separator: ".",
    constructors: &[],
    call_member: None,
    linearization: Linearization::C3,
    implicit: |_| None,
    commodity: |_| false,
    relative_levels: true,
    imports_see_scope: false,
    root,
    submodule,
    module_name: |_, path| path.to_owned(),
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("str"),
            LiteralKind::Bytes => Some("bytes"),
            LiteralKind::Integer => Some("int"),
            LiteralKind::Float => Some("float"),
            LiteralKind::Boolean => Some("bool"),
            _ => None,
        },
        collection: |kind| match kind {
            CollectionKind::List => Some("list"),
            CollectionKind::Set => Some("set"),
            CollectionKind::Map => Some("dict"),
            CollectionKind::Generator => Some("Generator"),
            CollectionKind::Range => Some("range"),
        },
        element: &[&["__iter__", "__next__"], &["__getitem__"]],
        index: &["__getitem__"],
        tried: None,
        deref: None,
        transparent: &["Optional", "Union", "Annotated", "Final", "ClassVar", "Required", "NotRequired"],
        entered: Some("__enter__"),
    },
    hidden_from_wildcard: |name| name.starts_with('_'),
};

fn root(_: &dyn Files, _: ModuleQuery<'_>) -> ModulePlace {
    ModulePlace::Unknown
}

fn submodule(_: &dyn Files, _: SubmoduleQuery<'_>) -> Option<ModulePlace> {
    None
}
