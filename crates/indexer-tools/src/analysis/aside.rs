//! Files that stand aside: tests, examples, what others wrote.

use crate::imports::is_test;
use indexer_core::Flags;
use indexer_core::vendored::is_vendored;
use indexer_store::FileRef;

/// How the names of generated files end, in small letters.
const GENERATED: &[&str] = &[
    ".designer.cs",
    ".freezed.dart",
    ".g.cs",
    ".g.dart",
    ".generated.cs",
    ".gr.dart",
    ".grpc.pb.cc",
    ".grpc.pb.h",
    ".mocks.dart",
    ".pb.cc",
    ".pb.dart",
    ".pb.go",
    ".pb.h",
    ".pbenum.dart",
    ".pbgrpc.dart",
    ".pbjson.dart",
    ".pbserver.dart",
    "_grpc_pb.js",
    "_pb.d.ts",
    "_pb.js",
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
];

/// How far a file is from what a repository is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aside {
    /// It is what the repository is about.
    No,
    /// Examples, benchmarks, documentation: it shows or measures.
    Shows,
    /// Tests.
    Tests,
    /// Written by others or by a program: vendored, generated, minified.
    Foreign,
}

impl Aside {
    /// What a file is, by its path, its symbols and their flags. O(symbols).
    pub fn of(file: FileRef<'_>) -> Self {
        let path = file.path().to_ascii_lowercase();
        let name = path.rsplit('/').next().unwrap_or_default();
        let in_folder = |names: &[&str]| path.rsplit('/').skip(1).any(|folder| names.contains(&folder));
        let foreign = ["external", "extern", "dist"];
        let is_generated = || {
            GENERATED.iter().any(|ending| name.ends_with(ending))
                || file.symbols().next().is_some_and(|symbol| symbol.flags().has(Flags::GENERATED))
        };
        if is_vendored(&path) || in_folder(&foreign) || name.contains(".min.") || is_generated() {
            return Aside::Foreign;
        }
        let testing =
            ["test", "tests", "testing", "testdata", "test_data", "fixtures", "test-utils", "test_utils"];
        if is_test(file)
            || in_folder(&testing)
            || name.starts_with("testutil")
            || name.starts_with("conftest.")
        {
            return Aside::Tests;
        }
        let shows = [
            "example", "examples", "doc", "docs", "demo", "demos", "fuzz", "scripts", "script", "tools",
            "ci", "samples", "xtask",
        ];
        if in_folder(&shows) || path.rsplit('/').skip(1).any(|folder| folder.starts_with("bench")) {
            return Aside::Shows;
        }
        Aside::No
    }

    /// How much what stands there says about the importance of what it uses.
    pub(super) const fn says(self) -> f64 {
        match self {
            Aside::No => 1.0,
            Aside::Shows => 0.3,
            Aside::Tests => 0.1,
            Aside::Foreign => 0.05,
        }
    }

    /// How much somebody wants to see what stands there who asks for what is important.
    pub(super) const fn shown(self) -> f64 {
        match self {
            Aside::No => 1.0,
            Aside::Shows => 0.1,
            Aside::Tests | Aside::Foreign => 0.01,
        }
    }
}
