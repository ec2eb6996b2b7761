//! `cargo xtask bench --against REV`: instructions of a cold index, here and at another commit.
//!
//! Instructions and not seconds: they are the same on a busy machine and on a quiet one, so that 3 % more
//! is a change of the program. Counted by the processor where it may be asked (`perf`), else by valgrind.

use crate::{Done, option, tree};
use std::path::{Path, PathBuf};
use std::process::Command;

/// More than this part of the instructions of before is a failure.
const MOST: f64 = 1.03;

/// Builds both, indexes each corpus with both, and fails where one takes more than [`MOST`].
pub(crate) fn run(arguments: &[String], revision: &str) -> Done {
    let corpora: Vec<&str> =
        arguments.windows(2).filter(|pair| pair[0] == "--corpus").map(|pair| pair[1].as_str()).collect();
    if corpora.is_empty() {
        return Err("--against needs a checkout to index: --corpus DIR, as often as there are".into());
    }
    let profile = option(arguments, "--profile").unwrap_or("release");
    let scratch = tree::target_folder().join("against");
    let before = build_at(revision, &scratch, profile)?;
    let now = tree::build(profile, &["indexer-cli"])?.join("indexer");
    let counter = Counter::here()?;
    println!("| corpus | instructions at {revision} | here | ratio |\n|---|---|---|---|");
    let mut worse = Vec::new();
    for corpus in corpora {
        let counts = [&before, &now].map(|program| counter.cold_index(program, Path::new(corpus), &scratch));
        let [old, new] = counts;
        let (old, new) = (old?, new?);
        let ratio = new as f64 / old.max(1) as f64;
        println!("| {corpus} | {old} | {new} | {ratio:.4} |");
        if ratio > MOST {
            worse.push(format!("{corpus}: {ratio:.4}"));
        }
    }
    match worse.is_empty() {
        true => Ok(()),
        false => {
            Err(format!("a cold index takes more than {MOST} times the instructions: {}", worse.join(", ")))
        }
    }
}

/// The program of another commit, built in a folder of its own, which stays for the next time.
fn build_at(revision: &str, scratch: &Path, profile: &str) -> Result<PathBuf, String> {
    let source = scratch.join("source");
    check_out(&tree::root(), revision, &source)?;
    let programs = tree::build_in(&source, &scratch.join("target"), profile, &["indexer-cli"])?;
    Ok(programs.join("indexer"))
}

/// Makes `source` the tree of a revision.
fn check_out(root: &Path, revision: &str, source: &Path) -> Result<(), String> {
    let asked = format!("{revision}^{{commit}}");
    let commit = tree::git(root, &["rev-parse", "--verify", "--end-of-options", &asked])?;
    let commit = commit.trim();
    if source.exists() {
        tree::git(source, &["checkout", "--quiet", "--detach", commit])?;
    } else {
        // What was removed with the target folder is still known to git, which adds no other in its place.
        tree::git(root, &["worktree", "prune"])?;
        tree::git(root, &["worktree", "add", "--quiet", "--detach", &source.to_string_lossy(), commit])?;
    }
    Ok(())
}

/// What counts instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counter {
    Perf,
    Valgrind,
}

impl Counter {
    /// The first that works here.
    fn here() -> Result<Self, String> {
        let works = |counter: &Counter| counter.count(Path::new("true"), &[]).is_ok();
        [Self::Perf, Self::Valgrind]
            .into_iter()
            .find(works)
            .ok_or_else(|| "neither perf nor valgrind counts instructions here: install one of them".into())
    }

    /// Instructions of `indexer index` from nothing, on one thread. The least of several where other
    /// processes disturb the count.
    fn cold_index(self, program: &Path, corpus: &Path, scratch: &Path) -> Result<u64, String> {
        let cache = scratch.join("cache");
        let rounds = if self == Self::Perf { 3 } else { 1 };
        let mut least = u64::MAX;
        for _ in 0..rounds {
            let _ = std::fs::remove_dir_all(&cache);
            let (cache, corpus) = (cache.to_string_lossy(), corpus.to_string_lossy());
            least = least.min(self.count(program, &["index", "--cache-dir", &cache, "--root", &corpus])?);
        }
        Ok(least)
    }

    fn count(self, program: &Path, arguments: &[&str]) -> Result<u64, String> {
        let (tool, before): (&str, &[&str]) = match self {
            Self::Perf => ("perf", &["stat", "-x", ",", "-e", "instructions:u", "--"]),
            Self::Valgrind => ("valgrind", &["--tool=callgrind", "--callgrind-out-file=/dev/null"]),
        };
        let output = Command::new(tool)
            .args(before)
            .arg(program)
            .args(arguments)
            // One thread does the same work every time.
            .env("RAYON_NUM_THREADS", "1")
            .output()
            .map_err(|error| format!("{tool} cannot be run: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("{tool} {}: {}: {said}", program.display(), output.status));
        }
        self.counted(&said).ok_or_else(|| format!("{tool} did not say how many instructions: {said}"))
    }

    /// The count in what the tool printed.
    fn counted(self, said: &str) -> Option<u64> {
        match self {
            Self::Perf => {
                let line = said.lines().find(|line| line.contains("instructions"))?;
                line.split(',').next()?.parse().ok()
            }
            Self::Valgrind => {
                let line = said.lines().find(|line| line.contains("Collected :"))?;
                line.split_whitespace().last()?.parse().ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_testkit::Scratch;

    #[test]
    fn counts_are_read_where_the_tools_print_them_and_nowhere_else() {
        let perf = "some words\n8123456,,instructions:u,100,100.00,,\n";
        assert_eq!(Counter::Perf.counted(perf), Some(8_123_456));
        // What the processor of a virtual machine does not count.
        assert_eq!(Counter::Perf.counted("<not supported>,,instructions:u,0,100.00,,\n"), None);
        let valgrind = "==7== Events    : Ir\n==7== Collected : 159812\n==7==\n";
        assert_eq!(Counter::Valgrind.counted(valgrind), Some(159_812));
        assert_eq!(Counter::Valgrind.counted("==7== Events    : Ir\n"), None);
    }

    #[test]
    fn a_tree_that_was_removed_is_made_again() {
        let scratch = Scratch::new(&[("a".to_owned(), b"one".to_vec())].into()).unwrap();
        for line in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "one"]] {
            scratch.git(line).unwrap();
        }
        let source = scratch.cache();
        for _ in 0..2 {
            check_out(&scratch.root(), "HEAD", &source).unwrap();
            check_out(&scratch.root(), "HEAD", &source).unwrap();
            assert_eq!(std::fs::read(source.join("a")).unwrap(), b"one");
            std::fs::remove_dir_all(&source).unwrap();
        }
    }

    #[test]
    fn a_revision_that_looks_like_an_option_or_is_none_is_an_error() {
        for revision in ["--output=x", "no-such-revision"] {
            let error = build_at(revision, Path::new("unused"), "dev").unwrap_err();
            assert!(error.contains("rev-parse"), "{error}");
        }
    }
}
