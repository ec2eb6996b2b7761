//! The examples of the documents that other systems publish, each a call under its name and with its
//! arguments (`seeds.jsonl`), over a repository in which they make sense.

use crate::memory::settings;
use indexer_engine::{Options, Workspace};
use indexer_testkit::{Files, Scratch};
use indexer_tools::compat::PEERS;
use indexer_tools::roots::ask;
use indexer_tools::{Settings, called};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

const FILES: &[(&str, &str)] = &[
    (
        "Cargo.toml",
        "[workspace]\nmembers = [\"packages/*\"]\n[package]\nname = \"shop\"\nversion = \"1.0.0\"\n",
    ),
    ("packages/core/Cargo.toml", "[package]\nname = \"core\"\nversion = \"1.0.0\"\n"),
    ("packages/core/src/lib.rs", "pub fn one() -> u32 { 1 }\n"),
    ("packages/cli/Cargo.toml", "[package]\nname = \"cli\"\nversion = \"1.0.0\"\n"),
    ("packages/cli/src/lib.rs", "pub fn two() -> u32 { 2 }\n"),
    (
        "src/lib.rs",
        "pub mod auth;\npub mod budget;\npub mod cache;\npub mod indexer;\npub mod mcp;\npub mod parser;\n",
    ),
    ("src/main.rs", "use shop::cache::Cache;\n\nfn main() {\n    let _ = Cache::load();\n}\n"),
    (
        "src/cache/mod.rs",
        "/// Parsed files, kept on disk.\npub struct Cache;\n\nimpl Cache {\n    pub fn load() -> Result<Self, String> { Ok(Cache) }\n    \
         pub fn save(&self) -> Result<(), String> { Ok(()) }\n}\n",
    ),
    (
        "src/budget.rs",
        "pub struct CodebaseIndex;\n\n/// Cuts an index to a token budget.\npub fn apply_token_budget(index: CodebaseIndex, _most: usize) -> CodebaseIndex { index }\n\n\
         /// Estimated tokens of a text.\npub fn estimate_tokens(text: &str) -> usize { text.len() / 4 }\n\n\
         #[cfg(test)]\nmod tests {\n    #[test]\n    fn test_apply_token_budget() { super::apply_token_budget(super::CodebaseIndex, 1); }\n}\n",
    ),
    ("src/mcp.rs", "pub mod tools;\n"),
    (
        "src/mcp/tools.rs",
        "use crate::budget::estimate_tokens;\n\npub fn tool_get_token_estimate(text: &str) -> usize { estimate_tokens(text) }\n\n\
         pub fn tool_search_relevant(query: &str) -> String { query.to_owned() }\n",
    ),
    (
        "src/parser/mod.rs",
        "use crate::budget::estimate_tokens;\n\npub struct FileIndex;\n\n\
         pub fn parse_file(path: &str) -> Result<FileIndex, String> { estimate_tokens(path); Ok(FileIndex) }\n\n\
         fn many(_a: u8, _b: u8, _c: u8, _d: u8, _e: u8, _f: u8, _g: u8) {}\n",
    ),
    (
        "src/indexer.rs",
        "use crate::parser::FileIndex;\n\npub fn merge_index(files: Vec<FileIndex>) -> usize { files.len() }\n",
    ),
    (
        "src/auth/mod.rs",
        "pub mod users;\n\n/// Authentication: checks the credentials of a user.\npub fn authenticate_user(name: &str) -> bool { !name.is_empty() }\n\n\
         /// JWT validation: is the token signed and not expired?\npub fn validate_token(token: &str) -> bool { token.len() > 3 }\n",
    ),
    (
        "src/auth/users.rs",
        "/// A database query for a user.\npub fn query_user() -> &'static str { \"SELECT id FROM users\" }\n",
    ),
];

/// What was decided before.
const LEDGER: &str = concat!(
    r#"{"kind":"decision","id":"d-1001","time":"2026-11-22T05:00:00Z","title":"Budgets are tokens","anchors":[{"path":"src/budget.rs","name":"estimate_tokens","kind":"function","content":"1-"}]}"#,
    "\n",
    r#"{"kind":"bug","id":"b-1001","time":"2026-11-22T05:00:00Z","title":"Estimates are low","status":"open"}"#,
    "\n",
);

struct Shop {
    scratch: Scratch,
    workspace: Workspace,
}

fn shop() -> Shop {
    let files: Files =
        FILES.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    let scratch = Scratch::new(&files).unwrap();
    scratch.git(&["init", "-q"]).unwrap();
    scratch.git(&["add", "-A"]).unwrap();
    scratch.git(&["commit", "-q", "-m", "first"]).unwrap();
    scratch.git(&["checkout", "-q", "-b", "feature"]).unwrap();
    scratch.git(&["branch", "-f", "main"]).unwrap();
    scratch.write("src/added.rs", "pub fn added() {}\n").unwrap();
    scratch.write(indexer_ledger::FILE, LEDGER).unwrap();
    let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
    let workspace = Workspace::open(options, |_| {}).unwrap();
    Shop { scratch, workspace }
}

fn examples() -> Vec<Value> {
    include_str!("seeds.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// True where a pointer of ours leads to something; `*` is any row.
fn holds(value: &Value, pointer: &[&str]) -> bool {
    match pointer {
        [] => !value.is_null(),
        ["*", rest @ ..] => value.as_array().is_some_and(|all| all.iter().any(|one| holds(one, rest))),
        [name, rest @ ..] => value.get(name).is_some_and(|one| holds(one, rest)),
    }
}

#[test]
fn every_example_of_the_documents_runs() {
    let shop = shop();
    let (settings, cancel) = (settings(&shop.scratch, &["--memory"]), AtomicBool::new(false));
    for example in examples() {
        let name = example["name"].as_str().unwrap();
        let answer =
            called(name, &example["arguments"]).unwrap_or_else(|| panic!("{example}: nobody has that name"));
        let (tool, arguments) = answer.unwrap_or_else(|problem| panic!("{example}: {problem}"));
        let output = ask(&shop.workspace, &settings, tool, &arguments, &cancel);
        let output = output.unwrap_or_else(|problem| panic!("{example}: {problem:?}"));
        assert!(!output.empty, "{example}: {}", output.body);
        assert!(output.body.contains(example["holds"].as_str().unwrap()), "{example}:\n{}", output.body);
    }
}

#[test]
fn every_field_that_a_row_names_is_in_the_answer() {
    let shop = shop();
    let (settings, cancel) = (Settings::default(), AtomicBool::new(false));
    let examples = examples();
    for row in
        PEERS.iter().flat_map(|peer| &peer.tools).filter(|row| !row.fields.is_empty() && row.ours().is_some())
    {
        let example = examples.iter().find(|one| one["name"] == row.name);
        let mut arguments =
            example.unwrap_or_else(|| panic!("{} has no example", row.name))["arguments"].clone();
        arguments["format"] = "json".into();
        let (tool, arguments) = called(&row.name, &arguments).unwrap().unwrap();
        let answer = ask(&shop.workspace, &settings, tool, &arguments, &cancel).unwrap().structured.unwrap();
        for (theirs, ours) in &row.fields {
            let path: Vec<&str> = ours.split('/').skip(1).collect();
            assert!(holds(&answer, &path), "{}: {theirs} is not at {ours} of {answer}", row.name);
        }
    }
}

#[test]
fn every_row_has_an_example() {
    let named: BTreeSet<(String, String)> = examples()
        .iter()
        .map(|one| (one["from"].as_str().unwrap().to_owned(), one["name"].as_str().unwrap().to_owned()))
        .collect();
    for peer in PEERS.iter() {
        for row in peer.tools.iter().filter(|row| row.ours().is_some()) {
            let (word, name) = (&peer.word, &row.name);
            assert!(named.contains(&(word.clone(), name.clone())), "{word}: {name} has no example");
        }
    }
}
