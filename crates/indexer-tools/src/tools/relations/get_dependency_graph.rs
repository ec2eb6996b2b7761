//! `get_dependency_graph`: what depends on what, drawn or as data, always bounded.

mod build;
mod draw;

use crate::protocol::Format;
use crate::protocol::prelude::*;
use crate::screen::{Parent, Sites};
use build::Graph;
use std::collections::BTreeSet;

/// Dependencies of files, modules, packages or symbols as Mermaid, DOT, JSON or GraphML; cycles marked
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetDependencyGraph {
    /// file (default), module (folder), package, symbol
    #[arg(long, value_enum)]
    pub level: Option<Level>,
    /// Steps from what path and member name (all)
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// down (default: what they depend on), up, both
    #[arg(long, value_enum)]
    pub direction: Option<super::get_impact::Direction>,
    /// Packages outside too
    #[arg(long)]
    #[serde(default)]
    pub external: bool,
}

indexer_core::worded! {
    /// What the nodes are.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Level {
        /// Files.
        #[default]
        File = "file",
        /// Folders: packages of Go, Java and Python, else groups of modules.
        Module = "module",
        /// Members of the workspace.
        Package = "package",
        /// Symbols.
        Symbol = "symbol",
    }
}

/// What depends on what.
#[derive(Debug, Serialize)]
pub struct Found {
    /// `file`, `module`, `package` or `symbol`.
    pub level: &'static str,
    /// Ends of the edges that are shown, sorted.
    pub nodes: Vec<GraphNode>,
    /// All nodes and edges, before the limit; what is left out has the fewest uses.
    pub nodes_total: usize,
    /// How many edges there are.
    pub edges_total: usize,
    /// The cycles, each sorted by name.
    pub cycles: Vec<Vec<String>>,
    /// The edges, those with the most uses first.
    pub edges: Page<Edge>,
}

/// A node that is shown.
#[derive(Clone, Debug, Serialize)]
pub struct GraphNode {
    /// Path, folder, name of the package or key of the symbol.
    pub id: String,
    /// True for a package outside of the repository.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub external: bool,
}

/// One end depends on the other.
#[derive(Clone, Debug, Serialize)]
pub struct Edge {
    /// The node that depends.
    pub from: String,
    /// What it depends on.
    pub to: String,
    /// Proved references; 0 for a declaration of a module alone.
    pub uses: u64,
    /// True where one of the uses is an import.
    pub imports: bool,
    /// True where it is part of a cycle.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cycle: bool,
}

impl Row for Edge {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("edge");
        record.text("from", &self.from).text("to", &self.to).field("uses", self.uses);
        record.flag("imports", self.imports).flag("cycle", self.cycle);
    }
}

/// Cycles that the head names.
const CYCLES: usize = 10;

/// Nodes of a cycle that the head names.
const CYCLE_NODES: usize = 12;

impl Answer for Found {
    page!(edges: Edge);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("graph");
        record.field("level", self.level).field("nodes", self.nodes_total).field("edges", self.edges_total);
        record.field("cycles", self.cycles.len());
        drop(record);
        for cycle in self.cycles.iter().take(CYCLES) {
            let shown: Vec<&str> = cycle.iter().take(CYCLE_NODES).map(String::as_str).collect();
            let mut record = out.record("cycle");
            record.field("size", cycle.len()).text("nodes", &shown.join(","));
        }
    }

    fn draw(&self, format: Format, about: &str) -> String {
        draw::draw(self, format, about)
    }
}

impl Question for GetDependencyGraph {
    type Answer = Found;
    const NAME: &'static str = "get_dependency_graph";
    const CLI: &'static str = "get-dependency-graph";
    const ALIASES: &'static [&'static str] = &["dependency-graph", "graph"];
    const TITLE: &'static str = "Dependency graph";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["path", "level", "depth", "format"];
    const LOOK: Look = Look::of(&[
        Section::of("edges", Form::Tree(Parent::Edge, Sites::Own)),
        Section::of("", Form::Counts(&["nodes_total=nodes", "edges_total=edges"])),
    ]);
    const PATH_FIRST: bool = true;
    const FORMATS: &'static [Format] =
        &[Format::Mermaid, Format::Dot, Format::Json, Format::Graphml, Format::Text];

    fn run(context: &Context<'_>, asked: &Asked<GetDependencyGraph>) -> Result<Found, Problem> {
        if asked.own.depth == Some(0) {
            return Err(Problem::argument("depth", "depth must be at least 1"));
        }
        let level = asked.own.level.unwrap_or_default();
        let graph = Graph::build(context, &asked.own, &asked.scope)?;
        let cycles = graph.cycles();
        let in_cycle = |from: u32, to: u32| {
            cycles.iter().any(|cycle| cycle.binary_search(&from).is_ok() && cycle.binary_search(&to).is_ok())
        };
        // Most uses first, so that what a limit leaves out has the fewest.
        let mut order: Vec<usize> = (0..graph.edges.len()).collect();
        order.sort_by_key(|i| std::cmp::Reverse(graph.edges[*i].2.uses));
        let rows: Vec<Edge> = order
            .into_iter()
            .skip(asked.offset)
            .take(asked.common.rows(150, 2_000))
            .map(|i| {
                let (from, to, weight) = graph.edges[i];
                let name = |node: u32| graph.nodes[node as usize].id.clone();
                let cycle = in_cycle(from, to);
                Edge { from: name(from), to: name(to), uses: weight.uses, imports: weight.imports, cycle }
            })
            .collect();
        let ends: BTreeSet<&str> =
            rows.iter().flat_map(|edge| [edge.from.as_str(), edge.to.as_str()]).collect();
        let nodes = graph.nodes.iter().filter(|node| ends.contains(node.id.as_str()));
        let mut nodes: Vec<GraphNode> =
            nodes.map(|node| GraphNode { id: node.id.clone(), external: node.external }).collect();
        nodes.sort_by(|a, b| a.id.cmp(&b.id));
        let named =
            |cycle: &Vec<u32>| cycle.iter().map(|node| graph.nodes[*node as usize].id.clone()).collect();
        Ok(Found {
            level: level.as_str(),
            nodes,
            nodes_total: graph.nodes.len(),
            edges_total: graph.edges.len(),
            cycles: cycles.iter().map(named).collect(),
            edges: Page { rows, total: graph.edges.len(), offset: asked.offset },
        })
    }
}

#[cfg(test)]
mod tests;
