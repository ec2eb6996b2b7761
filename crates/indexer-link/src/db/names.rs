//! The names under which a database finds its files.

use crate::resolve::listing;
use indexer_core::key::hash_text;
use indexer_core::{Definition, FileFacts, Flags, LinkRules, Name, Owner, Role, SymbolKind};

/// The names for which a [`LinkDatabase`](crate::LinkDatabase) gives a file: their hashes, sorted, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileNames {
    /// For [`extending`](crate::LinkDatabase::extending).
    pub extended: Vec<u64>,
    /// For [`defining`](crate::LinkDatabase::defining).
    pub defined: Vec<u64>,
    /// For [`naming`](crate::LinkDatabase::naming).
    pub named: Vec<u64>,
    /// For [`storing`](crate::LinkDatabase::storing).
    pub stored: Vec<u64>,
    /// For [`top_level`](crate::LinkDatabase::top_level).
    pub top_level: Vec<u64>,
}

impl FileNames {
    /// The names of a file, under the rules of its language. O(facts · log facts).
    pub fn of(facts: &FileFacts, rules: &LinkRules) -> Self {
        let follows = rules.values_are_followed;
        Self {
            extended: extended_names(facts),
            defined: defined_names(facts, rules),
            named: if follows { referenced_names(facts, Role::may_name_value) } else { Vec::new() },
            stored: if follows { referenced_names(facts, |role| role == Role::Write) } else { Vec::new() },
            top_level: if rules.packages.is_some() { top_level_names(facts) } else { Vec::new() },
        }
    }
}

/// Hashes of the names of types that the file extends, and of names of which macros may make something, sorted, each once.
pub fn extended_names(facts: &FileFacts) -> Vec<u64> {
    let names = facts.extensions.iter().filter_map(|extension| extension.type_name);
    let mut found = hashes(facts, names.collect());
    let listed = facts.candidates.iter().map(|one| facts.definition(one.definition).name);
    found.extend(hashes(facts, listed.collect()).into_iter().map(listing));
    found.sort_unstable();
    found
}

/// Members, macros and what every file sees; everything where files include one another.
fn defined_names(facts: &FileFacts, rules: &LinkRules) -> Vec<u64> {
    let is_member = |owner: Owner| match owner {
        Owner::File => false,
        Owner::Definition(id) => facts.definition(id).kind.is_type(),
        Owner::Extension(_) => true,
    };
    let all = rules.inclusion.is_some();
    let is_global = |d: &Definition| d.kind == SymbolKind::Macro || d.flags.has(Flags::EXPORTED);
    let defined = facts.definitions.iter().filter(|d| all || is_global(d) || is_member(d.owner));
    hashes(facts, defined.map(|definition| definition.name).collect())
}

/// Names of references with such a role.
fn referenced_names(facts: &FileFacts, wanted: fn(Role) -> bool) -> Vec<u64> {
    let references = facts.references.iter().filter(|one| wanted(one.role));
    hashes(facts, references.map(|one| one.name).collect())
}

/// What the file defines outside of every type.
fn top_level_names(facts: &FileFacts) -> Vec<u64> {
    let all = facts.definitions.iter().filter(|definition| definition.owner == Owner::File);
    hashes(facts, all.map(|definition| definition.name).collect())
}

fn hashes(facts: &FileFacts, mut names: Vec<Name>) -> Vec<u64> {
    names.sort_unstable();
    names.dedup();
    let mut hashes: Vec<u64> = names.into_iter().map(|name| hash_text(facts.name(name))).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}
