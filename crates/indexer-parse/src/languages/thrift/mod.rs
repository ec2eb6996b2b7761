//! Thrift.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod hooks;
mod link;
mod nodes;

pub(super) const LANGUAGE: Language = Language {
    id: "thrift",
    name: "Thrift",
    tier: Tier::Structured,
    extensions: &["thrift"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| arborium_thrift::language().into()),
    roles: nodes::ROLES,
    identifiers: &["identifier", "typedef_identifier"],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
