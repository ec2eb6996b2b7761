//! Interfaces that are satisfied by having their methods, in languages where that is enough.
//!
//! What is compared is the name, the number of parameters and, where they are written alike but for
//! package names and names of parameters, their types. That is less than a compiler knows, so that
//! the answer is *possible*.

use super::hierarchy::{Hierarchy, Kin};
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
        let Some(owner) = hierarchy.owner_of(method) else { continue };
        if owner.kind() != SymbolKind::Interface && seen.insert(owner.handle()) {
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

/// True where two methods have one name and their parameters look alike.
fn alike(a: Symbol<'_>, b: Symbol<'_>) -> bool {
    a.name() == b.name() && shape(a.signature(), a.name()) == shape(b.signature(), b.name())
}

/// How many parameters and results a signature has: `(a, b int) error` is (2, 1).
fn shape(signature: &str, name: &str) -> (usize, usize) {
    let after = signature.find(&format!("{name}(")).map_or("", |at| &signature[at + name.len()..]);
    let (parameters, rest) = group(after);
    let results = match rest.trim() {
        "" => 0,
        rest if rest.starts_with('(') => count(group(rest).0),
        _ => 1,
    };
    (count(parameters), results)
}

/// The inside of the parentheses at the start, and what follows.
fn group(text: &str) -> (&str, &str) {
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (text.get(1..i).unwrap_or(""), &text[i + 1..]);
                }
            }
            _ => {}
        }
    }
    ("", "")
}

fn count(list: &str) -> usize {
    let mut depth = 0usize;
    let mut commas = 0;
    for c in list.trim().trim_end_matches(',').chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    if list.trim().is_empty() { 0 } else { commas + 1 }
}

#[cfg(test)]
mod tests {
    use super::shape;

    #[test]
    fn parameters_and_results_are_counted() {
        assert_eq!(shape("func (c *T) Read(p []byte) (n int, err error)", "Read"), (1, 2));
        assert_eq!(shape("Read(p []byte) (int, error)", "Read"), (1, 2));
        assert_eq!(shape("Close() error", "Close"), (0, 1));
        assert_eq!(shape("func (T) Do(a, b int, f func(int, int) bool)", "Do"), (3, 0));
        assert_eq!(shape("Each(f func(a, b int)) map[string]func(int)", "Each"), (1, 1));
    }
}
