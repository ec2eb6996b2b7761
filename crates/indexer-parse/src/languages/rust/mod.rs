//! Rust.

use crate::build::MembersByName;
use crate::language::Language;

mod link;
mod nodes;

/// The row of the language table.
pub(super) const LANGUAGE: Language = Language {
    id: "rust",
    name: "Rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &["rust"],
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
    members_by_name: MembersByName::Never,
    functions_see_locals: false,
    digest: 0,
    rules: &link::RULES,
    stubs: &[],
};
