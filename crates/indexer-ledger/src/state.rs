//! What holds now, worked out of all entries.

use crate::entry::{Entry, Kind};
use crate::read::Ledger;
use std::collections::{BTreeMap, BTreeSet};

/// A decision, bug, goal or plan as it is now.
#[derive(Clone, Debug)]
pub struct Item<'l> {
    /// How it began.
    pub entry: &'l Entry,
    /// What it is.
    pub kind: Kind,
    /// Its state now: a word of [`Kind::states`], `superseded`, or one of a later version.
    pub status: &'l str,
    /// The updates that put it into different states and do not know of each other.
    pub contested: Vec<&'l Entry>,
    /// What became of it, by time.
    pub updates: Vec<&'l Entry>,
    /// The steps of a plan.
    pub steps: Vec<Step<'l>>,
    /// The decisions in its place.
    pub superseded_by: Vec<&'l str>,
}

/// A step of a plan. Its number is its place, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'l> {
    /// What is to be done.
    pub text: &'l str,
    /// Whether it is.
    pub done: bool,
}

/// The state of a decision in whose place others stand.
pub(crate) const SUPERSEDED: &str = "superseded";

impl<'l> Item<'l> {
    /// True while there is something to know or to do.
    pub fn is_open(&self) -> bool {
        self.kind.is_open(self.status)
    }

    /// The number and text of the first step that is not done.
    pub fn next_step(&self) -> Option<(u32, &'l str)> {
        (1..).zip(&self.steps).find(|(_, step)| !step.done).map(|(number, step)| (number, step.text))
    }

    /// Ids of the updates that a new one with a state stands in the place of.
    pub fn heads(&self) -> Vec<String> {
        heads(&self.updates).iter().map(|update| update.id.clone()).collect()
    }
}

/// The updates with a state that no other update knew of.
fn heads<'l>(updates: &[&'l Entry]) -> Vec<&'l Entry> {
    let known: BTreeSet<&str> =
        updates.iter().flat_map(|update| update.supersedes.iter().map(String::as_str)).collect();
    let states = updates.iter().filter(|update| !update.status.is_empty());
    states.filter(|update| !known.contains(update.id.as_str())).copied().collect()
}

impl Ledger {
    /// Every decision, bug, goal and plan as it is now, by time. O(entries log entries).
    pub fn items(&self) -> Vec<Item<'_>> {
        let mut updates: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
        let mut superseded: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for entry in &self.entries {
            match entry.kind() {
                Some(Kind::Update) => updates.entry(&entry.of).or_default().push(entry),
                Some(_) => {
                    for id in entry.supersedes.iter().filter(|id| **id != entry.id) {
                        superseded.entry(id).or_default().push(&entry.id);
                    }
                }
                None => {}
            }
        }
        let items = self.entries.iter().filter_map(|entry| {
            let kind = entry.kind().filter(|kind| *kind != Kind::Update)?;
            let updates = updates.remove(entry.id.as_str()).unwrap_or_default();
            let superseded_by = superseded.remove(entry.id.as_str()).unwrap_or_default();
            Some(item(entry, kind, updates, superseded_by))
        });
        items.collect()
    }

    /// The decision, bug, goal or plan of this id. O(entries log entries).
    pub fn item(&self, id: &str) -> Option<Item<'_>> {
        self.items().into_iter().find(|item| item.entry.id == id)
    }

    /// An entry that says the same as `entry` and still counts: what a question that is asked twice has
    /// already written. O(entries log entries).
    pub(crate) fn twin(&self, entry: &Entry) -> Option<&Entry> {
        if entry.kind() == Some(Kind::Update) {
            let last = self.item(&entry.of)?.updates.last().copied()?;
            return last.says_the_same(entry).then_some(last);
        }
        let mut open = self.items().into_iter().filter(Item::is_open).map(|item| item.entry);
        open.find(|other| other.says_the_same(entry))
    }
}

fn item<'l>(entry: &'l Entry, kind: Kind, updates: Vec<&'l Entry>, superseded_by: Vec<&'l str>) -> Item<'l> {
    let mut steps: Vec<Step<'l>> = Vec::new();
    let added = [entry].into_iter().chain(updates.iter().copied()).flat_map(|one| &one.steps);
    steps.extend(added.map(|text| Step { text, done: false }));
    for number in updates.iter().flat_map(|update| &update.done) {
        if let Some(step) = (*number as usize).checked_sub(1).and_then(|at| steps.get_mut(at)) {
            step.done = true;
        }
    }
    let heads = heads(&updates);
    let mut status = heads.last().map_or(entry.status.as_str(), |head| head.status.as_str());
    if status.is_empty() {
        status = kind.states()[0];
    }
    if kind == Kind::Plan && kind.is_open(status) && !steps.is_empty() && steps.iter().all(|step| step.done) {
        status = "done";
    }
    if !superseded_by.is_empty() {
        status = SUPERSEDED;
    }
    let differ = heads.iter().any(|head| head.status != heads[0].status);
    Item {
        entry,
        kind,
        status,
        contested: if differ { heads } else { Vec::new() },
        updates,
        steps,
        superseded_by,
    }
}
