//! What the files of one language below a folder define: `definitions LANGUAGE FOLDER` prints a line a
//! definition (file, first line of the declaration, line of the name, kind, name, separated by tabs) and counts at the end.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_parse::{Limits, by_id, language_of, parse};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [language, root] = arguments.as_slice() else {
        println!("usage: definitions LANGUAGE FOLDER");
        return;
    };
    let Some(language) = by_id(language) else {
        println!("no language is called {language}");
        return;
    };
    let (mut files, mut lines, mut damaged, mut references) = (0, 0, 0, 0);
    let mut out = String::new();
    for path in below(Path::new(root)) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let short = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        if language_of(&short, &bytes).is_none_or(|found| found.id != language.id) {
            continue;
        }
        let facts = parse(language, &bytes, Limits::default());
        files += 1;
        lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        damaged += usize::from(!facts.problems.is_empty());
        references += facts.references.len();
        let ends: Vec<u32> =
            (0u32..).zip(&bytes).filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
        let line = |at: u32| ends.partition_point(|end| *end < at) + 1;
        for one in &facts.definitions {
            let (first, own) = (line(one.span.start), line(one.name_span.start));
            let _ = writeln!(out, "{short}\t{first}\t{own}\t{}\t{}", one.kind, facts.name(one.name));
        }
    }
    print!("{out}");
    println!("#\t{files}\t{lines}\t{damaged}\t{references}");
}

/// The files below a folder, in the order of their paths; links are not followed.
fn below(root: &Path) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && entry.file_name() != ".git" => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
