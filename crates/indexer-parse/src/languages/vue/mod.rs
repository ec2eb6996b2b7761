//! Vue components: their scripts as TypeScript, and the components that their markup names.

use super::javascript::components::{Markup, has_elements, mask};
use super::{javascript, tsx, typescript};
use crate::language::{Container, Language, Tier};
use indexer_core::LinkRules;

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
    rules: &RULES,
    stubs: &[],
    ..typescript::LANGUAGE
};

const RULES: LinkRules = LinkRules { implicit, ..javascript::link::RULES };

/// What the compiler of components knows without an import, and what tools import where it is missing, sorted.
const GIVEN: &[&str] = &[
    "computed",
    "defineEmits",
    "defineExpose",
    "defineModel",
    "defineOptions",
    "defineProps",
    "defineSlots",
    "nextTick",
    "onBeforeUnmount",
    "onMounted",
    "onUnmounted",
    "reactive",
    "ref",
    "shallowRef",
    "toRef",
    "toRefs",
    "watch",
    "watchEffect",
    "withDefaults",
];

fn implicit(name: &str) -> Option<&'static str> {
    if GIVEN.contains(&name) { Some("vue") } else { (javascript::link::RULES.implicit)(name) }
}

/// The same where a script has elements (`lang="tsx"`).
static WITH_ELEMENTS: Language =
    Language { grammar: tsx::LANGUAGE.grammar, roles: tsx::LANGUAGE.roles, ..LANGUAGE };
