//! Cycles of files that a change closes.

use super::sides::{Now, Sides};
use crate::protocol::Context;
use crate::relations::dependencies::{Modules, are_one, used_by};
use indexer_diff::Diff;
use indexer_graph::shortest_path;
use rustc_hash::{FxHashMap, FxHashSet};

/// Files that are visited at most for each new dependency.
const MOST: usize = 20_000;
/// Cycles that are found at most.
const MOST_CYCLES: usize = 50;

/// The cycles of files that a change closes: for each, its files in order, the new dependency being the one from the last to
/// the first.
#[derive(Debug, Default)]
pub struct Closed {
    /// Those of which every dependency is needed while the program runs.
    pub cycles: Vec<Vec<String>>,
    /// Those that are none any more once what is used for types alone does not count.
    pub of_types: Vec<Vec<String>>,
}

/// Which dependencies count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// Those for more than types.
    Firm,
    All,
}

/// Dependencies of files, found when they are first asked for.
struct Dependencies<'v> {
    context: &'v Context<'v>,
    modules: Modules<'v>,
    /// On which files each depends, and whether for types alone.
    known: FxHashMap<&'v str, Vec<(&'v str, bool)>>,
    counts: Counts,
}

impl<'v> Dependencies<'v> {
    fn new(context: &'v Context<'v>) -> Self {
        let modules = Modules::new(context.view());
        Self { context, modules, known: FxHashMap::default(), counts: Counts::Firm }
    }

    fn of(&mut self, path: &str) -> Vec<&'v str> {
        let view = self.context.view();
        let Some(file) = view.file(path) else { return Vec::new() };
        let is_apart = |to: &str| !are_one(self.context, file.path(), to);
        let read = || {
            let used = used_by(self.context, &self.modules, file);
            used.into_iter().filter(|(to, _)| is_apart(to)).collect()
        };
        let known = self.known.entry(file.path()).or_insert_with(read);
        let counts = |for_types: bool| self.counts == Counts::All || !for_types;
        known.iter().filter(|(_, for_types)| counts(*for_types)).map(|(path, _)| *path).collect()
    }

    /// The shortest way from one file to another, both included.
    fn way(&mut self, from: &str, to: &str) -> Option<Vec<&'v str>> {
        let view = self.context.view();
        let [from, to] = [from, to].map(|path| view.file(path).map(|file| file.path()));
        shortest_path(from?, to?, MOST, |path| self.of(path))
    }
}

/// The cycles that new dependencies close. A module that is only declared is no dependency. What joins files
/// that were on a cycle before, or are on one that is told already, is not told again: the shortest
/// cycle stands for all. O(files that are reached).
pub fn closed(sides: &Sides<'_>, diff: &Diff<'_>) -> Closed {
    let mut base = Dependencies::new(&sides.base);
    let mut head = Dependencies::new(&sides.head);
    let now = Now::new(diff);
    let firm = told(sides, &now, (&mut base, &mut head), &[]);
    for side in [&mut base, &mut head] {
        side.counts = Counts::All;
    }
    let all = told(sides, &now, (&mut base, &mut head), &firm);
    let owned = |ways: &[Vec<&str>]| -> Vec<Vec<String>> {
        ways.iter().map(|way| way.iter().map(|path| (*path).to_owned()).collect()).collect()
    };
    Closed { cycles: owned(&firm), of_types: owned(&all) }
}

/// The cycles that new dependencies which count close, but for what joins files that are on one of `known`.
fn told<'v>(
    sides: &Sides<'_>,
    now: &Now,
    (base, head): (&mut Dependencies<'_>, &mut Dependencies<'v>),
    known: &[Vec<&'v str>],
) -> Vec<Vec<&'v str>> {
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
    let mut told: Vec<Vec<&str>> = known.to_vec();
    for way in ways {
        let (Some(to), Some(from)) = (way.first(), way.last()) else { continue };
        let mut is_with = |group: &[&str], path: &str| group.iter().any(|one| were_together(one, path));
        let is_known = told.iter().any(|group| is_with(group, from) && is_with(group, to));
        if !is_known && !is_with(&[from], to) {
            told.push(way);
        }
    }
    told.split_off(known.len())
}
