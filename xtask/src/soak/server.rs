//! A server over HTTP, as a process.

use super::repository::Repository;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

/// Ends with the value.
pub(super) struct Server {
    child: Child,
    /// Host and port.
    pub(super) address: String,
}

/// What a process takes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sample {
    /// Bytes that are its own: what is mapped from files is the system's to take back.
    pub(super) memory: u64,
    pub(super) files: u64,
    pub(super) threads: u64,
}

impl Server {
    /// Starts it, and waits until it listens.
    pub(super) fn start(binary: &Path, repository: &Repository) -> Result<Self, String> {
        let mut command = repository.command(binary, &["serve", "--http", "127.0.0.1:0"]);
        let mut child =
            command.stderr(Stdio::piped()).spawn().map_err(|e| format!("{}: {e}", binary.display()))?;
        let notes = child.stderr.take().ok_or("nothing is heard of the server")?;
        let mut notes = BufReader::new(notes);
        let mut line = String::new();
        let address = loop {
            line.clear();
            if notes.read_line(&mut line).unwrap_or(0) == 0 {
                let _ = child.kill();
                let _ = child.wait();
                return Err("the server ended at once".into());
            }
            if let Some(rest) = line.trim().strip_prefix("listening on http://") {
                break rest.trim_end_matches("/mcp").to_owned();
            }
        };
        // What else it has to say must find a reader.
        std::thread::spawn(move || notes.lines().map_while(Result::ok).for_each(drop));
        Ok(Self { child, address })
    }

    /// What it takes now; `None` where it has ended.
    pub(super) fn sample(&self) -> Option<Sample> {
        let folder = Path::new("/proc").join(self.child.id().to_string());
        let status = fs::read_to_string(folder.join("status")).ok()?;
        let of = |key: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(key))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let files = fs::read_dir(folder.join("fd")).ok()?.count() as u64;
        Some(Sample { memory: of("RssAnon:")? << 10, files, threads: of("Threads:")? })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Sample {
    /// The median of each.
    pub(super) fn median(samples: &[Sample]) -> Sample {
        let of = |what: fn(&Sample) -> u64| {
            let mut all: Vec<u64> = samples.iter().map(what).collect();
            all.sort_unstable();
            all.get(all.len() / 2).copied().unwrap_or_default()
        };
        Sample { memory: of(|one| one.memory), files: of(|one| one.files), threads: of(|one| one.threads) }
    }
}
