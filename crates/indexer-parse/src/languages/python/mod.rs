//! Python.

use crate::build::MembersByName;
use crate::language::{Language, Stub};

mod assign;
mod classes;
mod complexity;
mod expressions;
mod functions;
mod imports;
mod link;
mod names;
mod narrow;
mod nodes;
mod patterns;
mod said;
mod state;
mod statements;
mod stores;
mod surface;
mod text;
mod types;

/// Changes with every file that facts of Python depend on.
const DIGEST: u64 = crate::digest::with(
    crate::digest::SHARED,
    &[
        include_str!("mod.rs"),
        include_str!("assign.rs"),
        include_str!("classes.rs"),
        include_str!("complexity.rs"),
        include_str!("expressions.rs"),
        include_str!("functions.rs"),
        include_str!("imports.rs"),
        include_str!("link.rs"),
        include_str!("names.rs"),
        include_str!("narrow.rs"),
        include_str!("nodes.rs"),
        include_str!("patterns.rs"),
        include_str!("said.rs"),
        include_str!("state.rs"),
        include_str!("statements.rs"),
        include_str!("stores.rs"),
        include_str!("surface.rs"),
        include_str!("text.rs"),
        include_str!("types.rs"),
    ],
);

/// The row of the language table.
pub(super) const LANGUAGE: Language = Language {
    id: "python",
    name: "Python",
    extensions: &["py", "pyi", "pyw"],
    file_names: &[],
    interpreters: &["python"],
    grammar: || tree_sitter_python::LANGUAGE.into(),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
    members_by_name: MembersByName::InBody,
    functions_see_locals: true,
    is_indented: true,
    mask: None,
    digest: DIGEST,
    rules: &link::RULES,
    stubs: &[
        Stub { package: "builtins", path: "builtins.pyi", source: include_str!("stubs/builtins.pyi") },
        Stub { package: "contextlib", path: "contextlib.pyi", source: include_str!("stubs/contextlib.pyi") },
        Stub { package: "functools", path: "functools.pyi", source: include_str!("stubs/functools.pyi") },
    ],
};
