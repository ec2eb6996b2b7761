//! PHP.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod callables;
mod conventions;
mod docs;
mod functions;
mod hooks;
mod link;
mod nodes;

pub(super) const LANGUAGE: Language = Language {
    id: "php",
    name: "PHP",
    tier: Tier::Linked,
    extensions: &["php"],
    file_names: &[],
    interpreters: &["php"],
    grammar: Grammar::Tree(|| tree_sitter_php::LANGUAGE_PHP.into()),
    roles: nodes::ROLES,
    identifiers: &["name"],
    members_by_name: MembersByName::Never,
    functions_see_locals: false,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[Stub { package: "php", path: "php/stubs.php", source: include_str!("stubs/php.php") }],
};
