//! Which names of a file the linker's indexes hold (by hash).

use crate::link::rules::rules;
use indexer_core::key::hash_text;
use indexer_core::{Definition, FileFacts, Flags, ManifestFacts, Owner, Role, SymbolKind};
use indexer_store::Symbol;

/// Hashes of the names of types that the file extends, sorted, each once.
pub(crate) fn extends(facts: &FileFacts) -> Vec<u64> {
    let names = facts.extensions.iter().filter_map(|extension| extension.type_name);
    sorted(names.map(|name| hash_text(facts.name(name))).collect())
}

/// True for a language whose files include one another.
pub(super) fn includes(language: &str) -> bool {
    indexer_parse::by_id(language).is_some_and(|language| language.rules.inclusion.is_some())
}

/// Hashes of the names of members, macros and what is seen everywhere that the file defines (of all
/// that it defines where files include one another), sorted, each once.
pub(super) fn members_of(facts: &FileFacts) -> Vec<u64> {
    let is_member = |owner: Owner| match owner {
        Owner::File => false,
        Owner::Definition(id) => facts.definition(id).kind.is_type(),
        Owner::Extension(_) => true,
    };
    let all = includes(&facts.language);
    let seen = |d: &&Definition| d.kind == SymbolKind::Macro || d.flags.has(Flags::EXPORTED);
    let members = facts.definitions.iter().filter(|d| all || seen(d) || is_member(d.owner));
    sorted(members.map(|definition| hash_text(facts.name(definition.name))).collect())
}

pub(super) fn follows_values(language: &str) -> bool {
    rules(language).is_some_and(|rules| rules.values_are_followed)
}

/// Hashes of the names of the file's references with such a role, sorted, each once.
pub(super) fn named_in(facts: &FileFacts, wanted: fn(Role) -> bool) -> Vec<u64> {
    let references = facts.references.iter().filter(|one| wanted(one.role));
    let mut names: Vec<indexer_core::Name> = references.map(|one| one.name).collect();
    names.sort_unstable();
    names.dedup();
    sorted(names.into_iter().map(|name| hash_text(facts.name(name))).collect())
}

/// Hashes of the names that the file defines outside of every type, sorted, each once.
pub(super) fn top_level_of(facts: &FileFacts) -> Vec<u64> {
    let all = facts.definitions.iter().filter(|definition| definition.owner == Owner::File);
    sorted(all.map(|definition| hash_text(facts.name(definition.name))).collect())
}

/// Whether a symbol of a view is one of [`members_of`] its file.
pub(super) fn is_member(symbol: &Symbol<'_>) -> bool {
    if symbol.flags().has(Flags::EXPORTED) {
        return true;
    }
    match (symbol.kind(), symbol.owner()) {
        (SymbolKind::Macro | SymbolKind::Method | SymbolKind::Variant, _) => true,
        (_, Some(owner)) => owner.kind().is_type(),
        // A function is never a member.
        (SymbolKind::Function, None) => false,
        // It stands in the file itself, or in an extension of a type of another file: then that
        // type's name stands between the module's and its own.
        (_, None) => {
            let qualified = symbol.qualified();
            let between = qualified.strip_prefix(symbol.file().module());
            let between = between.and_then(|rest| rest.strip_suffix(symbol.name()));
            between.is_none_or(|between| between.contains(char::is_alphanumeric))
        }
    }
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
