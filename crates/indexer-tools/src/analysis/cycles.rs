//! Files that depend on each other, and what would end that.

use super::graph::Graph;
use crate::protocol::{Context, Problem};
use crate::relations::dependencies::are_one;
use indexer_graph::dependencies::{DependencyCycle, Depends, dependency_cycles};
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

/// The [cycles](dependency_cycles) among files that count, but for those of files that are [one whole](are_one).
pub fn file_cycles(context: &Context<'_>, graph: &Graph, counts: &[bool]) -> Result<Vec<Cycle>, Problem> {
    let path = |file: u32| graph.files[file as usize].path.clone();
    let is_apart = |from: usize, on: u32| !are_one(context, &graph.files[from].path, &path(on));
    let apart = |(from, all): (usize, &Vec<Depends>)| -> Vec<Depends> {
        all.iter().filter(|one| is_apart(from, one.on)).cloned().collect()
    };
    let depends: Vec<Vec<Depends>> = graph.depends.iter().enumerate().map(apart).collect();
    let found = dependency_cycles(&depends, counts, context.cancel);
    context.still_wanted()?;
    let cut = |(from, to): (u32, u32)| {
        let one = graph.depends[from as usize].iter().find(|one| one.on == to);
        let (uses, line) = one.map_or((0, 0), |one| (one.uses, one.line));
        Cut { from: path(from), to: path(to), uses, line }
    };
    let cycle = |one: DependencyCycle| Cycle {
        files: one.nodes.into_iter().map(path).collect(),
        only_types: one.only_types,
        cut: one.cut.into_iter().map(cut).collect(),
    };
    Ok(found.into_iter().map(cycle).collect())
}
