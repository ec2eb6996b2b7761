//! Swift.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod calls;
mod comments;
mod conventions;
mod declare;
mod expressions;
mod link;
mod mask;
mod modules;
mod names;
mod nodes;
mod patterns;
mod state;

pub(super) const LANGUAGE: Language = Language {
    id: "swift",
    name: "Swift",
    tier: Tier::Linked,
    extensions: &["swift"],
    file_names: &[],
    interpreters: &["swift"],
    grammar: Grammar::Tree(|| tree_sitter_swift::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["simple_identifier", "type_identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: Some(mask::mask),
    parsable_prefix: Some(comments::parsable_prefix),
    container: None,
    rules: &link::RULES,
    stubs: &[Stub { package: "Swift", path: "Swift/stubs.swift", source: include_str!("stubs/swift.swift") }],
};
