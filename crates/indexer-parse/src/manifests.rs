//! Manifests are facts too: what Cargo.toml, pyproject.toml and package.json declare about packages.

use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Table, Value};

mod npm;

/// True when the file at `path` is a manifest that [`read_manifest`] reads.
pub fn is_manifest(path: &str) -> bool {
    let name = indexer_core::path::file_name(path);
    matches!(name, "Cargo.toml" | "pyproject.toml") || npm::is_manifest(name)
}

/// The facts of the manifest at `path`. Never fails: what cannot be read is a `problem`.
pub fn read_manifest(path: &str, bytes: &[u8]) -> ManifestFacts {
    let is_cargo = indexer_core::path::file_name(path) == "Cargo.toml";
    let system = if is_cargo { "cargo" } else { "python" }.to_owned();
    let text = String::from_utf8_lossy(bytes);
    let name = indexer_core::path::file_name(path);
    if npm::is_manifest(name) {
        return npm::read(name, &text);
    }
    let read = if is_cargo { toml::from_str(&text).map(cargo) } else { toml::from_str(&text).map(python) };
    let mut facts = read.unwrap_or_else(|error| ManifestFacts {
        problem: Some(error.message().to_owned()),
        ..ManifestFacts::default()
    });
    facts.system = system;
    facts
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Cargo {
    package: Option<Named>,
    lib: Option<Target>,
    bin: Vec<Target>,
    test: Vec<Target>,
    example: Vec<Target>,
    bench: Vec<Target>,
    #[serde(flatten)]
    dependencies: Dependencies,
    target: BTreeMap<String, Dependencies>,
    workspace: Option<Workspace>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Named {
    name: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Target {
    name: Option<String>,
    path: Option<String>,
}

/// Dependencies as written: a version, or a table; anything else is read as a bare name.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Dependencies {
    dependencies: Table,
    dev_dependencies: Table,
    build_dependencies: Table,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Workspace {
    members: Vec<String>,
    dependencies: Table,
}

fn cargo(manifest: Cargo) -> ManifestFacts {
    let package = manifest.package.and_then(|p| p.name);
    let lib = manifest.lib.unwrap_or_default();
    let library_name = lib.name.or(package.clone()).map(|name| name.replace('-', "_"));
    let targets = [manifest.bin, manifest.test, manifest.example, manifest.bench];
    let mut dependencies = Vec::new();
    for one in std::iter::once(manifest.dependencies).chain(manifest.target.into_values()) {
        for table in [one.dependencies, one.dev_dependencies, one.build_dependencies] {
            add_dependencies(&mut dependencies, table);
        }
    }
    let workspace = manifest.workspace.unwrap_or_default();
    add_dependencies(&mut dependencies, workspace.dependencies);
    ManifestFacts {
        package,
        library_name,
        library: lib.path,
        targets: targets.into_iter().flatten().filter_map(|target| target.path).collect(),
        dependencies,
        members: workspace.members,
        ..ManifestFacts::default()
    }
}

fn add_dependencies(all: &mut Vec<Dependency>, table: Table) {
    for (name, value) in table {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let one = Dependency { name: name.replace('-', "_"), package: text("package"), path: text("path") };
        // The package is said where it is not the name that code uses.
        let package = one.package.or_else(|| (one.name != name).then_some(name));
        let one = Dependency { package, ..one };
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

fn python(manifest: Table) -> ManifestFacts {
    let at = |path: &[&str]| find(&manifest, path);
    let text = |path: &[&str]| at(path).and_then(Value::as_str).map(str::to_owned);
    let package = text(&["project", "name"]).or_else(|| text(&["tool", "poetry", "name"]));
    let mut roots = Vec::new();
    let setuptools = ["tool", "setuptools"];
    if let Some(Value::Table(folders)) = at(&[&setuptools[..], &["package-dir"]].concat()) {
        roots.extend(folders.get("").and_then(Value::as_str).map(str::to_owned));
    }
    roots.extend(at(&[&setuptools[..], &["packages", "find", "where"]].concat()).into_iter().flat_map(texts));
    let hatch = at(&["tool", "hatch", "build", "targets", "wheel", "packages"]);
    roots.extend(hatch.into_iter().flat_map(texts).map(|p| indexer_core::path::parent(&p).to_owned()));
    for one in at(&["tool", "poetry", "packages"]).and_then(Value::as_array).into_iter().flatten() {
        roots.extend(one.get("from").and_then(Value::as_str).map(str::to_owned));
    }
    let mut source_roots: Vec<String> = Vec::new();
    for root in roots.iter().filter_map(|root| indexer_core::path::resolve("", root)) {
        if !source_roots.contains(&root) {
            source_roots.push(root);
        }
    }
    let mut dependencies = Vec::new();
    for one in at(&["project", "dependencies"]).into_iter().flat_map(texts) {
        let end = one.find(|c: char| !(c.is_alphanumeric() || "-_.".contains(c))).unwrap_or(one.len());
        dependencies.push(python_dependency(&one[..end]));
    }
    if let Some(Value::Table(declared)) = at(&["tool", "poetry", "dependencies"]) {
        dependencies
            .extend(declared.keys().filter(|name| *name != "python").map(|name| python_dependency(name)));
    }
    let library_name = package.as_deref().map(|name| name.replace(['-', '.'], "_").to_lowercase());
    ManifestFacts { package, library_name, dependencies, source_roots, ..ManifestFacts::default() }
}

fn python_dependency(name: &str) -> Dependency {
    let import = name.replace(['-', '.'], "_").to_lowercase();
    let package = (import != name).then(|| name.to_owned());
    Dependency { name: import, package, path: None }
}

fn find<'v>(table: &'v Table, path: &[&str]) -> Option<&'v Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
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
        assert_eq!(facts.members, ["crates/*"]);
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
