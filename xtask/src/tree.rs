//! The files of this repository and what cargo says about its crates.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One text file: its path relative to the root, with `/`, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// A file as the tests of checks write them.
    #[cfg(test)]
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// The folder of its crate (`crates/indexer-core`, `xtask`), or "" outside of any.
    pub(crate) fn crate_folder(&self) -> &str {
        let mut slashes = self.path.match_indices('/').map(|(at, _)| at);
        let end = if self.path.starts_with("crates/") { slashes.nth(1) } else { slashes.next() };
        end.map_or("", |end| &self.path[..end])
    }

    /// True for Rust source that is compiled: stubs and fixtures are data of the languages.
    pub(crate) fn is_source(&self) -> bool {
        self.path.ends_with(".rs") && !["/stubs/", "/fixtures/"].iter().any(|data| self.path.contains(data))
    }

    /// True for source of a crate's library or program, not of its tests, examples or build script.
    pub(crate) fn is_shipped(&self) -> bool {
        self.is_source() && self.path[self.crate_folder().len()..].starts_with("/src/")
    }
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}

/// What git says in a folder; an error where it fails.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
        }
    }
}

/// The files that git knows or would add, sorted by path; what is no text has an empty one.
pub(crate) fn files(root: &Path) -> Result<Vec<File>, String> {
    let asked = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
    let names = git(root, &asked)?;
    let mut files: Vec<File> = names
        .split('\0')
        .filter(|path| !path.is_empty())
        // What is deleted and not yet committed cannot be read, and is none of a check's business.
        .filter_map(|path| {
            let bytes = std::fs::read(root.join(path)).ok()?;
            Some(File { path: path.to_owned(), text: String::from_utf8(bytes).unwrap_or_default() })
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// What crates there are and what each depends on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crates {
    /// Each workspace member with the members that it depends on (not those of its tests only).
    pub(crate) edges: BTreeMap<String, Vec<String>>,
    /// Each workspace member with the names of all crates in its dependency tree.
    pub(crate) closures: BTreeMap<String, Vec<String>>,
    /// The programs that members build.
    pub(crate) programs: Vec<String>,
}

/// Asks `cargo metadata`.
pub(crate) fn crates(root: &Path) -> Result<Crates, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let said = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|e| format!("cargo cannot be run: {e}"))?;
    if !said.status.success() {
        return Err(String::from_utf8_lossy(&said.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&said.stdout).map_err(|e| e.to_string())?;
    Ok(crates_of(&metadata))
}

/// Reads what `cargo metadata` printed.
pub(crate) fn crates_of(metadata: &Value) -> Crates {
    let texts = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = list(&metadata["packages"]);
    let names: BTreeMap<String, String> =
        packages.iter().map(|p| (texts(&p["id"]), texts(&p["name"]))).collect();
    let members: Vec<String> = list(&metadata["workspace_members"]).iter().map(texts).collect();
    // Only normal dependencies: neither those of tests nor those of build scripts.
    let needs: BTreeMap<String, Vec<String>> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| {
            let deps = list(&node["deps"])
                .into_iter()
                .filter(|dep| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()));
            (texts(&node["id"]), deps.map(|dep| texts(&dep["pkg"])).collect())
        })
        .collect();
    let mut crates = Crates::default();
    for member in &members {
        let mut seen: Vec<&String> = Vec::new();
        let mut todo: Vec<&String> = needs.get(member).into_iter().flatten().collect();
        while let Some(id) = todo.pop() {
            if !seen.contains(&id) {
                seen.push(id);
                todo.extend(needs.get(id).into_iter().flatten());
            }
        }
        let name = names.get(member).cloned().unwrap_or_default();
        let direct = needs.get(member).into_iter().flatten().filter(|id| members.contains(id));
        let mut direct: Vec<String> = direct.filter_map(|id| names.get(id).cloned()).collect();
        direct.sort();
        let mut all: Vec<String> = seen.iter().filter_map(|id| names.get(*id).cloned()).collect();
        all.sort();
        all.dedup();
        crates.edges.insert(name.clone(), direct);
        crates.closures.insert(name, all);
    }
    for package in packages.iter().filter(|p| members.contains(&texts(&p["id"]))) {
        let targets = list(&package["targets"]);
        let programs = targets.iter().filter(|t| list(&t["kind"]).iter().any(|kind| kind == "bin"));
        crates.programs.extend(programs.map(|t| texts(&t["name"])));
    }
    crates
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Builds packages with a profile; gives the folder of the programs.
pub(crate) fn build(profile: &str, packages: &[&str]) -> Result<PathBuf, String> {
    build_in(&root(), &target_folder(), profile, packages)
}

/// Builds the program with all languages, also those that it has only where they are asked for, whose grammars are large.
pub(crate) fn build_with_all_languages(profile: &str) -> Result<PathBuf, String> {
    build_with(&root(), &target_folder(), profile, (&["indexer-cli"], &["indexer-cli/lang-heavy"]))
}

/// The same of a checkout, into a target folder.
pub(crate) fn build_in(
    checkout: &Path,
    target: &Path,
    profile: &str,
    packages: &[&str],
) -> Result<PathBuf, String> {
    build_with(checkout, target, profile, (packages, &[]))
}

fn build_with(
    checkout: &Path,
    target: &Path,
    profile: &str,
    (packages, features): (&[&str], &[&str]),
) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--locked", "--profile", profile]).current_dir(checkout);
    command.env("CARGO_TARGET_DIR", target);
    for package in packages {
        command.args(["--package", package]);
    }
    for feature in features {
        command.args(["--features", feature]);
    }
    let status = command.status().map_err(|e| format!("cargo cannot be run: {e}"))?;
    let folder = if profile == "dev" { "debug" } else { profile };
    if status.success() { Ok(target.join(folder)) } else { Err(format!("cargo build: {status}")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn dependencies_of_tests_are_left_out_and_those_of_dependencies_followed() {
        let dep = |id: &str, kind: Value| json!({"pkg": id, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [
                {"id": "a", "name": "alpha", "targets": [{"kind": ["bin"], "name": "prog"}]},
                {"id": "b", "name": "beta", "targets": []},
                {"id": "x", "name": "outer", "targets": []},
                {"id": "y", "name": "inner", "targets": []},
            ],
            "workspace_members": ["a", "b"],
            "resolve": {"nodes": [
                {"id": "a", "deps": [dep("b", Value::Null), dep("y", json!("dev"))]},
                {"id": "b", "deps": [dep("a", json!("dev")), dep("x", Value::Null)]},
                {"id": "x", "deps": [dep("y", json!("build"))]},
            ]},
        });
        let crates = crates_of(&metadata);
        assert_eq!(crates.edges["alpha"], ["beta"]);
        assert!(crates.edges["beta"].is_empty());
        assert_eq!(crates.closures["alpha"], ["beta", "outer"]);
        assert_eq!(crates.programs, ["prog"]);
    }

    #[test]
    fn a_file_knows_its_crate_and_whether_it_ships() {
        assert_eq!(File::new("crates/a/src/lib.rs", "").crate_folder(), "crates/a");
        assert_eq!(File::new("xtask/src/main.rs", "").crate_folder(), "xtask");
        assert_eq!(File::new("README.md", "").crate_folder(), "");
        assert!(File::new("crates/a/src/lib.rs", "").is_shipped());
        assert!(!File::new("crates/a/tests/it/main.rs", "").is_shipped());
        assert!(!File::new("crates/a/src/languages/rust/stubs/vec.rs", "").is_shipped());
    }
}
