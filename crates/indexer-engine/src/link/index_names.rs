//! Which names the linker's indexes hold of a stored view: the same as [`indexer_link::FileNames`]
//! says of facts.

use crate::link::rules::rules;
use indexer_core::{Flags, LinkRules, ManifestFacts, SymbolKind};
use indexer_store::Symbol;

/// True for a language whose files include one another.
pub(super) fn includes(language: &str) -> bool {
    indexer_parse::by_id(language).is_some_and(|language| language.rules.inclusion.is_some())
}

/// True for a language of which the indexes hold the names of all definitions.
pub(super) fn lists_all_definitions(language: &str) -> bool {
    rules(language).is_some_and(LinkRules::lists_all_definitions)
}

pub(super) fn follows_values(language: &str) -> bool {
    rules(language).is_some_and(|rules| rules.values_are_followed)
}

/// Whether [`FileNames::top_level`](indexer_link::FileNames) of its file holds the name of a symbol of a view: it stands
/// outside of every type, also where it extends one that stands in its file.
pub(super) fn is_top_level(symbol: &Symbol<'_>) -> bool {
    let Some(owner) = symbol.owner() else { return true };
    rules(symbol.file().language()).is_some_and(|rules| {
        rules.members_beside_types || rules.functions_overload && !owner.span().covers(symbol.span())
    })
}

/// Whether [`FileNames::defined`](indexer_link::FileNames) of its file holds the name of a symbol of a
/// view, in a language of which it does not hold all names.
pub(super) fn is_member(symbol: &Symbol<'_>) -> bool {
    if symbol.flags().has(Flags::EXPORTED) {
        return true;
    }
    match (symbol.kind(), symbol.owner()) {
        (SymbolKind::Macro | SymbolKind::Method | SymbolKind::Variant, _) => true,
        (_, Some(owner)) => {
            owner.kind().is_type() || owner.kind() == SymbolKind::Module && has_members(symbol)
        }
        // A function is never a member.
        (SymbolKind::Function, None) => false,
        // It stands in the file itself, or in an extension of a type of another file: then that
        // type's name stands between the module's and its own.
        (_, None) => {
            let qualified = symbol.qualified();
            // A module that has its whole name by itself.
            if qualified == symbol.name() {
                return false;
            }
            let between = qualified.strip_prefix(symbol.file().module());
            let between = between.and_then(|rest| rest.strip_suffix(symbol.name()));
            between.is_none_or(|between| between.contains(char::is_alphanumeric))
        }
    }
}

/// True where modules of the language of a symbol have members.
fn has_members(symbol: &Symbol<'_>) -> bool {
    rules(symbol.file().language()).is_some_and(|rules| rules.modules_have_members)
}

/// Names of the packages and libraries that a manifest declares, sorted, each once.
pub(crate) fn packages(facts: &ManifestFacts) -> Vec<String> {
    sorted(facts.package.iter().chain(&facts.library_name).cloned().collect())
}

pub(super) fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}
