//! Dependencies of packages, folders and files, as `get_dependency_graph` has them.

use indexer_tools::protocol::Asked;
use indexer_tools::protocol::scope::Scope;
use indexer_tools::tools::relations::get_dependency_graph::{Found, GetDependencyGraph, Level};
use indexer_tools::{Common, Context, Problem, Question};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The graph of each level, at most `most` edges of each, those with the most uses.
pub(crate) fn graphs(context: &Context<'_>, most: usize) -> Result<Value, Problem> {
    Ok(json!({
        "package": level(context, Level::Package, most)?,
        "module": level(context, Level::Module, most)?,
        "file": level(context, Level::File, most)?,
    }))
}

fn level(context: &Context<'_>, level: Level, most: usize) -> Result<Value, Problem> {
    let common = Common { limit: Some(u32::MAX), ..Common::default() };
    let own = GetDependencyGraph { level: Some(level), ..GetDependencyGraph::default() };
    let scope = Scope::of(context, &common)?;
    let mut asked = Asked { own, common, scope, offset: 0 };
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut nodes = Vec::new();
    let mut number = |id: &str| match numbers.get(id) {
        Some(number) => *number,
        None => {
            nodes.push(id.to_owned());
            numbers.insert(id.to_owned(), nodes.len() - 1);
            nodes.len() - 1
        }
    };
    let mut edges: Vec<[u64; 4]> = Vec::new();
    loop {
        context.still_wanted()?;
        // Nodes are the ends of edges: what neither depends on anything nor is depended on is none.
        let Found { edges: page, cycles, nodes_total, edges_total, .. } =
            GetDependencyGraph::run(context, &asked)?;
        for edge in page.rows.iter().take(most - edges.len()) {
            let ends = [number(&edge.from) as u64, number(&edge.to) as u64];
            edges.push([ends[0], ends[1], edge.uses, u64::from(edge.cycle)]);
        }
        asked.offset += page.rows.len();
        if page.rows.is_empty() || asked.offset >= page.total || edges.len() >= most {
            let cycles: Vec<Vec<usize>> =
                cycles.iter().map(|cycle| cycle.iter().map(|id| number(id)).collect()).collect();
            return Ok(json!({
                "nodes": nodes, "edges": edges, "cycles": cycles,
                "nodes_total": nodes_total, "edges_total": edges_total,
            }));
        }
    }
}
