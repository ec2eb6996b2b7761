//! A name of a package by how its definitions are called, where no import leads there.

use super::leads_to::LeadsTo;
use indexer_core::{SymbolKey, SymbolKind};
use indexer_engine::Snapshot;
use indexer_packages::Located;
use indexer_store::Symbol;

/// Definitions of one name.
const MOST_DEFINITIONS: usize = 8;

/// The definitions of the names, and whether they are proved: by the whole path to them, or because all of them
/// stand where the names begin. Those that only have the same owners and name are none.
pub(super) fn named(snapshot: &Snapshot, one: &Located, separator: &str) -> Option<(LeadsTo, bool)> {
    let names: Vec<&str> = one.names.iter().map(|name| name.trim_end_matches("()")).collect();
    if names.len() != one.names.iter().filter(|name| !name.ends_with("()")).count() {
        return None;
    }
    let last = *names.last()?;
    let view = &snapshot.view;
    let all: Vec<Symbol<'_>> =
        view.symbols_named(last, true).into_iter().take(LOOKED_AT).map(|at| view.sym(at)).collect();
    let imports = std::iter::once(one.import.as_str()).chain(one.passes_on.iter().copied());
    let wholes: Vec<String> =
        imports.map(|import| [&[import], names.as_slice()].concat().join(separator)).collect();
    let by_path: Vec<&Symbol<'_>> =
        all.iter().filter(|symbol| wholes.contains(&symbol.qualified())).collect();
    if !by_path.is_empty() {
        return Some((keys(&by_path), true));
    }
    let chain = names.join(".");
    let mut by_chain: Vec<&Symbol<'_>> = all.iter().filter(|symbol| symbol.chain() == chain).collect();
    // A file that is called like the type is where it stands; a variant may be named without its type.
    let owner = names[0].to_lowercase();
    let is_at_home = |symbol: &Symbol<'_>| {
        let stem = indexer_core::path::stem(symbol.file().path());
        stem == owner || indexer_core::path::parent(symbol.file().path()).ends_with(&format!("/{owner}"))
    };
    if names.len() == 1 && all.iter().any(|symbol| symbol.kind() == SymbolKind::Variant) {
        let of_home = |symbol: &&Symbol<'_>| {
            let file = indexer_core::path::stem(symbol.file().path()).to_owned();
            symbol.kind() == SymbolKind::Variant
                && symbol.owner().is_some_and(|one| one.name().to_lowercase() == file)
        };
        let variants: Vec<&Symbol<'_>> = all.iter().filter(of_home).collect();
        if !variants.is_empty() {
            by_chain = variants;
        }
    } else if by_chain.is_empty() && names.len() == 2 {
        // What stands in the file of its type, where nobody can tell that it is of it.
        by_chain = all.iter().filter(|symbol| is_at_home(symbol) && symbol.chain() == last).collect();
    } else if by_chain.iter().any(|symbol| is_at_home(symbol)) {
        by_chain.retain(|symbol| is_at_home(symbol));
    }
    // Of a type and what only gives it another name the type is meant.
    if by_chain.iter().any(|symbol| symbol.kind().is_type()) {
        by_chain.retain(|symbol| symbol.kind().is_type());
    }
    (!by_chain.is_empty()).then(|| (keys(&by_chain), one.is_flat))
}

/// Symbols of one name that are looked at.
const LOOKED_AT: usize = 2_000;

fn keys(found: &[&Symbol<'_>]) -> LeadsTo {
    let mut keys: Vec<SymbolKey> = Vec::new();
    for symbol in found {
        if !keys.contains(&symbol.key()) && keys.len() < MOST_DEFINITIONS {
            keys.push(symbol.key());
        }
    }
    LeadsTo::Symbols(keys)
}
