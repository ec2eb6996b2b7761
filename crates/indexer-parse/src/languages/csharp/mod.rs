//! C#.

use crate::build::MembersByName;
use crate::language::{Language, Tier};

mod hooks;
mod link;
mod nodes;

pub(super) const LANGUAGE: Language = Language {
    id: "csharp",
    name: "C#",
    tier: Tier::Structured,
    extensions: &["cs"],
    file_names: &[],
    interpreters: &[],
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    roles: nodes::ROLES,
    identifiers: &["identifier", "implicit_parameter"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: b"",
    mask: None,
    parsable_prefix: None,
    rules: &link::RULES,
    stubs: &[],
};
