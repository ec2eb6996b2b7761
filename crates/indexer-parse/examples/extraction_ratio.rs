//! How much extraction costs beside parsing: `extraction_ratio FOLDER [ROUNDS]` prints the best of nine rounds (or of so
//! many), in CPU time of this thread, since a loaded machine says nothing in wall time.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_parse::{Language, Limits, language_of, parse, parse_tree};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

/// The CPU time that this thread has used; zero where the system does not tell (other than Linux).
fn used() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// The CPU time of `work`.
fn cost(work: impl Fn()) -> Duration {
    let start = used();
    work();
    used().saturating_sub(start)
}

fn main() {
    let Some(root) = std::env::args().nth(1) else {
        println!("usage: extraction_ratio FOLDER [ROUNDS]");
        return;
    };
    let rounds = std::env::args().nth(2).and_then(|rounds| rounds.parse().ok()).unwrap_or(9);
    let mut folders = vec![PathBuf::from(root)];
    let mut files: Vec<(&'static Language, String)> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(language) = language_of(&path.to_string_lossy(), b"")
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                files.push((language, text));
            }
        }
    }
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let (mut bare, mut full) = (Duration::MAX, Duration::MAX);
    // In turns, so that what else the machine does meets both alike.
    for _ in 0..rounds {
        bare = bare.min(cost(|| {
            files.iter().for_each(|(language, text)| drop(black_box(parse_tree(language, text))));
        }));
        full = full.min(cost(|| {
            for (language, text) in &files {
                black_box(parse(language, text.as_bytes(), Limits::default()));
            }
        }));
    }
    let extraction = full.saturating_sub(bare).as_secs_f64() / bare.as_secs_f64();
    println!("{} files, {bytes} bytes", files.len());
    println!("parse {bare:?}, parse and facts {full:?}, extraction {extraction:.2} of parse");
}
