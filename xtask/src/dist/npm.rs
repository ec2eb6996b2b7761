//! Packages for npm: one with the names, and one with a program for each system, of which npm takes
//! the one that fits. Nothing runs at installation and nothing is fetched beside what npm fetches.

use super::archive::{put, tar_gz};
use super::entry::Entry;
use super::failed;
use super::names::Names;
use super::stage::Stage;
use super::targets::{TARGETS, Target};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The package with the program of this target.
pub(super) fn platform(stage: &Stage, names: &Names, out: &Path) -> Result<PathBuf, String> {
    let target = stage.target;
    let (os, cpu, libc) = target.npm;
    let mut manifest = manifest(names);
    manifest["name"] = name_of(names, target).into();
    manifest["description"] = format!("The program of {} for {}", names.name, target.triple).into();
    manifest["os"] = json!([os]);
    manifest["cpu"] = json!([cpu]);
    if let Some(libc) = libc {
        manifest["libc"] = json!([libc]);
    }
    manifest["preferUnplugged"] = true.into();
    let entries = vec![
        Entry::file("package.json", pretty(&manifest)),
        Entry::program(format!("bin/{}", target.program()), stage.program.clone()),
        Entry::file("README.md", format!("The program of `{}` for {}.\n", names.name, target.triple)),
        Entry::file("LICENSE-MIT", stage.paper("LICENSE-MIT")),
        Entry::file("LICENSE-APACHE", stage.paper("LICENSE-APACHE")),
        Entry::file("LICENSES-OF-PARTS.txt", stage.paper("LICENSES-OF-PARTS.txt")),
    ];
    pack(entries, &format!("{}-{}", names.npm_scope.trim_start_matches('@'), target.short()), stage, out)
}

/// The package that people install.
pub(super) fn main(root: &Path, stage: &Stage, names: &Names, out: &Path) -> Result<PathBuf, String> {
    let mut manifest = manifest(names);
    manifest["name"] = names.name.as_str().into();
    manifest["description"] = names.description.as_str().into();
    manifest["mcpName"] = names.registry_name.as_str().into();
    manifest["bin"] = json!({"indexer": "bin/indexer.js", "indexer-mcp": "bin/indexer-mcp.js"});
    manifest["engines"] = json!({"node": ">=18"});
    let versions = TARGETS.iter().map(|target| (name_of(names, target), json!(names.version)));
    manifest["optionalDependencies"] = versions.collect::<Map<String, Value>>().into();
    let mut entries = vec![
        Entry::file("package.json", pretty(&manifest)),
        Entry::file("LICENSE-MIT", stage.paper("LICENSE-MIT")),
        Entry::file("LICENSE-APACHE", stage.paper("LICENSE-APACHE")),
    ];
    for path in ["README.md", "bin/indexer.js", "bin/indexer-mcp.js", "run.js"] {
        let source = root.join("packaging/npm").join(path);
        let text = fs::read_to_string(&source).map_err(|error| failed(&source, error))?;
        let text = names.fill(&text, &[])?;
        entries.push(match path.starts_with("bin/") {
            true => Entry::program(path, text),
            false => Entry::file(path, text),
        });
    }
    pack(entries, &names.name, stage, out)
}

/// `@scope/linux-x64`.
fn name_of(names: &Names, target: &Target) -> String {
    format!("{}/{}", names.npm_scope, target.short())
}

fn manifest(names: &Names) -> Value {
    json!({
        "version": names.version,
        "license": "MIT OR Apache-2.0",
        "repository": {"type": "git", "url": format!("git+{}.git", names.repository)},
        "homepage": names.repository,
        "publishConfig": {"access": "public"},
    })
}

fn pretty(manifest: &Value) -> String {
    serde_json::to_string_pretty(manifest).unwrap_or_default() + "\n"
}

/// As `npm pack` names and lays out its archives.
fn pack(entries: Vec<Entry>, name: &str, stage: &Stage, out: &Path) -> Result<PathBuf, String> {
    let path = out.join(format!("{name}-{}.tgz", stage.version));
    let entries = entries.into_iter().map(|entry| entry.below("package")).collect();
    put(&path, &tar_gz(entries, stage.epoch).map_err(|error| failed(&path, error))?)?;
    Ok(path)
}
