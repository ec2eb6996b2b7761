//! `cargo xtask search`: how well `indexer search` finds what is asked for.
//!
//! Two kinds of questions are asked of the program, a process each: literals of `benches/truth/literals`
//! (messages, keys and environment variables as users paste them, and questions about what is not there),
//! and questions with known files, where `--questions` names a folder with `queries*.tsv` and `repos*.tsv`.
//! `--sample` draws the literals again from the checkouts, by a seed.

mod literals;
mod questions;
mod sample;

use crate::{Done, option, tree};
use serde_json::Value;
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
    if let Some(folder) = option(arguments, "--questions") {
        let checkouts = option(arguments, "--checkouts").ok_or("name their checkouts by --checkouts")?;
        questions::score(&asker, Path::new(checkouts), Path::new(folder), missed)?;
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
    hits: Vec<Hit>,
}

/// A hit: its file, its lines and those that are shown.
struct Hit {
    path: String,
    lines: (u64, u64),
    shown: Vec<u64>,
}

impl Asker {
    /// The first twenty hits.
    fn ask(&self, root: &Path, query: &str) -> Result<Said, String> {
        let output = Command::new(&self.binary)
            .args(["search", "--mode", &self.mode, "--limit", "20", "--budget", "8000", "--json", "--root"])
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
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Ok(Said {
            confidence: text(&answer["confidence"]),
            hits: hits
                .iter()
                .map(|hit| Hit {
                    path: text(&hit["path"]),
                    lines: (hit["start_line"].as_u64().unwrap_or(0), hit["end_line"].as_u64().unwrap_or(0)),
                    shown: numbers(hit["snippet"].as_str().unwrap_or_default()),
                })
                .collect(),
        })
    }
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
