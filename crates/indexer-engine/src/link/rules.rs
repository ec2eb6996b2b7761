//! The link rules of a language, by its id.

use indexer_core::LinkRules;

/// The link rules of a language.
pub(crate) fn rules(id: &str) -> Option<&'static LinkRules> {
    indexer_parse::by_id(id).map(|language| language.rules)
}
