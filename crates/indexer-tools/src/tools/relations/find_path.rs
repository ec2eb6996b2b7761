//! `find_path`: the shortest chains of calls from one symbol to another.

use crate::protocol::answer::{Answer, Page, Row};
use crate::protocol::context::Context;
use crate::protocol::kinds;
use crate::protocol::problem::Problem;
use crate::protocol::records::Records;
use crate::protocol::tool::{Asked, Question};
use crate::relations::callers::depth;
use crate::relations::{self, Calls, Node, NodeId, NodeRow, Step, Subjects, Uses, Wanted, sites};
use crate::screen::{Form, Look, Section};
use clap::{Args, ValueEnum};
use indexer_core::Resolution;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    #[serde(default)]
    pub via: Option<Via>,
    /// Steps at most (10)
    #[arg(long, value_name = "N")]
    #[serde(default)]
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

/// The answer.
#[derive(Debug, Serialize)]
pub struct Found {
    /// Where the first chain begins and ends; without a chain the best of what is called so.
    from: NodeRow,
    to: NodeRow,
    /// How many symbols are called so at each end: the chains are the shortest between any of them.
    from_symbols: usize,
    to_symbols: usize,
    /// Symbols that were looked at.
    visited: usize,
    /// True where the search stopped at its bound before it was through, or more chains are as short.
    bounded: bool,
    /// Calls on the way, from symbols that were looked at, of which nothing is claimed.
    unresolved: u64,
    chains: Page<Chain>,
}

/// One chain.
#[derive(Clone, Debug, Serialize)]
pub struct Chain {
    length: usize,
    /// Resolved where every step is.
    resolution: &'static str,
    /// Where it begins, where several symbols are called so.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    steps: Vec<Link>,
}

/// One node of a chain after the first.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    #[serde(flatten)]
    node: NodeRow,
    resolution: &'static str,
    rule: &'static str,
    /// Where the node before it makes the step: line:column in its file.
    sites: Vec<String>,
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
            if !link.sites.is_empty() {
                record.text("sites", &link.sites.join(","));
            }
        }
    }
}

impl Answer for Found {
    type Row = Chain;

    fn page(&mut self) -> &mut Page<Chain> {
        &mut self.chains
    }

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
        let starts = nodes(&from);
        let ends: Vec<NodeId<'_>> = nodes(&to).iter().map(Node::id).collect();
        let mut uses = Uses::new(context);
        let mut search = Search { context, include, most, before: FxHashMap::default(), bounded: false };
        let reached = search.run(&starts, &ends, &mut uses, own.via.unwrap_or_default())?;
        let mut chains = Vec::new();
        if let Some(end) = reached {
            search.chains(end, &mut Vec::new(), &mut chains);
        }
        let end = reached.and_then(|end| Some(search.before.get(&end)?.node));
        let start = chains.first().and_then(|(start, _)| search.before.get(start)).map(|known| known.node);
        let ends =
            (start.or_else(|| nodes(&from).first().copied()), end.or_else(|| nodes(&to).first().copied()));
        let mut chains: Vec<Chain> = chains.into_iter().map(|(_, chain)| chain).collect();
        if !from.several() {
            chains.iter_mut().for_each(|chain| chain.from = None);
        }
        chains.sort_by_key(|chain| chain.resolution != Resolution::Resolved.as_str());
        let visited: Vec<Node<'_>> = search.before.values().map(|known| known.node).collect();
        // More chains than are made out may be as short.
        let bounded = search.bounded || chains.len() >= CHAINS;
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

/// How a node was reached: all steps that come from the level before it.
struct Known<'a> {
    node: Node<'a>,
    distance: u32,
    before: Vec<(NodeId<'a>, Step<'a>)>,
}

struct Search<'c, 'a> {
    context: &'c Context<'a>,
    include: Vec<Resolution>,
    most: u32,
    before: FxHashMap<NodeId<'a>, Known<'a>>,
    bounded: bool,
}

/// Chains that are made out at most.
const CHAINS: usize = 50;

impl<'a> Search<'_, 'a> {
    /// Breadth-first; the end that is nearest.
    fn run(
        &mut self,
        starts: &[Node<'a>],
        ends: &[NodeId<'a>],
        uses: &mut Uses<'a>,
        via: Via,
    ) -> Result<Option<NodeId<'a>>, Problem> {
        let mut level: Vec<Node<'a>> = starts.to_vec();
        for node in starts {
            let known = Known { node: *node, distance: 0, before: Vec::new() };
            self.before.insert(node.id(), known);
        }
        for distance in 1..=self.most {
            let mut found = Vec::new();
            for node in level {
                self.context.still_wanted()?;
                let steps = if via == Via::Calls { uses.calls.callees(node) } else { uses.used(node) };
                for step in steps.iter().filter(|step| self.include.contains(&step.resolution)) {
                    if self.before.len() >= MOST {
                        self.bounded = true;
                        return Ok(None);
                    }
                    let id = step.node.id();
                    let known = self.before.entry(id).or_insert_with(|| {
                        found.push(step.node);
                        Known { node: step.node, distance, before: Vec::new() }
                    });
                    if known.distance == distance {
                        known.before.push((node.id(), step.clone()));
                    }
                }
            }
            let reached =
                |end: &&NodeId<'a>| self.before.get(end).is_some_and(|one| one.distance == distance);
            if let Some(end) = ends.iter().find(reached) {
                return Ok(Some(*end));
            }
            level = found;
        }
        Ok(None)
    }

    /// All shortest chains to a node, made out from their ends.
    fn chains(&self, end: NodeId<'a>, tail: &mut Vec<Link>, chains: &mut Vec<(NodeId<'a>, Chain)>) {
        let Some(known) = self.before.get(&end) else { return };
        if chains.len() >= CHAINS {
            return;
        }
        if known.before.is_empty() {
            let steps: Vec<Link> = tail.iter().rev().cloned().collect();
            let proved = steps.iter().all(|link| link.resolution == Resolution::Resolved.as_str());
            let resolution = if proved { Resolution::Resolved } else { Resolution::Possible };
            let (length, from) = (steps.len(), Some(known.node.printed()));
            chains.push((end, Chain { length, resolution: resolution.as_str(), from, steps }));
            return;
        }
        for (before, step) in &known.before {
            tail.push(Link {
                node: NodeRow::new(step.node),
                resolution: step.resolution.as_str(),
                rule: step.rule.as_str(),
                sites: sites(&step.sites, 3),
            });
            self.chains(*before, tail, chains);
            tail.pop();
        }
    }
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
