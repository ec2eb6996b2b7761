//! Rust.

use crate::build::MembersByName;
use crate::language::{Language, Stub};

mod attributes;
mod bodies;
mod crates;
mod expressions;
mod functions;
mod implicit;
mod imports;
mod items;
mod lexer;
mod link;
mod macros;
mod made;
mod nodes;
mod paths;
mod patterns;
mod tokens;
mod types;

/// Changes with every file that facts of Rust depend on.
const DIGEST: u64 = crate::digest::with(
    crate::digest::SHARED,
    &[
        include_str!("mod.rs"),
        include_str!("attributes.rs"),
        include_str!("bodies.rs"),
        include_str!("crates.rs"),
        include_str!("expressions.rs"),
        include_str!("functions.rs"),
        include_str!("implicit.rs"),
        include_str!("imports.rs"),
        include_str!("items.rs"),
        include_str!("lexer.rs"),
        include_str!("link.rs"),
        include_str!("macros.rs"),
        include_str!("made.rs"),
        include_str!("nodes.rs"),
        include_str!("paths.rs"),
        include_str!("patterns.rs"),
        include_str!("tokens.rs"),
        include_str!("types.rs"),
    ],
);

/// The row of the language table.
pub(super) const LANGUAGE: Language = Language {
    id: "rust",
    name: "Rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &["rust"],
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    roles: nodes::ROLES,
    identifiers: &["identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"],
    members_by_name: MembersByName::Never,
    functions_see_locals: false,
    is_indented: false,
    mask: None,
    digest: DIGEST,
    rules: &link::RULES,
    stubs: &[
        Stub { package: "std", path: "std/option.rs", source: include_str!("stubs/option.rs") },
        Stub { package: "std", path: "std/boxed.rs", source: include_str!("stubs/boxed.rs") },
        Stub { package: "std", path: "std/collections.rs", source: include_str!("stubs/collections.rs") },
        Stub { package: "std", path: "std/traits.rs", source: include_str!("stubs/traits.rs") },
        Stub { package: "anyhow", path: "anyhow/lib.rs", source: include_str!("stubs/anyhow.rs") },
        Stub { package: "std", path: "std/text.rs", source: include_str!("stubs/text.rs") },
    ],
};
