//! Astro components: their code between fences and their scripts as TypeScript, and the components that their markup names.

use super::javascript::components::{Markup, mask};
use super::{tsx, typescript};
use crate::language::{Language, Tier};

const MARKUP: Markup = Markup { fences: true, mustaches: false, kebab: false };

pub(super) const LANGUAGE: Language = Language {
    id: "astro",
    name: "Astro",
    tier: Tier::Linked,
    extensions: &["astro"],
    file_names: &[],
    interpreters: &[],
    mask: Some(|source| mask(source, MARKUP)),
    stubs: &[],
    // Code between braces has elements.
    grammar: tsx::LANGUAGE.grammar,
    roles: tsx::LANGUAGE.roles,
    ..typescript::LANGUAGE
};
