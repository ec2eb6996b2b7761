//! `get_diff_summary`: what a change does to the structure.

use crate::answer::{Answer, Format, Page, Row};
use crate::context::Context;
use crate::difference::{
    BreakingRow, EdgeRow, Edges, Sides, TestRow, annotations, breaking_rows, closed, comment, edges, reached,
    runner_list, sarif, unused,
};
use crate::problem::Problem;
use crate::records::Records;
use crate::roots::engine_problem;
use crate::tool::{Asked, Listed, Question};
use clap::{Args, ValueEnum};
use indexer_diff::{Aspect, Change, Diff, Entity, FileChange, Happened, compare};
use indexer_engine::{STAGED, Snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;

/// What changed since a ref: symbols, edges, breaking changes with the callers they hit, tests to run
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// Ref to compare with, from where histories part; BASE..HEAD for two
    #[serde(default)]
    pub since_ref: Option<String>,
    /// What is not committed yet, where no ref is given
    #[arg(long)]
    #[serde(default)]
    pub worktree: bool,
    /// Steps to affected symbols and tests (3)
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub depth: Option<u32>,
    /// Only the tests to run
    #[arg(long)]
    #[serde(default)]
    pub tests: bool,
    /// Exit with 1 where there is one: breaking, api, cycle
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    #[serde(default)]
    pub fail_on: Vec<FailOn>,
}

/// What to fail on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailOn {
    /// A breaking change of the public surface.
    Breaking,
    /// Any change of the public surface.
    Api,
    /// A cycle that is closed.
    Cycle,
}

/// Rows of each list beside the symbols.
const MOST_LISTED: usize = 200;
/// Rows of each list that text shows.
const SHOWN: usize = 20;

/// The answer.
#[derive(Debug, Serialize)]
pub struct Found {
    since_ref: String,
    /// The commit that is compared with.
    base: String,
    /// What is compared: a commit, `:staged`, or `worktree`.
    head: String,
    /// Symbols that changed, formatting aside.
    pub(crate) changes: usize,
    /// How often what happened.
    pub(crate) counts: BTreeMap<&'static str, usize>,
    /// Symbols of which only the formatting changed.
    cosmetic: usize,
    pub(crate) files_added: Vec<FileRow>,
    pub(crate) files_removed: Vec<FileRow>,
    pub(crate) files_modified: Vec<FileRow>,
    pub(crate) breaking: Vec<BreakingRow>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) more_breaking: usize,
    pub(crate) edges: EdgeLists,
    pub(crate) cycles: Vec<Vec<String>>,
    pub(crate) unused: Vec<String>,
    /// Affected symbols by distance: proved, possible.
    distances: BTreeMap<u32, (usize, usize)>,
    affected_files: usize,
    /// True where the search stopped at its bound.
    bounded: bool,
    pub(crate) tests: Vec<TestRow>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) more_tests: usize,
    /// What was asked to fail on and is there.
    pub(crate) failed: Vec<FailOn>,
    #[serde(skip)]
    only_tests: bool,
    pub(crate) symbols: Page<SymbolChange>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Edges that appeared and vanished.
#[derive(Debug, Serialize)]
pub struct EdgeLists {
    appeared_total: usize,
    vanished_total: usize,
    appeared: Vec<EdgeRow>,
    vanished: Vec<EdgeRow>,
}

impl EdgeLists {
    fn new(mut edges: Edges) -> Self {
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
    path: String,
    /// What it was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<String>,
    /// What happened outside of its symbols.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    change: Vec<&'static str>,
    /// How many of its symbols changed.
    symbols: usize,
}

/// One end of a change.
#[derive(Clone, Debug, Serialize)]
pub struct End {
    /// What it is called everywhere: `path#Owner.member`.
    pub(crate) key: String,
    path: String,
    line: u32,
    start_line: u32,
    end_line: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    signature: String,
}

/// A symbol that changed.
#[derive(Clone, Debug, Serialize)]
pub struct SymbolChange {
    kind: &'static str,
    /// What happened.
    pub(crate) change: Vec<&'static str>,
    public: bool,
    /// Left out for an added symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) old: Option<End>,
    /// Left out for a removed symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) new: Option<End>,
    /// What is different about the signature.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signature: Vec<AspectRow>,
    /// How like both are, where that is what paired them.
    #[serde(skip_serializing_if = "Option::is_none")]
    likeness: Option<f64>,
}

/// A difference of a signature.
#[derive(Clone, Debug, Serialize)]
pub struct AspectRow {
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
}

impl SymbolChange {
    fn new(change: &Change<'_>) -> Self {
        let end = |(path, one): (&str, &Entity)| End {
            key: format!("{path}#{}", one.chain()),
            path: path.to_owned(),
            line: one.line,
            start_line: one.start_line,
            end_line: one.end_line,
            signature: one.signature.clone(),
        };
        let aspect = |one: &Aspect| AspectRow {
            what: one.facet.word(),
            name: one.name.clone(),
            from: one.from.clone(),
            to: one.to.clone(),
        };
        let is_public = [change.old, change.new].into_iter().flatten().any(|(_, one)| one.is_public);
        Self {
            kind: change.new.or(change.old).map_or("", |(_, one)| one.kind.as_str()),
            change: change.happened.iter().map(|one| one.word()).collect(),
            public: is_public,
            old: change.old.map(end),
            new: change.new.map(end),
            signature: change.aspects.iter().map(aspect).collect(),
            likeness: change.likeness.map(|likeness| (likeness * 100.0).round() / 100.0),
        }
    }
}

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
}

impl Answer for Found {
    type Row = SymbolChange;

    fn page(&mut self) -> &mut Page<SymbolChange> {
        &mut self.symbols
    }

    fn head(&self, out: &mut Records) {
        out.record("compared")
            .text("base", &self.base)
            .text("head", &self.head)
            .text("since", &self.since_ref);
        if self.only_tests {
            return;
        }
        let mut record = out.record("changes");
        record.field("symbols", self.changes);
        for (what, count) in &self.counts {
            record.field(what, count);
        }
        record.count("cosmetic", self.cosmetic as u64).field("files_added", self.files_added.len());
        record.field("files_removed", self.files_removed.len());
        record.field("files_modified", self.files_modified.len());
        record.field("breaking", self.breaking.len() + self.more_breaking);
        record.field("cycles", self.cycles.len()).field("tests", self.tests.len() + self.more_tests);
        if !self.failed.is_empty() {
            let words: Vec<String> =
                self.failed.iter().map(|one| format!("{one:?}").to_lowercase()).collect();
            record.field("failed", words.join(","));
        }
        drop(record);
        for (what, files) in [
            ("added", &self.files_added),
            ("removed", &self.files_removed),
            ("modified", &self.files_modified),
        ] {
            for file in files.iter().take(SHOWN) {
                let mut record = out.record("file");
                record.field("is", what).text("path", &file.path).some("was", file.was.as_deref());
                record.field("symbols", file.symbols);
                if !file.change.is_empty() && what == "modified" {
                    record.field("change", file.change.join(","));
                }
            }
        }
        self.breaking.iter().take(SHOWN).for_each(|row| row.write(out));
        for cycle in self.cycles.iter().take(SHOWN) {
            out.record("cycle").text("files", &cycle.join(","));
        }
        for name in self.unused.iter().take(SHOWN) {
            out.record("unused").text("symbol", name);
        }
    }

    fn tail(&self, out: &mut Records) {
        if !self.only_tests {
            out.record("edges")
                .field("appeared", self.edges.appeared_total)
                .field("vanished", self.edges.vanished_total);
            self.edges.appeared.iter().take(SHOWN).for_each(|edge| edge.write("appeared", out));
            self.edges.vanished.iter().take(SHOWN).for_each(|edge| edge.write("vanished", out));
            for (distance, (resolved, possible)) in &self.distances {
                let mut record = out.record("distance");
                record.field("steps", distance).field("resolved", resolved).field("possible", possible);
            }
        }
        let shown = if self.only_tests { MOST_LISTED } else { SHOWN };
        for test in self.tests.iter().take(shown) {
            let mut record = out.record("test");
            record.text("key", &test.node.key).field("distance", test.distance);
            record.field("resolution", test.resolution);
        }
    }

    fn draw(&self, format: Format, _: &str) -> String {
        match format {
            Format::Markdown => comment(self),
            Format::Sarif => sarif(self),
            Format::Github => annotations(self),
            format => runner_list(&self.tests, format),
        }
    }

    fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    fn is_empty(&mut self) -> bool {
        if self.only_tests {
            return self.tests.is_empty();
        }
        self.changes == 0
            && self.files_added.is_empty()
            && self.files_removed.is_empty()
            && self.files_modified.is_empty()
    }
}

/// The tool.
#[derive(Debug)]
pub struct GetDiffSummary;

impl Question for GetDiffSummary {
    type Arguments = Arguments;
    type Answer = Found;
    const NAME: &'static str = "get_diff_summary";
    const CLI: &'static str = "diff";
    const ALIASES: &'static [&'static str] = &["get-diff-summary"];
    const TITLE: &'static str = "What a change does";
    const LISTED: Listed = Listed::Core;
    const PATH_IS_THERE: bool = false;
    const SHOWN: &'static [&'static str] = &["since_ref", "tests", "cursor"];
    const FORMATS: &'static [Format] = &[
        Format::Text,
        Format::Json,
        Format::Markdown,
        Format::Sarif,
        Format::Github,
        Format::Cargo,
        Format::Pytest,
        Format::Jest,
        Format::Plain,
    ];

    fn revision(arguments: &Value) -> Option<String> {
        match arguments["since_ref"].as_str().and_then(range) {
            Some((_, head)) => Some(head.to_owned()),
            None => arguments["rev"].as_str().map(str::to_owned),
        }
    }

    fn run(context: &Context<'_>, asked: &Asked<Arguments>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = super::get_callers::depth(own.depth, 3)?;
        let (since, base) = base(context, asked)?;
        let before = Context { snapshot: &base, ..*context };
        let sides = Sides::new(before, *context, &asked.scope);
        let (old, new) = sides.read()?;
        let diff = compare(&old, &new);
        // Both halves take about as long.
        let (cycles, reached, edges, unused, breaking) = thread::scope(|scope| {
            let cycles = scope.spawn(|| closed(&sides, &diff));
            let edges = edges(&sides, &diff);
            let unused = unused(&sides, &edges);
            let breaking = breaking_rows(&sides, &diff);
            let reached = reached(&sides, &diff, depth);
            let cycles = cycles.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (cycles, reached, edges, unused, breaking)
        });
        let reached = reached?;
        let changed: Vec<&Change<'_>> = diff.changes.iter().filter(|one| !one.is_cosmetic()).collect();
        let mut counts = BTreeMap::new();
        for one in changed.iter().flat_map(|change| &change.happened) {
            *counts.entry(one.word()).or_default() += 1;
        }
        let has_failed = |what: &FailOn| match what {
            FailOn::Breaking => !breaking.is_empty(),
            FailOn::Api => changed.iter().any(|one| is_of_api(one)),
            FailOn::Cycle => !cycles.is_empty(),
        };
        let failed = own.fail_on.iter().copied().filter(has_failed).collect();
        let (added, removed, modified) = files(&sides, &diff);
        let rows = match own.tests {
            true => Page::none(),
            false => {
                Page::of(&changed, asked.offset, asked.common.rows(100, 1_000), |one| SymbolChange::new(one))
            }
        };
        let cut = |total: usize| total.saturating_sub(MOST_LISTED);
        let head = context.snapshot.revision.as_ref();
        let mut tests = reached.tests;
        let (more_breaking, more_tests) = (cut(breaking.len()), if own.tests { 0 } else { cut(tests.len()) });
        tests.truncate(tests.len() - more_tests);
        Ok(Found {
            since_ref: since,
            base: commit(&base),
            head: head.map_or_else(|| "worktree".to_owned(), |_| commit(context.snapshot)),
            changes: changed.len(),
            counts,
            cosmetic: diff.changes.len() - changed.len(),
            files_added: added,
            files_removed: removed,
            files_modified: modified,
            more_breaking,
            breaking: breaking.into_iter().take(MOST_LISTED).collect(),
            edges: EdgeLists::new(edges),
            cycles,
            unused,
            distances: reached.distances,
            affected_files: reached.files,
            bounded: reached.bounded,
            tests,
            more_tests,
            failed,
            only_tests: own.tests,
            symbols: rows,
        })
    }
}

/// Both ends of `BASE..HEAD` and `BASE...HEAD`, which mean the same here; `HEAD` for an end that is
/// left out.
fn range(text: &str) -> Option<(&str, &str)> {
    let (base, head) = text.split_once("..")?;
    let head = head.strip_prefix('.').unwrap_or(head);
    let or_head = |end: &'static str, text| if str::is_empty(text) { end } else { text };
    Some((or_head("HEAD", base), or_head("HEAD", head)))
}

/// What was asked to compare with, and the state from which the histories part.
fn base(context: &Context<'_>, asked: &Asked<Arguments>) -> Result<(String, Arc<Snapshot>), Problem> {
    let own = &asked.own;
    let Some(workspace) = context.workspace else {
        return Err(Problem::not_supported("since_ref", "revisions can only be had from a workspace"));
    };
    let rev = asked.common.rev.as_deref();
    let ends = own
        .since_ref
        .as_deref()
        .map(|text| range(text).map_or((text, rev), |(base, head)| (base, Some(head))));
    let (base, head) = match ends {
        Some(_) if own.worktree => {
            let message = "worktree: it is what is not committed yet; leave since_ref out";
            return Err(Problem::argument("worktree", message));
        }
        Some((_, Some(_)))
            if rev.is_some() && own.since_ref.as_deref().is_some_and(|text| text.contains("..")) =>
        {
            return Err(Problem::argument("rev", "rev: since_ref names both ends already"));
        }
        Some(ends) => ends,
        None if own.worktree && rev.is_some() => {
            return Err(Problem::argument(
                "worktree",
                "worktree: rev names something else; give one of them",
            ));
        }
        None if own.worktree || rev == Some(STAGED) => ("HEAD", rev),
        None => {
            return Err(Problem::argument("since_ref", "since_ref: a ref to compare with is needed").hint(
                "give a branch, tag or commit, BASE..HEAD, or worktree for what is not committed yet",
            ));
        }
    };
    let about = |problem: Problem| Problem { parameter: Some("since_ref".into()), ..problem };
    let found = workspace.merge_base(base, head).map_err(|error| about(engine_problem(&error)))?;
    let snapshot = workspace.at(&found).map_err(|error| about(engine_problem(&error)))?;
    let shown = own.since_ref.clone().unwrap_or_else(|| base.to_owned());
    Ok((shown, snapshot))
}

/// The commit that a snapshot is of, or what it is called.
fn commit(snapshot: &Snapshot) -> String {
    let asked = snapshot.revision.as_ref();
    asked.map_or_else(String::new, |asked| asked.commit.clone().unwrap_or_else(|| asked.name.clone()))
}

/// True for a change that users of the public surface can see.
fn is_of_api(change: &Change<'_>) -> bool {
    let is_public = [change.old, change.new].into_iter().flatten().any(|(_, one)| one.is_public);
    is_public
        && !change.happened.iter().all(|one| {
            matches!(
                one,
                Happened::Body | Happened::Documentation | Happened::Attributes | Happened::Cosmetic
            )
        })
}

/// The files that were added, removed and modified. Those of no language are told by their content.
fn files(sides: &Sides<'_>, diff: &Diff<'_>) -> (Vec<FileRow>, Vec<FileRow>, Vec<FileRow>) {
    let mut symbols: BTreeMap<&str, usize> = BTreeMap::new();
    for change in diff.changes.iter().filter(|one| !one.is_cosmetic()) {
        if let Some((path, _)) = change.new.or(change.old) {
            *symbols.entry(path).or_default() += 1;
        }
    }
    let row = |path: &str, was: Option<&str>, happened: &[Happened]| FileRow {
        path: path.to_owned(),
        was: was.filter(|was| *was != path).map(str::to_owned),
        change: happened.iter().map(|one| one.word()).collect(),
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
    let other = |files: &[indexer_store::FileRef<'_>]| -> Vec<String> {
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
