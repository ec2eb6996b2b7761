//! Rust.

use crate::build::MembersByName;
use crate::language::Language;

mod attributes;
mod bodies;
mod crates;
mod expressions;
mod functions;
mod implicit;
mod imports;
mod items;
mod link;
mod macros;
mod nodes;
mod paths;
mod patterns;
mod types;

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
    digest: 0,
    rules: &link::RULES,
    stubs: &[],
};
