//! TypeScript with elements (TSX): a grammar of its own, since `<A>` is an element here and a type there.

use super::javascript;
use super::javascript::nodes::{ELEMENTS, SHARED};
use super::typescript::nodes::{IDENTIFIERS, TYPES};
use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier, joined};
use crate::walk::Role;

const COUNT: usize = SHARED.len() + ELEMENTS.len() + TYPES.len();

const ROLES: &[(&str, Role)] = &joined::<COUNT>(&[SHARED, ELEMENTS, TYPES]);

pub(super) const LANGUAGE: Language = Language {
    id: "tsx",
    name: "TSX",
    tier: Tier::Linked,
    extensions: &["tsx"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_typescript::LANGUAGE_TSX.into()),
    roles: ROLES,
    identifiers: IDENTIFIERS,
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &javascript::link::RULES,
    stubs: &[],
};
