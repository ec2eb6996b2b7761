//! Vue components: their scripts as TypeScript, and the components that their markup names.

use super::javascript::components::{Markup, mask};
use super::{tsx, typescript};
use crate::language::{Language, Tier};

const MARKUP: Markup = Markup { fences: false, mustaches: true, kebab: true };

pub(super) const LANGUAGE: Language = Language {
    id: "vue",
    name: "Vue",
    tier: Tier::Linked,
    extensions: &["vue"],
    file_names: &[],
    interpreters: &[],
    mask: Some(|source| mask(source, MARKUP)),
    stubs: &[],
    ..typescript::LANGUAGE
};

/// The same where a script has elements (`lang="tsx"`).
pub(super) const WITH_ELEMENTS: Language =
    Language { grammar: tsx::LANGUAGE.grammar, roles: tsx::LANGUAGE.roles, ..LANGUAGE };
