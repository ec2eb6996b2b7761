//! The ledger, through the tools that read and write it, in folders on disk.

mod anchors;
mod entries;
mod switches;

use clap::{Args, Command, FromArgMatches};
use indexer_engine::{Options, Workspace};
use indexer_testkit::Scratch;
use indexer_tools::settings::{IndexFlags, ServerFlags, load};
use indexer_tools::{Problem, Settings, find, roots};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

const SHOP: &str = "\
class Cart:
    def total(self, items):
        return sum(item.price for item in items)

    def clear(self):
        self.items = []


def price(name):
    return len(name)
";

/// A folder and what it is asked with.
pub(crate) struct Desk {
    pub(crate) scratch: Scratch,
    workspace: Workspace,
    settings: Settings,
}

/// The settings that flags make, without those of whoever runs the tests.
pub(crate) fn settings(scratch: &Scratch, flags: &[&str]) -> Settings {
    settings_of(scratch, "", flags)
}

/// The settings that a user's file and flags make.
pub(crate) fn settings_of(scratch: &Scratch, user: &str, flags: &[&str]) -> Settings {
    let config = scratch.root().parent().unwrap().join("config.toml");
    fs::write(&config, user).unwrap();
    let config = config.to_str().unwrap().to_owned();
    let all = ["test", "--config", &config].into_iter().chain(flags.iter().copied());
    let command = ServerFlags::augment_args(IndexFlags::augment_args(Command::new("test")));
    let matches = command.try_get_matches_from(all).unwrap();
    let (index, server) =
        (IndexFlags::from_arg_matches(&matches).unwrap(), ServerFlags::from_arg_matches(&matches).unwrap());
    load(&[&index, &server]).unwrap().at(&scratch.root())
}

impl Desk {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        let scratch = Scratch::new(&files).unwrap();
        let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
        let workspace = Workspace::open(options, |_| ()).unwrap();
        Self { settings: settings(&scratch, &["--memory"]), scratch, workspace }
    }

    pub(crate) fn ask(&self, tool: &str, arguments: &Value) -> Result<Value, Problem> {
        let mut arguments = arguments.clone();
        arguments["format"] = "json".into();
        let tool = find(tool).unwrap();
        let output = roots::ask(&self.workspace, &self.settings, tool, &arguments, &AtomicBool::new(false))?;
        Ok(output.structured.unwrap())
    }

    pub(crate) fn ok(&self, tool: &str, arguments: Value) -> Value {
        self.ask(tool, &arguments).unwrap_or_else(|problem| panic!("{tool} {arguments}: {problem:?}"))
    }

    pub(crate) fn problem(&self, tool: &str, arguments: Value) -> Problem {
        match self.ask(tool, &arguments) {
            Err(problem) => problem,
            Ok(answer) => panic!("{tool} {arguments}: {answer}"),
        }
    }

    pub(crate) fn text(&self, tool: &str, arguments: &Value) -> String {
        let tool = find(tool).unwrap();
        let never = AtomicBool::new(false);
        roots::ask(&self.workspace, &self.settings, tool, arguments, &never).unwrap().body
    }

    /// Writes an entry and gives its id.
    pub(crate) fn id(&self, tool: &str, arguments: Value) -> String {
        self.ok(tool, arguments)["entry"][0]["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn ledger(&self) -> PathBuf {
        self.scratch.root().join(indexer_ledger::FILE)
    }
}

/// The values of a field of the rows below `at`.
pub(crate) fn values(answer: &Value, at: &str, field: &str) -> Vec<String> {
    let rows = answer[at].as_array().unwrap_or_else(|| panic!("no {at} in {answer}"));
    rows.iter().map(|row| row[field].as_str().unwrap_or_default().to_owned()).collect()
}
