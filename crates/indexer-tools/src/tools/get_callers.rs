//! `get_callers`: who calls a symbol, directly or over several steps.

use crate::answer::{Answer, Page, Row};
use crate::context::Context;
use crate::kinds;
use crate::problem::Problem;
use crate::records::Records;
use crate::relations::{
    self, Calls, Completeness, Head, Heads, Node, NodeRow, Of, Reached, Wanted, reach, sites,
};
use crate::rows::SymbolRow;
use crate::scope::Scope;
use crate::screen::{Form, Look, Parent, Section, Sites};
use crate::tool::{Asked, Question};
use clap::Args;
use indexer_core::{Resolution, Role, SymbolKind};
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
    #[serde(flatten)]
    heads: Heads<SymbolRow>,
    completeness: Completeness,
    #[serde(flatten)]
    counts: Option<Counts>,
    /// True where the search stopped at its bound.
    bounded: bool,
    callers: Page<Of<Caller>>,
}

/// What is counted of one symbol.
#[derive(Clone, Copy, Debug, Serialize)]
struct Counts {
    /// Proved uses of the symbol as a value: who holds it may call it too.
    taken_as_value: u64,
    /// Callers by certainty, before limits.
    resolved: usize,
    possible: usize,
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
    type Row = Of<Caller>;

    fn page(&mut self) -> &mut Page<Of<Caller>> {
        &mut self.callers
    }

    fn head(&self, out: &mut Records) {
        self.heads.write(out, |symbol, out| symbol.write("symbol", out));
        self.completeness.write(out);
        if let Some(counts) = &self.counts {
            let mut record = out.record("callers");
            record.field("resolved", counts.resolved).field("possible", counts.possible);
            record.count("taken_as_value", counts.taken_as_value).flag("bounded", self.bounded);
        } else if self.bounded {
            out.record("callers").flag("bounded", true);
        }
    }

    fn shorten(&mut self) -> bool {
        self.heads.several() && self.heads.shorten()
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
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("callers", Form::Tree(Parent::Key("calls"), Sites::Own)),
        Section::of("completeness", Form::Counts(&["resolved", "possible", "external", "unresolved"]))
            .titled("uses of the name"),
    ]);

    fn run(context: &Context<'_>, asked: &Asked<Arguments>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = depth(own.depth, 1)?;
        let include = kinds::resolutions(&own.include, &[Resolution::Resolved, Resolution::Possible])?;
        let wanted = Wanted::new("symbol", &own.symbol, own.kind.as_deref(), &asked.scope);
        let subjects = relations::symbols(context, wanted)?;
        let compact = asked.common.compact || subjects.several();
        let mut calls = Calls::new(context);
        let (mut heads, mut rows, mut counts, mut bounded) = (Vec::new(), Vec::new(), None, false);
        for (n, subject) in subjects.numbered() {
            let symbols = subject.symbols();
            let starts: Vec<Node<'_>> = with_constructors(symbols).into_iter().map(Node::Symbol).collect();
            let reached = reach(context, &starts, depth, &include, |node| calls.callers(node))?;
            let all: Vec<Part<'_>> = parts(n, reached.found, &subjects.scope);
            let count = |resolution| all.iter().filter(|(_, one, _)| one.resolution == resolution).count();
            let (resolved, possible) = (count(Resolution::Resolved), count(Resolution::Possible));
            let totals = [("resolved", resolved), ("possible", possible)];
            heads.extend(
                subject.shown(n).iter().map(|one| Head::new(n, SymbolRow::new(*one, compact), &totals)),
            );
            let taken_as_value = taken_as_value(context.view(), symbols);
            counts = n.is_none().then_some(Counts { taken_as_value, resolved, possible });
            bounded |= reached.cut;
            rows.extend(all);
        }
        Ok(Found {
            heads: Heads::new(heads, &subjects),
            completeness: Completeness::of(context.view(), subjects.names()),
            counts,
            bounded,
            callers: Page::of(&rows, asked.offset, asked.common.rows(20, 200), |(n, one, before)| {
                Of::new(*n, Caller::new(one, *before))
            }),
        })
    }
}

/// What was reached from the symbol of a number, with the node before it on the way.
pub(super) type Part<'v> = (Option<usize>, Reached<'v>, Option<Node<'v>>);

/// What was reached in `scope` from the symbol of a number.
pub(super) fn parts<'v>(n: Option<usize>, found: Vec<Reached<'v>>, scope: &Scope) -> Vec<Part<'v>> {
    let nodes: Vec<Node<'v>> = found.iter().map(|one| one.node).collect();
    let before = |one: &Reached<'v>| one.from.and_then(|from| nodes.get(from).copied());
    let covered = found.into_iter().filter(|one| scope.covers(one.node.file().path()));
    covered.map(|one| (n, before(&one), one)).map(|(n, before, one)| (n, one, before)).collect()
}

/// The symbols, and the constructors of the types among them: who makes an instance calls those.
pub(super) fn with_constructors<'v>(symbols: &[Symbol<'v>]) -> Vec<Symbol<'v>> {
    let mut all = symbols.to_vec();
    for symbol in symbols.iter().filter(|symbol| symbol.kind().is_type()) {
        let own = symbol.children().into_iter().filter(|one| one.kind() == SymbolKind::Constructor);
        let known = |one: &Symbol<'v>| symbols.iter().any(|other| other.handle() == one.handle());
        all.extend(own.filter(|one| !known(one)));
    }
    all
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
    fn several_symbols_are_answered_for_and_none_is_chosen() {
        let lines = fixture().text("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!(values(&lines, "symbol", "qualified"), ["c.A.go", "c.B.go"]);
        assert_eq!(values(&lines, "symbol", "resolved"), ["1", "0"]);
        assert_eq!(values(&lines, "symbol", "possible"), ["0", "1"]);
        assert_eq!(values(&lines, "caller", "resolution"), ["resolved", "possible"]);
        let picked = fixture().text("get_callers", r#"{"symbol": "c.py:2"}"#);
        assert_eq!(values(&picked, "symbol", "qualified"), ["c.A.go"]);
        let zero = fixture().problem("get_callers", r#"{"symbol": "low", "depth": 0}"#);
        assert_eq!(zero.parameter.as_deref(), Some("depth"));
        let file = fixture().problem("get_callers", r#"{"symbol": "a.py"}"#);
        assert!(file.message.contains("is a file"));
    }
}
