//! What a language is to the rest of the crate: a row of data.

use crate::build::MembersByName;
use crate::languages::Notebook;
use crate::masked::Masked;
use crate::reader::Reading;
use crate::walk::Role;
use indexer_core::LinkRules;
use std::borrow::Cow;

/// A language: one folder below `languages/`, one row of [`LANGUAGES`](crate::LANGUAGES).
#[derive(Debug)]
pub struct Language {
    /// Its id, equal to its folder: `rust`.
    pub id: &'static str,
    /// Its name for people: `Rust`.
    pub name: &'static str,
    /// What is followed in it.
    pub tier: Tier,
    /// File extensions, without the dot, lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names without a telling extension.
    pub file_names: &'static [&'static str],
    /// Programs named on a `#!` line, without version digits.
    pub interpreters: &'static [&'static str],
    /// What reads it.
    pub grammar: Grammar,
    /// The role of each node kind; kinds that are not listed are passed through. None where no tree is walked.
    pub roles: &'static [(&'static str, Role)],
    /// Kinds of leaf nodes that are identifiers: the tally counts each of them once.
    pub identifiers: &'static [&'static str],
    /// How far members of a type are visible to bare names.
    pub members_by_name: MembersByName,
    /// True where a function inside a function sees the locals around it.
    pub functions_see_locals: bool,
    /// True where line ends and indentation have a meaning.
    pub is_indented: bool,
    /// With what comments and texts begin, beside the bytes of most languages (`"`, `'`, `/`, `#`, the backtick, `<`). A list
    /// that has `"` is the whole list: where those bytes are common and mean something else, each costs a search.
    pub openers: &'static [&'static str],
    /// What the parser is given in place of the file, where that is not the file itself.
    pub mask: Option<fn(&str) -> Masked>,
    /// Where a file is cut because its grammar can hold no more, and would end the program instead; `None` where it can hold
    /// all of it.
    pub parsable_prefix: Option<fn(&str) -> Option<Cut>>,
    /// How its files hold the code, where they are of another format.
    pub(crate) container: Option<&'static Container>,
    /// What the linker needs to know.
    pub rules: &'static LinkRules,
    /// Declarations of the standard library, read by the same extractor.
    pub stubs: &'static [Stub],
}

impl Language {
    /// The same language with its files parsed as they are, to see what [`Language::mask`] is worth.
    #[must_use]
    pub const fn without_mask(&self) -> Self {
        Self { mask: None, ..*self }
    }
}

/// What reads the files of a language.
#[derive(Clone, Copy, Debug)]
pub enum Grammar {
    /// The grammar of a tree, which is walked.
    Tree(fn() -> tree_sitter::Language),
    /// A reader of tokens, where no grammar reads what people write.
    Tokens(&'static Reader),
}

impl Grammar {
    /// The grammar of its trees, where it has such.
    pub fn of_trees(self) -> Option<tree_sitter::Language> {
        match self {
            Grammar::Tree(grammar) => Some(grammar()),
            Grammar::Tokens(_) => None,
        }
    }
}

/// What reads the files of a language without a tree.
#[derive(Debug)]
pub struct Reader {
    /// Reads a text: what it declares and uses, its comments and literals. Each identifier token is counted once.
    /// O(bytes), within the limits, and ends where nobody waits.
    pub(crate) read: fn(&mut Reading<'_, '_>),
    /// How many identifier tokens a text has. O(bytes).
    pub(crate) identifiers: fn(&str) -> u32,
}

/// Which bytes of a file are words that a search should find.
pub(crate) type SearchedPart = for<'a> fn(&'a [u8]) -> Cow<'a, [u8]>;

/// A format of files that hold code: what of them is parsed and searched.
#[derive(Debug)]
pub(crate) struct Container {
    /// The row by which a file is read, where its scripts may need another grammar than most.
    pub read_as: Option<fn(&str) -> Option<&'static Language>>,
    /// The code of a file in one text, where it stands in texts of the format.
    pub unwrap: Option<fn(&str) -> Notebook>,
    /// What of a file search knows, where that is not all of it: as many bytes.
    pub searched: Option<SearchedPart>,
}

/// Where a file is cut before it is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// How many of its bytes are parsed.
    pub at: usize,
    /// Why no more, for people.
    pub reason: &'static str,
}

/// Lists of roles, one after another: of a kind that stands in several the last one counts.
pub(crate) const fn joined<const N: usize>(lists: &[&[(&'static str, Role)]]) -> [(&'static str, Role); N] {
    let mut all = [("", Role::Leaf); N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            at += 1;
            i += 1;
        }
        list += 1;
    }
    all
}

/// How much of a language is followed. Answers say so where it is less than [`Tier::Linked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Headings, keys or selectors.
    Outlined,
    /// Definitions with signature, documentation, visibility and nesting; names in their scopes; imports, calls,
    /// complexity. What other files mean by a name is found where a declaration says it.
    Structured,
    /// Imports, types and members lead to their definitions.
    Linked,
}

impl Tier {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Tier::Outlined => "outlined",
            Tier::Structured => "structured",
            Tier::Linked => "linked",
        }
    }
}

/// A declaration file of a part of a language's standard library, written by us.
#[derive(Debug)]
pub struct Stub {
    /// The package that it stands for: `std`, `builtins`.
    pub package: &'static str,
    /// Its path as a file of that language: `std/option.rs`.
    pub path: &'static str,
    /// Its text.
    pub source: &'static str,
}
