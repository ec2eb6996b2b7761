//! Rust.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod attributes;
mod bodies;
mod conventions;
mod crates;
mod declared;
mod expressions;
mod functions;
mod given_values;
mod hygienic;
mod implicit;
mod imports;
mod items;
mod lexer;
mod link;
mod macros;
mod made;
mod mask;
mod nodes;
mod outside;
mod pasted;
mod paths;
mod patterns;
mod tokens;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "rust",
    name: "Rust",
    tier: Tier::Linked,
    extensions: &["rs"],
    file_names: &[],
    interpreters: &["rust"],
    grammar: Grammar::Tree(|| tree_sitter_rust::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"],
    members_by_name: MembersByName::Never,
    functions_see_locals: false,
    is_indented: false,
    openers: &[],
    mask: Some(mask::mask),
    parsable_prefix: None,
    container: None,
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
