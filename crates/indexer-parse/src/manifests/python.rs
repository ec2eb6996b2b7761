//! `pyproject.toml` and `setup.cfg`.

use super::unique_list::UniqueList;
use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;
use toml::{Table, Value};

/// The facts of a `pyproject.toml`.
pub(super) fn read(text: &str) -> Result<ManifestFacts, String> {
    toml::from_str(text).map(facts).map_err(|error| error.message().to_owned())
}

fn facts(manifest: Table) -> ManifestFacts {
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
    roots.extend(text(&["tool", "maturin", "python-source"]));
    let mut source_roots = UniqueList::default();
    for root in roots.iter().filter_map(|root| indexer_core::path::resolve("", root)) {
        source_roots.push(root);
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
    let list = |path: &[&str]| at(path).map(texts).unwrap_or_default();
    let builds = text(&["build-system", "build-backend"]).unwrap_or_default();
    let system = ["uv", "poetry", "hatch"]
        .into_iter()
        .find(|tool| at(&["tool", tool]).is_some() || builds.starts_with(tool));
    let mut members = list(&["tool", "uv", "workspace", "members"]);
    let mut excluded = list(&["tool", "uv", "workspace", "exclude"]);
    for workspace in hatch_workspaces(&manifest) {
        let all = workspace.get("members").and_then(Value::as_array).into_iter().flatten();
        let paths = all.filter_map(|one| one.as_str().or_else(|| one.get("path").and_then(Value::as_str)));
        members.extend(paths.map(str::to_owned));
        excluded.extend(workspace.get("exclude").map(texts).unwrap_or_default());
    }
    // Poetry has no workspaces: what it takes from a folder below is developed together.
    members.extend(poetry_folders(&manifest));
    ManifestFacts {
        system: system.unwrap_or("python").to_owned(),
        package,
        library_name,
        dependencies,
        source_roots: source_roots.into_list(),
        workspace: at(&["tool", "uv", "workspace"]).is_some() || !members.is_empty(),
        members,
        excluded,
        ..ManifestFacts::default()
    }
}

/// Hatch declares members for each environment, or for the project.
fn hatch_workspaces(manifest: &Table) -> Vec<&Value> {
    let environments = find(manifest, &["tool", "hatch", "envs"]).and_then(Value::as_table);
    let of_all = environments.into_iter().flat_map(Table::values).filter_map(|one| one.get("workspace"));
    find(manifest, &["tool", "hatch", "workspace"]).into_iter().chain(of_all).collect()
}

/// The folders inside of the project from which Poetry takes dependencies, of any group.
fn poetry_folders(manifest: &Table) -> Vec<String> {
    let groups = find(manifest, &["tool", "poetry", "group"]).and_then(Value::as_table);
    let of_groups = groups.into_iter().flat_map(Table::values).filter_map(|one| one.get("dependencies"));
    let own = find(manifest, &["tool", "poetry", "dependencies"]).into_iter();
    let declared = own.chain(of_groups).filter_map(Value::as_table).flat_map(Table::values);
    let paths = declared.filter_map(|one| one.get("path").and_then(Value::as_str));
    paths.filter_map(|path| indexer_core::path::resolve("", path)).collect()
}

fn python_dependency(name: &str) -> Dependency {
    let import = name.replace(['-', '.'], "_").to_lowercase();
    let package = (import != name).then(|| name.to_owned());
    Dependency { name: import, package, path: None }
}

/// The facts of a `setup.cfg`: of its INI the name of the package.
pub(super) fn read_setup(text: &str) -> ManifestFacts {
    let mut inside = false;
    let mut package = None;
    for line in text.lines() {
        if line.starts_with('[') {
            inside = line.trim() == "[metadata]";
        } else if let Some((key, value)) = line.split_once(['=', ':'])
            && inside
            && key.trim() == "name"
            && !key.starts_with(char::is_whitespace)
        {
            package = Some(value.trim().to_owned()).filter(|name| !name.is_empty());
        }
    }
    let library_name = package.as_deref().map(|name| name.replace(['-', '.'], "_").to_lowercase());
    ManifestFacts { package, library_name, ..ManifestFacts::default() }
}

fn find<'v>(table: &'v Table, path: &[&str]) -> Option<&'v Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}
