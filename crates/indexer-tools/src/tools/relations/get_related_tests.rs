//! `get_related_tests`: the tests of a symbol or a file.

mod of_all;

pub use of_all::TestReach;

use crate::brief::{self, Detail, Folded, Lines, Place};
use crate::imports::is_test;
use crate::protocol::Scope;
use crate::protocol::prelude::*;
use crate::relations::callers::depth;
use crate::relations::{Head, Heads, Node, NodeId, NodeRow, Of, Subject, Uses, Wanted, reach, subjects};
use indexer_core::{Flags, Resolution};
use indexer_store::{FileRef, Reference};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Tests of a symbol or file: those that reach it by edges first, then those whose names agree
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetRelatedTests {
    /// Symbol or path of a file
    pub symbol: String,
    /// Steps from a test to it (6)
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Kind of the symbol
    #[arg(long)]
    pub kind: Option<String>,
    /// brief, or full: every row with all its fields
    #[arg(long, value_enum)]
    pub detail: Option<Detail>,
}

/// Steps from a test to what it tests, where no other number is asked for.
const DEPTH: u32 = 6;
/// How sure a step must be.
const INCLUDE: [Resolution; 2] = [Resolution::Resolved, Resolution::Possible];

/// Parts of one symbol that the head shows.
const SHOWN: usize = 5;

/// Shorter names agree with too much.
const SHORTEST_NAME: usize = 3;

/// The tests of a symbol or a file.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The symbols that are asked about, with their totals where there are several.
    #[serde(flatten)]
    pub heads: Heads<NodeRow>,
    /// Totals of the one symbol that is asked about; `None` where there are several.
    #[serde(flatten)]
    pub counts: Option<Counts>,
    /// True where the search stopped at its bound.
    pub bounded: bool,
    /// What the short form leaves out of the rows; `None` where text says all.
    #[serde(skip)]
    pub short: Option<Folded>,
    /// The tests, those that reach it first.
    pub tests: Page<Of<Test>>,
}

/// How many tests one symbol or file has.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    /// Tests that reach it.
    pub by_edge: usize,
    /// Tests of which only the name agrees.
    pub by_name: usize,
}

/// A test.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// The test.
    #[serde(flatten)]
    pub node: NodeRow,
    /// `edge` where it reaches the symbol, `name` where only names agree.
    pub by: &'static str,
    /// Steps to the symbol, for `edge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// How far the way is known, for `edge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolution: Option<&'static str>,
    /// The node before the test on the way to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// The line of its step to that, for `edge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Row for Test {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = self.node.write("test", out);
        record.field("by", self.by);
        if let (Some(distance), Some(resolution)) = (self.distance, self.resolution) {
            record.field("distance", distance).field("resolution", resolution);
        }
        record.some("through", self.through.as_deref()).some("text", self.text.as_deref());
    }

    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        let same = |other: &&Self| (other.by, other.distance) == (self.by, self.distance);
        let previous = previous.filter(same);
        if previous.is_none() {
            match self.distance {
                Some(steps) => drop(out.record("distance").field("steps", steps)),
                None => drop(out.record("by_name")),
            }
        }
        self.place().write(previous.map(Self::place).as_ref(), out, |line| {
            line.flag("possible", self.resolution == Some(Resolution::Possible.as_str()));
        });
    }
}

impl Test {
    /// Its name says what it is: it has no line.
    fn place(&self) -> Place<'_> {
        let line = self.node.line.unwrap_or(1);
        Place { path: &self.node.path, line, within: self.node.within(), text: None }
    }
}

impl Answer for Found {
    page!(tests: Of<Test>, short, heads);

    fn head(&self, out: &mut Records) {
        if self.short.is_some() {
            self.heads.write(out, |symbol, out| symbol.brief("symbol", out));
            return brief::counts(&[("bounded", u64::from(self.bounded))], out);
        }
        self.heads.write(out, |symbol, out| symbol.write("symbol", out));
        if let Some(counts) = &self.counts {
            let mut record = out.record("tests");
            record.field("by_edge", counts.by_edge).field("by_name", counts.by_name);
            record.flag("bounded", self.bounded);
        } else if self.bounded {
            out.record("tests").flag("bounded", true);
        }
    }
}

impl Question for GetRelatedTests {
    type Answer = Found;
    const NAME: &'static str = "get_related_tests";
    const CLI: &'static str = "get-related-tests";
    const ALIASES: &'static [&'static str] = &["tests", "related-tests"];
    const TITLE: &'static str = "Related tests";
    const FOLLOWED: Followed = Followed::Shown;
    const SHORT_FORM: bool = true;
    const SHOWN: &'static [&'static str] = &["symbol", "path", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("tests", Form::Declarations),
        Section::of("", Form::Counts(&["by_edge", "by_name"])),
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetRelatedTests>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = depth(own.depth, DEPTH)?;
        let wanted = Wanted::new("symbol", &own.symbol, own.kind.as_deref(), &asked.scope);
        let subjects = subjects(context, wanted)?;
        let mut search =
            Search { context, uses: Uses::new(context), holds: Tests::new(context), bounded: false };
        let (mut heads, mut rows, mut counts) = (Vec::new(), Vec::new(), None);
        for (n, about) in subjects.numbered() {
            let tests = search.tests(about, &about.names(), depth, &subjects.scope)?;
            let by_edge = tests.iter().filter(|(test, _)| test.by == "edge").count();
            let by_name = tests.len() - by_edge;
            counts = n.is_none().then_some(Counts { by_edge, by_name });
            let totals = [("by_edge", by_edge), ("by_name", by_name)];
            let nodes = about.nodes(n).into_iter().take(SHOWN);
            heads.extend(nodes.map(|one| Head::new(n, NodeRow::new(one), &totals)));
            rows.extend(tests.into_iter().map(|(test, site)| (n, test, site)));
        }
        let brief = brief::is_wanted(asked, own.detail);
        let mut lines = Lines::new(context);
        Ok(Found {
            heads: Heads::new(heads, &subjects),
            counts,
            bounded: search.bounded,
            short: brief.then(Folded::default),
            tests: Page::of(&rows, asked.offset, asked.common.rows(50, 500), |(n, test, site)| {
                // The short form has names alone.
                let text = site.filter(|_| !brief).and_then(|site| lines.of(site));
                Of::new(*n, Test { text, ..test.clone() })
            }),
        })
    }
}

/// Looks for tests, of one thing after the other.
struct Search<'c, 'a> {
    context: &'c Context<'a>,
    uses: Uses<'a>,
    holds: Tests<'a>,
    bounded: bool,
}

impl<'a> Search<'_, 'a> {
    /// The tests of one thing in `scope`: those that reach it, then those that are called like `names`.
    fn tests(
        &mut self,
        about: &Subject<'a>,
        names: &[String],
        depth: u32,
        scope: &Scope,
    ) -> Result<Vec<(Test, Option<Reference<'a>>)>, Problem> {
        let starts: Vec<Node<'a>> = match about {
            Subject::Symbols(symbols) => symbols.iter().copied().map(Node::Symbol).collect(),
            Subject::File(file) => {
                [Node::File(*file)].into_iter().chain(file.symbols().map(Node::Symbol)).collect()
            }
        };
        let (uses, holds) = (&mut self.uses, &mut self.holds);
        // What a test reaches is of no interest behind the test.
        let reached = reach(self.context, &starts, depth, &INCLUDE, |node| {
            if holds.is(node) { Rc::default() } else { uses.users_beyond(node, &starts) }
        })?;
        self.bounded |= reached.cut;
        let mut tests: Vec<(Test, Option<Reference<'a>>)> = Vec::new();
        let mut seen: FxHashSet<NodeId<'_>> = starts.iter().map(Node::id).collect();
        for one in &reached.found {
            let covered = scope.covers(one.step.node.file().path());
            if covered && self.holds.is(one.step.node) && seen.insert(one.step.node.id()) {
                let test = Test {
                    node: NodeRow::new(one.step.node),
                    by: "edge",
                    distance: Some(one.distance),
                    resolution: Some(one.resolution.as_str()),
                    through: one.from.map(|from| reached.found[from].step.node.printed()),
                    text: None,
                };
                tests.push((test, one.step.sites.first().copied()));
            }
        }
        for node in named(self.context, names, &mut self.holds)? {
            if scope.covers(node.file().path()) && seen.insert(node.id()) {
                let node = NodeRow::new(node);
                let test =
                    Test { node, by: "name", distance: None, resolution: None, through: None, text: None };
                tests.push((test, None));
            }
        }
        Ok(tests)
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
fn named<'a>(
    context: &Context<'a>,
    names: &[String],
    tests: &mut Tests<'a>,
) -> Result<Vec<Node<'a>>, Problem> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted: Vec<String> =
        names.iter().map(|name| plain(name)).filter(|name| name.len() >= SHORTEST_NAME).collect();
    let mut found = Vec::new();
    for file in context.view().files().filter(FileRef::is_code) {
        context.still_wanted()?;
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
    Ok(found)
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
    fn what_a_factory_gives_is_tested_where_what_holds_it_is_used() {
        let fixture = Fixture::new(&[
            (
                "create.ts",
                "function same() {}\nexport default function create() { return () => { same(); }; }\n",
            ),
            (
                "index.ts",
                "import create from './create.js';\n\nconst got = create();\n\nexport default got;\n",
            ),
            ("a.test.ts", "import got from './index.js';\ndescribe('got', () => { got(); });\n"),
            ("b.test.ts", "import other from './other.js';\ndescribe('other', () => { other(); });\n"),
        ]);
        let lines = fixture.text("get_related_tests", r#"{"symbol": "create.ts#same"}"#);
        assert_eq!(values(&lines, "test", "path"), ["a.test.ts"]);
    }

    #[test]
    fn the_short_form_has_names_by_distance() {
        let fixture = Fixture::new(&[
            ("alpha.py", "def parse(): pass\n\ndef load(): parse()\n"),
            (
                "tests/test_alpha.py",
                "from alpha import load, parse\n\ndef test_load(): load()\n\ndef test_parse(): parse()\n\ndef test_parse_later(): pass\n",
            ),
        ]);
        let brief = fixture.brief("get_related_tests", r#"{"symbol": "parse"}"#);
        let expected = "symbol key=alpha.py#parse line=1 kind=function\n\
                        distance steps=1\nfile path=tests/test_alpha.py\n5 test_parse\n\
                        distance steps=2\nfile path=tests/test_alpha.py\n3 test_load\n\
                        by_name\nfile path=tests/test_alpha.py\n7 test_parse_later\n";
        assert_eq!(brief, expected);
        let json = fixture.json("get_related_tests", r#"{"symbol": "parse"}"#);
        assert_eq!(json["tests"][1]["text"], "def test_load(): load()");
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
