//! Go.

use crate::build::MembersByName;
use crate::language::Language;

mod conditions;
mod declarations;
mod expressions;
mod functions;
mod imports;
mod link;
mod literals;
mod modules;
mod names;
mod nodes;
mod state;
mod statements;
mod stubs;
mod text;
mod types;

/// Changes with every file that facts of Go depend on.
const DIGEST: u64 = crate::digest::with(
    crate::digest::SHARED,
    &[
        include_str!("mod.rs"),
        include_str!("conditions.rs"),
        include_str!("declarations.rs"),
        include_str!("expressions.rs"),
        include_str!("functions.rs"),
        include_str!("imports.rs"),
        include_str!("link.rs"),
        include_str!("literals.rs"),
        include_str!("modules.rs"),
        include_str!("names.rs"),
        include_str!("nodes.rs"),
        include_str!("state.rs"),
        include_str!("statements.rs"),
        include_str!("stubs.rs"),
        include_str!("text.rs"),
        include_str!("types.rs"),
    ],
);

/// The row of the language table.
pub(super) const LANGUAGE: Language = Language {
    id: "go",
    name: "Go",
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    grammar: || tree_sitter_go::LANGUAGE.into(),
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
    mask: None,
    digest: DIGEST,
    rules: &link::RULES,
    stubs: stubs::STUBS,
};
