//! Keys of what a link depends on.

use crate::key::{SymbolKey, hash_numbers, hash_text};
use bincode::{Decode, Encode};
use std::fmt;

/// Most numbers that a key is made of, beside its tag.
const MOST_PARTS: usize = 3;

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Whether a file or manifest is at a path.
    Path,
    /// Whether a file is below a folder.
    Folder,
    /// What a scope binds to a name.
    Bound,
    /// The wildcard imports of a scope.
    Wildcards,
    /// What a symbol is.
    Symbol,
    /// The files that extend types of a name.
    Extensions,
    /// What an extension binds to a member.
    ExtensionMember,
    /// The files that define what is seen everywhere, by name.
    Global,
    /// The manifests that declare a package.
    Package,
    /// What files of a folder define outside of types, by name.
    TopLevel,
    /// The files with a last part of their path.
    FileName,
    /// The folders of a name that hold files.
    FoldersNamed,
    /// What an included file includes.
    Included,
    /// What any other file includes.
    IncludeClosure,
    /// The files that define anything of a name.
    Declared,
    /// The files that name something, where a value may stand.
    Naming,
    /// The members of a name that a use could mean.
    Candidates,
    /// What the calls of a file pass.
    Calls,
    /// Whether those are too many.
    ManyCandidates,
    /// The files that store something under a name.
    Storing,
    /// Whether the files that name something are too many.
    ManyNaming,
    /// Whether those that store something under a name are.
    ManyStoring,
    /// What the calls of a name in a file call.
    CallsOf,
    /// What those calls pass.
    Passed,
    /// What a file stores under a name.
    Stored,
    /// The methods that a type leaves to those below it.
    OpenMembers,
    /// The types that a file describes, of which generators make code.
    Described,
    /// The arguments that a file gives to types of a name.
    Applied,
}

impl Kind {
    /// The first number under the hash. Keys are stored: a tag that changes is a change of the index format. Two kinds
    /// may share a tag where their keys have different numbers of parts, or differ in whether they are passed on.
    const fn tag(self) -> u64 {
        match self {
            Self::Path => 1,
            Self::Folder => 2,
            Self::Bound => 3,
            Self::Wildcards => 4,
            Self::Symbol => 5,
            Self::Extensions => 6,
            Self::ExtensionMember => 7,
            Self::Global => 8,
            Self::Package => 9,
            Self::TopLevel => 10,
            Self::FileName => 11,
            Self::FoldersNamed => 11,
            Self::Included => 12,
            Self::IncludeClosure => 13,
            Self::Declared => 14,
            Self::Naming => 15,
            Self::Candidates => 15,
            Self::Calls => 16,
            Self::ManyCandidates => 16,
            Self::Storing => 17,
            Self::OpenMembers => 18,
            Self::ManyNaming => 19,
            Self::CallsOf => 19,
            Self::ManyStoring => 20,
            Self::Passed => 20,
            Self::Stored => 21,
            Self::Described => 22,
            Self::Applied => 22,
        }
    }

    /// True where a changed answer also changes what includes the file that depends on it.
    const fn is_passed_on(self) -> bool {
        matches!(self, Self::FileName | Self::Included)
    }
}

/// Something that a link asked of the rest of the repository, whether it was there or not. When an
/// edit changes the answer to a key, the files that depend on it are linked again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct DependencyKey(pub u64);

impl DependencyKey {
    fn of<const N: usize>(kind: Kind, parts: [u64; N]) -> Self {
        let mut numbers = [0; 1 + MOST_PARTS];
        numbers[0] = kind.tag();
        numbers[1..=N].copy_from_slice(&parts);
        let hash = match N {
            1 => hash_numbers([numbers[0], numbers[1]]),
            2 => hash_numbers([numbers[0], numbers[1], numbers[2]]),
            _ => hash_numbers(numbers),
        };
        // The last bit says whether a change is passed on.
        Self(hash & !1 | u64::from(kind.is_passed_on()))
    }

    /// True for a key whose changed answer changes what the file that depends on it includes: what
    /// includes that file has a changed answer to [`DependencyKey::included`] too.
    pub const fn is_passed_on(self) -> bool {
        self.0 & 1 == 1
    }

    /// Is there an indexed file or manifest at this path?
    pub fn path(path: &str) -> Self {
        Self::of(Kind::Path, [hash_text(path)])
    }

    /// Is there an indexed file somewhere below this folder?
    pub fn folder(path: &str) -> Self {
        Self::of(Kind::Folder, [hash_text(path)])
    }

    /// What does the scope of `owner` in the file bind to a name? `file` is [`hash_text`] of the
    /// path; `owner` the symbol that the scope is the body of, 0 for the file.
    pub fn bound(file: u64, owner: u64, name: u64) -> Self {
        Self::of(Kind::Bound, [file, owner, name])
    }

    /// Which wildcard imports does that scope hold?
    pub fn wildcards(file: u64, owner: u64) -> Self {
        Self::of(Kind::Wildcards, [file, owner])
    }

    /// What is this symbol: its kind, types, bases, parameters?
    pub fn symbol(key: SymbolKey) -> Self {
        Self::of(Kind::Symbol, [key.0])
    }

    /// Which files extend a type of this name (hash of the name)?
    pub fn extensions(name: u64) -> Self {
        Self::of(Kind::Extensions, [name])
    }

    /// What does the extension of a type of this name bind to a member, in that file?
    pub fn extension_member(file: u64, type_name: u64, member: u64) -> Self {
        Self::of(Kind::ExtensionMember, [file, type_name, member])
    }

    /// Which files define macros, or what is seen everywhere, of this name (hash of the name)?
    pub fn named(name: u64) -> Self {
        Self::of(Kind::Global, [name])
    }

    /// Which members of this name could somebody mean who uses it so? `used` is a number of the
    /// linker's.
    pub fn candidates(name: u64, used: u8) -> Self {
        Self::of(Kind::Candidates, [name, u64::from(used)])
    }

    /// Are those so many that none is a candidate? Only members that go can change that, so files that
    /// depend on it are not linked again for members that come.
    pub fn many(name: u64, used: u8) -> Self {
        Self::of(Kind::ManyCandidates, [name, u64::from(used)])
    }

    /// Which manifests declare a package of this name?
    pub fn package(name: &str) -> Self {
        Self::of(Kind::Package, [hash_text(name)])
    }

    /// Which files define anything of this name (hash of the name), and who may name that?
    pub fn declared(name: u64) -> Self {
        Self::of(Kind::Declared, [name])
    }

    /// Which files name something of this name (hash of the name), where a value may stand?
    pub fn naming(name: u64) -> Self {
        Self::of(Kind::Naming, [name])
    }

    /// Are those so many that none is looked at? Only files that no longer name it can change that.
    pub fn many_naming(name: u64) -> Self {
        Self::of(Kind::ManyNaming, [name])
    }

    /// What do the calls of this name call in the file, and is it a value there that calls without a name may call? `file`
    /// is [`hash_text`] of its path, `name` that of the name, 0 for calls of what a variable, parameter or element holds.
    pub fn calls_of(file: u64, name: u64) -> Self {
        Self::of(Kind::CallsOf, [file, name])
    }

    /// What do these calls pass? Asked of those that may run a function alone: an argument that changes concerns nobody else.
    pub fn passed(file: u64, name: u64) -> Self {
        Self::of(Kind::Passed, [file, name])
    }

    /// What do the calls in the file give? `file` is [`hash_text`] of its path.
    pub fn calls(file: u64) -> Self {
        Self::of(Kind::Calls, [file])
    }

    /// Which files put something into members or variables of this name (hash of the name)?
    pub fn storing(name: u64) -> Self {
        Self::of(Kind::Storing, [name])
    }

    /// Are those so many that none is looked at? Only files that no longer do can change that.
    pub fn many_storing(name: u64) -> Self {
        Self::of(Kind::ManyStoring, [name])
    }

    /// What does the file put into members and variables of this name? `file` is [`hash_text`] of its path, `name` that of
    /// the name.
    pub fn stored(file: u64, name: u64) -> Self {
        Self::of(Kind::Stored, [file, name])
    }

    /// Which methods does this type leave to those below it, and how many parameters has each?
    pub fn open_members(of: SymbolKey) -> Self {
        Self::of(Kind::OpenMembers, [of.0])
    }

    /// Which types does the file describe of which generators make code, of which file does it say that it is made, and what
    /// do rules about frameworks read in it that no name leads to? `file` is [`hash_text`] of its path.
    pub fn described(file: u64) -> Self {
        Self::of(Kind::Described, [file])
    }

    /// Which arguments does the file give to types of this name? `file` is [`hash_text`] of its path, `name` that of the
    /// name.
    pub fn applied(file: u64, name: u64) -> Self {
        Self::of(Kind::Applied, [file, name])
    }

    /// Which files have this last part of their path? Asked for what a file includes.
    pub fn file_name(name: &str) -> Self {
        Self::of(Kind::FileName, [hash_text(name)])
    }

    /// What does the manifest at this path say of folders with headers? Asked for what a file includes.
    pub fn build(path: &str) -> Self {
        Self::of(Kind::FileName, [hash_text(path), 0])
    }

    /// What does the file that is included here include, directly or through others? `file` is
    /// [`hash_text`] of its path.
    pub fn included(file: u64) -> Self {
        Self::of(Kind::Included, [file])
    }

    /// The same, asked of a file that is not included here.
    pub fn reach(file: u64) -> Self {
        Self::of(Kind::IncludeClosure, [file])
    }

    /// What do files in folders of this name (hash of the last part of their paths; 0 for those of languages whose
    /// packages are no folders) define under a name outside of every type?
    pub fn top_level(folder: u64, name: u64) -> Self {
        Self::of(Kind::TopLevel, [folder, name])
    }

    /// Which folders of this name (hash of the last part of their paths) hold files?
    pub fn folders_named(folder: u64) -> Self {
        Self::of(Kind::FoldersNamed, [folder])
    }
}

impl fmt::Debug for DependencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys are stored: these are the numbers that indexes of earlier versions hold.
    #[test]
    fn tags_and_parts_are_those_that_are_stored() {
        let plain =
            |key: DependencyKey, hash: u64| assert_eq!((key.0, key.is_passed_on()), (hash & !1, false));
        let passed_on =
            |key: DependencyKey, hash: u64| assert_eq!((key.0, key.is_passed_on()), (hash | 1, true));
        plain(DependencyKey::path("a"), hash_numbers([1, hash_text("a")]));
        plain(DependencyKey::folder("a"), hash_numbers([2, hash_text("a")]));
        plain(DependencyKey::bound(5, 6, 7), hash_numbers([3, 5, 6, 7]));
        plain(DependencyKey::wildcards(5, 6), hash_numbers([4, 5, 6]));
        plain(DependencyKey::symbol(SymbolKey(5)), hash_numbers([5, 5]));
        plain(DependencyKey::extensions(5), hash_numbers([6, 5]));
        plain(DependencyKey::extension_member(5, 6, 7), hash_numbers([7, 5, 6, 7]));
        plain(DependencyKey::named(5), hash_numbers([8, 5]));
        plain(DependencyKey::package("a"), hash_numbers([9, hash_text("a")]));
        plain(DependencyKey::top_level(5, 6), hash_numbers([10, 5, 6]));
        plain(DependencyKey::folders_named(5), hash_numbers([11, 5]));
        passed_on(DependencyKey::file_name("a"), hash_numbers([11, hash_text("a")]));
        passed_on(DependencyKey::build("a"), hash_numbers([11, hash_text("a"), 0]));
        passed_on(DependencyKey::included(5), hash_numbers([12, 5]));
        plain(DependencyKey::reach(5), hash_numbers([13, 5]));
        plain(DependencyKey::declared(5), hash_numbers([14, 5]));
        plain(DependencyKey::naming(5), hash_numbers([15, 5]));
        plain(DependencyKey::candidates(5, 6), hash_numbers([15, 5, 6]));
        plain(DependencyKey::calls(5), hash_numbers([16, 5]));
        plain(DependencyKey::many(5, 6), hash_numbers([16, 5, 6]));
        plain(DependencyKey::storing(5), hash_numbers([17, 5]));
        plain(DependencyKey::open_members(SymbolKey(5)), hash_numbers([18, 5]));
        plain(DependencyKey::many_naming(5), hash_numbers([19, 5]));
        plain(DependencyKey::calls_of(5, 6), hash_numbers([19, 5, 6]));
        plain(DependencyKey::many_storing(5), hash_numbers([20, 5]));
        plain(DependencyKey::passed(5, 6), hash_numbers([20, 5, 6]));
        plain(DependencyKey::stored(5, 6), hash_numbers([21, 5, 6]));
        plain(DependencyKey::described(5), hash_numbers([22, 5]));
        plain(DependencyKey::applied(5, 6), hash_numbers([22, 5, 6]));
    }
}
