//! The bundle that clients such as Claude Desktop install with a click.

use super::archive::{put, zip};
use super::entry::Entry;
use super::failed;
use super::names::Names;
use super::stage::Stage;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Writes the bundle; gives its path.
pub(super) fn write(stage: &Stage, names: &Names, out: &Path) -> Result<PathBuf, String> {
    let manifest = manifest(stage, names);
    let manifest = serde_json::to_string_pretty(&manifest).map_err(|error| error.to_string())?;
    let entries = vec![
        Entry::file("manifest.json", manifest + "\n"),
        Entry::program(format!("server/{}", stage.target.program()), stage.program.clone()),
        Entry::file("LICENSE-MIT", stage.paper("LICENSE-MIT")),
        Entry::file("LICENSE-APACHE", stage.paper("LICENSE-APACHE")),
        Entry::file("LICENSES-OF-PARTS.txt", stage.paper("LICENSES-OF-PARTS.txt")),
    ];
    let path = out.join(format!("{}-{}-{}.mcpb", names.name, names.version, stage.target.short()));
    put(&path, &zip(entries).map_err(|error| failed(&path, error))?)?;
    Ok(path)
}

fn manifest(stage: &Stage, names: &Names) -> Value {
    let program = format!("server/{}", stage.target.program());
    let author = names.maintainer.split(" <").next().unwrap_or(&names.maintainer);
    json!({
        "manifest_version": "0.3",
        "name": names.name,
        "display_name": names.title,
        "version": names.version,
        "description": names.description,
        "author": {"name": author},
        "repository": {"type": "git", "url": names.repository},
        "homepage": names.repository,
        "license": "MIT OR Apache-2.0",
        "server": {
            "type": "binary",
            "entry_point": program,
            "mcp_config": {
                "command": format!("${{__dirname}}/{program}"),
                "args": ["serve", "--root", "${user_config.root}"],
                "env": {},
            },
        },
        "user_config": {
            "root": {
                "type": "directory",
                "title": "Repository",
                "description": "The folder that is asked about",
                "required": true,
            },
        },
        "compatibility": {"platforms": [stage.target.npm.0]},
    })
}
