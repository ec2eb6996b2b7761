//! C++: what it has beyond C.

use super::c::{branches::Dialect, mask};
use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod content;
mod expressions;
mod lambdas;
pub(super) mod link;
mod literals;
mod namespaces;
mod nodes;
mod outside;
mod taken;
mod templates;

pub(in crate::languages) use taken::taken;
pub(in crate::languages) use templates::{guide, is_guide};

pub(crate) use content::{by_content, by_mode_line, included, is_told_by_content};

pub(super) const LANGUAGE: Language = Language {
    id: "cpp",
    name: "C++",
    tier: Tier::Linked,
    extensions: &["cc", "cpp", "cxx", "hh", "hpp", "hxx", "inl", "ipp", "ixx", "cppm", "tcc", "tpp"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_cpp::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &[
        "identifier",
        "type_identifier",
        "field_identifier",
        "statement_identifier",
        "namespace_identifier",
    ],
    members_by_name: MembersByName::Inside,
    functions_see_locals: false,
    is_indented: false,
    openers: &[],
    mask: Some(|source| mask::mask(source, Dialect::Cpp)),
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[Stub { package: "std", path: "std/std.hpp", source: include_str!("stubs/std.hpp") }],
};
