//! Vue components: their scripts as TypeScript, and the components that their markup names.

use super::javascript::components::{Markup, has_elements, mask};
use super::{tsx, typescript};
use crate::language::{Container, Language, Tier};

const MARKUP: Markup = Markup { fences: false, mustaches: true, kebab: true };

pub(super) const LANGUAGE: Language = Language {
    id: "vue",
    name: "Vue",
    tier: Tier::Linked,
    extensions: &["vue"],
    file_names: &[],
    interpreters: &[],
    mask: Some(|source| mask(source, MARKUP)),
    container: Some(&Container {
        read_as: Some(|source| has_elements(source).then_some(&WITH_ELEMENTS)),
        unwrap: None,
        searched: None,
    }),
    stubs: &[],
    ..typescript::LANGUAGE
};

/// The same where a script has elements (`lang="tsx"`).
static WITH_ELEMENTS: Language =
    Language { grammar: tsx::LANGUAGE.grammar, roles: tsx::LANGUAGE.roles, ..LANGUAGE };
