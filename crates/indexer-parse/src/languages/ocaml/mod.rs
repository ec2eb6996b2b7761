//! OCaml.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod binds;
mod classes;
mod hooks;
mod link;
mod mask;
mod modules;
mod nodes;
mod operators;
mod state;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "ocaml",
    name: "OCaml",
    tier: Tier::Structured,
    extensions: &["ml"],
    file_names: &[],
    interpreters: &["ocaml"],
    grammar: Grammar::Tree(|| tree_sitter_ocaml::LANGUAGE_OCAML.into()),
    roles: nodes::ROLES,
    identifiers: nodes::IDENTIFIERS,
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &["("],
    mask: Some(mask::mask),
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
