//! Tests ask tools through here, so that a change of the interface touches one place.

use crate::protocol::Problem;
use crate::protocol::records::{Line, parse};
use crate::{Context, tools};
use indexer_engine::{Reading, Workspace};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// A workspace in memory.
pub(crate) struct Fixture {
    workspace: Workspace,
}

impl Fixture {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        Self { workspace: Workspace::in_memory(files) }
    }

    /// Calls `with` with the context of a question.
    pub(crate) fn with(&self, with: impl FnOnce(&Context<'_>)) {
        let cancel = AtomicBool::new(false);
        let reading = Reading::new(&self.workspace, self.workspace.refresh().unwrap());
        with(&Context::of(&reading, &cancel));
    }

    fn ask(&self, tool: &str, arguments: Value) -> Result<crate::Output, Problem> {
        let cancel = AtomicBool::new(false);
        let snapshot = self.workspace.refresh().unwrap();
        let reading = Reading::new(&self.workspace, snapshot);
        let context = Context::of(&reading, &cancel);
        tools::find(tool).unwrap().run(&context, arguments)
    }

    /// The answer as it is written.
    pub(crate) fn output(&self, tool: &str, arguments: Value) -> crate::Output {
        self.ask(tool, arguments).unwrap()
    }

    /// The answer as text, read back: with all its fields, where the tool has a short form too.
    pub(crate) fn text(&self, tool: &str, arguments: &str) -> Vec<Line> {
        let mut arguments: Value = serde_json::from_str(arguments).unwrap();
        if tools::find(tool).unwrap().full_schema()["properties"].get("detail").is_some() {
            arguments["detail"] = "full".into();
        }
        let output = self.ask(tool, arguments).unwrap();
        let lines = parse(&output.body).unwrap();
        assert_eq!(lines[0].kind(), "answer");
        assert_eq!(lines[0].get("tool"), Some(tool));
        lines
    }

    /// The short form of an answer, without its first record.
    pub(crate) fn brief(&self, tool: &str, arguments: &str) -> String {
        let output = self.ask(tool, serde_json::from_str(arguments).unwrap()).unwrap();
        let lines = parse(&output.body).unwrap();
        assert_eq!(lines[0].kind(), "answer");
        output.body.split_once('\n').unwrap().1.to_owned()
    }

    /// The answer as JSON.
    pub(crate) fn json(&self, tool: &str, arguments: &str) -> Value {
        let mut arguments: Value = serde_json::from_str(arguments).unwrap();
        arguments["format"] = "json".into();
        self.ask(tool, arguments).unwrap().structured.unwrap()
    }

    /// The JSON object of an answer, where there is one.
    pub(crate) fn asked(&self, tool: &str, arguments: Value) -> Option<Value> {
        self.ask(tool, arguments).ok()?.structured
    }

    /// The problem that is the answer; its text is of the grammar too.
    pub(crate) fn problem(&self, tool: &str, arguments: &str) -> Problem {
        let problem = self.ask(tool, serde_json::from_str(arguments).unwrap()).unwrap_err();
        let lines = parse(&problem.render()).unwrap();
        assert_eq!(lines[0].kind(), "error");
        problem
    }
}

/// The values of a field in the records of a kind that have it.
pub(crate) fn values(lines: &[Line], kind: &str, key: &str) -> Vec<String> {
    let of_kind = lines.iter().filter(|line| line.kind() == kind);
    of_kind.filter_map(|line| line.get(key)).map(str::to_owned).collect()
}
