//! R.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod base;
mod hooks;
mod link;
mod nodes;
mod packages;

pub(super) const LANGUAGE: Language = Language {
    id: "r",
    name: "R",
    tier: Tier::Structured,
    extensions: &["r"],
    file_names: &[],
    interpreters: &["Rscript"],
    grammar: Grammar::Tree(|| tree_sitter_r::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
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
