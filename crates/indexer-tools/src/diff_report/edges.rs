//! Edges that appeared and vanished.

use super::sides::{Now, Sides, printed};
use crate::protocol::Records;
use crate::relations::{Node, is_call};
use indexer_core::{Resolution, Role, Rule, SymbolKey};
use indexer_diff::Diff;
use indexer_store::{FileRef, Reference, SymbolRef, TargetRef, View};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::collections::BTreeMap;

/// An edge that appeared or vanished.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct EdgeRow {
    /// call, import, inherit or type.
    pub kind: &'static str,
    /// The symbol or file that it goes out from.
    pub from: String,
    /// The symbol or file, or name outside of the repository, that it leads to.
    pub to: String,
    /// resolved, possible or external.
    pub resolution: &'static str,
}

impl EdgeRow {
    /// Writes the record `kind`.
    pub fn write(&self, record: &str, out: &mut Records) {
        let mut record = out.record(record);
        record.field("kind", self.kind).text("from", &self.from).text("to", &self.to);
        if self.resolution != Resolution::Resolved.as_str() {
            record.field("resolution", self.resolution);
        }
    }
}

/// The edges that differ, in order.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    /// Of the head alone.
    pub appeared: Vec<EdgeRow>,
    /// Of the base alone.
    pub vanished: Vec<EdgeRow>,
    /// Keys of the base's symbols to which edges vanished, as they are in the head.
    pub deserted: Vec<SymbolKey>,
}

/// One end of an edge, in terms of the head.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Symbol(SymbolKey),
    File(String),
    Outside(String),
}

/// Edges of one state, and whether they are proved.
type Found = BTreeMap<(&'static str, End, End), (Resolution, Option<SymbolKey>)>;

/// The edges that differ: those that go out from files that differ, and those to symbols that came or
/// went. O(references of these files + uses of these symbols).
pub fn edges(sides: &Sides<'_>, diff: &Diff<'_>) -> Edges {
    let now = Now::new(diff);
    let gone = diff.changes.iter().filter(|one| one.new.is_none()).filter_map(|one| one.old);
    let come = diff.changes.iter().filter(|one| one.old.is_none()).filter_map(|one| one.new);
    let (base, head) = (sides.base.view(), sides.head.view());
    let before = found(base, &sides.old, gone.map(|(_, one)| one.key), &now);
    let after = found(head, &sides.new, come.map(|(_, one)| one.key), &Now::default());
    let mut edges = Edges::default();
    for (edge, (resolution, target)) in &before {
        if !after.contains_key(edge) {
            edges.vanished.extend(row(base, edge, *resolution, &now));
            edges.deserted.extend(target.map(|key| now.key(key)));
        }
    }
    for (edge, (resolution, _)) in &after {
        if !before.contains_key(edge) {
            edges.appeared.extend(row(head, edge, *resolution, &Now::default()));
        }
    }
    for rows in [&mut edges.appeared, &mut edges.vanished] {
        // Symbols under different conditions are called alike.
        rows.sort_unstable();
        rows.dedup();
    }
    edges.deserted.sort_unstable();
    edges.deserted.dedup();
    edges
}

fn found(view: &View, files: &[FileRef<'_>], others: impl Iterator<Item = SymbolKey>, now: &Now) -> Found {
    let mut found = Found::default();
    let paths: FxHashSet<&str> = files.iter().map(FileRef::path).collect();
    for file in files {
        let mut around = FxHashMap::default();
        file.references().for_each(|site| add(site, now, &mut around, &mut found));
    }
    let mut around = FxHashMap::default();
    for key in others {
        for site in view.references_to(key).into_iter().map(|one| view.reference(one)) {
            if !paths.contains(site.file().path()) {
                add(site, now, &mut around, &mut found);
            }
        }
    }
    found
}

/// Adds the edges of one place. `around` remembers what stands around the places that are enclosed.
fn add(site: Reference<'_>, now: &Now, around: &mut FxHashMap<SymbolRef, End>, found: &mut Found) {
    let kind = match site.role() {
        Role::Import => "import",
        Role::Inherit => "inherit",
        Role::Type => "type",
        role if is_call(role) => "call",
        _ => return,
    };
    let resolution = site.resolution();
    let is_far = resolution == Resolution::External && kind != "import";
    // Where nothing but the name agrees, other names that come and go decide on it.
    if resolution == Resolution::Unresolved || is_far || site.rule() == Rule::Name {
        return;
    }
    let end = || match Node::around(site) {
        Node::Symbol(symbol) => End::Symbol(now.key(symbol.key())),
        Node::File(file) => End::File(now.path(file.path()).to_owned()),
    };
    let from = match site.enclosing() {
        Some(enclosing) => around.entry(enclosing.handle()).or_insert_with(end).clone(),
        None => end(),
    };
    for target in site.targets() {
        let (to, key) = match target {
            TargetRef::Symbol(key) => (End::Symbol(now.key(key)), Some(key)),
            TargetRef::Module(path) => (End::File(now.path(path).to_owned()), None),
            TargetRef::External(path) => (End::Outside(path.to_owned()), None),
        };
        if from == to {
            continue;
        }
        let known = found.entry((kind, from.clone(), to)).or_insert((resolution, key));
        known.0 = known.0.min(resolution);
    }
}

/// How an edge looks in its own state. `now` leads from that state's names to those of the head.
fn row(view: &View, edge: &(&'static str, End, End), resolution: Resolution, now: &Now) -> Option<EdgeRow> {
    let named = |end: &End| match end {
        End::Symbol(key) => {
            printed(view, *key).or_else(|| now.before(*key).and_then(|key| printed(view, key)))
        }
        End::File(path) | End::Outside(path) => Some(path.clone()),
    };
    Some(EdgeRow {
        kind: edge.0,
        from: named(&edge.1)?,
        to: named(&edge.2)?,
        resolution: resolution.as_str(),
    })
}
