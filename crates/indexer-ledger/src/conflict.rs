//! Where entries do not fit each other. What code says is not known here.

use crate::entry::{Anchor, Entry, Kind};
use crate::read::Ledger;
use crate::state::Item;
use std::collections::{BTreeMap, BTreeSet};

/// Entries that do not fit each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict<'l> {
    /// Several decisions in force stand in the place of one.
    Forked {
        /// The one.
        of: &'l Entry,
        /// The several, by time.
        by: Vec<&'l Entry>,
    },
    /// Updates that did not know of each other put one thing into different states.
    Contested {
        /// The thing.
        of: &'l Entry,
        /// The updates, by time.
        by: Vec<&'l Entry>,
    },
    /// Decisions supersede each other in a circle, so that none of them is in force.
    Circle {
        /// The decisions, by time.
        decisions: Vec<&'l Entry>,
    },
    /// An entry names one that the ledger does not hold.
    Missing {
        /// The entry.
        entry: &'l Entry,
        /// The id that it names.
        id: &'l str,
    },
    /// Several decisions in force are about one symbol. They may well agree.
    Shared {
        /// The symbol.
        anchor: &'l Anchor,
        /// The decisions, by time.
        decisions: Vec<&'l Entry>,
    },
    /// A decision in whose place others stand: settled, and told for those who rely on it.
    Superseded {
        /// The decision.
        of: &'l Entry,
        /// The decisions in force at the end of the chain, by time.
        by: Vec<&'l Entry>,
    },
}

impl Ledger {
    /// Where entries do not fit each other, what surely is a conflict first. O(entries log entries).
    pub fn conflicts(&self) -> Vec<Conflict<'_>> {
        let items = self.items();
        let by_id: BTreeMap<&str, &Item<'_>> =
            items.iter().map(|item| (item.entry.id.as_str(), item)).collect();
        let decisions = || items.iter().filter(|item| item.kind == Kind::Decision);
        let mut found = Vec::new();
        for item in decisions() {
            let next = item.superseded_by.iter().filter_map(|id| by_id.get(id));
            let by: Vec<&Entry> = next.filter(|next| next.is_open()).map(|next| next.entry).collect();
            if by.len() > 1 {
                found.push(Conflict::Forked { of: item.entry, by });
            }
        }
        for item in items.iter().filter(|item| !item.contested.is_empty()) {
            found.push(Conflict::Contested { of: item.entry, by: item.contested.clone() });
        }
        let mut settled = Vec::new();
        let mut circling: BTreeSet<&str> = BTreeSet::new();
        for item in decisions().filter(|item| !item.is_open()) {
            let reached = reached(&by_id, item);
            let by: Vec<&Entry> = decisions()
                .filter(|other| other.is_open() && reached.contains(other.entry.id.as_str()))
                .map(|other| other.entry)
                .collect();
            if reached.contains(item.entry.id.as_str()) && circling.insert(&item.entry.id) {
                // Those of the circle reach each other.
                let around = decisions().filter(|other| {
                    let id = other.entry.id.as_str();
                    reached.contains(id) && reached_from(&by_id, id).contains(item.entry.id.as_str())
                });
                let decisions: Vec<&Entry> = around.map(|other| other.entry).collect();
                if decisions.iter().all(|one| one.id == item.entry.id || circling.insert(&one.id)) {
                    found.push(Conflict::Circle { decisions });
                }
            } else if !by.is_empty() {
                settled.push(Conflict::Superseded { of: item.entry, by });
            }
        }
        let all: BTreeSet<&str> = self.entries.iter().map(|entry| entry.id.as_str()).collect();
        for entry in self.entries.iter().filter(|entry| entry.kind().is_some()) {
            let named = entry.supersedes.iter().chain([&entry.of, &entry.goal]);
            let missing = named.filter(|id| !id.is_empty() && !all.contains(id.as_str()));
            found.extend(missing.map(|id| Conflict::Missing { entry, id }));
        }
        let in_force: Vec<&Item<'_>> = decisions().filter(|item| item.is_open()).collect();
        found.extend(shared(&in_force));
        found.extend(settled);
        found
    }
}

/// The ids of all decisions behind one.
fn reached<'l>(by_id: &BTreeMap<&str, &'l Item<'l>>, item: &'l Item<'l>) -> BTreeSet<&'l str> {
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = item.superseded_by.clone();
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            open.extend(by_id.get(id).into_iter().flat_map(|next| &next.superseded_by));
        }
    }
    reached
}

fn reached_from<'l>(by_id: &BTreeMap<&str, &'l Item<'l>>, id: &str) -> BTreeSet<&'l str> {
    by_id.get(id).map_or_else(BTreeSet::new, |item| reached(by_id, item))
}

fn shared<'l>(in_force: &[&Item<'l>]) -> Vec<Conflict<'l>> {
    let mut by_symbol: BTreeMap<(&str, &str, &str), (&'l Anchor, Vec<&'l Entry>)> = BTreeMap::new();
    for item in in_force {
        for anchor in &item.entry.anchors {
            let symbol = (anchor.path.as_str(), anchor.name.as_str(), anchor.kind.as_str());
            let decisions = &mut by_symbol.entry(symbol).or_insert((anchor, Vec::new())).1;
            if decisions.last() != Some(&item.entry) {
                decisions.push(item.entry);
            }
        }
    }
    let several = by_symbol.into_values().filter(|(_, decisions)| decisions.len() > 1);
    several.map(|(anchor, decisions)| Conflict::Shared { anchor, decisions }).collect()
}
