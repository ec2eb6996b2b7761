//! The different symbols among those of one name.

use crate::protocol::Context;
use indexer_core::{Flags, SymbolKind};
use indexer_store::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// One symbol with its parts, the one that people mean first: overloads and branches of a condition, a
/// definition and its declarations, a type and its constructors of the same name.
pub type Meant<'v> = Vec<Symbol<'v>>;

/// The different symbols among those of one name, in the order of `found`, each with its parts: those of
/// one qualified name in one file, where a command that a framework makes of a function is none of it; a declaration with what it declares, which in languages that include
/// files may be called differently there; a constructor with its type.
pub fn groups<'v>(context: &Context<'v>, found: Vec<Symbol<'v>>) -> Vec<Meant<'v>> {
    let mut groups: Vec<Meant<'v>> = Vec::new();
    let mut places: FxHashMap<(&str, String, bool), usize> = FxHashMap::default();
    for symbol in found {
        let name = type_of(symbol).unwrap_or_else(|| symbol.qualified());
        let place = (symbol.file().path(), name, symbol.is_of_framework());
        let at = *places.entry(place).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(parts) => parts.push(symbol),
            None => groups.push(vec![symbol]),
        }
    }
    let mut joined = joined(context, groups);
    for parts in &mut joined {
        // A stable sort: what is left stays in the order of the question.
        parts.sort_by_key(|part| {
            (part.kind() == SymbolKind::Constructor, part.flags().has(Flags::DECLARATION))
        });
    }
    joined
}

/// The qualified name of the type that a constructor makes and whose name it bears.
fn type_of(symbol: Symbol<'_>) -> Option<String> {
    if symbol.kind() != SymbolKind::Constructor {
        return None;
    }
    let own = symbol.qualified();
    let owner = own.strip_suffix(symbol.name())?;
    let owner = owner.trim_end_matches([':', '.']);
    owner.ends_with(symbol.name()).then(|| owner.to_owned())
}

/// Declarations joined with what they declare, over files.
fn joined<'v>(context: &Context<'v>, groups: Vec<Meant<'v>>) -> Vec<Meant<'v>> {
    let mut joined: Vec<Meant<'v>> = Vec::new();
    let mut known: FxHashMap<(&str, &str, String), usize> = FxHashMap::default();
    for parts in groups {
        let (first, file) = (parts[0], parts[0].file());
        let includes = context.snapshot.rules(file.path()).is_some_and(|rules| rules.inclusion.is_some());
        let name = type_of(first);
        let key = match includes {
            true => {
                let kind = if name.is_some() { SymbolKind::Class } else { first.kind() };
                ("", kind.as_str(), name.unwrap_or_else(|| first.chain()))
            }
            false => (file.language(), "", name.unwrap_or_else(|| first.qualified())),
        };
        let declares = |parts: &[Symbol<'_>]| {
            parts
                .iter()
                .any(|one| one.flags().has(Flags::DECLARATION) || one.kind() == SymbolKind::Constructor)
        };
        match known.get(&key).and_then(|at| joined.get_mut(*at)) {
            Some(others) if declares(others) || declares(&parts) => others.extend(parts),
            _ => {
                known.insert(key, joined.len());
                joined.push(parts);
            }
        }
    }
    joined
}

/// `found` without what a row of another one says: the constructors of a type that is there, and the
/// declarations of what is defined there. What stays keeps its order.
pub fn folded<'v>(context: &Context<'v>, found: Vec<Symbol<'v>>) -> Vec<(Symbol<'v>, Vec<Symbol<'v>>)> {
    let mut beside = FxHashMap::default();
    let mut hidden = FxHashSet::default();
    for parts in groups(context, found.clone()) {
        let first = parts[0];
        let is_defined = !first.flags().has(Flags::DECLARATION);
        let more: Vec<Symbol<'v>> = parts
            .iter()
            .copied()
            .skip(1)
            .filter(|part| {
                let constructs = part.kind() == SymbolKind::Constructor && first.kind().is_type();
                constructs || is_defined && part.flags().has(Flags::DECLARATION)
            })
            .collect();
        hidden.extend(more.iter().map(Symbol::handle));
        beside.insert(first.handle(), more);
    }
    let shown = found.into_iter().filter(|symbol| !hidden.contains(&symbol.handle()));
    shown.map(|symbol| (symbol, beside.remove(&symbol.handle()).unwrap_or_default())).collect()
}
