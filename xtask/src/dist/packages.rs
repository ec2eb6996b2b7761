//! The crates that end up in the program, as cargo resolves them for a target.

use super::said_by;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crate of the program.
pub(super) const PROGRAM: &str = "indexer-cli";

/// Its features beside those that are on by default: who has installed the program reads the stores of their company.
pub(super) const FEATURES: &str = "indexer-cli/remote-cloud";

/// A crate that the program is made of.
#[derive(Clone, Debug)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// An SPDX expression; empty where the crate says none.
    pub(super) license: String,
    pub(super) authors: Vec<String>,
    pub(super) repository: Option<String>,
    /// Where its files are.
    pub(super) folder: PathBuf,
    /// SHA-256 of what the registry gives out; none for crates of this workspace.
    pub(super) checksum: Option<String>,
    /// `name@version` of what it needs.
    pub(super) needs: Vec<String>,
}

impl Package {
    /// `name@version`.
    pub(super) fn id(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }

    /// True for a crate of this workspace.
    pub(super) fn is_ours(&self) -> bool {
        self.checksum.is_none()
    }
}

/// All of them, sorted by name and version. What only tests and build scripts need is left out.
pub(super) fn shipped(root: &Path, triple: &str) -> Result<Vec<Package>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--locked", "--format-version", "1"]);
    command.args(["--filter-platform", triple, "--features", FEATURES]);
    let metadata = said_by(command.current_dir(root))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    // That resolves the features of the whole workspace, tests too; the tree is that of the program alone.
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["tree", "--locked", "--package", PROGRAM, "--features", FEATURES]);
    command.args(["--edges", "normal", "--target", triple]);
    let tree = said_by(command.args(["--prefix", "none", "--format", "{p}"]).current_dir(root))?;
    let lock = fs::read_to_string(root.join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let mut found = reached(&metadata, &checksums(&lock))?;
    keep(&mut found, &tree);
    Ok(found)
}

/// Keeps the crates that stand in what `cargo tree` wrote, `name vVERSION` a line.
fn keep(found: &mut Vec<Package>, tree: &str) {
    let id = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some(format!("{name}@{}", rest.split(' ').next()?))
    };
    let ids: BTreeSet<String> = tree.lines().filter_map(id).collect();
    found.retain(|package| ids.contains(&package.id()));
    found.iter_mut().for_each(|package| package.needs.retain(|id| ids.contains(id)));
}

fn reached(metadata: &Value, checksums: &BTreeMap<String, String>) -> Result<Vec<Package>, String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = list(&metadata["packages"]);
    let packages: BTreeMap<String, &Value> = packages.iter().map(|one| (text(&one["id"]), one)).collect();
    let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let is_normal = |dep: &&Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let ids = list(&node["deps"]).iter().filter(is_normal).map(|dep| text(&dep["pkg"])).collect();
        needs.insert(text(&node["id"]), ids);
    }
    let program = packages.iter().find(|(_, package)| package["name"] == PROGRAM);
    let (program, _) = program.ok_or_else(|| format!("there is no crate {PROGRAM}"))?;
    let mut seen: BTreeSet<&String> = BTreeSet::new();
    let mut todo = vec![program];
    while let Some(id) = todo.pop() {
        if seen.insert(id) {
            todo.extend(needs.get(id).into_iter().flatten());
        }
    }
    let id_of =
        |id: &String| packages.get(id).map(|one| format!("{}@{}", text(&one["name"]), text(&one["version"])));
    let package = |id: &String| -> Option<Package> {
        let one = packages.get(id)?;
        let folder = PathBuf::from(text(&one["manifest_path"])).parent()?.to_owned();
        let mut needs: Vec<String> = needs.get(id).into_iter().flatten().filter_map(id_of).collect();
        needs.sort();
        needs.dedup();
        Some(Package {
            name: text(&one["name"]),
            version: text(&one["version"]),
            license: spdx(one["license"].as_str().unwrap_or_default()),
            authors: list(&one["authors"]).iter().map(text).collect(),
            repository: one["repository"].as_str().map(str::to_owned),
            folder,
            checksum: checksums.get(&id_of(id)?).cloned(),
            needs,
        })
    };
    let mut found: Vec<Package> = seen.into_iter().filter_map(package).collect();
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(found)
}

/// The slash that old crates write means `OR`.
fn spdx(license: &str) -> String {
    license.split('/').map(str::trim).collect::<Vec<_>>().join(" OR ")
}

/// The checksums of `Cargo.lock` by `name@version`.
fn checksums(lock: &str) -> BTreeMap<String, String> {
    let field = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
        line.strip_suffix('"').map(str::to_owned)
    };
    let blocks = lock.split("[[package]]").skip(1);
    let of_block = |block: &str| {
        let id = format!("{}@{}", field(block, "name")?, field(block, "version")?);
        Some((id, field(block, "checksum")?))
    };
    blocks.filter_map(of_block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_program_needs_is_found_and_what_tests_need_is_not() {
        let dep = |id: &str, kind: Value| json!({"pkg": id, "dep_kinds": [{"kind": kind}]});
        let package = |id: &str, name: &str| {
            json!({"id": id, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
            "authors": ["A"], "manifest_path": format!("/crates/{name}/Cargo.toml"), "repository": null})
        };
        let metadata = json!({
            "packages": [package("p", PROGRAM), package("a", "alpha"), package("b", "beta"), package("t", "test")],
            "resolve": {"nodes": [
                {"id": "p", "deps": [dep("a", Value::Null), dep("t", json!("dev"))]},
                {"id": "a", "deps": [dep("b", Value::Null), dep("t", json!("build"))]},
                {"id": "b", "deps": []}, {"id": "t", "deps": []},
            ]},
        });
        let lock = "version = 4\n[[package]]\nname = \"alpha\"\nversion = \"1.0.0\"\nchecksum = \"ab\"\n\n\
                    [[package]]\nname = \"indexer-cli\"\nversion = \"1.0.0\"\n";
        let found = reached(&metadata, &checksums(lock)).unwrap();
        let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["alpha", "beta", PROGRAM]);
        assert_eq!(
            (found[0].checksum.as_deref(), found[0].license.as_str()),
            (Some("ab"), "MIT OR Apache-2.0")
        );
        assert_eq!(found[2].needs, ["alpha@1.0.0"]);
        let mut fewer = found.clone();
        keep(&mut fewer, "indexer-cli v1.0.0 (/here)\nalpha v1.0.0 (*)\n");
        assert_eq!(fewer.iter().map(Package::id).collect::<Vec<_>>(), ["alpha@1.0.0", "indexer-cli@1.0.0"]);
        assert!(fewer[0].needs.is_empty() && fewer[1].needs == ["alpha@1.0.0"]);
        assert!(found[2].is_ours() && !found[0].is_ours());
        assert!(reached(&json!({}), &BTreeMap::new()).is_err());
    }
}
