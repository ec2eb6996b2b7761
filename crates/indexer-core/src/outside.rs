//! How names are asked for that installed packages have.

/// What stands in place of a package in paths where it is not known which of several has the name.
pub const UNKNOWN_PACKAGE: &str = "?";

/// How a language asks an installed package for a name that it uses.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// The word for where such packages are from, as in package URLs: `npm`.
    pub ecosystem: &'static str,
    /// Texts that use the name, as files of the package might; the best first.
    pub probes: fn(&Sought<'_>) -> Vec<Probe>,
    /// How the standard library is read where its sources are installed; `None` where our own declarations are all of it.
    pub standard: Option<&'static StandardSources>,
    /// The path to ask for where nothing in the repository explains a name, by the text before it and the name; `None` where a
    /// name says nothing without what imports it.
    pub unexplained: Option<fn(&str, &str) -> Option<String>>,
}

/// The sources of a standard library, beside our own declarations of a part of it.
#[derive(Debug)]
pub struct StandardSources {
    /// What imports the whole of it.
    pub import: &'static str,
    /// The module in it whose names every file has.
    pub prelude: &'static [&'static str],
    /// Types for which our own declarations stand: where the sources define them, and what they are called here, sorted.
    pub declared: &'static [(&'static str, &'static str)],
    /// Our type of what is iterated, and the member that gives the next item: types of the sources that have it are taken
    /// for ours.
    pub iterator: Option<(&'static str, &'static str)>,
}

/// A name that an installed package may have.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    /// What code writes to import the module.
    pub import: &'a str,
    /// The file by which the package is entered, where its ecosystem has one.
    pub entry: Option<&'a str>,
    /// The names in the module, outermost first; behind one that is called stands `()`.
    pub names: &'a [String],
}

/// A text that uses a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// Where it would stand in the package.
    pub path: String,
    /// The text.
    pub text: String,
    /// Bytes at which the name stands, the best first.
    pub places: Vec<u32>,
}

impl Probe {
    /// Adds a line that ends with the name that is asked for and what closes it.
    pub fn line(&mut self, before: &str, name: &str, behind: &str) {
        self.text.push_str(before);
        self.places.push(self.text.len() as u32);
        self.text.push_str(name);
        self.text.push_str(behind);
        self.text.push('\n');
    }
}

/// True for what can stand in a probe as a name: a letter or `_` first, and `()` behind one that is called.
pub fn is_probed_name(name: &str) -> bool {
    let name = name.strip_suffix("()").unwrap_or(name);
    let is_start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_numeric())
}
