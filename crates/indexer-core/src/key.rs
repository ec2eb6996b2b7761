//! Names that hold outside a file: keys of symbols, and keys of what a link consulted.

use crate::facts::{DefId, FileFacts, Owner};
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

/// Hash of a text, the same on every machine and in every version of the format.
pub fn hash_text(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// Hash of a sequence of numbers.
pub fn hash_numbers<const N: usize>(numbers: [u64; N]) -> u64 {
    let mut bytes = [0u8; 64];
    let mut len = 0;
    for number in numbers.iter().take(8) {
        bytes[len..len + 8].copy_from_slice(&number.to_le_bytes());
        len += 8;
    }
    xxh3_64(&bytes[..len])
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

/// Hash of path, owner chain and name.
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

/// Something that a link asked of the rest of the repository, whether it was there or not. When an
/// edit changes the answer to a key, the files that consulted it are linked again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct DependencyKey(pub u64);

impl DependencyKey {
    fn of<const N: usize>(numbers: [u64; N]) -> Self {
        Self(hash_numbers(numbers) & !1)
    }

    fn passed_on<const N: usize>(numbers: [u64; N]) -> Self {
        Self(hash_numbers(numbers) | 1)
    }

    /// True for a key whose changed answer changes what the file that consulted it includes: what
    /// includes that file has a changed answer to [`DependencyKey::included`] too.
    pub const fn is_passed_on(self) -> bool {
        self.0 & 1 == 1
    }

    /// Is there an indexed file or manifest at this path?
    pub fn path(path: &str) -> Self {
        Self::of([1, hash_text(path)])
    }

    /// Is there an indexed file somewhere below this folder?
    pub fn folder(path: &str) -> Self {
        Self::of([2, hash_text(path)])
    }

    /// What does the scope of `owner` in the file bind to a name? `file` is [`hash_text`] of the
    /// path; `owner` the symbol that the scope is the body of, 0 for the file.
    pub fn bound(file: u64, owner: u64, name: u64) -> Self {
        Self::of([3, file, owner, name])
    }

    /// Which wildcard imports does that scope hold?
    pub fn wildcards(file: u64, owner: u64) -> Self {
        Self::of([4, file, owner])
    }

    /// What is this symbol: its kind, types, bases, parameters?
    pub fn symbol(key: SymbolKey) -> Self {
        Self::of([5, key.0])
    }

    /// Which files extend a type of this name (hash of the name)?
    pub fn extensions(name: u64) -> Self {
        Self::of([6, name])
    }

    /// What does the extension of a type of this name bind to a member, in that file?
    pub fn extension_member(file: u64, type_name: u64, member: u64) -> Self {
        Self::of([7, file, type_name, member])
    }

    /// Which files define macros, or what is seen everywhere, of this name (hash of the name)?
    pub fn named(name: u64) -> Self {
        Self::of([8, name])
    }

    /// Which members of this name could somebody mean who uses it so? `used` is a number of the
    /// linker's.
    pub fn candidates(name: u64, used: u8) -> Self {
        Self::of([15, name, u64::from(used)])
    }

    /// Are those so many that none is a candidate? Only members that go can change that, so files that
    /// consulted it are not linked again for members that come.
    pub fn many(name: u64, used: u8) -> Self {
        Self::of([16, name, u64::from(used)])
    }

    /// Which manifests declare a package of this name?
    pub fn package(name: &str) -> Self {
        Self::of([9, hash_text(name)])
    }

    /// Which files define anything of this name (hash of the name), and who may name that?
    pub fn declared(name: u64) -> Self {
        Self::of([14, name])
    }

    /// What do calls of this name (hash of the name) give, and calls of values where files read it?
    pub fn called(name: u64) -> Self {
        Self::of([15, name])
    }

    /// What do the calls in the file give? `file` is [`hash_text`] of its path.
    pub fn calls(file: u64) -> Self {
        Self::of([16, file])
    }

    /// What is put into members and variables of this name (hash of the name), and in which files?
    pub fn stored(name: u64) -> Self {
        Self::of([17, name])
    }

    /// Which files have this last part of their path? Asked for what a file includes.
    pub fn file_name(name: &str) -> Self {
        Self::passed_on([11, hash_text(name)])
    }

    /// What does the file that is included here include, directly or through others? `file` is
    /// [`hash_text`] of its path.
    pub fn included(file: u64) -> Self {
        Self::passed_on([12, file])
    }

    /// The same, asked of a file that is not included here.
    pub fn reach(file: u64) -> Self {
        Self::of([13, file])
    }

    /// What do files in folders of this name (hash of the last part of their paths) define under a
    /// name outside of every type?
    pub fn top_level(folder: u64, name: u64) -> Self {
        Self::of([10, folder, name])
    }

    /// Which folders of this name (hash of the last part of their paths) hold files?
    pub fn folders_named(folder: u64) -> Self {
        Self::of([11, folder])
    }
}

impl fmt::Debug for DependencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
