//! The answer of `indexer diff`, and how it is written as records.

use super::edges::{EdgeRow, Edges};
use super::fail_on::FailOn;
use super::hits::BreakingRow;
use super::reached::TestRow;
use super::routes::RouteRow;
use super::sides::{Sides, key_of};
use crate::brief::{self, Folded, Place};
use crate::protocol::rows::is_zero;
use crate::protocol::rows::shortened;
use crate::protocol::{Page, Records, Row};
use indexer_diff::{Aspect, Change, Diff, Entity, FileChange, Happened};
use indexer_store::{FileRef, View};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Rows of each list that text shows.
pub(super) const SHOWN: usize = 20;
/// Rows of each list beside the symbols.
pub(crate) const MOST_LISTED: usize = 200;

/// What a change does to the structure.
#[derive(Debug, Serialize)]
pub struct Found {
    /// What it is compared with, as it was asked for.
    pub since_ref: String,
    /// The pull request that is asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pr: Option<PullRequestRow>,
    /// The commit that is compared with.
    pub base: String,
    /// What is compared: a commit, `:staged`, or `worktree`.
    pub head: String,
    /// Symbols that changed, formatting aside.
    pub changes: usize,
    /// How often what happened.
    pub counts: BTreeMap<&'static str, usize>,
    /// Symbols of which only the formatting changed.
    pub cosmetic: usize,
    /// New files, by path.
    pub files_added: Vec<FileRow>,
    /// Files that are gone, by path.
    pub files_removed: Vec<FileRow>,
    /// Files that changed, by path.
    pub files_modified: Vec<FileRow>,
    /// Files that the budget leaves out of the three lists.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_files: usize,
    /// Files added, removed and modified.
    #[serde(skip)]
    pub(crate) file_counts: [usize; 3],
    /// Files that one state could not read, as those in conflict: whether they differ is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
    /// Changes that break users, with the callers they hit.
    pub breaking: Vec<BreakingRow>,
    /// Breaking changes that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_breaking: usize,
    /// Routes of frameworks that the change touches: what went first, what it only reaches last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<RouteRow>,
    /// Such routes that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_routes: usize,
    /// Uses that appeared and vanished.
    pub edges: EdgeLists,
    /// Cycles of files that the change closes, those of types alone aside; each in order, the last depending on the first.
    pub cycles: Vec<Vec<String>>,
    /// Cycles that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_cycles: usize,
    /// Cycles that are none any more once uses of types alone do not count; nothing fails on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cycles_of_types: Vec<Vec<String>>,
    /// Such cycles that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_cycles_of_types: usize,
    /// Public symbols that were used and are not any more.
    pub unused: Vec<String>,
    /// Such symbols that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_unused: usize,
    /// Affected symbols by distance: proved, possible.
    pub distances: BTreeMap<u32, (usize, usize)>,
    /// Files of the affected symbols.
    pub affected_files: usize,
    /// True where the search stopped at its bound.
    pub bounded: bool,
    /// Tests that reach the change, nearest first.
    pub tests: Vec<TestRow>,
    /// Tests that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_tests: usize,
    /// What was asked to fail on and is there.
    pub failed: Vec<FailOn>,
    #[serde(skip)]
    pub(crate) only_tests: bool,
    /// Rows of each list at most, where the budget asks for fewer than [`SHOWN`].
    #[serde(skip)]
    pub(crate) listed: Option<usize>,
    /// What the short form leaves out of the rows; `None` where text says all.
    #[serde(skip)]
    pub short: Option<Folded>,
    /// The symbols that changed, those of tests last.
    pub symbols: Page<SymbolChange>,
}

/// A pull request.
#[derive(Clone, Debug, Serialize)]
pub struct PullRequestRow {
    /// Its number.
    pub number: u64,
    /// Its title, secrets hidden.
    pub title: String,
    /// The branch that it is to be merged into.
    pub base: String,
    /// The branch that it brings.
    pub head: String,
}

/// Edges that appeared and vanished.
#[derive(Debug, Serialize)]
pub struct EdgeLists {
    /// How many appeared, shown or not.
    pub appeared_total: usize,
    /// How many vanished, shown or not.
    pub vanished_total: usize,
    /// The first of those that appeared.
    pub appeared: Vec<EdgeRow>,
    /// The first of those that vanished.
    pub vanished: Vec<EdgeRow>,
}

impl EdgeLists {
    pub(crate) fn new(mut edges: Edges) -> Self {
        let (appeared_total, vanished_total) = (edges.appeared.len(), edges.vanished.len());
        edges.appeared.truncate(MOST_LISTED);
        edges.vanished.truncate(MOST_LISTED);
        Self { appeared_total, vanished_total, appeared: edges.appeared, vanished: edges.vanished }
    }

    /// Both lists, with `+` and `-`.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (char, &EdgeRow)> {
        let appeared = self.appeared.iter().map(|edge| ('+', edge));
        appeared.chain(self.vanished.iter().map(|edge| ('-', edge)))
    }

    pub(crate) fn total(&self) -> usize {
        self.appeared_total + self.vanished_total
    }
}

/// A file that differs.
#[derive(Clone, Debug, Serialize)]
pub struct FileRow {
    /// Relative to the root, with `/`.
    pub path: String,
    /// What it was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What happened outside of its symbols.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub change: Vec<&'static str>,
    /// How many of its symbols changed.
    pub symbols: usize,
}

/// One end of a change.
#[derive(Clone, Debug, Serialize)]
pub struct End {
    /// What it is called everywhere: `path#Owner.member`.
    pub key: String,
    /// Relative to the root, with `/`.
    pub path: String,
    /// 1-based line of its name.
    pub line: u32,
    /// 1-based first line.
    pub start_line: u32,
    /// 1-based last line, included.
    pub end_line: u32,
    /// Its head as it is written, on one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
}

/// A symbol that changed.
#[derive(Clone, Debug, Serialize)]
pub struct SymbolChange {
    /// What it is: `function`, `class`, `file` and others.
    pub kind: &'static str,
    /// What happened.
    pub change: Vec<&'static str>,
    /// True where others can use it, before or after.
    pub public: bool,
    /// Left out for an added symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<End>,
    /// Left out for a removed symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<End>,
    /// What is different about the signature and the attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signature: Vec<AspectRow>,
    /// How like both are, where that is what paired them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likeness: Option<f64>,
    /// True in code of tests.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
}

/// A difference of a signature.
#[derive(Clone, Debug, Serialize)]
pub struct AspectRow {
    /// What differs: `parameter`, `returns` and others.
    pub what: &'static str,
    /// The name of the parameter, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What stood there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What stands there now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl Found {
    /// How many of the files that differ have no row, of those that would have one.
    pub(super) fn left_out_files(&self, has_row: impl Fn(&str, &FileRow) -> bool) -> usize {
        let lists = [
            ("added", &self.files_added),
            ("removed", &self.files_removed),
            ("modified", &self.files_modified),
        ];
        let behind =
            lists.into_iter().flat_map(|(what, files)| files.iter().skip(SHOWN).map(move |one| (what, one)));
        behind.filter(|(what, file)| has_row(what, file)).count() + self.more_files
    }

    /// Writes what nothing names any more.
    pub(super) fn write_unused(&self, out: &mut Records) {
        for name in self.unused.iter().take(SHOWN) {
            out.record("unused").text("symbol", name);
        }
        out.more("more_unused", self.unused.len().saturating_sub(SHOWN) + self.more_unused);
    }

    /// Writes the files that are not compared.
    pub(super) fn write_unread(&self, out: &mut Records) {
        for path in self.unread.iter().take(SHOWN) {
            out.record("unread").text("path", path);
        }
    }

    /// Writes the cycles that are closed, those of types alone last.
    pub(super) fn write_cycles(&self, out: &mut Records) {
        for cycle in self.cycles.iter().take(SHOWN) {
            out.record("cycle").text("files", &cycle.join(","));
        }
        for cycle in self.cycles_of_types.iter().take(SHOWN) {
            out.record("cycle").text("files", &cycle.join(",")).flag("only_types", true);
        }
    }
}

impl SymbolChange {
    pub(crate) fn new(sides: &Sides<'_>, change: &Change<'_>, test: bool) -> Self {
        let end = |view: &View, (path, one): (&str, &Entity)| End {
            key: key_of(view, path, one),
            path: path.to_owned(),
            line: one.line,
            start_line: one.start_line,
            end_line: one.end_line,
            signature: one.signature.clone(),
        };
        let aspect = |one: &Aspect| AspectRow {
            what: one.facet.as_str(),
            name: one.name.clone(),
            from: one.from.clone(),
            to: one.to.clone(),
        };
        Self {
            kind: change.new.or(change.old).map_or("", |(_, one)| one.kind.as_str()),
            change: change.happened.iter().map(|one| one.as_str()).collect(),
            public: change.is_public(),
            old: change.old.map(|old| end(sides.base.view(), old)),
            new: change.new.map(|new| end(sides.head.view(), new)),
            signature: change.aspects.iter().map(aspect).collect(),
            likeness: change.likeness.map(|likeness| (likeness * 100.0).round() / 100.0),
            test,
        }
    }

    /// Where it is now, or was; its head says what it is only where that changed.
    fn place(&self) -> Option<Place<'_>> {
        let end = self.new.as_ref().or(self.old.as_ref())?;
        let within = brief::chain(&end.key, &end.path);
        Some(Place { path: &end.path, line: end.line, within, text: None })
    }
}

/// One difference of a signature in the short form: `name: from > to`.
fn aspect(one: &AspectRow) -> String {
    let ends: Vec<Cow<'_, str>> = match (one.from.as_deref(), one.to.as_deref()) {
        (Some(from), Some(to)) => both_ends(from, to).into(),
        (from, to) => from.or(to).map(|end| shortened(end, ASPECT)).into_iter().collect(),
    };
    match (&one.name, ends.is_empty()) {
        (Some(name), true) => name.clone(),
        (Some(name), false) => format!("{name}: {}", ends.join(" > ")),
        (None, _) => ends.join(" > "),
    }
}

/// Both ends of a difference; long ones without what both begin with, so that what differs shows.
fn both_ends<'a>(from: &'a str, to: &'a str) -> [Cow<'a, str>; 2] {
    let differ = from.char_indices().zip(to.chars()).find(|((_, old), new)| old != new);
    let common = differ.map_or(from.len().min(to.len()), |((at, _), _)| at);
    // A word that differs is shown whole.
    let is_between = |c: char| !c.is_alphanumeric() && c != '_';
    let start =
        from[..common].char_indices().rfind(|(_, c)| is_between(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    let is_long = [from, to].iter().any(|end| end.chars().count() > ASPECT);
    match is_long && from[..start].chars().count() > ASPECT / 3 {
        true => [from, to].map(|end| Cow::Owned(format!("…{}", shortened(&end[start..], ASPECT - 1)))),
        false => [from, to].map(|end| shortened(end, ASPECT)),
    }
}

/// Characters of each end of a difference of a signature in the short form.
const ASPECT: usize = 60;

impl Row for SymbolChange {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(0);
        let mut record = out.record("symbol");
        record.field("change", self.change.join(",")).field("kind", self.kind);
        if let Some(end) = self.new.as_ref().or(self.old.as_ref()) {
            record.text("key", &end.key).field("line", end.line);
        }
        if let (Some(old), Some(new)) = (&self.old, &self.new)
            && old.key != new.key
        {
            record.text("was", &old.key);
        }
        record.flag("public", self.public);
        drop(record);
        out.depth(1);
        for one in &self.signature {
            let mut record = out.record("differs");
            record.field("what", one.what).some("name", one.name.as_deref());
            record.some("from", one.from.as_deref()).some("to", one.to.as_deref());
        }
        out.depth(0);
    }

    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        if self.test && previous.is_none_or(|previous| !previous.test) {
            out.record("tests");
        }
        let previous = previous.filter(|previous| previous.test == self.test);
        let Some(place) = self.place() else { return };
        place.write(previous.and_then(Self::place).as_ref(), out, |line| {
            line.field("is", self.change.join(","));
            if let (Some(old), Some(new)) = (&self.old, &self.new)
                && old.key != new.key
            {
                line.text("was", &old.key);
            }
            for one in &self.signature {
                line.text(one.what, &aspect(one));
            }
        });
    }
}

/// The files that were added, removed and modified. Those of no language are told by their content.
pub(crate) fn files(sides: &Sides<'_>, diff: &Diff<'_>) -> (Vec<FileRow>, Vec<FileRow>, Vec<FileRow>) {
    let mut symbols: BTreeMap<&str, usize> = BTreeMap::new();
    for change in diff.changes.iter().filter(|one| !one.is_cosmetic()) {
        if let Some((path, _)) = change.new.or(change.old) {
            *symbols.entry(path).or_default() += 1;
        }
    }
    let row = |path: &str, was: Option<&str>, happened: &[Happened]| FileRow {
        path: path.to_owned(),
        was: was.filter(|was| *was != path).map(str::to_owned),
        change: happened.iter().map(|one| one.as_str()).collect(),
        symbols: symbols.get(path).copied().unwrap_or(0),
    };
    let (mut added, mut removed, mut modified) = (Vec::new(), Vec::new(), Vec::new());
    for FileChange { old, new, happened } in &diff.files {
        match (old, new) {
            (None, Some(path)) => added.push(row(path, None, &[])),
            (Some(path), None) => removed.push(row(path, None, &[])),
            (old, Some(path)) => modified.push(row(path, *old, happened)),
            (None, None) => {}
        }
    }
    let other = |files: &[FileRef<'_>]| -> Vec<String> {
        files.iter().filter(|file| file.language().is_empty()).map(|file| file.path().to_owned()).collect()
    };
    let (old, new) = (other(&sides.old), other(&sides.new));
    modified.extend(new.iter().filter(|path| old.contains(path)).map(|path| row(path, None, &[])));
    added.extend(new.iter().filter(|path| !old.contains(path)).map(|path| row(path, None, &[])));
    removed.extend(old.iter().filter(|path| !new.contains(path)).map(|path| row(path, None, &[])));
    for all in [&mut added, &mut removed, &mut modified] {
        all.sort_by(|a, b| a.path.cmp(&b.path));
    }
    (added, removed, modified)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_shows_however_long_both_begin_alike() {
        let row = |from: &str, to: &str| AspectRow {
            what: "parameter_type",
            name: Some("0".into()),
            from: Some(from.into()),
            to: Some(to.into()),
        };
        assert_eq!(aspect(&row("u8", "u16")), "0: u8 > u16");
        let begin = "{ file, line, view, test, column, end, start, other, further }: ";
        let (old, new) = (format!("{begin}Params"), format!("{begin}Part<Params, 'trace'>"));
        assert_eq!(aspect(&row(&old, &new)), "0: …Params > …Part<Params, 'trace'>");
        let long = "é".repeat(70);
        let said = aspect(&row(&format!("{long} a"), &format!("{long} b")));
        assert_eq!(said, "0: …a > …b");
        assert!(aspect(&row(&long, "b")).ends_with("… > b"));
    }
}
