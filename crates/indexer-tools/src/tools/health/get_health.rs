//! `get_health`: how complex, documented and tested the code is, in figures.

use crate::analysis::{Measured, MeasuredFile, measures};
use crate::protocol::Record;
use crate::protocol::prelude::*;
use crate::protocol::scope::{members, shown};
use indexer_core::Metrics;
use indexer_engine::member_of;
use indexer_graph::complexity;
use indexer_search::paths::is_of_tests;
use std::collections::BTreeMap;

/// From this cyclomatic complexity on a function counts as complex.
const HIGH: u32 = 10;
/// Files that are shown as the hottest, and functions that such a file has at least.
const HOTTEST: usize = 5;
const LEAST_FUNCTIONS: usize = 2;

/// Health in figures: complexity, documentation, tests, deprecations, public surface, hottest files; by member
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetHealth {}

/// How complex, documented and tested the code is.
#[derive(Debug, Serialize)]
pub struct Health {
    /// Functions and methods in scope.
    pub total_functions: usize,
    /// Those that have a body.
    pub analyzed: usize,
    /// Cyclomatic complexity (McCabe 1976).
    pub complexity: Spread,
    /// Cognitive complexity (Campbell, SonarSource 2018).
    pub cognitive: Spread,
    /// Deepest nesting of control structures.
    pub nesting: Spread,
    /// Parameters, without the receiver.
    pub params: Spread,
    /// Lines of bodies.
    pub body_lines: Spread,
    /// Functions of cyclomatic complexity 10 and more.
    pub high_complexity_count: usize,
    /// Their share of the functions with a body, in percent.
    pub high_complexity_pct: f64,
    /// Functions with documentation, in percent.
    pub documented_pct: f64,
    /// Public symbols with documentation, in percent.
    pub public_documented_pct: f64,
    /// Tests. Left out where there are files of tests, but no function in them is known as one: blocks may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_count: Option<usize>,
    /// Tests for each function that is none, where their number is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_ratio: Option<f64>,
    /// Symbols that are marked as deprecated.
    pub deprecated_count: usize,
    /// Public symbols, all of whose owners are public too, tests aside.
    pub public_api_count: usize,
    /// The files whose functions are the most complex on average, tests aside.
    pub hottest_files: Vec<HotFile>,
    /// The same by member of the workspace.
    pub members: Page<MemberHealth>,
}

/// How a figure is spread over functions.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Spread {
    /// The mean, to one decimal.
    pub avg: f64,
    /// The smallest figure that half of them do not exceed.
    pub median: u32,
    /// The largest.
    pub max: u32,
    /// The smallest figure that nine of ten do not exceed.
    pub p90: u32,
}

impl Spread {
    fn of(figures: Vec<u32>) -> Self {
        let complexity::Spread { avg, median, max, p90 } = complexity::Spread::of(figures);
        Self { avg: rounded(avg), median, max, p90 }
    }

    fn write(&self, name: &str, out: &mut Records) {
        let mut record = out.record("spread");
        record.field("of", name).field("avg", self.avg).field("median", self.median);
        record.field("ninetieth", self.p90).field("max", self.max);
    }
}

/// One decimal.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn percent(part: usize, whole: usize) -> f64 {
    rounded(part as f64 * 100.0 / whole.max(1) as f64)
}

/// A file whose functions are complex on average.
#[derive(Clone, Debug, Serialize)]
pub struct HotFile {
    /// Relative to the root, with `/`.
    pub file: String,
    /// Functions with a body, tests aside.
    pub functions: usize,
    /// The mean cyclomatic complexity, to one decimal.
    pub avg_complexity: f64,
    /// The highest cyclomatic complexity of them.
    pub max_complexity: u32,
}

/// The health of a member.
#[derive(Clone, Debug, Serialize)]
pub struct MemberHealth {
    /// The name of the member.
    pub name: String,
    /// Its folder, relative to the root.
    pub path: String,
    /// Functions and methods.
    pub functions: usize,
    /// The mean cyclomatic complexity, to one decimal.
    pub avg_complexity: f64,
    /// The highest cyclomatic complexity of them.
    pub max_complexity: u32,
    /// Functions of cyclomatic complexity 10 and more.
    pub high_complexity_count: usize,
    /// Functions with documentation, in percent.
    pub documented_pct: f64,
    /// Tests, where their number is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_count: Option<usize>,
    /// Public symbols, all of whose owners are public too, tests aside.
    pub public_api_count: usize,
}

impl Row for MemberHealth {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("member");
        record.text("name", &self.name).text("path", &self.path).field("functions", self.functions);
        record.field("avg_complexity", self.avg_complexity).field("max_complexity", self.max_complexity);
        record.field("high_complexity", self.high_complexity_count);
        record.field("documented_pct", self.documented_pct);
        if let Some(count) = self.test_count {
            record.field("tests", count);
        }
        record.field("public_api", self.public_api_count);
    }
}

impl Answer for Health {
    page!(members: MemberHealth);

    fn head(&self, out: &mut Records) {
        let mut record: Record<'_> = out.record("health");
        record.field("total_functions", self.total_functions).field("analyzed", self.analyzed);
        record.field("high_complexity_count", self.high_complexity_count);
        record.field("high_complexity_pct", self.high_complexity_pct);
        record.field("documented_pct", self.documented_pct);
        record.field("public_documented_pct", self.public_documented_pct);
        if let (Some(count), Some(ratio)) = (self.test_count, self.test_ratio) {
            record.field("test_count", count).field("test_ratio", ratio);
        }
        record.field("deprecated_count", self.deprecated_count);
        record.field("public_api_count", self.public_api_count);
        drop(record);
        self.complexity.write("complexity", out);
        self.cognitive.write("cognitive", out);
        self.nesting.write("nesting", out);
        self.params.write("params", out);
        self.body_lines.write("body_lines", out);
        for file in &self.hottest_files {
            out.record("hottest")
                .text("file", &file.file)
                .field("functions", file.functions)
                .field("avg_complexity", file.avg_complexity)
                .field("max_complexity", file.max_complexity);
        }
    }

    fn is_empty(&mut self) -> bool {
        self.total_functions == 0
    }
}

impl Question for GetHealth {
    type Answer = Health;
    const NAME: &'static str = "get_health";
    const CLI: &'static str = "get-health";
    const ALIASES: &'static [&'static str] = &["health"];
    const TITLE: &'static str = "Health of the code";
    const FOLLOWED: Followed = Followed::Covered;
    const SHOWN: &'static [&'static str] = &["path", "member"];
    const PATH_FIRST: bool = true;
    const BUDGET: u32 = 2_000;

    fn run(context: &Context<'_>, asked: &Asked<GetHealth>) -> Result<Health, Problem> {
        asked.scope.known(context)?;
        let measures = measures(context)?;
        let files: Vec<&MeasuredFile> =
            measures.files.iter().filter(|file| asked.scope.covers(&file.path)).collect();
        let sums = Sums::of(files.iter().copied());
        let figures = |of: fn(&Metrics) -> u32| Spread::of(sums.metrics.iter().map(of).collect());
        let all = members(context);
        let mut by_member: BTreeMap<usize, Vec<&MeasuredFile>> = BTreeMap::new();
        for file in &files {
            let member = member_of(&all, &file.path);
            let place = member.and_then(|member| all.iter().position(|one| one == member));
            if let Some(place) = place {
                by_member.entry(place).or_default().push(file);
            }
        }
        let rows: Vec<(usize, Sums)> =
            by_member.iter().map(|(place, files)| (*place, Sums::of(files.iter().copied()))).collect();
        let members = Page::of(&rows, asked.offset, asked.common.rows(50, 500), |(place, sums)| {
            let complexity = Spread::of(sums.metrics.iter().map(|one| one.cyclomatic).collect());
            MemberHealth {
                name: all[*place].name.clone(),
                path: shown(&all[*place]).to_owned(),
                functions: sums.functions,
                avg_complexity: complexity.avg,
                max_complexity: complexity.max,
                high_complexity_count: sums.high(),
                documented_pct: percent(sums.documented, sums.functions),
                test_count: sums.known_tests(),
                public_api_count: sums.public[0],
            }
        });
        Ok(Health {
            total_functions: sums.functions,
            analyzed: sums.metrics.len(),
            complexity: figures(|one| one.cyclomatic),
            cognitive: figures(|one| one.cognitive),
            nesting: figures(|one| one.nesting),
            params: figures(|one| one.parameters),
            body_lines: figures(|one| one.lines),
            high_complexity_count: sums.high(),
            high_complexity_pct: percent(sums.high(), sums.metrics.len()),
            documented_pct: percent(sums.documented, sums.functions),
            public_documented_pct: percent(sums.public[1], sums.public[0]),
            test_count: sums.known_tests(),
            test_ratio: sums.known_tests().map(|tests| {
                let others = (sums.functions - sums.in_tests).max(1);
                (tests as f64 * 100.0 / others as f64).round() / 100.0
            }),
            deprecated_count: sums.deprecated,
            public_api_count: sums.public[0],
            hottest_files: hottest(&files),
            members,
        })
    }
}

/// Sums over files.
#[derive(Default)]
struct Sums {
    functions: usize,
    metrics: Vec<Metrics>,
    documented: usize,
    tests: usize,
    /// True where a file is one of tests.
    has_test_files: bool,
    in_tests: usize,
    deprecated: usize,
    public: [usize; 2],
}

impl Sums {
    fn of<'m>(files: impl Iterator<Item = &'m MeasuredFile>) -> Self {
        let mut sums = Self::default();
        for file in files {
            sums.functions += file.functions.len();
            sums.metrics.extend(file.functions.iter().filter_map(|one| one.metrics));
            sums.documented += file.functions.iter().filter(|one| one.is_documented).count();
            sums.in_tests += file.functions.iter().filter(|one| one.is_test).count();
            sums.tests += file.tests;
            sums.has_test_files |= is_of_tests(&file.path);
            sums.deprecated += file.deprecated;
            sums.public[0] += file.public[0];
            sums.public[1] += file.public[1];
        }
        sums
    }

    /// The number of tests; `None` where files of tests hold none that is a function.
    fn known_tests(&self) -> Option<usize> {
        (self.tests > 0 || !self.has_test_files).then_some(self.tests)
    }

    fn high(&self) -> usize {
        self.metrics.iter().filter(|one| one.cyclomatic >= HIGH).count()
    }
}

/// The files whose functions are the most complex on average, tests aside.
fn hottest(files: &[&MeasuredFile]) -> Vec<HotFile> {
    let figures = |one: &Measured| one.metrics.filter(|_| !one.is_test).map(|metrics| metrics.cyclomatic);
    let mut found: Vec<(f64, HotFile)> = Vec::new();
    for file in files {
        let all: Vec<u32> = file.functions.iter().filter_map(figures).collect();
        let Some(max_complexity) = all.iter().copied().max().filter(|_| all.len() >= LEAST_FUNCTIONS) else {
            continue;
        };
        let avg = all.iter().copied().map(f64::from).sum::<f64>() / all.len() as f64;
        let (file, functions) = (file.path.clone(), all.len());
        found.push((avg, HotFile { file, functions, avg_complexity: rounded(avg), max_complexity }));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.file.cmp(&b.1.file)));
    found.into_iter().take(HOTTEST).map(|(_, file)| file).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\n"),
            ("a/Cargo.toml", "[package]\nname = \"a\"\n"),
            (
                "a/src/lib.rs",
                "/// Says.\npub fn one(x: u32) -> u32 { if x > 1 { 2 } else { 3 } }\npub fn two() {}\nfn three() {}\n\
                 #[deprecated]\npub fn four() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn works() { super::two() }\n}\n",
            ),
            ("b/Cargo.toml", "[package]\nname = \"b\"\n"),
            (
                "b/src/lib.rs",
                "pub fn far(a: u32, b: u32) -> bool { a > 1 && b > 1 && a > b }\npub trait Shape { fn area(&self) -> u32; }\n",
            ),
        ])
    }

    #[test]
    fn figures_are_those_of_the_functions() {
        let json = fixture().json("get_health", "{}");
        // one, two, three, four, works, far have bodies; area has none.
        assert_eq!((&json["total_functions"], &json["analyzed"]), (&7.into(), &6.into()));
        assert_eq!(json["complexity"], serde_json::json!({"avg": 1.5, "median": 1, "max": 3, "p90": 3}));
        assert_eq!((&json["test_count"], &json["deprecated_count"]), (&1.into(), &1.into()));
        assert_eq!(json["documented_pct"], 14.3);
        // one, two, four; far, Shape and its area.
        assert_eq!(json["public_api_count"], 6);
        assert_eq!(json["high_complexity_count"], 0);
        let hottest = json["hottest_files"].as_array().unwrap();
        assert_eq!(hottest.len(), 1, "b has one function with a body: {hottest:?}");
        assert_eq!((&hottest[0]["file"], &hottest[0]["functions"]), (&"a/src/lib.rs".into(), &4.into()));
    }

    #[test]
    fn tests_that_are_no_functions_are_not_counted_as_none() {
        let source = "def one; end\n";
        let spec = "describe 'one' do\n  it('runs') { one }\nend\n";
        let json =
            Fixture::new(&[("lib/one.rb", source), ("spec/one_spec.rb", spec)]).json("get_health", "{}");
        assert_eq!((json.get("test_count"), json.get("test_ratio")), (None, None));
        let json = Fixture::new(&[("lib/one.rb", source)]).json("get_health", "{}");
        assert_eq!(json["test_count"], 0);
    }

    #[test]
    fn members_add_up() {
        let lines = fixture().text("get_health", "{}");
        assert_eq!(values(&lines, "member", "name"), ["a", "b"]);
        let sum: u32 =
            values(&lines, "member", "functions").iter().map(|one| one.parse::<u32>().unwrap()).sum();
        assert_eq!(sum.to_string(), values(&lines, "health", "total_functions")[0]);
        let one = fixture().text("get_health", r#"{"member": "b"}"#);
        assert_eq!(values(&one, "health", "total_functions"), ["2"]);
        assert_eq!(values(&one, "member", "name"), ["b"]);
        assert_eq!(
            fixture().problem("get_health", r#"{"member": "c"}"#).parameter.as_deref(),
            Some("member")
        );
    }

    #[test]
    fn nothing_is_no_reason_to_fail() {
        let json = Fixture::new(&[("a.txt", "x\n")]).json("get_health", "{}");
        assert_eq!((&json["total_functions"], &json["documented_pct"]), (&0.into(), &0.0.into()));
    }
}
