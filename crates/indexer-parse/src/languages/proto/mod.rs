//! Protocol Buffers.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod hooks;
mod link;
mod nodes;

pub(super) const LANGUAGE: Language = Language {
    id: "proto",
    name: "Protocol Buffers",
    tier: Tier::Structured,
    extensions: &["proto"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_proto::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
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
