//! Python.

use crate::build::MembersByName;
use crate::language::Language;

mod link;
mod nodes;

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
    digest: 0,
    rules: &link::RULES,
    stubs: &[],
};
