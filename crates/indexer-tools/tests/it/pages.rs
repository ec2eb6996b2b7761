//! The pages of `docs/tools` and the README: each shows commands and their answers, and is run. A page of a
//! tool also shows the repository that is asked about; the README asks about that of one of them.
//!
//! A file of the repository is a block of code behind a line that is its path in backticks. A block of
//! `console` holds commands behind `$ indexer`, each with its answer. `$ git commit` commits the files
//! so far; files behind it are changes. What differs from run to run is written as `*`.
//! `INDEXER_BLESS=1` writes the answers: read them before they are committed.

use crate::memory::settings;
use indexer_engine::{Options, Workspace};
use indexer_testkit::{Files, Scratch};
use indexer_tools::roots::ask_among;
use indexer_tools::settings::TOOL_NAMES;
use indexer_tools::{ALL, Configuration, Repositories, called, compat};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tools")
}

/// Values that differ from run to run.
const VOLATILE: &[&str] = &[
    "base=",
    "built_at=",
    "cache_dir=",
    "commit=",
    "cursor=",
    "date=",
    "duration_ms=",
    "generated_at=",
    "generation=",
    "head_commit=",
    "id=",
    "index_bytes=",
    "indexing_ms=",
    "last=",
    "time=",
    "when=",
    "used_bytes=",
    "watching=",
];

fn steady(answer: &str, root: &Path, cache: &Path) -> String {
    let text = answer.replace(&root.display().to_string(), "/shop");
    let text = text.replace(&cache.display().to_string(), "/cache");
    let mut out = String::new();
    for line in text.lines() {
        // A line of source stays as it is.
        let is_source = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let words: Vec<String> = line
            .split(' ')
            .map(|word| match VOLATILE.iter().find(|key| word.starts_with(**key) && !is_source) {
                Some(key) => format!("{key}*"),
                // What an answer costs depends on the path of the root, and a path on the version of the index.
                None if line.starts_with("way ") && word.starts_with("tokens=") => "tokens=*".to_owned(),
                None if word.starts_with("path=/cache/") => "path=/cache/*".to_owned(),
                None => word.to_owned(),
            })
            .collect();
        out.push_str(&words.join(" "));
        out.push('\n');
    }
    out
}

/// Words of a command line; quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted, mut open) = (vec![String::new()], None, false);
    for c in line.chars() {
        match (c, quoted) {
            ('"' | '\'', None) => (quoted, open) = (Some(c), true),
            (c, Some(quote)) if c == quote => quoted = None,
            (' ', None) => {
                if open || words.last().is_some_and(|word| !word.is_empty()) {
                    words.push(String::new());
                }
                open = false;
            }
            (c, _) => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn answer(workspace: &Workspace, scratch: &Scratch, line: &str, root: &Path, cache: &Path) -> String {
    let mut words = words(line);
    // The one flag of all commands that pages need.
    let flags: &[&str] = if words.iter().any(|word| word == "--memory") { &["--memory"] } else { &[] };
    words.retain(|word| word != "--memory");
    let tool = ALL
        .iter()
        .find(|tool| [tool.name, tool.cli_name].iter().chain(tool.aliases).any(|name| *name == words[0]));
    let tool = tool.unwrap_or_else(|| panic!("{line}: no tool is called so"));
    let matches = compat::command(tool).no_binary_name(true).try_get_matches_from(&words[1..]);
    let matches = matches.unwrap_or_else(|error| panic!("{line}: {error}"));
    let arguments = compat::arguments(tool.cli_name, &matches).unwrap().unwrap();
    let arguments = serde_json::Value::Object(arguments);
    let (tool, arguments) = called(tool.cli_name, &arguments).unwrap().unwrap();
    let repositories = repositories(root, cache);
    let (settings, stop) = (settings(scratch, flags), AtomicBool::new(false));
    let output = ask_among(workspace, &settings, repositories.as_ref(), tool, &arguments, &stop);
    let text = output.map_or_else(|problem| problem.render(), |output| output.body);
    steady(&text, root, cache)
}

/// Those that a page's `services.toml` names.
fn repositories(root: &Path, cache: &Path) -> Option<Repositories> {
    let file = Some(root.join("services.toml")).filter(|file| file.is_file())?;
    let said = format!("repositories = {file:?}\ncache_dir = {cache:?}\n");
    let configuration = Configuration::of_text(&said, Path::new("/user/config.toml"), TOOL_NAMES).unwrap();
    Some(Repositories::new(configuration))
}

/// The page as it should be: the same with the answers that commands give now.
fn rewritten(page: &str) -> String {
    let scratch = Scratch::new(&Files::new()).unwrap();
    let root = std::fs::canonicalize(scratch.root()).unwrap();
    scratch.git(&["init", "-q"]).unwrap();
    scratch.git(&["config", "user.name", "Ada"]).unwrap();
    scratch.git(&["config", "user.email", "ada@example.org"]).unwrap();
    std::fs::create_dir_all(scratch.cache()).unwrap();
    let cache = std::fs::canonicalize(scratch.cache()).unwrap();
    let options = Options { cache_dir: Some(cache.clone()), ..Options::new(&root) };
    let workspace = Workspace::open(options, |_| {}).unwrap();
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    let mut path: Option<&str> = None;
    while let Some(line) = lines.next() {
        let _ = writeln!(out, "{line}");
        if line == "```console" {
            while let Some(command) = lines.next_if(|line| *line != "```") {
                let Some(command) = command.strip_prefix("$ ") else { continue };
                let _ = writeln!(out, "$ {command}");
                match command.strip_prefix("indexer ") {
                    Some(asked) => out.push_str(&answer(&workspace, &scratch, asked, &root, &cache)),
                    None => {
                        assert!(command.starts_with("git commit"), "{command}: only git commit is run");
                        scratch.git(&["add", "-A"]).unwrap();
                        scratch.git(&["commit", "-q", "-m", "first"]).unwrap();
                    }
                }
            }
        } else if line.is_empty() {
            // The path of a file and its block stand apart.
            continue;
        } else if let (Some(path), true) = (path.take(), line.starts_with("```")) {
            let mut text = String::new();
            while let Some(line) = lines.next_if(|line| *line != "```") {
                let _ = writeln!(out, "{line}");
                let _ = writeln!(text, "{line}");
            }
            scratch.write(path, text).unwrap();
        }
        path =
            line.strip_prefix('`').and_then(|line| line.strip_suffix('`')).filter(|path| !path.contains('`'));
    }
    out
}

#[test]
fn every_page_of_a_tool_runs() {
    let bless = std::env::var_os("INDEXER_BLESS").is_some();
    // As with fixtures, only the pages run whose names contain it.
    let wanted = std::env::var("INDEXER_FIXTURE").unwrap_or_default();
    let mut wrong = Vec::new();
    for tool in ALL.iter().filter(|tool| tool.name.contains(&wanted)) {
        let path = folder().join(format!("{}.md", tool.name));
        let page = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            page.starts_with(&format!("# {}\n", tool.name)),
            "docs/tools/{}.md is missing or not of it",
            tool.name
        );
        let now = rewritten(&page);
        assert!(
            now.contains(&format!("\n$ indexer {}", tool.cli_name)),
            "docs/tools/{}.md asks another tool",
            tool.name
        );
        assert!(!now.contains(" files=0 "), "docs/tools/{}.md asks about nothing", tool.name);
        if bless {
            std::fs::write(&path, &now).unwrap();
        } else if page != now {
            wrong.push(format!("docs/tools/{}.md should be:\n{now}", tool.name));
        }
    }
    assert!(wrong.is_empty(), "INDEXER_BLESS=1 writes the answers\n{}", wrong.join("\n"));
}

/// The page whose repository the README asks about.
const ASKED_BY_THE_README: &str = "docs/tools/get_impact.md";

#[test]
fn the_command_of_the_readme_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    assert!(
        readme.contains(&format!("]({ASKED_BY_THE_README})")),
        "the README does not say what it asks about"
    );
    let asked = std::fs::read_to_string(root.join(ASKED_BY_THE_README)).unwrap();
    let (repository, _) = asked.split_once("```console").unwrap();
    let now = rewritten(&format!("{repository}{readme}"));
    let now = now.strip_prefix(repository).unwrap();
    assert!(now.contains("\n$ indexer ") && now.contains("\nanswer "), "the README shows no answer");
    if std::env::var_os("INDEXER_BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), now, "INDEXER_BLESS=1 writes the answer");
}

fn index() -> String {
    let mut out = String::from(
        "# Tools\n\nOne table for the command line and the Model Context Protocol; every page shows a repository, a command and its\n\
         answer, and runs with the tests. The tools of the short list are marked; all can be called. Arguments of all tools:\n\
         `path`, `member`, `rev`, `limit`, `cursor`, `budget`, `compact`, `format`; `indexer COMMAND --help` has the rest.\n\
         Without `budget` an answer has 8,000 tokens at most on the command line, 2,000 over the protocol, and in both 1,000 of\n\
         `repo_map`, 2,000 of `search` and of what is about the whole.\n\
         [How things are called](../names.md) says what names, places and arguments mean to all of them.\n\n\
         | tool | command | short list | what it answers |\n|---|---|---|---|\n",
    );
    for tool in ALL {
        let names: Vec<String> = std::iter::once(tool.cli_name)
            .chain(tool.aliases.iter().copied())
            .map(|name| format!("`{name}`"))
            .collect();
        let core = if tool.listed == indexer_tools::Listed::Core { "yes" } else { "" };
        let _ = writeln!(
            out,
            "| [`{0}`]({0}.md) | {1} | {core} | {2} |",
            tool.name,
            names.join(", "),
            tool.description()
        );
    }
    out
}

#[test]
fn the_list_of_pages_is_that_of_tools() {
    let path = folder().join("README.md");
    if std::env::var_os("INDEXER_BLESS").is_some() {
        std::fs::write(&path, index()).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap_or_default(),
        index(),
        "run this test with INDEXER_BLESS=1"
    );
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != "README.md")
        .collect();
    let tools: BTreeSet<String> = ALL.iter().map(|tool| format!("{}.md", tool.name)).collect();
    assert_eq!(files, tools);
}
