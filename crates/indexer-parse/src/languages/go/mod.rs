//! Go.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod conditions;
mod conventions;
mod declarations;
mod expressions;
mod functions;
mod imports;
mod link;
mod literals;
mod modules;
mod names;
mod nodes;
mod outside;
mod state;
mod statements;
mod stubs;
mod text;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "go",
    name: "Go",
    tier: Tier::Linked,
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_go::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &[
        "identifier",
        "type_identifier",
        "field_identifier",
        "package_identifier",
        "label_name",
        "blank_identifier",
    ],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: stubs::STUBS,
};
