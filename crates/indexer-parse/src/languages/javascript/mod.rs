//! JavaScript, with the elements of JSX. TypeScript is built on the same hooks.

use crate::build::MembersByName;
use crate::language::{Container, Grammar, Language, Tier};

pub(super) mod assign;
mod built;
mod bundlers;
pub(super) mod classes;
pub(super) mod components;
mod configurations;
mod conventions;
pub(super) mod element_text;
mod elements;
pub(super) mod expected;
mod exports;
mod expressions;
pub(super) mod flow;
pub(super) mod functions;
mod globals;
pub(super) mod head;
mod implicit;
pub(super) mod imports;
mod jsdoc;
mod jsx;
pub(super) mod link;
mod modules;
mod names;
pub(super) mod narrow;
pub(super) mod nodes;
mod objects;
mod outside;
mod parameters;
pub(super) mod patterns;
mod prototypes;
pub(super) mod signatures;
pub(super) mod state;
mod statements;
pub(super) mod text;

pub(super) const LANGUAGE: Language = Language {
    id: "javascript",
    name: "JavaScript",
    tier: Tier::Linked,
    extensions: &["js", "jsx", "mjs", "cjs"],
    file_names: &[],
    interpreters: &["node", "nodejs", "bun", "deno"],
    grammar: Grammar::Tree(|| tree_sitter_javascript::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: nodes::IDENTIFIERS,
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: Some(&Container {
        read_as: Some(|source| flow::has_types(source).then_some(&flow::WITH_TYPES)),
        unwrap: None,
        searched: None,
    }),
    rules: &link::RULES,
    stubs: &[],
};
