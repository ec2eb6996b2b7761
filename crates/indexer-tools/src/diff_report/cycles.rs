//! Cycles of files that a change closes.

use super::sides::{Now, Sides};
use crate::relations::dependencies::{Modules, Paths, of_file};
use indexer_diff::Diff;
use indexer_graph::shortest_path;
use indexer_store::View;
use rustc_hash::{FxHashMap, FxHashSet};

/// Files that are visited at most for each new dependency.
const MOST: usize = 20_000;
/// Cycles that are found at most.
const MOST_CYCLES: usize = 50;

/// Dependencies of files, found when they are first asked for.
struct Dependencies<'v> {
    view: &'v View,
    modules: Modules<'v>,
    known: FxHashMap<&'v str, Vec<&'v str>>,
}

impl<'v> Dependencies<'v> {
    fn new(view: &'v View) -> Self {
        Self { view, modules: Modules::new(view), known: FxHashMap::default() }
    }

    fn of(&mut self, path: &str) -> Vec<&'v str> {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let Some(file) = self.view.file(path) else { return Vec::new() };
        let all = of_file(self.view, &self.modules, file, Paths::Ends);
        let used = all.into_iter().filter(|(_, weight)| weight.uses > 0);
        let to: Vec<&'v str> = used.map(|(path, _)| path).collect();
        self.known.insert(file.path(), to.clone());
        to
    }

    /// The shortest way from one file to another, both included.
    fn way(&mut self, from: &str, to: &str) -> Option<Vec<&'v str>> {
        let [from, to] = [from, to].map(|path| self.view.file(path).map(|file| file.path()));
        shortest_path(from?, to?, MOST, |path| self.of(path))
    }
}

/// The cycles that new dependencies close: for each, its files in order, the new dependency being the
/// one from the last to the first. A module that is only declared is no dependency. What joins files
/// that were on a cycle before, or are on one that is told already, is not told again: the shortest
/// cycle stands for all. O(files that are reached).
pub fn closed(sides: &Sides<'_>, diff: &Diff<'_>) -> Vec<Vec<String>> {
    let now = Now::new(diff);
    let mut base = Dependencies::new(sides.base.view());
    let mut head = Dependencies::new(sides.head.view());
    let before: FxHashMap<&str, &str> =
        sides.old.iter().map(|file| (now.path(file.path()), file.path())).collect();
    let mut ways: Vec<Vec<&str>> = Vec::new();
    for file in sides.new.iter().filter(|file| !file.language().is_empty()) {
        let old: FxHashSet<String> = before
            .get(file.path())
            .map(|path| base.of(path).into_iter().map(|to| now.path(to).to_owned()).collect())
            .unwrap_or_default();
        for to in head.of(file.path()) {
            if !old.contains(to) && ways.len() < MOST_CYCLES {
                ways.extend(head.way(to, file.path()));
            }
        }
    }
    ways.sort_by_key(|way| (way.len(), way.clone()));
    let mut were_together = |one: &str, other: &str| {
        let was = |path| before.get(path).copied().unwrap_or(path);
        let (one, other) = (was(one), was(other));
        one == other || (base.way(one, other).is_some() && base.way(other, one).is_some())
    };
    let mut told: Vec<Vec<&str>> = Vec::new();
    for way in ways {
        let (Some(to), Some(from)) = (way.first(), way.last()) else { continue };
        let mut is_with = |group: &[&str], path: &str| group.iter().any(|one| were_together(one, path));
        let is_known = told.iter().any(|group| is_with(group, from) && is_with(group, to));
        if !is_known && !is_with(&[from], to) {
            told.push(way);
        }
    }
    told.into_iter().map(|way| way.into_iter().map(str::to_owned).collect()).collect()
}
