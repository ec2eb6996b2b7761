//! Any bytes as the manifests of a workspace: facts or a problem, members that lie below the workspace,
//! and work that grows with the bytes.
//!
//! The first line is the name of a manifest, or its first byte chooses one. The rest is that of the
//! workspace and, behind a line `---`, that of a package below it.
#![no_main]

use indexer_core::work;
use indexer_parse::{is_manifest, member_of, members, read_manifest};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

const NAMES: &[&str] = &[
    "Cargo.toml",
    "pyproject.toml",
    "setup.cfg",
    "package.json",
    "pnpm-workspace.yaml",
    "lerna.json",
    "tsconfig.json",
    "jsconfig.json",
    "go.mod",
    "go.work",
    "pom.xml",
    "settings.gradle",
    "settings.gradle.kts",
    "build.gradle",
    "build.gradle.kts",
    "compile_commands.json",
    "compile_flags.txt",
    "CMakeLists.txt",
    "meson.build",
    "remappings.txt",
    "foundry.toml",
];

fuzz_target!(|bytes: &[u8]| {
    let line = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (first, rest) = bytes.split_at(line);
    let rest = rest.get(1..).unwrap_or_default();
    let (name, rest) = match std::str::from_utf8(first) {
        // A listing names files as git does: from the root, without empty names.
        Ok(name) if is_manifest(name) && name.split('/').all(|part| !part.is_empty()) => (name, rest),
        _ => {
            let Some((first, rest)) = bytes.split_first() else { return };
            (NAMES[usize::from(*first) % NAMES.len()], rest)
        }
    };
    let cut = rest.windows(5).position(|part| part == b"\n---\n");
    let (top, below) = cut.map_or((rest, rest), |at| (&rest[..at], &rest[at + 5..]));
    let (top, below) = (read_manifest(name, top), read_manifest(name, below));
    assert_eq!(below, read_manifest(name, below_of(rest)), "the same bytes give the same facts");
    let folder = name.rfind('/').map_or("", |slash| &name[..slash + 1]);
    let file = &name[folder.len()..];
    let all = BTreeMap::from([
        (format!("{folder}{file}"), top),
        (format!("{folder}a/{file}"), below.clone()),
        (format!("{folder}a/b/{file}"), below),
    ]);
    let (found, counted) = work::count(|| members(&all));
    assert!(counted.steps <= 10_000 + 4_096 * bytes.len() as u64, "{} steps", counted.steps);
    assert!(found.is_sorted_by(|a, b| a.path <= b.path), "members are in order");
    for member in &found {
        let inside = format!("{}/x", member.path);
        let of = member_of(&found, inside.trim_start_matches('/'));
        assert!(of.is_some_and(|of| of.path.len() >= member.path.len()), "{member:?}");
    }
});

/// What is read of the package below.
fn below_of(rest: &[u8]) -> &[u8] {
    let cut = rest.windows(5).position(|part| part == b"\n---\n");
    cut.map_or(rest, |at| &rest[at + 5..])
}
