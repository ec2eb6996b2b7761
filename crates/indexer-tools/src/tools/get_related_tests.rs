//! `get_related_tests`: the tests of a symbol or a file.

use super::get_callers::depth;
use crate::answer::{Answer, Page, Row};
use crate::context::Context;
use crate::imports::is_test;
use crate::problem::Problem;
use crate::records::Records;
use crate::relations::{Node, NodeId, NodeRow, Subject, Uses, reach, subject};
use crate::tool::{Asked, Question};
use clap::Args;
use indexer_core::{Flags, Resolution};
use indexer_store::{FileRef, View};
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Tests of a symbol or file: those that reach it by edges first, then those whose names agree
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// Symbol or path of a file
    pub symbol: String,
    /// Steps from a test to it (6)
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub depth: Option<u32>,
    /// Kind of the symbol
    #[arg(long)]
    #[serde(default)]
    pub kind: Option<String>,
}

/// Shorter names agree with too much.
const SHORTEST_NAME: usize = 3;

/// The answer.
#[derive(Debug, Serialize)]
pub struct Found {
    symbols: Vec<NodeRow>,
    by_edge: usize,
    by_name: usize,
    /// True where the search stopped at its bound.
    bounded: bool,
    tests: Page<Test>,
}

/// A test.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    #[serde(flatten)]
    node: NodeRow,
    /// `edge` where it reaches the symbol, `name` where only names agree.
    by: &'static str,
    /// Steps to the symbol, for `edge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    /// How far the way is known, for `edge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolution: Option<&'static str>,
    /// The node before the test on the way to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    through: Option<String>,
}

impl Row for Test {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = self.node.write("test", out);
        record.field("by", self.by);
        if let (Some(distance), Some(resolution)) = (self.distance, self.resolution) {
            record.field("distance", distance).field("resolution", resolution);
        }
        record.some("through", self.through.as_deref());
    }
}

impl Answer for Found {
    type Row = Test;

    fn page(&mut self) -> &mut Page<Test> {
        &mut self.tests
    }

    fn head(&self, out: &mut Records) {
        for symbol in self.symbols.iter().take(5) {
            symbol.write("symbol", out);
        }
        let mut record = out.record("tests");
        record.field("by_edge", self.by_edge).field("by_name", self.by_name);
        record.flag("bounded", self.bounded);
    }
}

/// The tool.
#[derive(Debug)]
pub struct GetRelatedTests;

impl Question for GetRelatedTests {
    type Arguments = Arguments;
    type Answer = Found;
    const NAME: &'static str = "get_related_tests";
    const CLI: &'static str = "get-related-tests";
    const ALIASES: &'static [&'static str] = &["tests", "related-tests"];
    const TITLE: &'static str = "Related tests";
    const SHOWN: &'static [&'static str] = &["symbol", "path", "cursor"];

    fn run(context: &Context<'_>, asked: &Asked<Arguments>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = depth(own.depth, 6)?;
        let about = subject(context, "symbol", &own.symbol, own.kind.as_deref(), &asked.scope)?;
        let starts: Vec<Node<'_>> = match &about {
            Subject::Symbols(symbols) => symbols.iter().copied().map(Node::Symbol).collect(),
            Subject::File(file) => {
                [Node::File(*file)].into_iter().chain(file.symbols().map(Node::Symbol)).collect()
            }
        };
        let mut uses = Uses::new(context);
        let mut holds = Tests::new(context);
        let include = [Resolution::Resolved, Resolution::Possible];
        // What a test reaches is of no interest behind the test.
        let reached = reach(context, &starts, depth, &include, |node| {
            if holds.is(node) { Rc::default() } else { uses.users_beyond(node, &starts) }
        })?;
        let mut tests: Vec<Test> = Vec::new();
        let mut seen: FxHashSet<NodeId<'_>> = starts.iter().map(Node::id).collect();
        for one in &reached.found {
            let covered = asked.scope.covers(one.node.file().path());
            if covered && holds.is(one.node) && seen.insert(one.node.id()) {
                tests.push(Test {
                    node: NodeRow::new(one.node),
                    by: "edge",
                    distance: Some(one.distance),
                    resolution: Some(one.resolution.as_str()),
                    through: one.from.map(|from| reached.found[from].node.printed()),
                });
            }
        }
        let by_edge = tests.len();
        for node in named(context.view(), &about.names(), &mut holds) {
            if asked.scope.covers(node.file().path()) && seen.insert(node.id()) {
                let node = NodeRow::new(node);
                tests.push(Test { node, by: "name", distance: None, resolution: None, through: None });
            }
        }
        let symbols = match &about {
            Subject::Symbols(_) => starts.iter().copied().map(NodeRow::new).collect(),
            Subject::File(file) => vec![NodeRow::new(Node::File(*file))],
        };
        Ok(Found {
            symbols,
            by_edge,
            by_name: tests.len() - by_edge,
            bounded: reached.cut,
            tests: Page::of(&tests, asked.offset, asked.common.rows(50, 500), Test::clone),
        })
    }
}

/// Which nodes are tests, remembered by file.
pub(crate) struct Tests<'a> {
    context: Context<'a>,
    files: FxHashMap<&'a str, bool>,
}

impl<'a> Tests<'a> {
    /// Of a view.
    pub(crate) fn new(context: &Context<'a>) -> Self {
        Self { context: *context, files: FxHashMap::default() }
    }

    /// True where what is marked in a file may be marked for its name alone, and is no test for that.
    fn is_named_so(&mut self, file: FileRef<'a>) -> bool {
        let by_name = self.context.snapshot.rules(file.path()).is_some_and(|rules| rules.tests_by_name);
        by_name && !self.file(file)
    }

    fn file(&mut self, file: FileRef<'a>) -> bool {
        *self.files.entry(file.path()).or_insert_with(|| is_test(file))
    }

    /// True for what is marked as a test, for a function `test...` of a file of tests, and for the
    /// top of a file of tests that marks none (where tests are arguments of calls).
    pub(crate) fn is(&mut self, node: Node<'a>) -> bool {
        match node {
            Node::Symbol(symbol) if symbol.flags().has(Flags::TEST) => {
                symbol.kind().is_callable() && !self.is_named_so(symbol.file())
            }
            Node::Symbol(symbol) => {
                symbol.kind().is_callable()
                    && symbol.name().to_ascii_lowercase().starts_with("test")
                    && self.file(symbol.file())
            }
            Node::File(file) => {
                self.file(file) && !file.symbols().any(|symbol| symbol.flags().has(Flags::TEST))
            }
        }
    }
}

/// The tests whose names, or whose files' names, hold one of `names`.
fn named<'a>(view: &'a View, names: &[String], tests: &mut Tests<'a>) -> Vec<Node<'a>> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted: Vec<String> =
        names.iter().map(|name| plain(name)).filter(|name| name.len() >= SHORTEST_NAME).collect();
    let mut found = Vec::new();
    for file in view.files().filter(FileRef::is_code) {
        let in_name = wanted.iter().any(|name| {
            let stem = plain(indexer_core::path::stem(file.path()));
            let core = stem.trim_start_matches("test").trim_end_matches("test").trim_end_matches("spec");
            core == name
        });
        if in_name && tests.file(file) {
            found.push(Node::File(file));
        }
        for symbol in file.symbols() {
            if symbol.flags().has(Flags::TEST) || symbol.name().to_ascii_lowercase().starts_with("test") {
                let name = plain(symbol.name());
                let agrees = wanted.iter().any(|wanted| name.contains(wanted.as_str()));
                if agrees && tests.is(Node::Symbol(symbol)) {
                    found.push(Node::Symbol(symbol));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn edges_first_then_names() {
        let fixture = Fixture::new(&[
            ("alpha.py", "def parse(): pass\n\ndef load(): parse()\n"),
            (
                "tests/test_alpha.py",
                "from alpha import load\n\ndef test_load(): load()\n\ndef test_parse_later(): pass\n",
            ),
            ("b.js", "export function parse() {}\n"),
            ("b.test.js", "import { parse } from './b.js';\ndescribe('parse', () => { parse(); });\n"),
        ]);
        let lines = fixture.text("get_related_tests", r#"{"symbol": "alpha.py#parse"}"#);
        let tests = ["tests.test_alpha.test_load", "tests.test_alpha.test_parse_later"];
        assert_eq!(values(&lines, "test", "qualified"), tests);
        assert_eq!(values(&lines, "test", "by"), ["edge", "name"]);
        assert_eq!(values(&lines, "test", "distance"), ["2"]);
        assert_eq!(values(&lines, "test", "through"), ["alpha.py#load"]);
        let lines = fixture.text("get_related_tests", r#"{"symbol": "b.js#parse"}"#);
        assert_eq!(values(&lines, "test", "path")[0], "b.test.js");
        assert_eq!(values(&lines, "tests", "by_edge"), ["1"]);
        let lines = fixture.text("get_related_tests", r#"{"symbol": "alpha.py", "path": "tests"}"#);
        assert_eq!(values(&lines, "test", "by"), ["edge", "name"]);
    }

    #[test]
    fn a_method_of_the_program_is_no_test_for_its_name() {
        let app = "class App:\n    def run(self): pass\n\n    def test_run(self): self.run()\n\ndef test_runner(app): app.run()\n\ndef load(): pass\n";
        let tests = "from app import App\n\ndef test_it():\n    App().test_run()\n\nclass TestApp:\n    def test_run(self): App().run()\n";
        let fixture = Fixture::new(&[("app.py", app), ("tests/test_app.py", tests)]);
        let lines = fixture.text("get_related_tests", r#"{"symbol": "App.run"}"#);
        let expected = ["tests.test_app.TestApp.test_run", "tests.test_app.test_it"];
        assert_eq!(values(&lines, "test", "qualified"), expected);
        assert_eq!(values(&lines, "test", "distance"), ["1", "2"]);
    }
}
