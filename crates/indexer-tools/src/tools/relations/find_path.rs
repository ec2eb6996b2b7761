//! `find_path`: the shortest chains of calls from one symbol to another.

use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::relations::callers::depth;
use crate::relations::{self, Calls, Node, NodeRow, Step, Subjects, Uses, Wanted, sites};
use indexer_core::Resolution;
use indexer_graph::{Bounds, Path, Paths, shortest_paths};

/// The shortest chains of calls (or of any uses) from one symbol to another
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindPath {
    /// Where the chain begins: name, Owner.member, path#key or path:line
    pub from: String,
    /// Where it ends
    pub to: String,
    /// calls (default) or uses
    #[arg(long, value_enum)]
    pub via: Option<Via>,
    /// Steps at most (10)
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// resolved, possible
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub include: Vec<String>,
}

/// What makes a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Via {
    /// A call.
    #[default]
    Calls,
    /// A call, a type that is named, a value that is read.
    Uses,
}

/// Nodes that are visited at most.
const MOST: usize = 50_000;

/// Chains that are made out at most: more may be as short.
const CHAINS: usize = 50;

/// The shortest chains from one symbol to another.
#[derive(Debug, Serialize)]
pub struct Found {
    /// Where the first chain begins and ends; without a chain the best of what is called so.
    pub from: NodeRow,
    /// Where it ends.
    pub to: NodeRow,
    /// How many symbols are called so at each end: the chains are the shortest between any of them.
    pub from_symbols: usize,
    /// How many symbols the end may be.
    pub to_symbols: usize,
    /// Symbols that were looked at.
    pub visited: usize,
    /// True where the search stopped at its bound before it was through, or more chains are as short.
    pub bounded: bool,
    /// Calls on the way, from symbols that were looked at, of which nothing is claimed.
    pub unresolved: u64,
    /// The chains, those that are proved first.
    pub chains: Page<Chain>,
}

/// One chain.
#[derive(Clone, Debug, Serialize)]
pub struct Chain {
    /// How many steps it has.
    pub length: usize,
    /// Resolved where every step is.
    pub resolution: &'static str,
    /// Where it begins, where several symbols are called so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The nodes after the first, in order.
    pub steps: Vec<Link>,
}

/// One node of a chain after the first.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    /// The node that the step leads to.
    #[serde(flatten)]
    pub node: NodeRow,
    /// How sure it is: `resolved`, `possible`, `external` or `unresolved`.
    pub resolution: &'static str,
    /// What decided that: `import`, `scope`, `member` and others.
    pub rule: &'static str,
    /// Where the node before it makes the step: line:column in its file.
    pub sites: Vec<String>,
}

impl Chain {
    /// The row of a path; `several` where it says at which symbol it begins.
    fn new(path: &Path<Step<'_>>, several: bool) -> Self {
        let link = |step: &Step<'_>| Link {
            node: NodeRow::new(step.node),
            resolution: step.resolution.as_str(),
            rule: step.rule.as_str(),
            sites: sites(&step.sites, 3),
        };
        let proved = path.steps.iter().all(|step| step.resolution == Resolution::Resolved);
        let resolution = if proved { Resolution::Resolved } else { Resolution::Possible };
        Self {
            length: path.steps.len(),
            resolution: resolution.as_str(),
            from: several.then(|| path.from.printed()),
            steps: path.steps.iter().map(link).collect(),
        }
    }
}

impl Row for Chain {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(0);
        let mut record = out.record("chain");
        record.field("length", self.length).field("resolution", self.resolution);
        record.some("from", self.from.as_deref());
        drop(record);
        out.depth(1);
        for link in &self.steps {
            let mut record = link.node.write("step", out);
            record.field("resolution", link.resolution).field("rule", link.rule);
            record.list("sites", &link.sites);
        }
    }
}

impl Answer for Found {
    page!(chains: Chain);

    fn head(&self, out: &mut Records) {
        self.from.write("from", out);
        self.to.write("to", out);
        let mut record = out.record("searched");
        record.field("symbols", self.visited).flag("bounded", self.bounded);
        record.field("unresolved_calls", self.unresolved);
        for (name, count) in [("from_symbols", self.from_symbols), ("to_symbols", self.to_symbols)] {
            record.count(name, if count > 1 { count as u64 } else { 0 });
        }
    }
}

impl Question for FindPath {
    type Answer = Found;
    const NAME: &'static str = "find_path";
    const CLI: &'static str = "find-path";
    const ALIASES: &'static [&'static str] = &["path"];
    const TITLE: &'static str = "Find a path";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["from", "to", "depth"];
    const LOOK: Look = Look::of(&[
        Section::of("from", Form::Subjects),
        Section::of("chains", Form::Chains),
        Section::of("to", Form::Hidden),
    ]);

    fn run(context: &Context<'_>, asked: &Asked<FindPath>) -> Result<Found, Problem> {
        let own = &asked.own;
        let most = depth(own.depth, 10)?;
        let include = kinds::resolutions(&own.include, &[Resolution::Resolved, Resolution::Possible])?;
        let from = relations::symbols(context, Wanted::new("from", &own.from, None, &asked.scope))?;
        let to = relations::symbols(context, Wanted::new("to", &own.to, None, &asked.scope))?;
        let (starts, ends) = (nodes(&from), nodes(&to));
        let (mut uses, via) = (Uses::new(context), own.via.unwrap_or_default());
        let bounds = Bounds { depth: most, most: MOST, include: &include, stop: context.cancel };
        let found = shortest_paths(&starts, &ends, bounds, CHAINS, |node| match via {
            Via::Calls => uses.calls.callees(node),
            Via::Uses => uses.used(node),
        });
        context.still_wanted()?;
        let Paths { end, paths, visited, bounded } = found;
        let start = paths.first().map(|path| path.from);
        let ends = (start.or(starts.first().copied()), end.or(ends.first().copied()));
        let mut chains: Vec<Chain> = paths.iter().map(|path| Chain::new(path, from.several())).collect();
        chains.sort_by_key(|chain| chain.resolution != Resolution::Resolved.as_str());
        let mut calls = Calls::new(context);
        let unresolved = visited
            .iter()
            .take(1_000)
            .map(|node| calls.outside(*node).unresolved.values().sum::<u64>())
            .sum();
        let (Some(start), Some(end)) = ends else {
            return Err(Problem::argument("from", "from: no such symbol"));
        };
        Ok(Found {
            from: NodeRow::new(start),
            to: NodeRow::new(end),
            from_symbols: from.all.len(),
            to_symbols: to.all.len(),
            visited: visited.len(),
            bounded,
            unresolved,
            chains: Page::of(&chains, asked.offset, asked.common.rows(3, 50), Chain::clone),
        })
    }
}

/// The symbols of all that is meant.
fn nodes<'v>(subjects: &Subjects<'v>) -> Vec<Node<'v>> {
    subjects.all.iter().flat_map(|subject| subject.symbols()).copied().map(Node::Symbol).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    const A: &str =
        "def a():\n    b()\n    c()\n\ndef b(): d()\n\ndef c(): d()\n\ndef d(): e()\n\ndef e(): pass\n";

    #[test]
    fn all_shortest_chains_and_none_backwards() {
        let fixture = Fixture::new(&[("m.py", A)]);
        let lines = fixture.text("find_path", r#"{"from": "a", "to": "e"}"#);
        assert_eq!(values(&lines, "chain", "length"), ["3", "3"]);
        assert_eq!(values(&lines, "step", "qualified"), ["m.b", "m.d", "m.e", "m.c", "m.d", "m.e"]);
        assert_eq!(values(&lines, "step", "sites")[0], "2:5");
        let back = fixture.text("find_path", r#"{"from": "e", "to": "a"}"#);
        assert_eq!(back[0].get("total"), Some("0"));
        assert_eq!(values(&back, "searched", "symbols"), ["1"]);
        let short = fixture.text("find_path", r#"{"from": "a", "to": "e", "depth": 2}"#);
        assert_eq!(short[0].get("total"), Some("0"));
        let problem = fixture.problem("find_path", r#"{"from": "a", "to": "zzz"}"#);
        assert_eq!(problem.parameter.as_deref(), Some("to"));
    }
}
