//! The shell: Bash, and what else is written like it.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod conventions;
mod hooks;
mod link;
pub(super) mod mended;
mod names;
mod nodes;
mod sources;

pub(super) const LANGUAGE: Language = Language {
    id: "bash",
    name: "Shell",
    tier: Tier::Structured,
    extensions: &["sh", "bash", "bats", "zsh"],
    file_names: &[],
    interpreters: &["bash", "dash", "ksh", "sh", "zsh"],
    grammar: Grammar::Tree(|| tree_sitter_bash::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["variable_name", "word"],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &["$'", "$\""],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
