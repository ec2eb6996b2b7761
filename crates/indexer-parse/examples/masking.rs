//! What masking does to the files of languages with a preprocessor. `masking FOLDER` counts the files
//! whose tree holds an error, plain and masked, and what is found in both; `masking FILE` prints the
//! lines with errors that are left; `masking --list FOLDER` prints what is found, one definition a line,
//! and `masking --plain FOLDER` what is found without masking.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_core::{FileFacts, Role};
use indexer_parse::{Language, Limits, language_of, parse, parse_tree, read_tree};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The language without its mask.
fn plain(language: &'static Language) -> &'static Language {
    Box::leak(Box::new(language.without_mask()))
}

fn read(path: &Path) -> Option<(&'static Language, String)> {
    let text = std::fs::read_to_string(path).ok()?;
    let language = language_of(&path.to_string_lossy(), text.as_bytes())?;
    language.mask.map(|_| (language, text))
}

fn collect(root: PathBuf) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_symlink() {
            } else if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn line(facts: &FileFacts, at: u32) -> u32 {
    facts.lines.line(at)
}

fn calls(facts: &FileFacts) -> BTreeSet<u32> {
    let calls = facts.references.iter().filter(|one| one.role == Role::Call);
    calls.map(|one| one.span.start).collect()
}

fn definitions(facts: &FileFacts) -> BTreeSet<u32> {
    facts.definitions.iter().map(|one| one.name_span.start).collect()
}

fn errors(path: &Path) {
    let Some((language, text)) = read(path) else { return };
    let Some((tree, _)) = read_tree(language, &text) else { return };
    let masked = language.mask.map(|mask| mask(&text).text).unwrap_or_default();
    let mut cursor = tree.walk();
    'walk: loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            let row = node.start_position().row;
            println!(
                "{}-{}: {}",
                row + 1,
                node.end_position().row + 1,
                masked.lines().nth(row).unwrap_or("")
            );
        }
        if (!node.is_error() && node.has_error() && cursor.goto_first_child()) || cursor.goto_next_sibling() {
            continue;
        }
        while cursor.goto_parent() {
            if cursor.goto_next_sibling() {
                continue 'walk;
            }
        }
        break;
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().unwrap_or_default();
    let list = matches!(first.as_str(), "--list" | "--plain");
    let only_plain = first == "--plain";
    let root = PathBuf::from(if list { arguments.next().unwrap_or_default() } else { first });
    if root.is_file() {
        return errors(&root);
    }
    let (mut files, mut bare, mut left) = (0, 0, 0);
    let mut found = [0usize; 6];
    for path in collect(root.clone()) {
        let Some((language, text)) = read(&path) else { continue };
        if list {
            let language = if only_plain { plain(language) } else { language };
            let facts = parse(language, text.as_bytes(), Limits::default());
            let short = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            for one in &facts.definitions {
                let name = facts.name(one.name);
                let line = line(&facts, one.name_span.start);
                println!(
                    "{{\"file\":{short:?},\"name\":{name:?},\"line\":{line},\"kind\":\"{}\"}}",
                    one.kind
                );
            }
            continue;
        }
        files += 1;
        bare += usize::from(parse_tree(language, &text).is_some_and(|tree| tree.root_node().has_error()));
        left += usize::from(read_tree(language, &text).is_some_and(|(tree, _)| tree.root_node().has_error()));
        let without = parse(plain(language), text.as_bytes(), Limits::default());
        let with = parse(language, text.as_bytes(), Limits::default());
        for (at, of) in [(0, definitions as fn(&FileFacts) -> BTreeSet<u32>), (3, calls)] {
            let (without, with) = (of(&without), of(&with));
            found[at] += without.intersection(&with).count();
            found[at + 1] += with.difference(&without).count();
            found[at + 2] += without.difference(&with).count();
        }
    }
    if !list {
        println!("{files} files, with an error in the tree: {bare} plain, {left} masked");
        let [both, with, without, calls, calls_with, calls_without] = found;
        println!("definitions: {both} both ways, {with} only masked, {without} only plain");
        println!("calls: {calls} both ways, {calls_with} only masked, {calls_without} only plain");
    }
}
