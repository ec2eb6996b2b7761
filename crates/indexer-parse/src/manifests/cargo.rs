//! `Cargo.toml`.

use super::unique_list::UniqueList;
use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Table, Value};

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
    exclude: Vec<String>,
    dependencies: Table,
}

/// The facts of a `Cargo.toml`.
pub(super) fn read(text: &str) -> Result<ManifestFacts, String> {
    toml::from_str(text).map(facts).map_err(|error| error.message().to_owned())
}

fn facts(manifest: Cargo) -> ManifestFacts {
    let package = manifest.package.and_then(|p| p.name);
    let lib = manifest.lib.unwrap_or_default();
    let library_name = lib.name.or(package.clone()).map(|name| name.replace('-', "_"));
    let targets = [manifest.bin, manifest.test, manifest.example, manifest.bench];
    let mut dependencies = UniqueList::default();
    for one in std::iter::once(manifest.dependencies).chain(manifest.target.into_values()) {
        for table in [one.dependencies, one.dev_dependencies, one.build_dependencies] {
            add_dependencies(&mut dependencies, table);
        }
    }
    let is_workspace = manifest.workspace.is_some();
    let workspace = manifest.workspace.unwrap_or_default();
    add_dependencies(&mut dependencies, workspace.dependencies);
    ManifestFacts {
        package,
        library_name,
        library: lib.path,
        targets: targets.into_iter().flatten().filter_map(|target| target.path).collect(),
        dependencies: dependencies.into_list(),
        workspace: is_workspace,
        members: workspace.members,
        excluded: workspace.exclude,
        ..ManifestFacts::default()
    }
}

fn add_dependencies(all: &mut UniqueList<Dependency>, table: Table) {
    for (name, value) in table {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let one = Dependency { name: name.replace('-', "_"), package: text("package"), path: text("path") };
        // The package is said where it is not the name that code uses.
        let package = one.package.or_else(|| (one.name != name).then_some(name));
        all.push(Dependency { package, ..one });
    }
}
