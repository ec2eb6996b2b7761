//! What others can reach of a package, as its language says it.

use crate::files::{FilePlace, Files};
use crate::kinds::SymbolKind;

/// How a file is reached from outside its package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name under which it is imported; "" where it is the path itself.
    pub name: String,
    /// Why it can be imported.
    pub why: &'static str,
}

/// Says how a file is reached from outside its package.
pub type FindEntry = fn(&dyn Files, FilePlace<'_>) -> Option<Entry>;

/// What of a package can be reached from outside.
#[derive(Debug)]
pub struct Surface {
    /// How the file itself is reached, `None` where only what leads to it counts; no function where it is not known what
    /// others reach.
    pub entry: Option<FindEntry>,
    /// True where others reach what the file imports through the file.
    pub passes_on: fn(path: &str) -> bool,
    /// The name of the definition that lists all that a file offers, where the language has one.
    pub list: Option<&'static str>,
    /// The names that such a text lists; `None` where the list is made as the text runs.
    pub listed: fn(text: &str) -> Option<Vec<String>>,
    /// The name of the manifest that says what a package offers; "" where none does.
    pub manifest: &'static str,
    /// The file that makes a folder a package, without which nothing says what others name; "" where there is none.
    pub folder_file: &'static str,
    /// True where a file is of a library only where a module declares it.
    pub declares_files: bool,
    /// True where a manifest may offer what is built of the sources, in place of them.
    pub offers_builds: bool,
    /// True where a folder is imported as a whole, so that which of its files depends on which means nothing.
    pub folders_are_whole: bool,
    /// True where each import at the top of a file can be named through the file.
    pub imports_are_names: bool,
    /// What keeps others from implementing a type, beside its own words.
    pub seal: Seal,
    /// True for what others never name, by its file and kind: what a script or the description of a build keeps for itself.
    pub keeps: fn(path: &str, kind: SymbolKind) -> bool,
    /// The file of which this one says the types, so that it defines nothing itself.
    pub declares_for: fn(path: &str) -> Option<String>,
    /// The attribute without which users of a type name all of its variants where they tell these apart, and all of its
    /// fields where they make a value; `None` where they need not.
    pub whole_unless: Option<&'static str>,
}

/// What keeps others from implementing a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// Nothing.
    Open,
    /// A trait that must be implemented too, and that no name leads to.
    HiddenAbove,
    /// A method that no other package can have.
    HiddenMember,
}

impl Surface {
    /// It is not known what is reached from outside.
    pub const BASE: Surface = Surface {
        entry: None,
        passes_on: |_| false,
        list: None,
        listed: |_| None,
        manifest: "",
        folder_file: "",
        declares_files: false,
        offers_builds: false,
        folders_are_whole: false,
        imports_are_names: false,
        seal: Seal::Open,
        keeps: |_, _| false,
        declares_for: |_| None,
        whole_unless: None,
    };
    /// What is public in a package is reached by the package's name.
    pub const PACKAGES: Surface = Surface {
        entry: Some(|_, place| Some(Entry { name: place.package.to_owned(), why: "public declaration" })),
        ..Surface::BASE
    };
}
