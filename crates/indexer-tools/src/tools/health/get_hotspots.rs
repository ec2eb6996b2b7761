//! `get_hotspots`: the functions that are the hardest to change.

use crate::analysis::{Measured, measures};
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::tools::change::get_history::SHALLOW;
use indexer_core::{Flags, Metrics};
use indexer_engine::{Bound, FileChurns};
use indexer_graph::complexity::score;
use std::cmp::Ordering;

/// Commits that are looked at for churn.
const COMMITS: usize = 500;

/// The most complex functions, as targets for refactoring: by score, one figure, or churn
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetHotspots {
    /// score, complexity, cognitive, nesting, params, body_lines or churn
    #[arg(long, value_enum, value_name = "FIGURE")]
    pub sort_by: Option<SortBy>,
    /// Cyclomatic complexity at least (1)
    #[arg(long, value_name = "N")]
    pub min_complexity: Option<u32>,
    /// Tests too
    #[arg(long)]
    #[serde(default)]
    pub tests: bool,
}

/// What hotspots are sorted by, the largest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum SortBy {
    /// cyclomatic + 2 nesting + 0.5 parameters + lines / 20.
    #[default]
    Score,
    /// Cyclomatic complexity.
    Complexity,
    /// Cognitive complexity.
    Cognitive,
    /// Deepest nesting.
    Nesting,
    /// Number of parameters.
    Params,
    /// Lines of the body.
    BodyLines,
    /// The score times the commits that changed the file.
    Churn,
}

/// The functions that are the most complex.
#[derive(Debug, Serialize)]
pub struct Found {
    /// What they are sorted by.
    pub sort_by: SortBy,
    /// Functions with a body in scope.
    pub analyzed: usize,
    /// Functions left out because they are tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests_left_out: Option<usize>,
    /// Functions left out because a program wrote them.
    #[serde(skip_serializing_if = "is_zero")]
    pub generated_left_out: usize,
    /// Commits that were looked at for churn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commits: Option<usize>,
    /// Why these are few.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    /// The functions, the largest figure first.
    pub hotspots: Page<Hotspot>,
}

/// A function with its figures.
#[derive(Clone, Debug, Serialize)]
pub struct Hotspot {
    /// Relative to the root, with `/`.
    pub file: String,
    /// Its own name, without owners.
    pub name: String,
    /// Module, owners and name.
    pub qualified: String,
    /// What it is called everywhere: `path#Owner.member`.
    pub key: String,
    /// What it is: `function`, `class`, `file` and others.
    pub kind: &'static str,
    /// 1-based line of its name.
    pub line: u32,
    /// 1 + branches (McCabe 1976).
    pub cyclomatic: u32,
    /// Cognitive complexity (Campbell, SonarSource 2018).
    pub cognitive: u32,
    /// Deepest nesting of control structures.
    pub max_nesting: u32,
    /// Parameters, without the receiver.
    pub param_count: u32,
    /// Lines of its body.
    pub body_lines: u32,
    /// The composite [score], to two decimals.
    pub score: f64,
    /// Commits that changed its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub churn: Option<u32>,
}

impl Row for Hotspot {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("hotspot");
        record.text("qualified", &self.qualified).text("file", &self.file).field("line", self.line);
        record.field("score", self.score).field("cyclomatic", self.cyclomatic);
        record.field("cognitive", self.cognitive).field("max_nesting", self.max_nesting);
        record.field("param_count", self.param_count).field("body_lines", self.body_lines);
        record.known("churn", self.churn);
    }
}

impl Answer for Found {
    page!(hotspots: Hotspot);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("functions");
        record
            .field("analyzed", self.analyzed)
            .count("tests_left_out", self.tests_left_out.unwrap_or(0) as u64)
            .count("generated_left_out", self.generated_left_out as u64);
        record.known("commits", self.commits);
        drop(record);
        if let Some(why) = self.why {
            out.record("why").text("text", why);
        }
    }
}

impl Question for GetHotspots {
    type Answer = Found;
    const NAME: &'static str = "get_hotspots";
    const CLI: &'static str = "get-hotspots";
    const ALIASES: &'static [&'static str] = &["hotspots"];
    const TITLE: &'static str = "Complexity hotspots";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["path", "sort_by", "min_complexity", "limit"];
    const LOOK: Look = Look::of(&[
        Section::of(
            "hotspots",
            Form::Table(&[
                "name",
                "file",
                "score",
                "churn",
                "cyclomatic",
                "cognitive",
                "max_nesting=nesting",
                "body_lines=lines",
            ]),
        ),
        Section::of("", Form::Counts(&["analyzed=functions", "tests_left_out", "generated_left_out"])),
    ]);
    const PATH_FIRST: bool = true;
    const BUDGET: u32 = 2_000;

    fn run(context: &Context<'_>, asked: &Asked<GetHotspots>) -> Result<Found, Problem> {
        let own = &asked.own;
        asked.scope.known(context)?;
        let sort_by = own.sort_by.unwrap_or_default();
        let measures = measures(context)?;
        let changes = if sort_by == SortBy::Churn { Some(changes(context)?) } else { None };
        let churn = |path: &str| changes.as_ref().map(|changes| churn_of(changes, path));
        let mut all: Vec<(f64, Option<u32>, Metrics, &Measured)> = Vec::new();
        let (mut analyzed, mut tests, mut generated_left_out) = (0, 0, 0);
        for file in measures.files.iter().filter(|file| asked.scope.covers(&file.path)) {
            let churn = churn(&file.path);
            for one in &file.functions {
                let Some(metrics) = one.metrics else { continue };
                analyzed += 1;
                tests += usize::from(one.is_test);
                if !one.is_test && context.view().sym(one.symbol).flags().has(Flags::GENERATED) {
                    generated_left_out += 1;
                    continue;
                }
                if metrics.cyclomatic >= own.min_complexity.unwrap_or(1) && (own.tests || !one.is_test) {
                    all.push((figure(sort_by, &metrics, churn), churn, metrics, one));
                }
            }
        }
        // Files stand in the order of paths and functions in that of lines: sorting keeps it.
        all.sort_by(|a, b| {
            b.0.total_cmp(&a.0).then_with(|| score(&b.2).partial_cmp(&score(&a.2)).unwrap_or(Ordering::Equal))
        });
        let hotspots =
            Page::of(&all, asked.offset, asked.common.rows(20, 100), |(_, churn, metrics, one)| {
                let symbol = context.view().sym(one.symbol);
                Hotspot {
                    file: symbol.file().path().to_owned(),
                    name: symbol.name().to_owned(),
                    qualified: symbol.qualified(),
                    key: symbol.printed(),
                    kind: symbol.kind().as_str(),
                    line: symbol.at().line,
                    cyclomatic: metrics.cyclomatic,
                    cognitive: metrics.cognitive,
                    max_nesting: metrics.nesting,
                    param_count: metrics.parameters,
                    body_lines: metrics.lines,
                    score: (score(metrics) * 100.0).round() / 100.0,
                    churn: *churn,
                }
            });
        let tests_left_out = (!own.tests).then_some(tests);
        let is_shallow = || context.workspace().is_some_and(|workspace| workspace.commits().are_shallow());
        let why = (changes.is_some() && is_shallow()).then_some(SHALLOW);
        let commits = changes.map(|changes| changes.commits);
        Ok(Found { sort_by, analyzed, tests_left_out, generated_left_out, commits, why, hotspots })
    }
}

fn figure(sort_by: SortBy, metrics: &Metrics, churn: Option<u32>) -> f64 {
    match sort_by {
        SortBy::Score => score(metrics),
        SortBy::Complexity => metrics.cyclomatic.into(),
        SortBy::Cognitive => metrics.cognitive.into(),
        SortBy::Nesting => metrics.nesting.into(),
        SortBy::Params => metrics.parameters.into(),
        SortBy::BodyLines => metrics.lines.into(),
        SortBy::Churn => score(metrics) * f64::from(churn.unwrap_or(0)),
    }
}

/// Commits that changed the file at this path.
fn churn_of(changes: &FileChurns, path: &str) -> u32 {
    changes.files.get(path).map_or(0, |file| u32::try_from(file.commits).unwrap_or(u32::MAX))
}

/// How often each file changed of late.
fn changes(context: &Context<'_>) -> Result<FileChurns, Problem> {
    let Some(workspace) = context.workspace() else {
        return Err(Problem::not_supported("sort_by", "churn can only be had from a workspace"));
    };
    let rev = context.snapshot.revision.as_ref().map(|asked| asked.name.as_str());
    let about = |problem: Problem| Problem { parameter: Some("sort_by".into()), ..problem };
    let bound = Bound { most: COMMITS, stop: context.cancel };
    let found = workspace.commits().file_churns(rev, bound).map_err(|error| about(engine_problem(&error)))?;
    context.still_wanted()?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            (
                "a.py",
                "def deep(a, b, c):\n    if a:\n        for x in b:\n            while c:\n                pass\n\n\n\
                 def wide(a, b, c, d, e, f):\n    return a and b or c\n\n\ndef flat():\n    return 1\n",
            ),
            (
                "test_a.py",
                "def test_it():\n    if 1:\n        if 2:\n            if 3:\n                pass\n",
            ),
        ])
    }

    #[test]
    fn the_score_is_the_formula_and_each_figure_sorts() {
        let json = fixture().json("get_hotspots", "{}");
        let first = &json["hotspots"][0];
        assert_eq!(
            (&first["name"], &first["file"], &first["kind"]),
            (&"deep".into(), &"a.py".into(), &"function".into())
        );
        let number = |key: &str| first[key].as_f64().unwrap();
        let score = number("cyclomatic")
            + 2.0 * number("max_nesting")
            + 0.5 * number("param_count")
            + number("body_lines") / 20.0;
        assert!((number("score") - score).abs() < 0.01, "{first}");
        assert_eq!((number("cyclomatic"), number("max_nesting"), number("param_count")), (4.0, 3.0, 3.0));
        assert_eq!((&json["total"], &json["tests_left_out"]), (&3.into(), &1.into()));
        let lines = fixture().text("get_hotspots", r#"{"sort_by": "params"}"#);
        assert_eq!(values(&lines, "hotspot", "qualified"), ["a.wide", "a.deep", "a.flat"]);
        let lines = fixture().text("get_hotspots", r#"{"min_complexity": 2, "limit": 1}"#);
        assert_eq!((lines[0].get("total"), lines[0].get("shown")), (Some("2"), Some("1")));
        let lines = fixture().text("get_hotspots", r#"{"tests": true, "path": "test_a.py"}"#);
        assert_eq!(values(&lines, "hotspot", "qualified"), ["test_a.test_it"]);
    }

    #[test]
    fn what_a_program_wrote_is_left_out_and_counted() {
        let made = "// Code generated by hand. DO NOT EDIT.\n\npackage a\n\nfunc made() {}\n";
        let files = [("a.go", "package a\n\nfunc own() {}\n"), ("b.go", made)];
        let json = Fixture::new(&files).json("get_hotspots", "{}");
        assert_eq!((&json["total"], &json["generated_left_out"]), (&1.into(), &1.into()), "{json}");
        assert_eq!(json["hotspots"][0]["name"], "own");
    }

    #[test]
    fn what_cannot_be_asked_says_what_can() {
        let problem = fixture().problem("get_hotspots", r#"{"sort_by": "age"}"#);
        assert!(
            problem.message.contains("body_lines") && problem.parameter.as_deref() == Some("sort_by"),
            "{problem}"
        );
        assert_eq!(fixture().problem("get_hotspots", r#"{"limit": -3}"#).parameter.as_deref(), Some("limit"));
        assert_eq!(fixture().problem("get_hotspots", r#"{"path": "b"}"#).parameter.as_deref(), Some("path"));
        // A workspace in memory has no history.
        assert_eq!(
            fixture().problem("get_hotspots", r#"{"sort_by": "churn"}"#).parameter.as_deref(),
            Some("sort_by")
        );
    }
}
