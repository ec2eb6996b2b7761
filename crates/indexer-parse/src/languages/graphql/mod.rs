//! GraphQL.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod hooks;
mod link;
mod nodes;

pub(super) const LANGUAGE: Language = Language {
    id: "graphql",
    name: "GraphQL",
    tier: Tier::Structured,
    extensions: &["graphql", "gql", "graphqls"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_graphql::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["name"],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
