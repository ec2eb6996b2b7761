//! Objective-C: C, with classes whose functions are named by selectors.

use super::c::{self, branches::Dialect};
use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod blocks;
mod classes;
mod content;
mod fields;
mod hooks;
mod link;
mod macros;
mod messages;
mod methods;
mod nodes;

pub(crate) use content::by_content;

pub(super) const LANGUAGE: Language = Language {
    id: "objc",
    name: "Objective-C",
    tier: Tier::Structured,
    extensions: &["m"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_objc::LANGUAGE.into()),
    roles: nodes::ROLES,
    members_by_name: MembersByName::Inside,
    mask: Some(|source| c::mask::mask_with(source, (source, Dialect::C), macros::take)),
    rules: &link::RULES,
    stubs: &[],
    ..c::LANGUAGE
};
