//! The nodes and edges of a dependency graph, before anything is left out.

use super::{GetDependencyGraph, Level};
use crate::protocol::scope::{self};
use crate::protocol::{Context, Problem, Scope};
use crate::relations::dependencies::{FileDependencies, of_symbols, packages_of};
use crate::tools::relations::get_impact::Direction;
use indexer_core::path::parent;
use indexer_engine::{member_of, member_that_builds};
use indexer_graph::dependencies::{Ways, Weight, neighborhood};
use indexer_store::View;
use std::collections::{BTreeMap, BTreeSet};

/// A node: what it is called, and whether it is outside of the repository.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named {
    pub(super) id: String,
    pub(super) external: bool,
}

/// A graph over numbered nodes.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// Sorted.
    pub(super) nodes: Vec<Named>,
    /// Sorted by ends.
    pub(super) edges: Vec<(u32, u32, Weight)>,
}

/// Edges by the names of their ends.
type ByName = BTreeMap<(Named, Named), Weight>;

impl Graph {
    /// The graph of what `scope` covers, and of what is `depth` steps away from it. O(references).
    pub(super) fn build(
        context: &Context<'_>,
        own: &GetDependencyGraph,
        scope: &Scope,
    ) -> Result<Self, Problem> {
        let view = context.view();
        let level = own.level.unwrap_or_default();
        let members = scope::members(context);
        let name = |path: &str| match level {
            Level::File | Level::Symbol => Some(path.to_owned()),
            Level::Module => Some(folder(path)),
            Level::Package => match member_that_builds(&members, path) {
                Some(member) => Some(member.name.clone()),
                // The description of another build around a package is no part of it.
                None => member_of(&members, path).is_none().then(|| folder(path)),
            },
        };
        let mut all = if level == Level::Symbol { symbols(context)? } else { files(context, name)? };
        let mut within: BTreeSet<String> = scope.files(view).filter_map(|file| name(file.path())).collect();
        if level == Level::Symbol {
            let inside = scope.files(view).flat_map(|file| file.symbols());
            within.extend(inside.map(|symbol| symbol.printed()));
        }
        if own.external {
            outside(view, name, &mut all);
        }
        Ok(Self::of(near(all, &within, own.direction.unwrap_or(Direction::Down), own.depth)))
    }

    fn of(all: ByName) -> Self {
        let names: BTreeSet<&Named> = all.keys().flat_map(|(from, to)| [from, to]).collect();
        let nodes: Vec<Named> = names.into_iter().cloned().collect();
        let place = |name: &Named| nodes.binary_search(name).unwrap_or_default() as u32;
        let edges = all.iter().map(|((from, to), weight)| (place(from), place(to), *weight)).collect();
        Self { nodes, edges }
    }

    /// The cycles, each sorted.
    pub(super) fn cycles(&self) -> Vec<Vec<u32>> {
        let edges: Vec<(u32, u32)> = self.edges.iter().map(|(from, to, _)| (*from, *to)).collect();
        indexer_graph::cycles(self.nodes.len() as u32, &edges)
    }
}

fn folder(path: &str) -> String {
    let folder = parent(path);
    if folder.is_empty() { ".".to_owned() } else { folder.to_owned() }
}

fn inside(id: String) -> Named {
    Named { id, external: false }
}

fn add(all: &mut ByName, from: Named, to: Named, weight: Weight) {
    if from != to {
        *all.entry((from, to)).or_default() += weight;
    }
}

/// Edges between files, under the names that `name` gives them.
fn files(context: &Context<'_>, name: impl Fn(&str) -> Option<String>) -> Result<ByName, Problem> {
    let mut all = ByName::new();
    for (from, to, weight) in FileDependencies::get(context)?.all(context.view()) {
        if let (Some(from), Some(to)) = (name(from), name(to)) {
            add(&mut all, inside(from), inside(to), weight);
        }
    }
    Ok(all)
}

fn symbols(context: &Context<'_>) -> Result<ByName, Problem> {
    let view = context.view();
    let mut all = ByName::new();
    for file in view.files() {
        context.still_wanted()?;
        for (from, to, weight) in of_symbols(view, file) {
            add(&mut all, inside(from.printed()), inside(to.printed()), weight);
        }
    }
    Ok(all)
}

/// Adds the packages outside, used by files under the names that `name` gives them.
fn outside(view: &View, name: impl Fn(&str) -> Option<String>, all: &mut ByName) {
    for file in view.files() {
        let Some(from) = name(file.path()) else { continue };
        for (package, weight) in packages_of(file) {
            let to = Named { id: package.to_owned(), external: true };
            add(all, inside(from.clone()), to, weight);
        }
    }
}

/// The edges at most `depth` steps away from the nodes in `within`.
fn near(all: ByName, within: &BTreeSet<String>, direction: Direction, depth: Option<u32>) -> ByName {
    let ends: Vec<(&str, &str)> = all.keys().map(|(from, to)| (&*from.id, &*to.id)).collect();
    let within = within.iter().map(String::as_str).collect();
    let ways = match direction {
        Direction::Down => Ways::Down,
        Direction::Up => Ways::Up,
        Direction::Both => Ways::Both,
    };
    let kept = neighborhood(&ends, within, ways, depth);
    all.into_iter().enumerate().filter(|(place, _)| kept.contains(place)).map(|(_, edge)| edge).collect()
}
