//! `cargo xtask dist`: what is shipped.
//!
//! For one target: the archive with the program, manual pages, completions, licences and list of
//! parts, and the packages of npm, PyPI, Debian and MCP clients around the same program. Without a
//! target: `--sums` writes SHA256SUMS of what a folder holds and the files of channels that need them.
//!
//! Two runs over the same program give the same bytes: names are sorted, and times are that of the
//! commit (or SOURCE_DATE_EPOCH).

mod archive;
mod channels;
mod compile;
mod deb;
mod entry;
mod licences;
mod mcpb;
mod names;
mod npm;
mod packages;
mod sbom;
mod stage;
mod targets;
mod wheel;

pub(crate) use names::{FILE as NAMES, version};

use crate::tree;
use crate::{Done, option};
use names::Names;
use stage::Stage;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds for `--target T` (this machine's without) and packs into `--out DIR`.
pub(crate) fn run(arguments: &[String]) -> Done {
    let root = tree::root();
    let out =
        option(arguments, "--out").map_or_else(|| tree::target_folder().join("dist-out"), PathBuf::from);
    fs::create_dir_all(&out).map_err(|error| failed(&out, error))?;
    let names = Names::read(&root)?;
    if arguments.iter().any(|one| one == "--sums") {
        return channels::write(&root, &out, &names);
    }
    let target = targets::find(option(arguments, "--target"))?;
    let built = match option(arguments, "--binary") {
        Some(binary) => PathBuf::from(binary),
        None => compile::program(&root, target)?,
    };
    if arguments.iter().any(|one| one == "--only-build") {
        println!("{}", built.display());
        return Ok(());
    }
    let pages = option(arguments, "--pages").map(Path::new);
    let stage = Stage::new(&root, target, &built, pages)?;
    let made = [
        archive::write(&stage, &out)?,
        npm::platform(&stage, &names, &out)?,
        npm::main(&root, &stage, &names, &out)?,
        wheel::write(&root, &stage, &names, &out)?,
        mcpb::write(&stage, &names, &out)?,
    ];
    let deb = target.deb.map(|architecture| deb::write(&stage, &names, architecture, &out)).transpose()?;
    for path in made.into_iter().chain(deb) {
        let bytes = fs::metadata(&path).map_err(|error| failed(&path, error))?.len();
        println!("{:>6.2} MB  {}", bytes as f64 / 1e6, path.display());
    }
    Ok(())
}

/// The time of the commit, in seconds since 1970; SOURCE_DATE_EPOCH where it is set.
fn epoch(root: &Path) -> Result<u64, String> {
    let said = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(said) => said,
        Err(_) => tree::git(root, &["log", "-1", "--format=%ct"])?,
    };
    said.trim().parse().map_err(|_| format!("SOURCE_DATE_EPOCH is {said:?}, which is no number of seconds"))
}

/// What a command wrote to stdout; an error where it failed.
fn said_by(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program} cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "{program}: {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// An error of a file.
fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
