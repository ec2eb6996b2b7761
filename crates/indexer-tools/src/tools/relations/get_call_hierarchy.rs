//! `get_call_hierarchy`: callers and callees as a tree.

use crate::protocol::prelude::*;
use crate::relations::callers::{depth, with_constructors};
use crate::relations::{self, Calls, Completeness, Head, Heads, Node, NodeRow, Of, Step, Wanted, sites};
use crate::screen::{Parent, Sites};
use indexer_core::work;
use indexer_graph::Tree;
use indexer_store::Symbol;

/// Callers and callees of a symbol as a tree, to a depth
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetCallHierarchy {
    /// Name, Owner.member, path#key or path:line
    pub symbol: String,
    /// callers, callees, both (default)
    #[arg(long, value_enum)]
    pub direction: Option<Direction>,
    /// Steps (2)
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Kind of the symbol
    #[arg(long)]
    pub kind: Option<String>,
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Who calls it.
    #[serde(alias = "up", alias = "incoming")]
    #[value(alias = "up", alias = "incoming")]
    Callers,
    /// Whom it calls.
    #[serde(alias = "down", alias = "outgoing")]
    #[value(alias = "down", alias = "outgoing")]
    Callees,
    /// Both.
    Both,
}

/// Rows of a tree at most.
const MOST: usize = 2_000;

/// Call sites that a row shows.
const SITES: usize = 4;

/// Callers and callees as a tree.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The symbols that are asked about, with their totals where there are several.
    #[serde(flatten)]
    pub heads: Heads<NodeRow>,
    /// How many places bear the names, whatever they lead to.
    pub completeness: Completeness,
    /// True where the tree stopped growing at its bound.
    pub bounded: bool,
    /// The branches, each before those beyond it.
    pub tree: Page<Of<Branch>>,
}

/// A node of the tree, before its children.
#[derive(Clone, Debug, Serialize)]
pub struct Branch {
    /// `caller` or `callee`.
    pub direction: &'static str,
    /// Steps from the symbol.
    pub depth: u32,
    /// Which symbol, or the top of which file.
    #[serde(flatten)]
    pub node: NodeRow,
    /// How sure it is: `resolved`, `possible`, `external` or `unresolved`.
    pub resolution: &'static str,
    /// What decided that: `import`, `scope`, `member` and others.
    pub rule: &'static str,
    /// Where the calls stand: line:column.
    pub sites: Vec<String>,
    /// True where it stands in the tree already: its children are there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

impl Branch {
    fn new<'v>(direction: &'static str, branch: &indexer_graph::Branch<Node<'v>, Step<'v>>) -> Self {
        let step = &branch.step;
        Self {
            direction,
            depth: branch.depth,
            node: NodeRow::new(step.node),
            resolution: step.resolution.as_str(),
            rule: step.rule.as_str(),
            sites: sites(&step.sites, SITES),
            again: branch.again,
        }
    }
}

impl Row for Branch {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(self.depth as usize - 1);
        let mut record = self.node.write(self.direction, out);
        record.field("resolution", self.resolution).field("rule", self.rule);
        record.list("sites", &self.sites);
        record.flag("again", self.again);
    }
}

impl Answer for Found {
    page!(tree: Of<Branch>, heads);

    fn head(&self, out: &mut Records) {
        self.heads.write(out, |symbol, out| symbol.write("symbol", out));
        self.completeness.write(out);
        if self.bounded {
            out.record("tree").flag("bounded", true);
        }
    }
}

impl Question for GetCallHierarchy {
    type Answer = Found;
    const NAME: &'static str = "get_call_hierarchy";
    const CLI: &'static str = "get-call-hierarchy";
    const ALIASES: &'static [&'static str] = &["call-hierarchy"];
    const TITLE: &'static str = "Call hierarchy";
    const SHOWN: &'static [&'static str] = &["symbol", "direction", "depth", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("tree", Form::Tree(Parent::Depth, Sites::Own)),
        Completeness::SECTION,
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetCallHierarchy>) -> Result<Found, Problem> {
        let own = &asked.own;
        let most = depth(own.depth, 2)?;
        let direction = own.direction.unwrap_or(Direction::Both);
        let wanted = Wanted::new("symbol", &own.symbol, own.kind.as_deref(), &asked.scope);
        let subjects = relations::symbols(context, wanted)?;
        let mut calls = Calls::new(context);
        let (mut heads, mut rows, mut bounded) = (Vec::new(), Vec::new(), false);
        for (n, subject) in subjects.numbered() {
            let symbols = subject.symbols();
            let (mut totals, mut room) = (Vec::new(), MOST);
            for way in [Direction::Callers, Direction::Callees] {
                let is_up = way == Direction::Callers;
                let mut tree = Tree::new(most, room);
                let starts = if is_up { with_constructors(symbols) } else { symbols.to_vec() };
                for symbol in starts.iter().filter(|_| direction == way || direction == Direction::Both) {
                    tree.seen.insert(Node::Symbol(*symbol));
                    let steps = |node, _| {
                        if work::is_stopped(context.cancel) {
                            return Vec::new();
                        }
                        let steps = if is_up { calls.callers(node) } else { calls.callees(node) };
                        // Beyond what is left out nothing is looked for: a tree has no gaps.
                        let is_wanted = |step: &&Step<'_>| subjects.scope.covers(step.node.file().path());
                        steps.iter().filter(is_wanted).cloned().collect()
                    };
                    tree.grow(Node::Symbol(*symbol), steps, |step: &Step<'_>| Some(step.node));
                }
                room -= tree.branches.len();
                bounded |= tree.bounded;
                totals.push((if is_up { "callers" } else { "callees" }, tree.branches.len()));
                let word = if is_up { "caller" } else { "callee" };
                rows.extend(tree.branches.iter().map(|branch| Of::new(n, Branch::new(word, branch))));
            }
            context.still_wanted()?;
            let head = |one: &Symbol<'_>| Head::new(n, NodeRow::new(Node::Symbol(*one)), &totals);
            heads.extend(subject.shown(n).iter().map(head));
        }
        Ok(Found {
            heads: Heads::new(heads, &subjects),
            completeness: Completeness::about(context, &subjects),
            bounded,
            tree: Page::of(&rows, asked.offset, asked.common.rows(100, 500), Of::clone),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    const A: &str = "def low(): mid()\n\ndef mid():\n    low()\n\ndef top():\n    mid()\n";

    #[test]
    fn both_ways_and_round_in_a_circle() {
        let fixture = Fixture::new(&[("a.py", A)]);
        let lines = fixture.text("get_call_hierarchy", r#"{"symbol": "mid", "depth": 5}"#);
        assert_eq!(values(&lines, "caller", "qualified"), ["a.low", "a.mid", "a.top"]);
        assert_eq!(values(&lines, "callee", "qualified"), ["a.low", "a.mid"]);
        assert_eq!(values(&lines, "caller", "again"), ["true"]);
        let up = fixture.json("get_call_hierarchy", r#"{"symbol": "mid", "direction": "up", "depth": 1}"#);
        assert_eq!(up["total"], 2);
        assert_eq!(up["tree"][1]["qualified"], "a.top");
        let problem = fixture.problem("get_call_hierarchy", r#"{"symbol": "mid", "direction": "left"}"#);
        assert_eq!(problem.parameter.as_deref(), Some("direction"));
    }
}
