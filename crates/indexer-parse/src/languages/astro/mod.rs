//! Astro components: their code between fences and their scripts as TypeScript, and the components that their markup names.

use super::javascript::components::{Markup, mask};
use super::{javascript, typescript};
use crate::build::MembersByName;
use crate::language::{Language, Tier};

const MARKUP: Markup = Markup { fences: true, mustaches: false, kebab: false };

pub(super) const LANGUAGE: Language = Language {
    id: "astro",
    name: "Astro",
    tier: Tier::Linked,
    extensions: &["astro"],
    file_names: &[],
    interpreters: &[],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    roles: typescript::nodes::ROLES,
    identifiers: typescript::nodes::IDENTIFIERS,
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: b"",
    mask: Some(|source| mask(source, MARKUP)),
    held: None,
    rules: &javascript::link::RULES,
    stubs: &[],
};
