//! Dart.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod conventions;
mod core;
mod hooks;
mod imports;
mod link;
mod nodes;

pub(super) const LANGUAGE: Language = Language {
    id: "dart",
    name: "Dart",
    tier: Tier::Structured,
    extensions: &["dart"],
    file_names: &[],
    interpreters: &["dart"],
    grammar: Grammar::Tree(|| tree_sitter_dart::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier", "identifier_dollar_escaped", "type_identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
