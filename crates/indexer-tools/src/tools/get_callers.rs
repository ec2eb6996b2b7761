//! `get_callers`: who calls a symbol, directly or over several steps.

use crate::answer::{Answer, Page, Row};
use crate::context::Context;
use crate::kinds;
use crate::problem::Problem;
use crate::records::Records;
use crate::relations::{self, Calls, Completeness, Node, NodeRow, Reached, reach, sites};
use crate::rows::SymbolRow;
use crate::tool::{Asked, Question};
use clap::Args;
use indexer_core::{Resolution, Role};
use indexer_store::{Symbol, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who calls a symbol, with call sites and certainty; depth for callers of callers
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// Name, Owner.member, path#key or path:line
    pub symbol: String,
    /// Steps (1)
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub depth: Option<u32>,
    /// resolved, possible
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub include: Vec<String>,
    /// Kind of the symbol
    #[arg(long)]
    #[serde(default)]
    pub kind: Option<String>,
}

/// Call sites that a row shows.
const SITES: usize = 8;

/// The answer.
#[derive(Debug, Serialize)]
pub struct Found {
    symbols: Vec<SymbolRow>,
    completeness: Completeness,
    /// Proved uses of the symbol as a value: who holds it may call it too.
    taken_as_value: u64,
    /// Callers by certainty, before limits.
    resolved: usize,
    possible: usize,
    /// True where the search stopped at its bound.
    bounded: bool,
    callers: Page<Caller>,
}

/// A caller.
#[derive(Clone, Debug, Serialize)]
pub struct Caller {
    #[serde(flatten)]
    node: NodeRow,
    distance: u32,
    resolution: &'static str,
    rule: &'static str,
    /// Where it calls: line:column.
    sites: Vec<String>,
    more_sites: usize,
    /// Whom it calls there, where that is not the symbol itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<String>,
}

impl Caller {
    /// The row of what was reached; `before` is the node one step nearer.
    pub(super) fn new(one: &Reached<'_>, before: Option<Node<'_>>) -> Self {
        Self {
            node: NodeRow::new(one.node),
            distance: one.distance,
            resolution: one.resolution.as_str(),
            rule: one.rule.as_str(),
            sites: sites(&one.sites, SITES),
            more_sites: one.sites.len().saturating_sub(SITES),
            calls: before.map(|node| node.printed()),
        }
    }

    /// Writes the record `kind`; `link` is the key of the node before it.
    pub(super) fn write(&self, kind: &str, link: &str, out: &mut Records) {
        let mut record = self.node.write(kind, out);
        if self.distance > 1 {
            record.field("distance", self.distance);
        }
        record.field("resolution", self.resolution).field("rule", self.rule);
        if !self.sites.is_empty() {
            record.text("sites", &self.sites.join(","));
        }
        record.count("more_sites", self.more_sites as u64).some(link, self.calls.as_deref());
    }
}

impl Row for Caller {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        self.write("caller", "calls", out);
    }
}

impl Answer for Found {
    type Row = Caller;

    fn page(&mut self) -> &mut Page<Caller> {
        &mut self.callers
    }

    fn head(&self, out: &mut Records) {
        for symbol in &self.symbols {
            symbol.write("symbol", out);
        }
        self.completeness.write(out);
        let mut record = out.record("callers");
        record.field("resolved", self.resolved).field("possible", self.possible);
        record.count("taken_as_value", self.taken_as_value).flag("bounded", self.bounded);
    }
}

/// The tool.
#[derive(Debug)]
pub struct GetCallers;

impl Question for GetCallers {
    type Arguments = Arguments;
    type Answer = Found;
    const NAME: &'static str = "get_callers";
    const CLI: &'static str = "get-callers";
    const ALIASES: &'static [&'static str] = &["callers"];
    const TITLE: &'static str = "Callers";
    const SHOWN: &'static [&'static str] = &["symbol", "depth", "limit", "cursor"];

    fn run(context: &Context<'_>, asked: &Asked<Arguments>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = depth(own.depth, 1)?;
        let include = kinds::resolutions(&own.include, &[Resolution::Resolved, Resolution::Possible])?;
        let symbols = relations::symbols(context, "symbol", &own.symbol, own.kind.as_deref(), &asked.scope)?;
        let starts: Vec<Node<'_>> = symbols.iter().copied().map(Node::Symbol).collect();
        let mut calls = Calls::new(context);
        let reached = reach(context, &starts, depth, &include, |node| calls.callers(node))?;
        let all: Vec<&Reached<'_>> =
            reached.found.iter().filter(|one| asked.scope.covers(one.node.file().path())).collect();
        let count = |resolution| all.iter().filter(|one| one.resolution == resolution).count();
        let names = relations::Subject::Symbols(symbols.clone()).names();
        Ok(Found {
            symbols: symbols.iter().map(|one| SymbolRow::new(*one, asked.common.compact)).collect(),
            completeness: Completeness::of(context.view(), names),
            taken_as_value: taken_as_value(context.view(), &symbols),
            resolved: count(Resolution::Resolved),
            possible: count(Resolution::Possible),
            bounded: reached.cut,
            callers: Page::of(&all, asked.offset, asked.common.rows(20, 200), |one| {
                Caller::new(one, one.from.map(|from| reached.found[from].node))
            }),
        })
    }
}

/// Steps asked for: at least 1, at most 20.
pub(super) fn depth(asked: Option<u32>, default: u32) -> Result<u32, Problem> {
    match asked {
        None => Ok(default),
        Some(0) => Err(Problem::argument("depth", "depth must be at least 1")),
        Some(depth) => Ok(depth.min(20)),
    }
}

/// Proved reads of functions that are no calls.
fn taken_as_value(view: &View, symbols: &[Symbol<'_>]) -> u64 {
    let of = |symbol: &Symbol<'_>| {
        let uses = view.references_to(symbol.key()).into_iter().map(|one| view.reference(one));
        uses.filter(|one| one.role() == Role::Read && one.resolution() == Resolution::Resolved).count() as u64
    };
    let callable = symbols.iter().filter(|symbol| symbol.kind().is_callable());
    callable.map(of).sum()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::problem::Code;

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("a.py", "def low(): pass\n\ndef mid():\n    low()\n    low()\n\ndef top():\n    mid()\n"),
            ("b.py", "from a import low, mid\nlow()\nhandlers = [mid]\n"),
            (
                "c.py",
                "class A:\n    def go(self): pass\n\nclass B(A):\n    def go(self): pass\n\ndef run(a: A):\n    a.go()\n",
            ),
        ])
    }

    #[test]
    fn callers_come_by_distance_with_their_sites() {
        let lines = fixture().text("get_callers", r#"{"symbol": "low", "depth": 3}"#);
        assert_eq!(values(&lines, "caller", "path"), ["a.py", "b.py", "a.py"]);
        assert_eq!(values(&lines, "caller", "qualified"), ["a.mid", "a.top"]);
        assert_eq!(values(&lines, "caller", "kind"), ["function", "file", "function"]);
        assert_eq!(values(&lines, "caller", "sites"), ["4:5,5:5", "2:1", "8:5"]);
        assert_eq!(values(&lines, "caller", "distance"), ["2"]);
        assert_eq!(values(&lines, "caller", "calls"), ["a.py#mid"]);
        assert_eq!(values(&lines, "callers", "resolved"), ["3"]);
        let direct = fixture().text("get_callers", r#"{"symbol": "mid"}"#);
        assert_eq!(values(&direct, "caller", "qualified"), ["a.top"]);
        assert_eq!(values(&direct, "callers", "taken_as_value"), ["1"]);
    }

    #[test]
    fn calls_of_what_is_overridden_are_possible() {
        let lines = fixture().text("get_callers", r#"{"symbol": "B.go"}"#);
        assert_eq!(values(&lines, "caller", "qualified"), ["c.run"]);
        assert_eq!(values(&lines, "caller", "resolution"), ["possible"]);
        assert_eq!(values(&lines, "caller", "rule"), ["override"]);
        let proved = fixture().text("get_callers", r#"{"symbol": "B.go", "include": ["resolved"]}"#);
        assert_eq!(proved[0].get("total"), Some("0"));
        let declared = fixture().text("get_callers", r#"{"symbol": "A.go"}"#);
        assert_eq!(values(&declared, "caller", "resolution"), ["resolved"]);
    }

    #[test]
    fn several_symbols_are_candidates_and_none_is_chosen() {
        let problem = fixture().problem("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!(problem.code, Code::Ambiguous);
        assert_eq!(problem.suggestions, ["c.py#A.go", "c.py#B.go"]);
        assert_eq!(problem.parameter.as_deref(), Some("symbol"));
        let picked = fixture().text("get_callers", r#"{"symbol": "c.py:2"}"#);
        assert_eq!(values(&picked, "symbol", "qualified"), ["c.A.go"]);
        let zero = fixture().problem("get_callers", r#"{"symbol": "low", "depth": 0}"#);
        assert_eq!(zero.parameter.as_deref(), Some("depth"));
        let file = fixture().problem("get_callers", r#"{"symbol": "a.py"}"#);
        assert!(file.message.contains("is a file"));
    }
}
