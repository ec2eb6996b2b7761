//! C, and what C++ shares with it.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

pub(super) mod arguments;
mod beginnings;
pub(super) mod branches;
mod build_folders;
mod calls;
pub(super) mod code;
mod condition_cursor;
pub(super) mod conditions;
pub(super) mod configuration;
pub(crate) mod conventions;
pub(super) mod declarators;
pub(super) mod declare;
pub(super) mod expansion;
pub(super) mod expressions;
mod fields;
pub(super) mod hidden;
pub(super) mod include;
pub(super) mod lexer;
pub(super) mod link;
mod lists;
mod macro_types;
pub(super) mod mask;
mod nodes;
pub(super) mod outside;
pub(super) mod parameters;
pub(super) mod preference;
pub(super) mod qualified;
mod runs;
pub(super) mod shapes;
pub(super) mod standard;
pub(super) mod state;
pub(super) mod statements;
mod tables;
pub(super) mod text;
pub(super) mod types;
mod unread;

pub(super) const LANGUAGE: Language = Language {
    id: "c",
    name: "C",
    tier: Tier::Linked,
    extensions: &["c", "h"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_c::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier", "type_identifier", "field_identifier", "statement_identifier"],
    members_by_name: MembersByName::Never,
    functions_see_locals: false,
    is_indented: false,
    openers: &[],
    mask: Some(|source| mask::mask(source, branches::Dialect::C)),
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[] as &[Stub],
};
