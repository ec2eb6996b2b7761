//! Erlang.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod hooks;
mod link;
mod nodes;
mod quotes;

pub(super) const LANGUAGE: Language = Language {
    id: "erlang",
    name: "Erlang",
    tier: Tier::Structured,
    extensions: &["erl", "hrl"],
    file_names: &[],
    interpreters: &["escript"],
    grammar: Grammar::Tree(|| tree_sitter_erlang::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["atom", "var"],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: b"%",
    mask: None,
    parsable_prefix: Some(quotes::parsable_prefix),
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
