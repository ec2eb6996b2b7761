//! Files that depend on each other, and what would end that.

use super::graph::Graph;
use crate::protocol::context::Context;
use crate::protocol::problem::Problem;
use indexer_graph::{Network, cycles, feedback};
use serde::Serialize;

/// A cycle of files.
#[derive(Clone, Debug, Serialize)]
pub struct Cycle {
    /// Its files, in order of paths.
    pub files: Vec<String>,
    /// True where there is none any more once uses of types alone do not count.
    pub only_types: bool,
    /// Dependencies without which there is no cycle, lightest first.
    pub cut: Vec<Cut>,
}

/// A dependency to be taken away.
#[derive(Clone, Debug, Serialize)]
pub struct Cut {
    /// The file that depends.
    pub from: String,
    /// What it depends on.
    pub to: String,
    /// How many references that is.
    pub uses: u32,
    /// 1-based line of the first of them.
    pub line: u32,
}

/// The cycles among files that count, those that are more than types first, then the largest. O(edges of
/// files), and for each cycle the square of its edges.
pub fn file_cycles(context: &Context<'_>, graph: &Graph, counts: &[bool]) -> Result<Vec<Cycle>, Problem> {
    let edges = |types: bool| {
        let mut edges = Vec::new();
        for (from, all) in (0u32..).zip(&graph.depends).filter(|(from, _)| counts[*from as usize]) {
            let fits = all.iter().filter(|one| counts[one.on as usize] && (types || !one.only_types));
            edges.extend(fits.map(|one| (from, one.on, one.uses as f32)));
        }
        Network::new(graph.files.len() as u32, edges)
    };
    let plain = |network: &Network| -> Vec<(u32, u32)> {
        let all = (0..network.nodes()).flat_map(|from| network.from(from).map(move |(to, _)| (from, to)));
        all.collect()
    };
    let (whole, firm) = (edges(true), edges(false));
    let firm: Vec<Vec<u32>> = cycles(firm.nodes(), &plain(&firm));
    let path = |file: u32| graph.files[file as usize].path.clone();
    let mut found: Vec<Cycle> = cycles(whole.nodes(), &plain(&whole))
        .into_iter()
        .map(|members| {
            let cut = feedback(&whole, &members, context.cancel).into_iter().map(|(from, to, _)| {
                let one = graph.depends[from as usize].iter().find(|one| one.on == to);
                let (uses, line) = one.map_or((0, 0), |one| (one.uses, one.line));
                Cut { from: path(from), to: path(to), uses, line }
            });
            let cut = cut.collect();
            let only_types =
                !firm.iter().any(|one| one.iter().any(|file| members.binary_search(file).is_ok()));
            Cycle { files: members.into_iter().map(path).collect(), only_types, cut }
        })
        .collect();
    context.still_wanted()?;
    found.sort_by(|a, b| {
        let size = |one: &Cycle| std::cmp::Reverse(one.files.len());
        (a.only_types, size(a), &a.files).cmp(&(b.only_types, size(b), &b.files))
    });
    Ok(found)
}
