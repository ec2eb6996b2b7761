//! TypeScript: the hooks of JavaScript, and types.

use super::javascript;
use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod declarations;
mod mapped;
pub(super) mod mended;
pub(super) mod nodes;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "typescript",
    name: "TypeScript",
    tier: Tier::Linked,
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    interpreters: &["ts-node", "tsx"],
    grammar: Grammar::Tree(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
    roles: nodes::ROLES,
    identifiers: nodes::IDENTIFIERS,
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: b"",
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &javascript::link::RULES,
    stubs: &[Stub { package: "globalThis", path: "lib.d.ts", source: include_str!("stubs/lib.d.ts") }],
};
