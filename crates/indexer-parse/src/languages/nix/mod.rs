//! Nix: expressions of packages, modules and systems.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod bindings;
mod hooks;
mod link;
mod nodes;

pub(super) const LANGUAGE: Language = Language {
    id: "nix",
    name: "Nix",
    tier: Tier::Structured,
    extensions: &["nix"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_nix::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &["\"", "''", "#", "/*"],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
