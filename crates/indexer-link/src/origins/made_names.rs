//! Names that generators make of those of types.

use crate::value::Symbol;
use indexer_core::{DefId, FileFacts, Owner, SymbolKind};
use rustc_hash::FxHashMap;

/// What generators put behind the name of a service, for what calls it and what answers.
const OF_SERVICES: &[&str] = &["Client", "Server", "Servicer", "Stub", "Grpc"];

/// Owners above this many are not looked at.
const DEEPEST: usize = 32;

/// Types by the names that code made of them has.
#[derive(Default)]
pub(super) struct MadeNames {
    /// By names joined with `.` where the code nests them, and with `_` where it does not.
    all: FxHashMap<String, Vec<Symbol>>,
}

impl MadeNames {
    /// Adds a type.
    pub(super) fn add(&mut self, facts: &FileFacts, def: DefId, sym: Symbol) {
        let Some(mut chain) = owners_of(facts, def) else { return };
        let definition = facts.definition(def);
        chain.push(facts.name(definition.name));
        let mut names = vec![chain.join("."), chain.join("_")];
        names.push(camel_case(&names[1]));
        if definition.kind == SymbolKind::Interface {
            let made = |name: &String| OF_SERVICES.iter().map(|word| format!("{name}{word}")).collect();
            let more: Vec<Vec<String>> = names.iter().map(made).collect();
            names.extend(more.into_iter().flatten());
        }
        names.sort();
        names.dedup();
        for name in names {
            self.all.entry(name).or_default().push(sym);
        }
    }

    /// Those of which a definition is made that has this name and owners. A type may stand around all that is made of a
    /// file, and one called `Types` around what is nested in another.
    pub(super) fn of(&self, owners: &[&str], name: &str) -> impl Iterator<Item = Symbol> {
        let mut chain: Vec<&str> = owners.iter().copied().filter(|owner| *owner != "Types").collect();
        if chain.first().is_some_and(|first| !self.all.contains_key(*first)) {
            chain.remove(0);
        }
        chain.push(name);
        self.all.get(&chain.join(".")).into_iter().flatten().copied()
    }
}

/// The types in which a definition stands, outermost first; `None` for what stands in a function.
pub(super) fn owners_of(facts: &FileFacts, def: DefId) -> Option<Vec<&str>> {
    let mut owners = Vec::new();
    let mut owner = facts.definition(def).owner;
    while let Owner::Definition(id) = owner {
        let one = facts.definition(id);
        match one.kind {
            SymbolKind::Module | SymbolKind::Package => {}
            kind if kind.is_type() => owners.push(facts.name(one.name)),
            _ => return None,
        }
        if owners.len() > DEEPEST {
            return None;
        }
        owner = one.owner;
    }
    owners.reverse();
    Some(owners)
}

/// The name as the generator of Go writes it: an underscore before a small letter goes, and the letter is a capital.
fn camel_case(name: &str) -> String {
    let mut made = String::with_capacity(name.len());
    let mut letters = name.chars().peekable();
    let mut is_start = true;
    while let Some(letter) = letters.next() {
        let next_is_small = letters.peek().is_some_and(char::is_ascii_lowercase);
        match letter {
            '_' if made.is_empty() => made.push('X'),
            '_' if next_is_small => {}
            _ if is_start => made.push(letter.to_ascii_uppercase()),
            _ => made.push(letter),
        }
        is_start = matches!(letter, '_') || letter.is_ascii_digit();
    }
    made
}

#[cfg(test)]
mod tests {
    use super::camel_case;

    #[test]
    fn names_are_those_that_go_has() {
        let names = ["Outer_Inner", "foo_bar", "_a", "HTTP2_server", "a1b", "A__b"];
        assert_eq!(names.map(camel_case), ["Outer_Inner", "FooBar", "XA", "HTTP2Server", "A1B", "A_B"]);
    }
}
