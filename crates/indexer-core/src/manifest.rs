//! What a manifest (Cargo.toml, pyproject.toml, ...) declares, as far as linking needs it.

use bincode::{Decode, Encode};

/// The facts of one manifest. Paths are relative to the manifest's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub struct ManifestFacts {
    /// The build system: `cargo`, `npm`, `poetry`, ...
    pub system: String,
    /// The package that it declares; `None` for a workspace without a package of its own.
    pub package: Option<String>,
    /// The name under which code imports the package's library.
    pub library_name: Option<String>,
    /// Root file of the library, where it is declared.
    pub library: Option<String>,
    /// Root files of programs, tests, examples and benchmarks that are declared.
    pub targets: Vec<String>,
    /// Declared dependencies.
    pub dependencies: Vec<Dependency>,
    /// Whether it declares a workspace, with members or without.
    pub workspace: bool,
    /// Workspace members, as written (globs, paths).
    pub members: Vec<String>,
    /// What is no member although it looks like one, as written (globs).
    pub excluded: Vec<String>,
    /// Folders in which modules are looked for, where declared (`src`).
    pub source_roots: Vec<String>,
    /// Names of modules that are looked for elsewhere: a package's exports and imports, aliases of
    /// a configuration.
    pub maps: Vec<PathMap>,
    /// By which rules modules are found, in lower case: a package's `type`, a configuration's
    /// `moduleResolution` or else `module`.
    pub module_rules: Option<String>,
    /// Manifests that this one builds on, as written.
    pub extends: Vec<String>,
    /// What could not be read.
    pub problem: Option<String>,
}

/// A name of modules, with one `*` at most, and where they are looked for, best first. Targets are
/// as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub struct PathMap {
    /// The name.
    pub pattern: String,
    /// Paths; what the `*` of the name stands for is put in the place of theirs.
    pub targets: Vec<String>,
}

/// One dependency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub struct Dependency {
    /// The name that code uses.
    pub name: String,
    /// The name of the package, where it differs.
    pub package: Option<String>,
    /// Where it is in this repository, where declared so.
    pub path: Option<String>,
}
