//! C, and what C++ shares with it.

use crate::build::MembersByName;
use crate::language::{Language, Stub};

pub(super) mod arguments;
pub(super) mod branches;
mod calls;
pub(super) mod declarators;
pub(super) mod declare;
pub(super) mod expressions;
pub(super) mod hidden;
pub(super) mod include;
pub(super) mod lexer;
pub(super) mod link;
pub(super) mod mask;
mod nodes;
pub(super) mod parameters;
pub(super) mod qualified;
mod runs;
pub(super) mod shapes;
pub(super) mod standard;
pub(super) mod state;
pub(super) mod statements;
pub(super) mod text;
pub(super) mod types;

/// Changes with every file that facts of C depend on.
pub(super) const DIGEST: u64 = crate::digest::with(
    crate::digest::SHARED,
    &[
        include_str!("mod.rs"),
        include_str!("arguments.rs"),
        include_str!("branches.rs"),
        include_str!("calls.rs"),
        include_str!("declarators.rs"),
        include_str!("declare.rs"),
        include_str!("expressions.rs"),
        include_str!("hidden.rs"),
        include_str!("include.rs"),
        include_str!("lexer.rs"),
        include_str!("link.rs"),
        include_str!("mask.rs"),
        include_str!("nodes.rs"),
        include_str!("parameters.rs"),
        include_str!("qualified.rs"),
        include_str!("runs.rs"),
        include_str!("shapes.rs"),
        include_str!("standard.rs"),
        include_str!("state.rs"),
        include_str!("statements.rs"),
        include_str!("text.rs"),
        include_str!("types.rs"),
    ],
);

/// The row of the language table.
pub(super) const LANGUAGE: Language = Language {
    id: "c",
    name: "C",
    extensions: &["c", "h"],
    file_names: &[],
    interpreters: &[],
    grammar: || tree_sitter_c::LANGUAGE.into(),
    roles: nodes::ROLES,
    identifiers: &["identifier", "type_identifier", "field_identifier", "statement_identifier"],
    members_by_name: MembersByName::Never,
    functions_see_locals: false,
    is_indented: false,
    mask: Some(|source| mask::mask(source, branches::Dialect::C)),
    digest: DIGEST,
    rules: &link::RULES,
    stubs: &[] as &[Stub],
};
