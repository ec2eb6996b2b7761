//! Python.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod assign;
mod classes;
mod complexity;
mod conventions;
pub(super) mod expressions;
mod functions;
mod imports;
pub(super) mod link;
mod names;
mod narrow;
pub(super) mod nodes;
mod outside;
mod patterns;
mod said;
mod state;
mod statements;
mod stores;
mod surface;
mod text;
mod types;
mod written_names;

pub(super) const LANGUAGE: Language = Language {
    id: "python",
    name: "Python",
    tier: Tier::Linked,
    extensions: &["py", "pyi", "pyw"],
    file_names: &[],
    interpreters: &["python"],
    grammar: Grammar::Tree(|| tree_sitter_python::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
    members_by_name: MembersByName::InBody,
    functions_see_locals: true,
    is_indented: true,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[
        Stub { package: "builtins", path: "builtins.pyi", source: include_str!("stubs/builtins.pyi") },
        Stub { package: "contextlib", path: "contextlib.pyi", source: include_str!("stubs/contextlib.pyi") },
        Stub { package: "functools", path: "functools.pyi", source: include_str!("stubs/functools.pyi") },
    ],
};
