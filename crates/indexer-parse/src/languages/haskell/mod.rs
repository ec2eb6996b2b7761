//! Haskell.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod binds;
mod hooks;
mod imports;
mod link;
mod nodes;
mod state;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "haskell",
    name: "Haskell",
    tier: Tier::Structured,
    extensions: &["hs"],
    file_names: &[],
    interpreters: &["runghc", "runhaskell"],
    grammar: Grammar::Tree(|| tree_sitter_haskell::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["constructor", "constructor_operator", "name", "operator", "variable"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: true,
    openers: &["--", "{-", "["],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
