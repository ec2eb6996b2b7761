//! Symbol keys: names of definitions that are valid outside their file.

use crate::facts::{FileFacts, Owner};
use crate::ids::DefId;
use bincode::{Decode, Encode};
use rustc_hash::FxHashMap;
use std::fmt;
use xxhash_rust::xxh3::xxh3_64;

/// The 64-bit hash of a symbol's path, owner chain, name, kind and ordinal among equals. It names
/// the symbol everywhere outside its file. Printed for people as `path#Owner.member`.
///
/// The ordinal counts only definitions of the same file with the same owner chain, name and kind,
/// so editing one symbol changes no other symbol's key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct SymbolKey(pub u64);

impl fmt::Debug for SymbolKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Hash of a text; stored in indexes, so it is the same on every machine.
pub fn hash_text(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// Hash of numbers, in little-endian order.
pub fn hash_numbers<const N: usize>(numbers: [u64; N]) -> u64 {
    xxh3_64(numbers.map(u64::to_le_bytes).as_flattened())
}

/// The keys of all definitions of the file at `path`, in the order of
/// [`FileFacts::definitions`]. O(definitions).
pub fn symbol_keys(path: &str, facts: &FileFacts) -> Vec<SymbolKey> {
    let root = hash_text(path);
    let mut chains: Vec<Option<u64>> = vec![None; facts.definitions.len()];
    let mut equals: FxHashMap<(u64, u8), u64> = FxHashMap::default();
    (0..facts.definitions.len())
        .map(|i| {
            let chain = chain_hash(facts, DefId(i as u32), root, &mut chains);
            let kind = facts.definitions[i].kind.code();
            let ordinal = equals.entry((chain, kind)).or_default();
            *ordinal += 1;
            SymbolKey(hash_numbers([chain, u64::from(kind), *ordinal]))
        })
        .collect()
}

/// Hash of the file's path, the names of the owners and the own name; `known` memoizes it by definition.
fn chain_hash(facts: &FileFacts, id: DefId, root: u64, known: &mut Vec<Option<u64>>) -> u64 {
    if let Some(hash) = known[id.index()] {
        return hash;
    }
    let definition = facts.definition(id);
    let owner = owner_hash(facts, definition.owner, root, known);
    let hash = hash_numbers([owner, hash_text(facts.name(definition.name))]);
    known[id.index()] = Some(hash);
    hash
}

fn owner_hash(facts: &FileFacts, owner: Owner, root: u64, known: &mut Vec<Option<u64>>) -> u64 {
    match owner {
        Owner::File => root,
        Owner::Definition(def) => chain_hash(facts, def, root, known),
        Owner::Extension(id) => {
            let extension = &facts.extensions[id.index()];
            let outer = owner_hash(facts, extension.owner, root, known);
            hash_numbers([outer, hash_text(extension.type_name.map_or("impl", |n| facts.name(n)))])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_counts() {
        let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
        for at in 0..numbers.len() {
            let mut other = numbers;
            other[at] += 1;
            assert_ne!(hash_numbers(numbers), hash_numbers(other), "number {at}");
        }
        assert_ne!(hash_numbers([1]), hash_numbers([1, 0]));
    }
}
