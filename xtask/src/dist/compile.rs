//! Builds the program with the profile `dist`.
//!
//! For Linux with glibc, zig compiles the C parts and links, against the symbols of an old glibc;
//! for musl too. cargo-zigbuild and zig come from PyPI (`packaging/build-requirements.txt`) into a
//! virtual environment below the target folder.

use super::packages::{FEATURES, PROGRAM};
use super::targets::Target;
use super::{failed, said_by};
use crate::tree;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROFILE: &str = "dist";
const REQUIREMENTS: &str = "packaging/build-requirements.txt";

/// Builds for the target; gives the path of the program.
pub(super) fn program(root: &Path, target: &Target) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = if target.is_linux() { zigbuild(root)? } else { Command::new(cargo) };
    command.arg(if target.is_linux() { "zigbuild" } else { "build" });
    let triple = match target.glibc {
        Some(glibc) => format!("{}.{glibc}", target.triple),
        None => target.triple.to_owned(),
    };
    command.args(["--locked", "--profile", PROFILE, "--package", PROGRAM, "--features", FEATURES]);
    command.args(["--target", &triple]);
    command.current_dir(root).env("INDEXER_COMMIT", commit(root)?);
    // Neither in messages of panics nor in those of C does a path of this machine stay.
    let mut flags = vec![(root.to_owned(), "/indexer")];
    flags.extend(cargo_home().map(|home| (home, "/cargo")));
    let of = |flag: &str| {
        let each = flags.iter().map(|(from, to)| format!("{flag}={}={to}", from.display()));
        each.collect::<Vec<_>>().join(" ")
    };
    command.env("RUSTFLAGS", of("--remap-path-prefix"));
    if !target.is_windows() {
        command.env("CFLAGS", of("-ffile-prefix-map"));
    }
    let status = command.status().map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !status.success() {
        return Err(format!("cargo: {status}"));
    }
    Ok(tree::target_folder().join(target.triple).join(PROFILE).join(target.program()))
}

/// The commit, and whether the tree differs from it.
fn commit(root: &Path) -> Result<String, String> {
    let commit = tree::git(root, &["rev-parse", "--short=12", "HEAD"])?;
    let changed = tree::git(root, &["status", "--porcelain", "--untracked-files=no"])?;
    Ok(format!("{}{}", commit.trim(), if changed.is_empty() { "" } else { "-dirty" }))
}

fn cargo_home() -> Option<PathBuf> {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).map(PathBuf::from);
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| home.map(|home| home.join(".cargo")))
}

/// `cargo-zigbuild` with zig, installed where it is not yet.
fn zigbuild(root: &Path) -> Result<Command, String> {
    let folder = tree::target_folder().join("dist-tools");
    let (bin, done) = (folder.join("bin"), folder.join("requirements.txt"));
    let wanted =
        fs::read_to_string(root.join(REQUIREMENTS)).map_err(|e| failed(Path::new(REQUIREMENTS), e))?;
    if fs::read_to_string(&done).ok().as_ref() != Some(&wanted) {
        println!("installing zig into {}", folder.display());
        said_by(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let mut pip = Command::new(bin.join("pip"));
        pip.args(["install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement"]);
        said_by(pip.arg(REQUIREMENTS).current_dir(root))?;
        fs::write(&done, wanted).map_err(|error| failed(&done, error))?;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: OsString = std::env::join_paths([bin.clone()].into_iter().chain(std::env::split_paths(&path)))
        .map_err(|error| format!("PATH: {error}"))?;
    let mut command = Command::new(bin.join("cargo-zigbuild"));
    command.env("PATH", path).env("CARGO_ZIGBUILD_PYTHON_PATH", bin.join("python"));
    Ok(command)
}
