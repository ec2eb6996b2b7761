//! Ruby.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod calls;
mod conventions;
mod drawn;
mod fields;
mod heredocs;
mod hooks;
mod link;
mod names;
mod nodes;
mod state;
mod symbols;
mod values;

pub(super) const LANGUAGE: Language = Language {
    id: "ruby",
    name: "Ruby",
    tier: Tier::Linked,
    extensions: &["rb", "rake", "gemspec", "ru"],
    file_names: &["Gemfile", "Rakefile"],
    interpreters: &["ruby"],
    grammar: Grammar::Tree(|| tree_sitter_ruby::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["class_variable", "constant", "global_variable", "identifier", "instance_variable"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: false,
    is_indented: false,
    openers: &[":\"", ":'", "%", "=begin", "__END__"],
    mask: Some(heredocs::mask),
    parsable_prefix: Some(heredocs::parsable_prefix),
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
