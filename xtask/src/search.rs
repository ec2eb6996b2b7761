//! `cargo xtask search`: how well `indexer search` finds what is asked for.
//!
//! Two kinds of questions are asked of the program, a process each: literals of `benches/truth/literals`
//! (messages, keys and environment variables as users paste them, and questions about what is not there),
//! and questions with known files, where `--questions` names a folder with `queries*.tsv`, `repos*.tsv` and
//! `issues_dev.tsv`: of `--checkouts` on disk, and fixes in `--clones` (`OWNER+NAME`) at the revision before each.
//! `--against` names the `search.tsv` of an earlier run; `--write` keeps this one. `--sample` draws the literals again
//! from the checkouts, by a seed.

mod bm25;
mod cases;
mod figures;
mod literals;
mod measure;
mod sample;

pub(crate) use bm25::Bm25;
pub(crate) use cases::{Case, fixes};

use crate::{Done, option, tree};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Scores, or draws the literals again.
pub(crate) fn run(arguments: &[String]) -> Done {
    let data = tree::root().join("benches").join("truth").join("literals");
    let corpora = option(arguments, "--corpora").map(PathBuf::from);
    if arguments.iter().any(|one| one == "--sample") {
        let corpora = corpora.ok_or("name the checkouts' folder by --corpora")?;
        return sample::write(&corpora, &data);
    }
    let binary = match option(arguments, "--binary") {
        Some(binary) => PathBuf::from(binary),
        None => tree::build("release", &["indexer-cli"])?.join("indexer"),
    };
    let cache = tree::target_folder().join("search").join("cache");
    std::fs::create_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
    let asker = Asker { binary, cache, mode: option(arguments, "--mode").unwrap_or("hybrid").to_owned() };
    let missed = arguments.iter().any(|one| one == "--missed");
    if let Some(corpora) = &corpora {
        literals::score(&asker, corpora, &data, missed)?;
    }
    if let Some(folder) = option(arguments, "--questions").map(Path::new) {
        let checkouts = option(arguments, "--checkouts").ok_or("name their checkouts by --checkouts")?;
        let mut cases = cases::questions(folder, Path::new(checkouts))?;
        if let Some(clones) = option(arguments, "--clones") {
            cases.extend(cases::fixes(folder, Path::new(clones))?);
            let pasted = tree::root().join("benches").join("truth").join("pasted.tsv");
            cases.extend(cases::pasted(&pasted, Path::new(clones))?);
        }
        let results = tree::root().join("benches").join("results");
        let write = arguments.iter().any(|one| one == "--write");
        let against = option(arguments, "--against").map(Path::new);
        figures::score(&asker, cases, against, write.then_some(results.as_path()))?;
    }
    if corpora.is_none() && option(arguments, "--questions").is_none() {
        return Err("name what to ask: --corpora DIR for literals, --questions DIR --checkouts DIR".into());
    }
    Ok(())
}

/// Asks the program.
struct Asker {
    binary: PathBuf,
    cache: PathBuf,
    mode: String,
}

/// What the program said.
struct Said {
    confidence: String,
    /// What kind of question it was taken for.
    class: String,
    hits: Vec<Hit>,
}

/// A hit: its file, its lines and those that are shown.
struct Hit {
    path: String,
    lines: (u64, u64),
    shown: Vec<u64>,
    /// What each signal put into its total; none where it was found word for word.
    shares: BTreeMap<String, f64>,
    /// The sum by which it was ranked.
    total: Option<f64>,
}

impl Asker {
    /// The first twenty hits in the files on disk.
    fn ask(&self, root: &Path, query: &str) -> Result<Said, String> {
        self.ask_as(root, None, query, &self.mode, 20)
    }

    /// The first hits in the files on disk, or of a revision.
    fn ask_as(
        &self,
        root: &Path,
        revision: Option<&str>,
        query: &str,
        mode: &str,
        rows: usize,
    ) -> Result<Said, String> {
        let mut command = Command::new(&self.binary);
        command.args(["search", "--mode", mode, "--limit", &rows.to_string(), "--json", "--explain"]);
        // A fix is asked for many files, and needs no lines.
        match revision {
            Some(revision) => {
                command.args(["--budget", "100000", "--include-snippet", "false", "--rev", revision])
            }
            None => command.args(["--budget", "8000"]),
        };
        let output = command
            .arg("--root")
            .arg(root)
            .arg("--cache-dir")
            .arg(&self.cache)
            .args(["--", query])
            .output()
            .map_err(|e| format!("{}: {e}", self.binary.display()))?;
        let answer: Value = serde_json::from_slice(&output.stdout).map_err(|e| {
            format!("{query:?} on {}: {e}: {}", root.display(), String::from_utf8_lossy(&output.stderr))
        })?;
        let hits = answer["hits"].as_array().map_or(&[][..], Vec::as_slice);
        Ok(Said {
            confidence: text(&answer["confidence"]),
            class: text(&answer["class"]["name"]),
            hits: hits.iter().map(Hit::read).collect(),
        })
    }
}

impl Hit {
    fn read(hit: &Value) -> Self {
        let signals = hit["signals"].as_array().map_or(&[][..], Vec::as_slice);
        let share = |one: &Value| Some((text(&one["name"]), one["share"].as_f64()?));
        Self {
            path: text(&hit["path"]),
            lines: (hit["start_line"].as_u64().unwrap_or(0), hit["end_line"].as_u64().unwrap_or(0)),
            shown: numbers(hit["snippet"].as_str().unwrap_or_default()),
            shares: signals.iter().filter_map(share).collect(),
            total: hit["total"].as_f64(),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The numbers of the lines of a snippet.
fn numbers(snippet: &str) -> Vec<u64> {
    snippet.lines().filter_map(|line| line.split_once(": ")?.0.parse().ok()).collect()
}

/// The rows of a table: cells between tabs; a line that begins with `#` is none.
fn rows(path: &Path) -> Result<Vec<Vec<String>>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    Ok(lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}
