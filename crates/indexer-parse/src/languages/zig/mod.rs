//! Zig.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod hooks;
mod link;
mod nodes;
mod operators;
mod state;

pub(super) const LANGUAGE: Language = Language {
    id: "zig",
    name: "Zig",
    tier: Tier::Structured,
    extensions: &["zig"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_zig::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &["\\"],
    mask: None,
    parsable_prefix: Some(operators::parsable_prefix),
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
