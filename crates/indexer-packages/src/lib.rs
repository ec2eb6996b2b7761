//! Finds what is installed beside a repository: packages, their exact versions and where their sources stand.
//!
//! A name that leads out of a repository is looked for where its ecosystem installs: [`Ecosystem::find`] gives the packages
//! that may declare it, best first, [`Ecosystem::named`] a package by its name. What stands on disk is what is
//! installed; where a lock file says something else, [`Installed::locked`] has it.
//!
//! All that is read is written by others: files are bounded, links that lead out of the folder in which packages are
//! installed are refused, nothing is executed and nothing downloaded. No source is parsed here.

mod archive;
mod cargo;
mod disk;
mod files;
mod golang;
mod headers;
mod lock;
mod machine;
mod maven;
mod npm;
mod pypi;
mod seen;

pub use machine::Machine;
pub use seen::Seen;

/// How much is read at most: `docs/limits.md` has them.
pub mod limits {
    pub use crate::archive::{LARGEST_ARCHIVE, MOST_ARCHIVED};
    pub use crate::disk::{LARGEST_LOCK, LARGEST_METADATA, MOST_ENTRIES};
    pub use crate::headers::{LARGEST_COMMANDS, LARGEST_STATUS, MOST_INCLUDED, MOST_INCLUDED_BYTES};
    pub use crate::pypi::{MOST_LISTS, MOST_PARTS};

    /// Longest path or name that is looked for, in bytes.
    pub const LONGEST_PATH: usize = 1_000;
}

use limits::LONGEST_PATH;
use std::path::{Path, PathBuf};

/// Where is looked.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// The folder that is asked about, canonical.
    pub root: &'a Path,
    /// The file that asks, or "" for the root: what is nearest above it counts first.
    pub from: &'a str,
    /// Further folders that the user names: environments, or folders in which packages stand.
    pub folders: &'a [PathBuf],
    /// What is told of the machine.
    pub machine: &'a Machine,
    /// True where what is found is linked: then declarations of a standard library come before its code, whose types are
    /// seldom written, and lock files that only explain are not read.
    pub for_linking: bool,
    /// What was looked at already.
    pub seen: &'a Seen,
}

/// An installed package, or the part of a standard library that is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Installed {
    /// The word for the ecosystem, as in package URLs.
    pub ecosystem: &'static str,
    /// Its name.
    pub name: String,
    /// The version that stands on disk; "" where nothing says it.
    pub version: String,
    /// The version that a lock file says, where it is another one, and the file.
    pub locked: Option<(String, String)>,
    /// The folder below which it stands, or the archive in which it does, canonical.
    pub root: PathBuf,
    /// The files and folders in it that belong to the package, relative to `root`; all where there is none.
    pub only: Vec<String>,
    /// Globs of files that are no part of what others use.
    pub exclude: Vec<String>,
    /// Hash of what the installer wrote about it.
    pub digest: u64,
    /// Where it was found, for people.
    pub environment: String,
    /// The file by which it is entered, relative to `root`, where the ecosystem has one.
    pub entry: Option<String>,
    /// What its own code calls it, where that may differ from what its users write.
    pub import: Option<String>,
}

impl Installed {
    /// `werkzeug 3.1.4`.
    pub fn label(&self) -> String {
        if self.version.is_empty() { self.name.clone() } else { format!("{} {}", self.name, self.version) }
    }

    /// The version of the language that runs it, where it is a part of the standard library: what it says for other versions
    /// does not hold.
    pub fn language_version(&self) -> Option<&str> {
        (self.ecosystem == pypi::WORD && self.name == pypi::INTERPRETER).then_some(&self.version)
    }

    /// What names its facts: ecosystem, name, version, digest, and which part is meant.
    pub fn id(&self) -> String {
        let part = indexer_core::key::hash_text(&[self.only.join("\n"), self.exclude.join("\n")].join("\0"));
        format!("{}-{part:016x}", self.whole_id())
    }

    /// The same of all that it is a part of: of a standard library each module is asked for itself.
    pub fn whole_id(&self) -> String {
        format!("{}/{}@{}-{:016x}", self.ecosystem, self.name, self.version, self.digest)
    }
}

/// A package that may declare what a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The package.
    pub package: Installed,
    /// What code writes to import the module.
    pub import: String,
    /// The names in it, outermost first.
    pub names: Vec<String>,
    /// True where what stands in the files of the package by these owners and this name is what is meant.
    pub is_flat: bool,
    /// Other packages in the same files that it passes on under the same paths.
    pub passes_on: Vec<&'static str>,
    /// What the entry declares the module as, where it is no module itself: `fs` of `declare module "fs"`.
    pub declares: Option<String>,
}

/// Why nothing is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Why, as a fragment.
    pub why: String,
    /// Packages that are known.
    pub known: Vec<String>,
}

impl Missing {
    fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), known: Vec::new() }
    }
}

/// What is read of one environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The word for the ecosystem.
    pub ecosystem: &'static str,
    /// Where it is.
    pub place: String,
    /// What it is of (`cpython 3.11.7`), where that is known.
    pub version: String,
    /// How many packages stand there, counted up to a bound.
    pub packages: usize,
    /// Why it is not read, or what of it is not.
    pub why: Option<String>,
}

/// How packages of one kind are found.
#[derive(Clone, Copy, Debug)]
pub struct Ecosystem {
    /// The word for it, as in package URLs: `pypi`, `npm`, `cargo`, `golang`, `maven`; `headers` for those of C and C++.
    pub word: &'static str,
    /// What stands between names.
    separator: &'static str,
    /// True where names of packages hold slashes.
    slashes: bool,
    /// Files whose presence in a repository says that it is used.
    pub manifests: &'static [&'static str],
    find: fn(&Places<'_>, &str) -> Result<Vec<Located>, Missing>,
    named: fn(&Places<'_>, &str) -> Result<Installed, Missing>,
    environments: fn(&Places<'_>) -> Vec<Environment>,
    states: fn(&Places<'_>) -> Vec<(String, u64)>,
}

/// Every ecosystem.
pub static ECOSYSTEMS: &[Ecosystem] = &[
    pypi::ECOSYSTEM,
    npm::ECOSYSTEM,
    cargo::ECOSYSTEM,
    golang::ECOSYSTEM,
    maven::ECOSYSTEM,
    headers::ECOSYSTEM,
];

/// The ecosystem of this word.
pub fn ecosystem(word: &str) -> Option<&'static Ecosystem> {
    ECOSYSTEMS.iter().find(|one| one.word == word)
}

impl Ecosystem {
    /// The packages that may declare what is at `path`, as code of the ecosystem writes it, best first.
    pub fn find(&self, places: &Places<'_>, path: &str) -> Result<Vec<Located>, Missing> {
        if path.len() > LONGEST_PATH || path.contains('\0') {
            return Err(Missing::new("the path is too long to name anything"));
        }
        (self.find)(places, path)
    }

    /// What a path may import, and the names behind it; that which is likeliest an import first. O(length of the path)
    pub fn imports<'p>(&self, path: &'p str) -> Vec<(&'p str, &'p str)> {
        let first = if self.slashes { path.rfind('/').map_or(0, |at| at + 1) } else { 0 };
        let ends = path[first..].match_indices(self.separator).map(|(at, _)| first + at).take(MOST_NAMES);
        let mut found: Vec<(&str, &str)> =
            ends.map(|at| (&path[..at], &path[at + self.separator.len()..])).collect();
        found.push((path, ""));
        // Only names of packages in which slashes stand may hold what stands between names, too.
        if !self.slashes {
            found.truncate(1);
        }
        found
    }

    /// The package with this name.
    pub fn named(&self, places: &Places<'_>, name: &str) -> Result<Installed, Missing> {
        if name.len() > LONGEST_PATH || name.contains('\0') {
            return Err(Missing::new("the name is too long to be one of a package"));
        }
        (self.named)(places, name)
    }

    /// The packages that are installed, by [`Installed::name`], each with a number that changes with what is installed under
    /// the name. Of a file below the root only what is nearer to it than the root: the rest is told of the root itself.
    /// No source is read. O(packages)
    pub fn states(&self, places: &Places<'_>) -> Vec<(String, u64)> {
        (self.states)(places)
    }

    /// What is read, or why nothing is.
    pub fn environments(&self, places: &Places<'_>) -> Vec<Environment> {
        (self.environments)(places)
    }
}

/// Names of a path behind which an import may end.
const MOST_NAMES: usize = 16;

/// Hash of the sources of this crate: edges that rest on what others found are not used.
pub const SOURCE_DIGEST: &str = env!("SOURCE_DIGEST");
