//! Kotlin.

use crate::build::MembersByName;
use crate::language::{Language, Tier};

mod hooks;
mod link;
mod nodes;
mod strings;

pub(super) const LANGUAGE: Language = Language {
    id: "kotlin",
    name: "Kotlin",
    tier: Tier::Structured,
    extensions: &["kt", "kts"],
    file_names: &[],
    interpreters: &["kotlin"],
    grammar: || tree_sitter_kotlin_sg::LANGUAGE.into(),
    roles: nodes::ROLES,
    identifiers: &["interpolated_identifier", "simple_identifier", "type_identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: b"",
    mask: None,
    parsable_prefix: Some(strings::parsable_prefix),
    rules: &link::RULES,
    stubs: &[],
};
