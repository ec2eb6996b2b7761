//! `cargo xtask bench`: builds the programs, runs the benchmarks, keeps the results.
//!
//! The measuring is done by the crate in `benches/`; every argument that is not `--profile` goes
//! to it.

use crate::{Done, against, option, tree};
use std::process::Command;

/// Builds and runs; with `--against`, counts instructions instead.
pub(crate) fn run(arguments: &[String]) -> Done {
    if let Some(revision) = option(arguments, "--against") {
        return against::run(arguments, revision);
    }
    let profile = option(arguments, "--profile").unwrap_or("release");
    let mut rest = arguments.to_vec();
    if let Some(at) = rest.iter().position(|one| one == "--profile") {
        rest.drain(at..(at + 2).min(rest.len()));
    }
    let programs = tree::build(profile, &["indexer-cli", "indexer-benches"])?;
    let status = Command::new(programs.join("indexer-benches"))
        .arg("--binary")
        .arg(programs.join("indexer"))
        .args(["--profile", profile, "--results"])
        .arg(tree::root().join("benches").join("results"))
        .args(rest)
        .status()
        .map_err(|e| format!("the benchmarks cannot be run: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("the benchmarks ended with {status}")) }
}
