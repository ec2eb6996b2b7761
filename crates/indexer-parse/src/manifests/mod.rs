//! Manifests are facts too: what Cargo.toml, package.json, tsconfig.json, pom.xml, CMakeLists.txt and their like
//! declare about packages, workspaces and where modules and headers are. Pure functions from bytes; [`members`] puts them together.

mod aliases;
mod cargo;
mod cmake;
mod commands;
pub mod compilations;
mod composer;
mod conditions;
mod description;
mod foundry;
mod gems;
mod go;
mod jvm;
pub mod members;
mod meson;
mod native;
mod node;
mod paths;
mod pubspec;
mod python;
mod routes;
mod swiftpm;
mod unique_list;

use indexer_core::ManifestFacts;

/// Reads the text of one kind of manifest.
type Read = fn(&str) -> Result<ManifestFacts, String>;

/// A kind of manifest.
struct Kind {
    /// The name of the file, with one `*` at most.
    name: &'static str,
    /// Manifests of one family stand for each other: what one of them declares, the others may
    /// belong to.
    family: &'static str,
    /// The build system, where the manifest itself does not say it more closely.
    system: &'static str,
    read: Read,
}

/// A larger manifest is not read, in bytes: people write none that is, and a tree of values takes a hundred times as much.
pub const LARGEST_MANIFEST: usize = 1 << 20;

/// A larger list of compilers' commands is not read, in bytes: programs write a line for each source.
pub const LARGEST_COMMANDS: usize = 64 << 20;

/// Every kind; of one family the more telling ones first.
const KINDS: &[Kind] = &[
    Kind { name: "Cargo.toml", family: "cargo", system: "cargo", read: cargo::read },
    Kind { name: "pyproject.toml", family: "python", system: "python", read: python::read },
    Kind { name: "setup.cfg", family: "python", system: "python", read: |text| Ok(python::read_setup(text)) },
    Kind { name: "package.json", family: "npm", system: "npm", read: node::read },
    Kind { name: "pnpm-workspace.yaml", family: "npm", system: "pnpm", read: node::read_pnpm },
    Kind { name: "lerna.json", family: "npm", system: "lerna", read: node::read_lerna },
    Kind { name: "tsconfig*.json", family: "paths", system: "tsconfig", read: paths::read },
    Kind { name: "jsconfig.json", family: "paths", system: "tsconfig", read: paths::read },
    bundler("vite.config.ts"),
    bundler("vite.config.js"),
    bundler("vite.config.mts"),
    bundler("vite.config.mjs"),
    bundler("svelte.config.js"),
    bundler("nuxt.config.ts"),
    bundler("nuxt.config.js"),
    bundler("astro.config.mjs"),
    bundler("astro.config.ts"),
    Kind { name: "go.mod", family: "go", system: "go", read: |text| Ok(go::read(text)) },
    Kind { name: "go.work", family: "go", system: "go", read: |text| Ok(go::read_work(text)) },
    Kind { name: "pom.xml", family: "maven", system: "maven", read: jvm::read_maven },
    Kind {
        name: "settings.gradle",
        family: "gradle",
        system: "gradle",
        read: |text| Ok(jvm::read_settings(text)),
    },
    Kind {
        name: "settings.gradle.kts",
        family: "gradle",
        system: "gradle",
        read: |text| Ok(jvm::read_settings(text)),
    },
    Kind { name: "build.gradle", family: "gradle", system: "gradle", read: |_| Ok(ManifestFacts::default()) },
    Kind {
        name: "build.gradle.kts",
        family: "gradle",
        system: "gradle",
        read: |_| Ok(ManifestFacts::default()),
    },
    Kind {
        name: "compile_commands.json",
        family: "native",
        system: "compile commands",
        read: commands::read,
    },
    Kind {
        name: "compile_flags.txt",
        family: "native",
        system: "compile flags",
        read: |text| Ok(native::read_flags(text)),
    },
    Kind { name: "CMakeLists.txt", family: "native", system: "cmake", read: |text| Ok(cmake::read(text)) },
    Kind {
        name: "remappings.txt",
        family: "foundry",
        system: "foundry",
        read: |text| Ok(foundry::read_list(text)),
    },
    Kind { name: "foundry.toml", family: "foundry", system: "foundry", read: foundry::read },
    Kind { name: "Gemfile", family: "gems", system: "bundler", read: |text| Ok(gems::read(text)) },
    Kind { name: "Gemfile.lock", family: "gems", system: "bundler", read: |text| Ok(gems::read_lock(text)) },
    Kind { name: "composer.json", family: "composer", system: "composer", read: composer::read },
    Kind { name: "DESCRIPTION", family: "r", system: "r", read: |text| Ok(description::read(text)) },
    Kind { name: "pubspec.yaml", family: "pub", system: "pub", read: |text| Ok(pubspec::read(text)) },
    Kind {
        name: "Package.swift",
        family: "swiftpm",
        system: "swiftpm",
        read: |text| Ok(swiftpm::read(text)),
    },
    Kind { name: "routes.yaml", family: "routes", system: "routes", read: routes::read },
    Kind { name: "attributes.yaml", family: "routes", system: "routes", read: routes::read },
    Kind { name: "annotations.yaml", family: "routes", system: "routes", read: routes::read },
    Kind { name: "meson.build", family: "native", system: "meson", read: |text| Ok(meson::read(text)) },
];

/// The names of the manifests of one family.
pub(crate) fn of_family(family: &'static str) -> impl Iterator<Item = &'static str> {
    KINDS.iter().filter(move |kind| kind.family == family).map(|kind| kind.name)
}

/// The configuration of a bundler, which is a program that says under which names it finds folders.
const fn bundler(name: &'static str) -> Kind {
    Kind { name, family: "bundler", system: "bundler", read: |text| Ok(aliases::read(text)) }
}

fn kind_of(path: &str) -> Option<(usize, &'static Kind)> {
    let name = indexer_core::path::file_name(path);
    KINDS.iter().enumerate().find(|(_, kind)| fits(kind.name, name))
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((head, tail)) => {
            name.len() >= head.len() + tail.len() && name.starts_with(head) && name.ends_with(tail)
        }
        None => pattern == name,
    }
}

/// What is put for the `*` of a name to say it without looking: the file itself, and the one on which others build.
const USUAL: &[&str] = &["", ".base"];

/// The usual names of manifests, each once: those that are looked for where a folder is not listed.
pub fn manifest_names() -> impl Iterator<Item = String> {
    KINDS.iter().flat_map(|kind| {
        let instead = if kind.name.contains('*') { USUAL } else { &USUAL[..1] };
        instead.iter().map(|part| kind.name.replacen('*', part, 1))
    })
}

/// True when the file at `path` is a manifest that [`read_manifest`] reads.
pub fn is_manifest(path: &str) -> bool {
    kind_of(path).is_some()
}

/// Names of manifests that are code of a language too.
const CODE_TOO: &[&str] = &["CMakeLists.txt", "Gemfile", "Package.swift"];

/// True when the manifest at `path` is code of a language too, which declares what other files use.
pub fn is_code_too(path: &str) -> bool {
    let is_code = |name: &str| {
        CODE_TOO.contains(&name) || kind_of(name).is_some_and(|(_, kind)| kind.family == "bundler")
    };
    is_code(indexer_core::path::file_name(path)) && !indexer_core::path::is_outside(path)
}

fn largest(kind: &Kind) -> usize {
    if kind.name == "compile_commands.json" { LARGEST_COMMANDS } else { LARGEST_MANIFEST }
}

/// True when the manifest at `path` is too large for [`read_manifest`], which only says so then.
pub fn is_too_large_manifest(path: &str, bytes: usize) -> bool {
    kind_of(path).is_some_and(|(_, kind)| bytes > largest(kind))
}

/// The facts of the manifest at `path`. Never fails: what cannot be read is a `problem`, and so is a manifest that is
/// larger than [`LARGEST_MANIFEST`] or [`LARGEST_COMMANDS`]. O(bytes).
pub fn read_manifest(path: &str, bytes: &[u8]) -> ManifestFacts {
    let Some((_, kind)) = kind_of(path) else { return ManifestFacts::default() };
    let largest = largest(kind);
    if bytes.len() > largest {
        let problem = Some(format!("larger than {} MB, which is the most that is read", largest >> 20));
        return ManifestFacts { problem, system: kind.system.to_owned(), ..ManifestFacts::default() };
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut facts = (kind.read)(text)
        .unwrap_or_else(|problem| ManifestFacts { problem: Some(problem), ..ManifestFacts::default() });
    if facts.system.is_empty() {
        facts.system = kind.system.to_owned();
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_names_targets_dependencies_and_members() {
        let text = r#"
            [package]
            name = "my-crate"
            version.workspace = true
            [lib]
            path = "lib/root.rs"
            [[bin]]
            name = "x"
            path = "bin/x.rs"
            [[bench]]
            name = "b"
            path = "benches/b.rs"
            harness = false
            [dependencies]
            serde = { version = "1", features = ["derive"] }
            other-name = { package = "real", path = "../real" }
            inherited.workspace = true
            [dev-dependencies]
            proptest = "1"
            [target.'cfg(unix)'.dependencies]
            libc = "0.2"
            [workspace]
            members = ["crates/*"]
            [workspace.dependencies]
            shared = { path = "crates/shared" }
        "#;
        let facts = read_manifest("a/Cargo.toml", text.as_bytes());
        assert_eq!(facts.problem, None);
        assert_eq!(facts.package.as_deref(), Some("my-crate"));
        assert_eq!(facts.library_name.as_deref(), Some("my_crate"));
        assert_eq!(facts.library.as_deref(), Some("lib/root.rs"));
        assert_eq!(facts.targets, ["bin/x.rs", "benches/b.rs"]);
        assert_eq!((facts.workspace, facts.members), (true, vec!["crates/*".to_owned()]));
        let names: Vec<&str> = facts.dependencies.iter().map(|d| d.name.as_str()).collect();
        assert_eq!(names, ["inherited", "other_name", "serde", "proptest", "libc", "shared"]);
        assert_eq!(facts.dependencies[1].package.as_deref(), Some("real"));
        assert_eq!(facts.dependencies[1].path.as_deref(), Some("../real"));
    }

    #[test]
    fn pyproject_names_the_package_and_its_source_roots() {
        let roots = |text: &str| read_manifest("pyproject.toml", text.as_bytes()).source_roots;
        assert_eq!(roots("[tool.setuptools.package-dir]\n\"\" = \"src\"\n"), ["src"]);
        assert_eq!(roots("[tool.setuptools.packages.find]\nwhere = [\"./lib\"]"), ["lib"]);
        assert_eq!(roots("[tool.hatch.build.targets.wheel]\npackages = [\"src/a\", \"src/b\"]"), ["src"]);
        assert_eq!(roots("[tool.poetry]\npackages = [{ include = \"a\", from = \"python\" }]"), ["python"]);
        let text = "[project]\nname = \"My-App\"\ndependencies = [\"requests>=2\", \"ruamel.yaml ; x\"]";
        let facts = read_manifest("pyproject.toml", text.as_bytes());
        assert_eq!(
            (facts.package.as_deref(), facts.library_name.as_deref()),
            (Some("My-App"), Some("my_app"))
        );
        assert_eq!(facts.dependencies[1].package.as_deref(), Some("ruamel.yaml"));
    }

    #[test]
    fn usual_names_are_those_of_manifests() {
        let names: Vec<String> = manifest_names().collect();
        assert!(names.iter().all(|name| is_manifest(&format!("a/{name}"))));
        assert!(
            ["pom.xml", "tsconfig.json", "tsconfig.base.json"]
                .iter()
                .all(|one| names.contains(&(*one).into()))
        );
    }

    #[test]
    fn what_cannot_be_read_is_a_problem() {
        for bytes in [&b"[package"[..], b"\xff\xfe", b"package = 3"] {
            assert!(read_manifest("Cargo.toml", bytes).problem.is_some());
        }
        assert_eq!(
            read_manifest("pyproject.toml", b""),
            ManifestFacts { system: "python".into(), ..Default::default() }
        );
    }
}
