//! Solidity.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod assembly;
mod conventions;
mod expressions;
mod hooks;
mod link;
mod nodes;
mod state;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "solidity",
    name: "Solidity",
    tier: Tier::Linked,
    extensions: &["sol"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_solidity::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["enum_value", "identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[Stub {
        package: "solidity",
        path: "solidity/globals.sol",
        source: include_str!("stubs/globals.sol"),
    }],
};
