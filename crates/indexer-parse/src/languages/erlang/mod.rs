//! Erlang.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod conventions;
mod declare;
mod hooks;
mod link;
mod modules;
mod names;
mod nodes;
mod places;
mod quotes;
mod state;

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
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &["\"", "%"],
    mask: None,
    parsable_prefix: Some(quotes::parsable_prefix),
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
