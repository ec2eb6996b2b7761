//! What would be hidden in the files of folders, by kind, with some of it: for judging the rules.
//! `secrets FOLDER.. [--show N]`. Shows secrets.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, reason = "a measuring tool")]

use indexer_engine::redact::secrets;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

fn main() {
    let given: Vec<String> = env::args().skip(1).collect();
    let show = given.iter().position(|a| a == "--show");
    let most: usize = show.map_or(0, |at| given[at + 1].parse().unwrap());
    for root in given.iter().take(show.unwrap_or(given.len())) {
        let mut files = Vec::new();
        list(Path::new(root), &mut files);
        let (mut kinds, mut seen) = (BTreeMap::<&str, u32>::new(), Vec::new());
        let (mut length, mut took) = (0, Duration::ZERO);
        for file in files {
            let bytes = fs::read(&file).unwrap();
            if bytes[..bytes.len().min(8000)].contains(&0) {
                continue;
            }
            let started = Instant::now();
            let found = secrets(&bytes);
            took += started.elapsed();
            length += bytes.len();
            for secret in found {
                *kinds.entry(secret.kind).or_default() += 1;
                let line = bytes[..secret.at.start].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
                let from = line.max(secret.at.start.saturating_sub(60));
                let shown = String::from_utf8_lossy(&bytes[from..secret.at.end.min(from + 160)]).into_owned();
                seen.push(format!("{}: {}: {shown}", file.display(), secret.kind));
            }
        }
        let rate = took.as_secs_f64() * 1e9 / length as f64;
        println!("{root}: {} in {length} bytes, {rate:.2} ns a byte, {took:?} {kinds:?}", seen.len());
        let step = seen.len().div_ceil(most.max(1)).max(1);
        seen.iter().step_by(step).take(most).for_each(|line| println!("  {line}"));
    }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() && entry.file_name() != ".git" {
            list(&entry.path(), files);
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
}
