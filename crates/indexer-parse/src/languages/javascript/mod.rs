//! JavaScript, with the elements of JSX. TypeScript is built on the same hooks.

use crate::build::MembersByName;
use crate::language::Language;

pub(super) mod assign;
pub(super) mod classes;
pub(super) mod expected;
mod exports;
mod expressions;
pub(super) mod functions;
pub(super) mod head;
pub(super) mod imports;
mod jsdoc;
mod jsx;
pub(super) mod link;
mod modules;
mod names;
pub(super) mod nodes;
mod objects;
mod parameters;
pub(super) mod patterns;
mod prototypes;
pub(super) mod signatures;
pub(super) mod state;
mod statements;
pub(super) mod text;

/// Changes with every file that facts of the family depend on.
pub(super) const DIGEST: u64 = crate::digest::with(
    crate::digest::SHARED,
    &[
        include_str!("mod.rs"),
        include_str!("assign.rs"),
        include_str!("classes.rs"),
        include_str!("expected.rs"),
        include_str!("exports.rs"),
        include_str!("expressions.rs"),
        include_str!("functions.rs"),
        include_str!("head.rs"),
        include_str!("imports.rs"),
        include_str!("jsdoc.rs"),
        include_str!("jsx.rs"),
        include_str!("link.rs"),
        include_str!("modules.rs"),
        include_str!("names.rs"),
        include_str!("nodes.rs"),
        include_str!("objects.rs"),
        include_str!("parameters.rs"),
        include_str!("patterns.rs"),
        include_str!("prototypes.rs"),
        include_str!("signatures.rs"),
        include_str!("state.rs"),
        include_str!("statements.rs"),
        include_str!("text.rs"),
    ],
);

/// The row of the language table.
pub(super) const LANGUAGE: Language = Language {
    id: "javascript",
    name: "JavaScript",
    extensions: &["js", "jsx", "mjs", "cjs"],
    file_names: &[],
    interpreters: &["node", "nodejs", "bun", "deno"],
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    roles: nodes::ROLES,
    identifiers: nodes::IDENTIFIERS,
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    mask: None,
    digest: DIGEST,
    rules: &link::RULES,
    stubs: &[],
};
