//! Svelte components: their scripts as TypeScript, and the components that their markup names.

use super::javascript::components::{Markup, mask};
use super::{javascript, typescript};
use crate::language::{Language, Tier};
use indexer_core::LinkRules;

const MARKUP: Markup = Markup { fences: false, mustaches: false, kebab: false };

pub(super) const LANGUAGE: Language = Language {
    id: "svelte",
    name: "Svelte",
    tier: Tier::Linked,
    extensions: &["svelte"],
    file_names: &[],
    interpreters: &[],
    mask: Some(|source| mask(source, MARKUP)),
    rules: &RULES,
    stubs: &[],
    ..typescript::LANGUAGE
};

const RULES: LinkRules = LinkRules { implicit, ..javascript::link::RULES };

/// What the compiler of components knows without an import, sorted.
pub(super) const GIVEN: &[&str] =
    &["$bindable", "$derived", "$effect", "$host", "$inspect", "$props", "$state"];

fn implicit(name: &str) -> Option<&'static str> {
    if GIVEN.contains(&name) { Some("svelte") } else { (javascript::link::RULES.implicit)(name) }
}
