//! `index_status`: what is in the index, what is not, and how fresh it is.

mod compiled;
mod coverage;
mod packages;
mod remote;

pub use compiled::Compiled;
pub use coverage::Coverage;
pub use packages::Packages;
pub use remote::{PartialSegment, Remote};

use crate::protocol::Listed;
use crate::protocol::prelude::*;
use crate::protocol::timestamp::timestamp;
use indexer_core::{ProblemKind, Resolution};
use indexer_engine::{Damage, State, Watching, Workspace};
use std::collections::BTreeMap;
use std::time::{Duration, UNIX_EPOCH};

/// Freshness and completeness of the index: counts, coverage by language, files left out, problems
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IndexStatus {}

/// Files named as examples of each kind of problem.
const EXAMPLES: usize = 3;
/// Changed paths that are named.
const CHANGED: usize = 10;

/// What is indexed, how fresh it is, and what is left out.
#[derive(Debug, Serialize)]
pub struct Status {
    /// `fresh`, `stale`, `indexing` or `none`.
    pub state: &'static str,
    /// How far the build is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    /// What the build is at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    /// True where the index on disk is that of this answer.
    pub published: bool,
    /// Why it is not stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unpublished: Option<String>,
    /// What was found damaged in the stored index and built again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<Repaired>,
    /// The SCIP indexes whose word holds where files have not changed since.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scip: Vec<Compiled>,
    /// Where installed packages are read, and why they are not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<Packages>,
    /// The shared store, and what it gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remote: Option<Remote>,
    /// Segments that are here in part; the rest comes from the shared store when it is read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partial_segments: Vec<PartialSegment>,
    /// What the cache folder takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheUse>,
    /// Whether changes are watched, or every question looks at all files.
    pub watching: String,
    /// Files of the index.
    pub files: u64,
    /// Symbols that they declare.
    pub symbols: u64,
    /// References in them.
    pub references: u64,
    /// References that are proved to lead to one place.
    pub resolved: u64,
    /// References that may lead to several.
    pub possible: u64,
    /// References that are proved to leave the repository.
    pub external: u64,
    /// References of which nothing is claimed.
    pub unresolved: u64,
    /// Lines of them.
    pub lines: u64,
    /// Bytes of the files.
    pub source_bytes: u64,
    /// Bytes of the segments on disk.
    pub index_bytes: u64,
    /// Files that the index consists of.
    pub segments: usize,
    /// When its newest segment was built: RFC 3339, UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built_at: Option<String>,
    /// How long that build took, in milliseconds.
    pub indexing_ms: u64,
    /// The commit that HEAD named then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head_commit: Option<String>,
    /// Counts up with every published change; 0 before the first.
    pub generation: u64,
    /// The first of the paths that were found changed, added or removed for this answer; none of a build from nothing.
    pub changed: Vec<String>,
    /// How many were found.
    pub changed_count: usize,
    /// Files that were linked again because of them, themselves included.
    pub relinked: usize,
    /// Files and folders found: those of the index and those left out.
    pub found: u64,
    /// Files that were found and left out, by reason.
    pub left_out: BTreeMap<&'static str, u64>,
    /// Some of them, by reason.
    pub left_out_examples: BTreeMap<&'static str, Vec<String>>,
    /// What is wrong with files, by kind.
    pub problems: Vec<ProblemGroup>,
    /// What the project's configuration asked for and did not get.
    pub unsafe_configuration: Vec<String>,
    /// Files with syntax errors or other problems.
    pub files_with_problems: u64,
    /// The languages, with how well each is covered.
    pub languages: Page<Coverage>,
    /// Version of this program.
    pub program: &'static str,
    /// Version of the files of the index.
    pub format: u32,
    /// The folder of the cache; `None` in memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_dir: Option<String>,
}

/// Bytes of the cache folder: of this repository by kind, and of all.
#[derive(Clone, Debug, Serialize)]
pub struct CacheUse {
    /// Bytes of facts.
    pub facts_bytes: u64,
    /// Bytes of segments.
    pub segments_bytes: u64,
    /// Bytes of heads.
    pub heads_bytes: u64,
    /// Worktrees that share them.
    pub roots: usize,
    /// Revisions that are kept.
    pub revisions: usize,
    /// Bytes of the whole cache.
    pub cache_bytes: u64,
    /// Bytes above which the oldest goes.
    pub cache_bound_bytes: u64,
    /// Repositories in the cache.
    pub repositories: usize,
}

impl CacheUse {
    fn of(workspace: &Workspace) -> Option<Self> {
        let held = workspace.holdings();
        let (own, _) = held.iter().find(|(_, own)| *own)?;
        Some(Self {
            facts_bytes: own.facts,
            segments_bytes: own.segments,
            heads_bytes: own.heads,
            roots: own.roots,
            revisions: own.revisions,
            cache_bytes: held.iter().map(|(one, _)| one.bytes()).sum(),
            cache_bound_bytes: workspace.options().cache_size_mb.saturating_mul(1 << 20),
            repositories: held.len(),
        })
    }
}

/// Something stored that was damaged and is built again.
#[derive(Clone, Debug, Serialize)]
pub struct Repaired {
    /// What was damaged.
    pub what: String,
    /// When that was found: RFC 3339, UTC.
    pub found_at: String,
}

/// Problems of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct ProblemGroup {
    /// What is wrong.
    pub kind: &'static str,
    /// How often.
    pub count: u64,
    /// `path` or `path: detail`.
    pub examples: Vec<String>,
}

impl Answer for Status {
    page!(languages: Coverage);

    fn is_empty(&mut self) -> bool {
        self.files == 0
    }

    fn head(&self, out: &mut Records) {
        out.record("index")
            .field("state", self.state)
            .some("percent", self.percent.map(|percent| percent.to_string()).as_deref())
            .some("phase", self.phase)
            .field("published", self.published)
            .some("unpublished", self.unpublished.as_deref())
            .text("watching", &self.watching)
            .field("generation", self.generation)
            .some("built_at", self.built_at.as_deref())
            .field("indexing_ms", self.indexing_ms)
            .some("head_commit", self.head_commit.as_deref())
            .field("changed", self.changed_count)
            .count("relinked", self.relinked as u64);
        out.record("size")
            .field("found", self.found)
            .field("files", self.files)
            .field("lines", self.lines)
            .field("source_bytes", self.source_bytes)
            .field("symbols", self.symbols)
            .field("references", self.references)
            .field("index_bytes", self.index_bytes)
            .field("segments", self.segments);
        out.record("references")
            .field("resolved", self.resolved)
            .field("possible", self.possible)
            .field("external", self.external)
            .field("unresolved", self.unresolved);
        out.record("program")
            .text("version", self.program)
            .field("format", self.format)
            .some("cache_dir", self.cache_dir.as_deref());
        if let Some(cache) = &self.cache {
            out.record("cache")
                .field("facts_bytes", cache.facts_bytes)
                .field("segments_bytes", cache.segments_bytes)
                .field("heads_bytes", cache.heads_bytes)
                .field("roots", cache.roots)
                .field("revisions", cache.revisions)
                .field("cache_bytes", cache.cache_bytes)
                .field("cache_bound_bytes", cache.cache_bound_bytes)
                .field("repositories", cache.repositories);
        }
        self.remote.iter().for_each(|one| one.write(out));
        self.partial_segments.iter().for_each(|one| one.write(out));
        self.scip.iter().for_each(|one| one.write(out));
        self.packages.iter().for_each(|one| one.write(out));
        for repaired in &self.damage {
            out.record("damage").text("what", &repaired.what).text("found_at", &repaired.found_at);
        }
        for path in &self.changed {
            out.record("changed").text("path", path);
        }
        for (reason, files) in &self.left_out {
            let examples = self.left_out_examples.get(reason).map_or(String::new(), |paths| paths.join(", "));
            out.record("left_out").field("reason", reason).field("files", files).text("examples", &examples);
        }
        for problem in &self.problems {
            out.record("problem")
                .field("kind", problem.kind)
                .field("count", problem.count)
                .text("examples", &problem.examples.join(", "));
        }
        for what in &self.unsafe_configuration {
            out.record("unsafe_configuration").text("what", what);
        }
    }
}

impl Question for IndexStatus {
    type Answer = Status;
    const NAME: &'static str = "index_status";
    const CLI: &'static str = "index-status";
    const ALIASES: &'static [&'static str] = &["status"];
    const TITLE: &'static str = "State of the index";
    const LISTED: Listed = Listed::Core;
    const SHOWN: &'static [&'static str] = &["path"];
    const LOOK: Look = Look::of(&[
        Section::of(
            "languages",
            Form::Table(&[
                "language",
                "files",
                "lines",
                "symbols",
                "resolved",
                "possible",
                "unresolved",
                "external",
                "references",
                "left_out",
            ]),
        ),
        Section::of(
            "",
            Form::Counts(&[
                "files",
                "lines",
                "symbols",
                "references",
                "indexing_ms=ms to index",
                "changed_count=changed since",
                "state=index",
                "head_commit=commit",
                "cache_dir=kept in",
            ]),
        ),
        Section::of("left_out", Form::Figures).titled("left out"),
        Section::of("left_out_examples", Form::Figures).titled("such as"),
        Section::of("problems", Form::Cards),
        Section::of("unsafe_configuration", Form::Words).titled("unsafe configuration"),
        Section::of("packages", Form::Table(&["ecosystem", "place", "version", "packages", "why"]))
            .titled("packages"),
        Section::of("remote", Form::Figures).titled("shared store"),
        Section::of(
            "partial_segments",
            Form::Table(&["segment", "blocks_here", "blocks_absent", "bytes_absent", "reason"]),
        )
        .titled("segments here in part"),
        Section::of("cache", Form::Figures).titled("cache"),
    ]);
    const ABOUT_INDEX: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<IndexStatus>) -> Result<Status, Problem> {
        let view = context.view();
        let freshness = context.freshness();
        let totals = view.totals();
        let mut languages: BTreeMap<&str, Coverage> = BTreeMap::new();
        let mut problems = Problems::default();
        for file in asked.scope.files(view) {
            context.still_wanted()?;
            let row = languages.entry(file.language()).or_insert_with(|| Coverage::new(file.language()));
            row.add(&file);
            if file.has_problems() {
                for problem in file.problems() {
                    problems.add(problem.kind, file.path(), &problem.detail);
                }
            }
        }
        for (path, problem) in freshness.problems.iter().filter(|(path, _)| asked.scope.covers(path)) {
            problems.add(problem.kind, path, &problem.detail);
        }
        let progress = match freshness.state {
            State::Indexing(progress) => Some(progress),
            _ => None,
        };
        // A build from nothing found every file changed: no news.
        let from_nothing = freshness.changed.len() as u64 >= totals.files;
        let named = if from_nothing { 0 } else { CHANGED };
        let languages: Vec<Coverage> = languages.into_values().collect();
        let is_for_some = context.repositories.is_some_and(|one| !one.grant().is_everything());
        let by = |resolution: Resolution| totals.by_resolution[resolution.code() as usize];
        Ok(Status {
            state: context.state(),
            published: freshness.unpublished.is_none(),
            unpublished: freshness.unpublished.clone(),
            // The cache and the shared store are of others too.
            cache: context.workspace().filter(|_| !is_for_some).and_then(CacheUse::of),
            remote: context.workspace().filter(|_| !is_for_some).and_then(Remote::of),
            partial_segments: PartialSegment::all(view),
            scip: context.snapshot.scip.all().iter().map(|one| Compiled::of(one, view)).collect(),
            packages: Packages::of(context),
            damage: damage(context).iter().map(Repaired::new).collect(),
            watching: match &freshness.watching {
                Watching::Off => "off".into(),
                Watching::On => "on".into(),
                Watching::Unavailable(reason) => reason.clone(),
            },
            percent: progress.map(|progress| progress.percent),
            phase: progress.map(|progress| progress.phase.as_str()),
            files: totals.files,
            symbols: totals.symbols,
            references: totals.references,
            resolved: by(Resolution::Resolved),
            possible: by(Resolution::Possible),
            external: by(Resolution::External),
            unresolved: by(Resolution::Unresolved),
            lines: totals.lines,
            source_bytes: totals.source_bytes,
            index_bytes: totals.index_bytes,
            segments: view.segments().len(),
            built_at: (freshness.generation > 0).then(|| timestamp(freshness.built_at)),
            indexing_ms: u64::try_from(freshness.indexing.as_millis()).unwrap_or(u64::MAX),
            head_commit: freshness.head_commit.clone(),
            generation: freshness.generation,
            changed: freshness.changed.iter().take(named).cloned().collect(),
            changed_count: freshness.changed.len(),
            relinked: freshness.relinked,
            found: totals.files + freshness.left_out.values().sum::<u64>(),
            left_out_examples: freshness
                .left_out_examples
                .iter()
                .map(|(reason, paths)| (reason.as_str(), paths.clone()))
                .collect(),
            left_out: freshness.left_out.iter().map(|(reason, files)| (reason.as_str(), *files)).collect(),
            problems: problems.groups(),
            unsafe_configuration: context.settings.map_or_else(Vec::new, |one| one.refused().to_vec()),
            files_with_problems: totals.with_problems,
            languages: Page::of(&languages, asked.offset, asked.common.rows(100, 500), Coverage::clone),
            program: env!("CARGO_PKG_VERSION"),
            format: indexer_store::FORMAT,
            cache_dir: context
                .workspace()
                .filter(|_| !is_for_some)
                .and_then(|workspace| workspace.cache_dir())
                .map(|path| path.display().to_string()),
        })
    }
}

/// What was found damaged in what is asked about, and in revisions that questions compared with.
fn damage(context: &Context<'_>) -> Vec<Damage> {
    let mut all = context.freshness().damage.clone();
    let of_revisions = context.workspace().map_or_else(Vec::new, Workspace::damage_of_revisions);
    for one in of_revisions {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

impl Repaired {
    fn new(damage: &Damage) -> Self {
        let found_at = timestamp(UNIX_EPOCH + Duration::from_secs(damage.found_at));
        Self { what: damage.what.clone(), found_at }
    }
}

#[derive(Default)]
struct Problems(BTreeMap<ProblemKind, (u64, Vec<String>)>);

impl Problems {
    fn add(&mut self, kind: ProblemKind, path: &str, detail: &str) {
        let (count, examples) = self.0.entry(kind).or_default();
        *count += 1;
        if examples.len() < EXAMPLES && !examples.iter().any(|example| example.starts_with(path)) {
            examples.push(if detail.is_empty() { path.to_owned() } else { format!("{path}: {detail}") });
        }
    }

    fn groups(self) -> Vec<ProblemGroup> {
        let group = |(kind, (count, examples)): (ProblemKind, (u64, Vec<String>))| ProblemGroup {
            kind: kind.as_str(),
            count,
            examples,
        };
        self.0.into_iter().map(group).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn counts_add_up_by_language_and_by_resolution() {
        let fixture = Fixture::new(&[
            ("a.py", "def go(): pass\ngo()\nprint(1)\n"),
            ("src/lib.rs", "pub fn run() {}\nfn main() { run() }\n"),
            ("broken.py", "def (((:\n  x = = 3\n"),
        ]);
        let json = fixture.json("index_status", "{}");
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        assert_eq!(json["state"], "fresh");
        assert_eq!(number(&json["files"]), 3);
        let sum: u64 =
            ["resolved", "possible", "external", "unresolved"].iter().map(|one| number(&json[one])).sum();
        assert_eq!(sum, number(&json["references"]));
        for language in json["languages"].as_array().unwrap() {
            let parts = ["definitions", "references", "locals", "neither", "left_out"];
            let sum: u64 = parts.iter().map(|one| number(&language[one])).sum();
            assert_eq!(sum, number(&language["identifiers"]), "{language}");
        }
        assert_eq!(json["problems"][0]["kind"], "syntax");
        let lines = fixture.text("index_status", "{}");
        assert_eq!(values(&lines, "language", "name"), ["python", "rust"]);
        assert_eq!(values(&lines, "problem", "kind"), ["syntax"]);
        assert_eq!(values(&lines, "size", "files"), ["3"]);
    }
}
