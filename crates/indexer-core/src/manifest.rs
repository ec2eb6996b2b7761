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
    /// True where it declares a workspace, even one without members.
    pub workspace: bool,
    /// Workspace members, as written (globs, paths).
    pub members: Vec<String>,
    /// Globs of folders that are excluded from the members, as written.
    pub excluded: Vec<String>,
    /// Folders in which modules are looked for, where declared (`src`).
    pub source_roots: Vec<String>,
    /// Module names that are mapped to other paths: a package's `exports` and `imports`, `paths` of a
    /// configuration.
    pub maps: Vec<PathMap>,
    /// Where a build writes what it makes of sources: a pattern of what is written, and of the sources that it may be made of.
    pub outputs: Vec<PathMap>,
    /// The module resolution, in lower case: a package's `type`, a configuration's `moduleResolution`
    /// or else its `module`.
    pub module_rules: Option<String>,
    /// The package whose types say what elements of markup in code are.
    pub element_source: Option<String>,
    /// Manifests of the parts of which a project is made, as written.
    pub parts: Vec<String>,
    /// Manifests that this one extends, as written; of a description of a build, the folders of those that it runs.
    pub extends: Vec<String>,
    /// How sources are compiled, sorted by them.
    pub compilations: Vec<Compilation>,
    /// Sources that are compiled whatever the configuration is, as written.
    pub sources: Vec<String>,
    /// True where those are all sources that it builds, whatever the configuration is: none was left out for a variable, a
    /// pattern or a limit.
    pub sources_are_all: bool,
    /// True where paths of the project begin in its folder.
    pub is_project: bool,
    /// Why the manifest, or a part of it, could not be read.
    pub problem: Option<String>,
}

/// A pattern of module names with at most one `*`, and the paths that it maps to, in order of preference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub struct PathMap {
    /// The pattern, as written.
    pub pattern: String,
    /// Paths as written; their `*` is replaced by what the `*` of the pattern matched. Where there are none, the manifest says
    /// that the names lead nowhere.
    pub targets: Vec<String>,
    /// The same for who imports by a call ([`Import::BY_CALL`](crate::Import::BY_CALL)), where that makes a difference.
    pub called: Option<Vec<String>>,
}

impl PathMap {
    /// The paths for who imports by a call, or by a statement.
    pub fn targets(&self, by_call: bool) -> &[String] {
        self.called.as_ref().filter(|_| by_call).unwrap_or(&self.targets)
    }
}

/// How a compiler reads a source: where it looks for headers, and which macros it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub struct Compilation {
    /// The path of the source, absolute where the manifest says so; "" for all sources below the manifest's folder.
    pub of: String,
    /// The folders in order; absolute, relative to the manifest's folder, behind `//` relative to that of the outermost
    /// manifest of its name, or behind `/./` relative to that of the nearest one above that is a project.
    pub include: Vec<String>,
    /// Folders that are only searched for what stands in quotes, before the others.
    pub quoted: Vec<String>,
    /// Macros that the compiler is told: `NAME`, `NAME=VALUE`, `!NAME`.
    pub defines: Vec<String>,
}

/// A declared dependency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub struct Dependency {
    /// The name that code uses.
    pub name: String,
    /// The name of the package, where it differs.
    pub package: Option<String>,
    /// Where it is in this repository, where declared so.
    pub path: Option<String>,
}
