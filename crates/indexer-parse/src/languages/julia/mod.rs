//! Julia.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod binds;
mod calls;
mod conventions;
mod functions;
mod hooks;
mod imports;
mod link;
mod modules;
mod nodes;
mod state;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "julia",
    name: "Julia",
    tier: Tier::Structured,
    extensions: &["jl"],
    file_names: &[],
    interpreters: &["julia"],
    grammar: Grammar::Tree(|| tree_sitter_julia::LANGUAGE.into()),
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
