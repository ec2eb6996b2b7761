//! Clojure and ClojureScript.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod binds;
mod core;
mod define;
mod forms;
mod functions;
mod imports;
mod link;
mod names;
mod nodes;
mod state;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "clojure",
    name: "Clojure",
    tier: Tier::Structured,
    extensions: &["bb", "clj", "cljc", "cljs"],
    file_names: &[],
    interpreters: &["bb", "clojure"],
    grammar: Grammar::Tree(|| tree_sitter_clojure_orchard::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["sym_name", "sym_ns"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &["\"", ";", "#!", "\\"],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
