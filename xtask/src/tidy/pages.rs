//! Every crate, path, command and test that a Markdown page names exists.
//!
//! Read are code spans, fenced blocks and links. A lower-case word with two or more `_` in a code
//! span is a function (a test, as a rule). A word with a `/` in a code span is a path, from
//! the root or from the page's folder, up to its first placeholder (`<id>`, `*`).

use super::Finding;
use super::words::tool_names;
use crate::TASKS;
use crate::tree::{Crates, File};
use std::collections::BTreeSet;

/// Words that look like a path, a function or a crate of this repository and are none: (word, reason).
const EXCEPTED: &[(&str, &str)] = &[
    ("tools/list", "a method of the protocol"),
    ("tools/call", "a method of the protocol"),
    ("languages/<id>", "stands for the folder in a drawing"),
    ("io.github.indexer/indexer", "the server's name in a registry"),
    ("target/dist-out", "a folder that `.ci/package` makes"),
    ("pull_request_target", "an event of GitHub's workflows"),
];

fn is_excepted(word: &str) -> bool {
    EXCEPTED.iter().any(|(excepted, _)| *excepted == word)
}

/// What cargo itself and its installed commands understand.
const CARGO: &[&str] =
    &["build", "test", "run", "install", "fmt", "clippy", "deny", "nextest", "doc", "xtask", "insta"];

/// Where the command line declares the commands beside the tools.
const COMMANDS: &str = "crates/indexer-cli/src/commands.rs";

/// Where settings are declared, whose keys look like names of functions.
const SETTINGS: &str = "crates/indexer-config/src/table.rs";

/// Reads every page of the project.
pub(super) fn check(files: &[File], crates: &Crates) -> Vec<Finding> {
    let known = Known::new(files, crates);
    // Pages of tools are about repositories of their own, and run; the names of peers are not ours.
    let is_told = |path: &str| path.starts_with("docs/tools/") || path == "docs/coming-from.md";
    let is_data =
        |path: &str| path.contains("/fixtures/") || path.starts_with("benches/results/") || is_told(path);
    let pages = files.iter().filter(|file| file.path.ends_with(".md") && !is_data(&file.path));
    pages.flat_map(|page| check_page(page, &known)).collect()
}

/// What pages may name.
struct Known {
    paths: BTreeSet<String>,
    crates: Vec<String>,
    commands: Vec<String>,
    functions: BTreeSet<String>,
}

impl Known {
    fn new(files: &[File], crates: &Crates) -> Self {
        let mut paths = BTreeSet::new();
        for file in files {
            let ends = file.path.match_indices('/').map(|(at, _)| at).chain([file.path.len()]);
            paths.extend(ends.map(|end| file.path[..end].to_owned()));
        }
        let mut commands = tool_names(files);
        commands.extend(own_commands(files));
        // That of the parser of the command line.
        commands.push("help".to_owned());
        let names = crates.edges.keys().chain(&crates.programs).cloned();
        let sources = files.iter().filter(|file| file.is_source());
        let functions = sources.flat_map(|file| file.text.split("fn ").skip(1));
        let functions = functions.filter_map(|rest| rest.split_once('(')).map(|(name, _)| name.to_owned());
        let settings = files.iter().filter(|file| file.path == SETTINGS);
        let keys = settings.flat_map(|file| file.text.split("key: \"").skip(1));
        let keys = keys.filter_map(|rest| rest.split('"').next()).map(str::to_owned);
        let functions = functions.chain(keys);
        Self { paths, crates: names.collect(), commands, functions: functions.collect() }
    }
}

/// The variants of the enum of commands, as clap spells them.
fn own_commands(files: &[File]) -> Vec<String> {
    let text = files.iter().find(|file| file.path == COMMANDS).map_or("", |file| file.text.as_str());
    let body =
        text.split_once("enum CliCommand {").and_then(|(_, rest)| rest.split("\n}").next()).unwrap_or("");
    let variants = body.lines().filter_map(|line| line.strip_prefix("    "));
    let variants = variants.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    variants.map(|line| kebab(line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or(line))).collect()
}

fn kebab(camel: &str) -> String {
    let mut kebab = String::new();
    for c in camel.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

fn check_page(page: &File, known: &Known) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (index, line) in page.text.lines().enumerate() {
        let mut say = |what: String| found.push(Finding::at(page, index + 1, what));
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            check_command(line.trim_start().trim_start_matches("$ "), known, &mut say);
            check_crates(line, known, &mut say);
            continue;
        }
        // Every second piece between backticks is a code span.
        for span in line.split('`').skip(1).step_by(2) {
            check_command(span, known, &mut say);
            check_crates(span, known, &mut say);
            let is_name = span.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            let is_function = is_name && span.matches('_').count() > 1 && !is_excepted(span);
            if is_function && !known.functions.contains(span) {
                say(format!("names the function {span}, which does not exist"));
            }
            if !span.contains(' ') {
                check_path(span, &page.path, known, &mut say);
            }
        }
        for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = target.split('#').next().unwrap_or("");
            if !target.is_empty() && !target.contains(':') && !exists(target, &page.path, known) {
                say(format!("links to {target}, which does not exist"));
            }
        }
    }
    found
}

fn check_crates(text: &str, known: &Known, say: &mut impl FnMut(String)) {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_' && c != '<');
    for word in words.filter(|word| word.starts_with("indexer-") && !word.contains('<')) {
        if !known.crates.iter().any(|name| name == word) && !is_excepted(word) {
            say(format!("names the crate {word}, which does not exist"));
        }
    }
}

/// `cargo xtask x`, `cargo x` and `indexer x`, also after `&&`.
fn check_command(text: &str, known: &Known, say: &mut impl FnMut(String)) {
    for part in text.split("&&").flat_map(|part| part.split(';')) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '_');
        let plain = |word: &&str| is_name(word) && !word.starts_with('-');
        match words[..] {
            ["cargo", "xtask", task, ..] if plain(&task) && !TASKS.iter().any(|one| one.name == task) => {
                say(format!("names the task {task}, which does not exist"));
            }
            ["cargo", name, ..] if plain(&name) && !CARGO.contains(&name) => {
                say(format!("names cargo {name}, which nobody installs here"));
            }
            ["indexer", name, ..] if plain(&name) && !known.commands.iter().any(|one| one == name) => {
                say(format!("names the command {name}, which does not exist"));
            }
            _ => {}
        }
    }
}

fn check_path(span: &str, page: &str, known: &Known, say: &mut impl FnMut(String)) {
    let outside =
        span.starts_with(['~', '$', '/', '.', '-']) && !span.starts_with("./") && !span.starts_with(".ci/");
    let odd = |c: char| !c.is_ascii_alphanumeric() && !"_-./<>*".contains(c);
    if span.contains('/')
        && !outside
        && !is_excepted(span)
        && !span.contains(odd)
        && !exists(span, page, known)
    {
        say(format!("names the path {span}, which does not exist"));
    }
}

/// True for a path from the root or from the page's folder, up to its first placeholder.
fn exists(path: &str, page: &str, known: &Known) -> bool {
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let segments = path.trim_end_matches('/').split('/').take_while(|one| !one.contains(['<', '*']));
    let mut local: Vec<&str> = folder.split('/').filter(|one| !one.is_empty()).collect();
    let mut global = Vec::new();
    for segment in segments {
        for list in [&mut local, &mut global] {
            match segment {
                "." => {}
                ".." => drop(list.pop()),
                _ => list.push(segment),
            }
        }
    }
    [local, global].iter().any(|list| list.is_empty() || known.paths.contains(&list.join("/")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    fn check_text(text: &str, expected: usize) {
        let files = [
            File::new("docs/page.md", text),
            File::new("docs/other.md", ""),
            File::new("crates/indexer-a/src/lib.rs", "fn a_test_of_it() {}"),
            File::new(
                COMMANDS,
                "enum CliCommand {\n    /// Doc\n    Index {\n        all: bool,\n    },\n    DoIt,\n}\n",
            ),
        ];
        let mut crates = Crates::default();
        crates.edges.insert("indexer-a".into(), vec![]);
        let found = check(&files, &crates);
        assert_eq!(found.len(), expected, "{text}: {found:?}");
        assert!(places(&found).iter().all(|place| *place == "docs/page.md:1"));
    }

    #[test]
    fn paths_exist() {
        check_text("`crates/indexer-a/src/lib.rs` `crates/indexer-a/<x>/y` `./other.md`", 0);
        check_text("`crates/indexer-a/src/lib2.rs`", 1);
        check_text("`crates/gone/<x>`", 1);
        check_text("`tools/list` `~/.cache/x` `and/or not`", 0);
        check_text("[a](other.md#part) [b](https://example.org)", 0);
        check_text("[a](gone.md)", 1);
    }

    #[test]
    fn crates_exist() {
        check_text("`indexer-a` and `indexer-<id>`", 0);
        check_text("`indexer-gone`", 1);
    }

    #[test]
    fn tests_exist() {
        check_text("`a_test_of_it` `two_words`", 0);
        check_text("`a_test_of_gone`", 1);
    }

    #[test]
    fn commands_exist() {
        check_text(
            "`cargo xtask tidy` `cargo test --workspace` `indexer index --rebuild` `indexer do-it x`",
            0,
        );
        check_text("`cargo xtask gone`", 1);
        check_text("`cargo gone`", 1);
        check_text("`indexer gone`", 1);
        check_text("`cargo build && indexer gone`", 1);
    }
}
