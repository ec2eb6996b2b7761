//! `get_diff_summary`: what a change does to the structure.

use crate::analysis::Aside;
use crate::brief::{self, Detail, Folded, Lines, Little, TestCode, fold};
use crate::diff_report::fail_on::FailOn;
use crate::diff_report::with_outlines;
use crate::diff_report::{
    EdgeLists, Found, MOST_LISTED, PullRequestRow, Sides, SymbolChange, breaking_rows, closed, edges, files,
    reached, routes, unused,
};
use crate::locate;
use crate::protocol::arguments::clean;
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::prelude::*;
use crate::protocol::{Format, Listed};
use indexer_diff::{Change, Entity, Facet, FileChange, Happened, compare};
use indexer_engine::{EngineError, GitError, Reading, STAGED, Snapshot};
use indexer_store::View;
use rustc_hash::FxHashSet;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;

/// What changed since a ref: symbols, edges, breaking changes with the callers they hit, tests to run
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetDiffSummary {
    /// Ref to compare with, from where histories part; BASE..HEAD for two
    pub since_ref: Option<String>,
    /// Number of a GitHub pull request, in place of since_ref
    #[arg(long, value_name = "N")]
    pub pr: Option<u64>,
    /// Repository of the pull request, owner/name
    #[arg(long, value_name = "REPO")]
    pub repo: Option<String>,
    /// What is not committed yet, where no ref is given
    #[arg(long)]
    #[serde(default)]
    pub worktree: bool,
    /// Steps to affected symbols and tests (3)
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Only the tests to run
    #[arg(long)]
    #[serde(default)]
    pub tests: bool,
    /// Only symbols that others can use
    #[arg(long)]
    #[serde(default)]
    pub public: bool,
    /// Exit with 1 where there is one: breaking, api, cycle
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    #[serde(default)]
    pub fail_on: Vec<FailOn>,
    /// brief, or full: every row with all its fields
    #[arg(long, value_enum)]
    pub detail: Option<Detail>,
}

impl Question for GetDiffSummary {
    type Answer = Found;
    const NAME: &'static str = "get_diff_summary";
    const CLI: &'static str = "diff";
    const ALIASES: &'static [&'static str] = &["get-diff-summary"];
    const TITLE: &'static str = "What a change does";
    const FOLLOWED: Followed = Followed::Shown;
    const LISTED: Listed = Listed::Core;
    const PATH_IS_THERE: bool = false;
    const SHORT_FORM: bool = true;
    const SHOWN: &'static [&'static str] = &["since_ref", "pr", "tests", "cursor"];
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

    fn run(context: &Context<'_>, asked: &Asked<GetDiffSummary>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = crate::relations::callers::depth(own.depth, 3)?;
        let Compared { since, base, head, pr } = compared(context, asked)?;
        let [base, head] = with_outlines([&base, head.as_ref().unwrap_or(context.snapshot)], &asked.scope);
        let before = Context { snapshot: &base, ..*context };
        let after = Context { snapshot: &head, ..*context };
        let is_there = |context: &Context<'_>| {
            let path = asked.common.path.as_deref().map(clean).unwrap_or_default();
            context.view().files_under(path).next().is_some()
        };
        if !is_there(&before) {
            locate::is_inside(&after, &asked.common, true)?;
        }
        let mut sides = Sides::new(before, after, &asked.scope);
        if head.revision.is_none() {
            sides.keep_left_out(context)?;
        }
        let unread = std::mem::take(&mut sides.unread);
        let (old, new) = sides.read()?;
        let diff = compare(&old, &new, context.cancel);
        context.still_wanted()?;
        // Both halves take about as long.
        let (cycles, reached, edges, unused, breaking) = thread::scope(|scope| {
            let cycles = scope.spawn(|| closed(&sides, &diff));
            let edges = edges(&sides, &diff);
            let unused = unused(&sides, &edges);
            let breaking = breaking_rows(&sides, &diff, &asked.scope);
            let reached = reached(&sides, &diff, depth);
            let cycles = cycles.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (cycles, reached, edges, unused, breaking)
        });
        let reached = reached?;
        let mut breaking = breaking?;
        let mut routes = if own.tests { Vec::new() } else { routes(&sides, &diff, &reached, depth)? };
        let asked_for = |one: &&Change<'_>| !one.is_cosmetic() && (!own.public || one.is_public());
        let mut changed: Vec<&Change<'_>> = diff.changes.iter().filter(asked_for).collect();
        // What a program or somebody else wrote is read last.
        let both = sides.old.iter().chain(&sides.new);
        let foreign: FxHashSet<&str> =
            both.filter(|file| Aside::of(**file) == Aside::Foreign).map(|file| file.path()).collect();
        let mut tests = TestCode::default();
        let mut of_tests = |one: &Change<'_>| is_of_tests(&sides, one, &mut tests);
        changed.sort_by_cached_key(|one| {
            (of_tests(one), one.new.or(one.old).is_some_and(|(path, _)| foreign.contains(path)))
        });
        let mut counts = BTreeMap::new();
        for one in changed.iter().flat_map(|change| &change.happened) {
            *counts.entry(one.as_str()).or_default() += 1;
        }
        let has_failed = |what: &FailOn| match what {
            FailOn::Breaking => !breaking.is_empty(),
            FailOn::Api => changed.iter().any(|one| is_of_api(one)),
            FailOn::Cycle => !cycles.cycles.is_empty(),
        };
        let failed = own.fail_on.iter().copied().filter(has_failed).collect();
        let (added, removed, modified) = files(&sides, &diff);
        let file_counts = [added.len(), removed.len(), modified.len()];
        let brief = brief::is_wanted(asked, own.detail);
        let changes = changed.len();
        let is_whole = |one: &Change<'_>| one.new.is_none() != one.old.is_none();
        let whole: FxHashSet<&str> = {
            let whole = |one: &&FileChange<'_>| one.new.is_none() != one.old.is_none();
            diff.files.iter().filter(whole).filter_map(|one| one.new.or(one.old)).collect()
        };
        let little = |one: &&Change<'_>| match one.new.or(one.old) {
            Some((path, _)) if is_whole(one) && whole.contains(path) => Some(Little::OfFile),
            _ if of_tests(one) => Some(Little::Test),
            _ => None,
        };
        let (changed, folded) = match brief && !own.tests {
            true => fold(changed, |_| None, little),
            false => (changed, Folded::default()),
        };
        let rows = match own.tests {
            true => Page::none(),
            false => Page::of(&changed, asked.offset, asked.common.rows(100, 1_000), |one| {
                SymbolChange::new(&sides, one, of_tests(one))
            }),
        };
        let cut = |total: usize| total.saturating_sub(MOST_LISTED);
        let mut lines = Lines::new(&after);
        breaking.iter_mut().take(MOST_LISTED).for_each(|row| row.read(&mut lines));
        let head = after.snapshot.revision.as_ref();
        let mut tests = reached.tests;
        let (more_breaking, more_tests) = (cut(breaking.len()), if own.tests { 0 } else { cut(tests.len()) });
        tests.truncate(tests.len() - more_tests);
        let more_routes = cut(routes.len());
        routes.truncate(MOST_LISTED);
        Ok(Found {
            since_ref: since,
            pr,
            base: commit(&base),
            head: head.map_or_else(|| "worktree".to_owned(), |_| commit(after.snapshot)),
            changes,
            counts,
            cosmetic: diff.changes.iter().filter(|one| one.is_cosmetic()).count(),
            files_added: added,
            files_removed: removed,
            files_modified: modified,
            more_files: 0,
            file_counts,
            unread,
            more_breaking,
            breaking: breaking.into_iter().take(MOST_LISTED).collect(),
            routes,
            more_routes,
            edges: EdgeLists::new(edges),
            cycles: cycles.cycles,
            more_cycles: 0,
            cycles_of_types: cycles.of_types,
            more_cycles_of_types: 0,
            unused,
            more_unused: 0,
            distances: reached.distances,
            affected_files: reached.files,
            bounded: reached.bounded,
            tests,
            more_tests,
            failed,
            only_tests: own.tests,
            listed: None,
            short: brief.then_some(folded),
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

/// The tree without files, which every repository has.
const EMPTY_TREE: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// What is compared.
struct Compared {
    /// As it was asked for.
    since: String,
    base: Arc<Snapshot>,
    /// `None` for the state that the question is asked of.
    head: Option<Arc<Snapshot>>,
    pr: Option<PullRequestRow>,
}

/// What was asked to compare with, and the state from which the histories part.
fn compared(context: &Context<'_>, asked: &Asked<GetDiffSummary>) -> Result<Compared, Problem> {
    let own = &asked.own;
    let Some(reading) = context.reading else {
        return Err(Problem::not_supported("since_ref", "revisions can only be had from a workspace"));
    };
    let rev = asked.common.rev.as_deref();
    let bad =
        |parameter: &str, message: &str| Err(Problem::argument(parameter, format!("{parameter}: {message}")));
    if let Some(number) = own.pr {
        if own.since_ref.is_some() || own.worktree || rev.is_some() {
            return bad(
                "pr",
                "it names both ends; give neither `since_ref` nor `worktree` nor `rev` with it",
            );
        }
        return of_pull_request(context, reading, number, own.repo.as_deref());
    }
    let (base, head) = match own.since_ref.as_deref().map(|text| (text, range(text))) {
        Some(_) if own.worktree => {
            return bad("worktree", "it is what is not committed yet; leave `since_ref` out");
        }
        Some((_, Some(_))) if rev.is_some() => return bad("rev", "`since_ref` names both ends already"),
        Some((_, Some((base, head)))) => (base, Some(head)),
        Some((base, None)) => (base, rev),
        None if own.worktree && rev.is_some() => {
            return bad("worktree", "`rev` names something else; give one of them");
        }
        None if own.worktree || rev == Some(STAGED) => ("HEAD", rev),
        None => {
            return bad("since_ref", "a ref to compare with is needed, or `pr`").map_err(
                |problem: Problem| {
                    problem.hint(
                    "give a branch, tag or commit, BASE..HEAD, or `worktree` for what is not committed yet",
                )
                },
            );
        }
    };
    let about =
        |error: EngineError| Problem { parameter: Some("since_ref".into()), ..engine_problem(&error) };
    let found = match reading.workspace().commits().merge_base(base, head) {
        // Before the first commit, all that there is came since.
        Err(EngineError::Revision(GitError::NoCommit)) if own.since_ref.is_none() => EMPTY_TREE.to_owned(),
        found => found.map_err(about)?,
    };
    let snapshot = reading.at(&found, context.cancel).map_err(about)?;
    let since = own.since_ref.clone().unwrap_or_else(|| base.to_owned());
    Ok(Compared { since, base: snapshot, head: None, pr: None })
}

/// Both ends of a pull request.
#[cfg(feature = "github")]
fn of_pull_request(
    context: &Context<'_>,
    reading: &Reading<'_>,
    number: u64,
    repo: Option<&str>,
) -> Result<Compared, Problem> {
    use indexer_github::{Place, pull_request};
    let environment = |name: &str| std::env::var(name).ok();
    let remotes = reading.workspace().commits().remotes().unwrap_or_default();
    let place = Place::find(repo, &remotes, &environment).map_err(|error| {
        // Who asks can say it.
        Problem::argument("repo", format!("repo: {error}")).hint(error.remedy())
    })?;
    let found = pull_request(number, &place, &environment).map_err(|error| {
        let problem = Problem::new(crate::protocol::Code::Unreadable, error.to_string()).hint(error.remedy());
        Problem { parameter: Some("pr".into()), ..problem }
    })?;
    let absent = |error: EngineError| {
        let problem = engine_problem(&error);
        let message = format!("the commits of pull request {number} are not all here: {}", problem.message);
        let hint = format!(
            "git fetch origin {} pull/{number}/head, with --unshallow where the clone is shallow (fetch-depth: 0 \
             in a workflow)",
            indexer_engine::redacted_text(found.base.name.clone())
        );
        Problem { parameter: Some("pr".into()), ..Problem::new(problem.code, message).hint(hint) }
    };
    let base = reading
        .workspace()
        .commits()
        .merge_base(&found.base.commit, Some(&found.head.commit))
        .map_err(absent)?;
    let head = reading.at(&found.head.commit, context.cancel).map_err(absent)?;
    let base = reading.at(&base, context.cancel).map_err(absent)?;
    let [title, base_name, head_name] =
        [found.title, found.base.name, found.head.name].map(indexer_engine::redacted_text);
    let since = format!("origin/{base_name}");
    let pr = PullRequestRow { number, title, base: base_name, head: head_name };
    Ok(Compared { since, base, head: Some(head), pr: Some(pr) })
}

/// Both ends of a pull request.
#[cfg(not(feature = "github"))]
fn of_pull_request(_: &Context<'_>, _: &Reading<'_>, _: u64, _: Option<&str>) -> Result<Compared, Problem> {
    Err(Problem::not_supported("pr", "pr: this program was built without GitHub")
        .hint("fetch the pull request and give both ends as since_ref"))
}

/// The commit that a snapshot is of, or what it is called.
fn commit(snapshot: &Snapshot) -> String {
    let asked = snapshot.revision.as_ref();
    asked.map_or_else(String::new, |asked| asked.commit.clone().unwrap_or_else(|| asked.name.clone()))
}

/// True for a change of code of tests.
fn is_of_tests<'a>(sides: &Sides<'a>, change: &Change<'_>, tests: &mut TestCode<'a>) -> bool {
    let of = |view: &'a View, end: Option<(&str, &Entity)>| {
        let (path, entity) = end?;
        Some((view.file(path)?, view.symbol(entity.key).map(|one| view.sym(one))))
    };
    let found = of(sides.head.view(), change.new).or_else(|| of(sides.base.view(), change.old));
    found.is_some_and(|(file, symbol)| tests.holds(file, symbol))
}

/// True for a change that users of the public surface can see.
fn is_of_api(change: &Change<'_>) -> bool {
    let is_seen = |one: &Happened| match one {
        Happened::Body | Happened::Documentation | Happened::Attributes | Happened::Cosmetic => false,
        Happened::Signature => change.aspects.iter().any(|one| {
            !one.facet.is_attribute()
                && !matches!(one.facet, Facet::Path | Facet::PrivateField | Facet::Delegation)
        }),
        _ => true,
    };
    change.is_public() && change.happened.iter().any(is_seen)
}
