//! Interfaces that are satisfied by having their methods, in languages where that is enough.
//!
//! What is compared is the name and the types of parameters and results, as they are written but for names of packages and
//! of parameters. That is less than a compiler knows, so that the answer is *possible*.

use super::hierarchy::{Hierarchy, Kin};
use super::method_shape::shape;
use indexer_core::{Resolution, SymbolKind};
use indexer_graph::hierarchy::How;
use indexer_store::Symbol;
use rustc_hash::FxHashSet;

/// An interface with this name alone is satisfied by too much to be worth saying.
const MOST_METHODS_NAMED: usize = 400;

/// The types that have all methods of an interface.
pub(super) fn satisfying<'a>(hierarchy: &Hierarchy<'a>, interface: Symbol<'a>) -> Vec<Kin<'a>> {
    let wanted = method_set(hierarchy, interface);
    let view = hierarchy.context.view();
    // The rarest name leads to the fewest types.
    let named = |method: &Symbol<'a>| view.symbols_named(method.name(), true);
    let Some(rarest) = wanted.iter().map(named).min_by_key(Vec::len) else { return Vec::new() };
    if rarest.len() > MOST_METHODS_NAMED {
        return Vec::new();
    }
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for method in rarest.into_iter().map(|one| view.sym(one)) {
        if method.kind() != SymbolKind::Method || method.file().language() != interface.file().language() {
            continue;
        }
        // What embeds a type has its methods.
        let mut open: Vec<Symbol<'a>> = hierarchy.owner_of(method).into_iter().collect();
        while let Some(owner) = open.pop() {
            if owner.kind() == SymbolKind::Interface || !seen.insert(owner.handle()) {
                continue;
            }
            open.extend(hierarchy.below(owner).iter().filter_map(|kin| kin.symbol));
            let own = method_set(hierarchy, owner);
            if wanted.iter().all(|wanted| own.iter().any(|one| alike(*wanted, *one))) {
                found.push(kin(owner));
            }
        }
    }
    found
}

/// The interfaces whose methods a type has all.
pub(super) fn satisfied<'a>(hierarchy: &Hierarchy<'a>, of: Symbol<'a>) -> Vec<Kin<'a>> {
    let own = method_set(hierarchy, of);
    let view = hierarchy.context.view();
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for method in &own {
        for other in view.symbols_named(method.name(), true).into_iter().map(|one| view.sym(one)) {
            let Some(interface) = other.owner().filter(|owner| owner.kind() == SymbolKind::Interface) else {
                continue;
            };
            if interface.file().language() != of.file().language() || !seen.insert(interface.handle()) {
                continue;
            }
            let wanted = method_set(hierarchy, interface);
            if wanted.iter().all(|wanted| own.iter().any(|one| alike(*wanted, *one))) {
                found.push(kin(interface));
            }
        }
    }
    found
}

fn kin(symbol: Symbol<'_>) -> Kin<'_> {
    Kin { resolution: Resolution::Possible, ..Kin::of(symbol, How::Satisfies, None) }
}

/// The methods of a type with those of the types that it embeds.
fn method_set<'a>(hierarchy: &Hierarchy<'a>, of: Symbol<'a>) -> Vec<Symbol<'a>> {
    let mut seen = FxHashSet::default();
    let (mut found, mut open): (Vec<Symbol<'a>>, Vec<Symbol<'a>>) = (Vec::new(), vec![of]);
    while let Some(one) = open.pop() {
        if !seen.insert(one.handle()) {
            continue;
        }
        for member in hierarchy.members(one).iter().copied() {
            // What stands nearer hides what is embedded.
            if member.kind() == SymbolKind::Method && found.iter().all(|m| m.name() != member.name()) {
                found.push(member);
            }
        }
        let Some((facts, id)) = hierarchy.definition(one) else { continue };
        for base in facts.list(facts.definition(id).bases) {
            if let Some(reference) = hierarchy.head(one.file(), &facts, *base) {
                open.extend(hierarchy.symbols_at(reference));
            }
        }
    }
    found
}

/// True where two methods have one name, and as many parameters and results of types that are written alike.
fn alike(a: Symbol<'_>, b: Symbol<'_>) -> bool {
    a.name() == b.name() && shape(a.signature(), a.name()).fits(&shape(b.signature(), b.name()))
}
