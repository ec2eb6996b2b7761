//! Elixir: nearly all of it is a call, also what declares.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod calls;
pub(crate) mod conventions;
mod declare;
mod hooks;
mod link;
mod markup;
mod modules;
mod nodes;
mod state;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "elixir",
    name: "Elixir",
    tier: Tier::Structured,
    extensions: &["ex", "exs"],
    file_names: &[],
    interpreters: &["elixir"],
    grammar: Grammar::Tree(|| tree_sitter_elixir::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["alias", "identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &["~"],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
