//! `get_smells`: what makes code hard to change.

use crate::analysis::{Aside, Cut, Dead, Graph, Measures, clones, dead, file_cycles, graph, measures};
use crate::protocol::prelude::*;
use indexer_engine::LeftOut;
use indexer_graph::Hub;
use indexer_graph::dead_code::Certainty;
use indexer_store::{Symbol, SymbolRef};
use std::collections::BTreeMap;

/// Users and used symbols from which on a symbol is a hub.
const HUB: usize = 15;
/// Lines and functions from which on a file does too much.
const GOD_LINES: u32 = 1_000;
const GOD_FUNCTIONS: usize = 30;
/// Parameters, and nesting, that are still fine.
const PARAMETERS: u32 = 5;
const NESTING: u32 = 4;
/// Rows of each smell before the first one shows more.
const ROUND: usize = 4;
/// Files and places that a row names.
const NAMED: usize = 6;

/// Cycles and what would break them, hubs, god files, long parameters, deep nesting, dead code, clones
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetSmells {
    /// Only these: cycle, hub, god_file, long_parameters, deep_nesting, dead_code, clone
    #[arg(long, value_enum, value_delimiter = ',', value_name = "SMELL")]
    #[serde(default)]
    pub kind: Vec<Smell>,
    /// Tests too
    #[arg(long)]
    #[serde(default)]
    pub tests: bool,
}

indexer_core::worded! {
    /// The smells, in the order of answers.
    #[derive(
        Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    #[value(rename_all = "snake_case")]
    pub enum Smell {
        /// Files that depend on each other.
        Cycle = "cycle",
        /// A symbol that uses much and that much uses.
        Hub = "hub",
        /// A file that does too much.
        GodFile = "god_file",
        /// A function with many parameters.
        LongParameters = "long_parameters",
        /// A function with deep nesting.
        DeepNesting = "deep_nesting",
        /// What nobody uses.
        DeadCode = "dead_code",
        /// Functions that are the same but for names.
        Clone = "clone",
    }
}

/// What makes code hard to change.
#[derive(Debug, Serialize)]
pub struct Found {
    /// How many there are of each.
    pub counts: BTreeMap<&'static str, usize>,
    /// How many symbols without a proved use are dead for certain, perhaps, or for all that is known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub dead_code: BTreeMap<&'static str, usize>,
    /// Files of unknown kinds or too large in which names of dead code may stand: they were not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_unread: Option<u64>,
    /// The smells, the worst of each kind before more of any.
    pub smells: Page<SmellRow>,
}

/// One smell.
#[derive(Clone, Debug, Serialize)]
pub struct SmellRow {
    /// Which one.
    pub smell: Smell,
    /// The first file of it.
    pub path: String,
    /// 1-based line of the symbol, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Module, owners and name of the symbol, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualified: Option<String>,
    /// What the symbol is called everywhere, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The figures that make it one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<&'static str, u64>,
    /// Of dead code: `proven`, `possible` or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certainty: Option<&'static str>,
    /// Why it is not certain.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub because: &'static str,
    /// Of a cycle: true where uses of types alone close it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_types: bool,
    /// The other files or functions of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Of a cycle: the dependencies that would end it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<Cut>,
}

impl SmellRow {
    fn of_file(smell: Smell, path: &str) -> Self {
        Self {
            smell,
            path: path.to_owned(),
            line: None,
            qualified: None,
            key: None,
            figures: BTreeMap::new(),
            certainty: None,
            because: "",
            only_types: false,
            with: Vec::new(),
            cut: Vec::new(),
        }
    }

    fn of_symbol(smell: Smell, symbol: Symbol<'_>) -> Self {
        Self {
            line: Some(symbol.at().line),
            qualified: Some(symbol.qualified()),
            key: Some(symbol.printed()),
            ..Self::of_file(smell, symbol.file().path())
        }
    }
}

impl Row for SmellRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(0);
        let mut record = out.record(self.smell.as_str());
        record.known("certainty", self.certainty);
        record.some("qualified", self.qualified.as_deref()).text("path", &self.path);
        record.known("line", self.line);
        for (name, figure) in &self.figures {
            record.field(name, figure);
        }
        record.flag("only_types", self.only_types);
        if !self.because.is_empty() {
            record.text("because", self.because);
        }
        record.list("with", &self.with);
        drop(record);
        out.depth(1);
        for cut in self.cut.iter().take(3) {
            let mut record = out.record("cut");
            record
                .text("from", &cut.from)
                .text("to", &cut.to)
                .field("uses", cut.uses)
                .field("line", cut.line);
        }
        out.depth(0);
    }
}

impl Answer for Found {
    page!(smells: SmellRow);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("counts");
        for (smell, count) in &self.counts {
            record.field(smell, count);
        }
        drop(record);
        if !self.dead_code.is_empty() {
            let mut record = out.record("dead");
            for (certainty, count) in &self.dead_code {
                record.field(certainty, count);
            }
            record.count("files_unread", self.files_unread.unwrap_or_default());
        }
    }
}

/// A smell that was found; what shows of it is looked up where it shows.
enum Seen {
    Ready(Box<SmellRow>),
    Symbol(Smell, SymbolRef, BTreeMap<&'static str, u64>),
    Dead(SymbolRef, Certainty, &'static str),
    Copies(Vec<SymbolRef>, usize),
}

impl Question for GetSmells {
    type Answer = Found;
    const NAME: &'static str = "get_smells";
    const CLI: &'static str = "get-smells";
    const ALIASES: &'static [&'static str] = &["smells"];
    const TITLE: &'static str = "Code smells";
    const FOLLOWED: Followed = Followed::Covered;
    const SHOWN: &'static [&'static str] = &["path", "kind", "limit"];
    const PATH_FIRST: bool = true;
    const BUDGET: u32 = 2_000;

    fn run(context: &Context<'_>, asked: &Asked<GetSmells>) -> Result<Found, Problem> {
        asked.scope.known(context)?;
        let of = (format!("{:?}", asked.scope), asked.own.tests, asked.own.kind.clone());
        let smells = context.kept_for(of, || Smells::of(context, asked))?;
        let rows = asked.common.rows(50, 500);
        let page = Page::of(&smells.all, asked.offset, rows, |seen| row(context, seen));
        let unread = smells.dead_code.contains_key(Certainty::Proven.as_str()).then(|| unread(context));
        Ok(Found {
            counts: smells.counts.clone(),
            dead_code: smells.dead_code.clone(),
            files_unread: unread.filter(|files| *files > 0),
            smells: page,
        })
    }
}

/// All smells of a part of a view.
struct Smells {
    counts: BTreeMap<&'static str, usize>,
    dead_code: BTreeMap<&'static str, usize>,
    /// The worst of each before more of any.
    all: Vec<Seen>,
}

impl Smells {
    fn of(context: &Context<'_>, asked: &Asked<GetSmells>) -> Result<Self, Problem> {
        let own = &asked.own;
        let (graph, measures) = (graph(context)?, measures(context)?);
        let counts = |path: &str, aside: Aside| {
            aside != Aside::Foreign && (own.tests || aside != Aside::Tests) && asked.scope.covers(path)
        };
        let inside: Vec<bool> = graph.files.iter().map(|file| counts(&file.path, file.aside)).collect();
        let mut by_smell: Vec<(Smell, Vec<Seen>)> = Vec::new();
        let mut dead_code = BTreeMap::new();
        let is_wanted = |smell: &Smell| own.kind.is_empty() || own.kind.contains(smell);
        for smell in Smell::value_variants().iter().copied().filter(is_wanted) {
            context.still_wanted()?;
            let seen = match smell {
                Smell::Cycle => cycles(context, &graph, &inside)?,
                Smell::Hub => hubs(&graph, &inside),
                Smell::GodFile => god_files(context, &measures, &graph, &inside),
                Smell::LongParameters | Smell::DeepNesting => functions(
                    smell,
                    &measures,
                    |path| graph.file_at(path).is_some_and(|file| inside[file]),
                    own.tests,
                ),
                Smell::DeadCode => {
                    let found = dead(context, &graph, &inside)?;
                    for one in &found {
                        *dead_code.entry(one.certainty.as_str()).or_default() += 1;
                    }
                    // Of a public surface nothing is known; only who asks for dead code wants to read that.
                    let shows = |one: &Dead| !own.kind.is_empty() || one.certainty != Certainty::Unknown;
                    let found = found.into_iter().filter(shows);
                    found.map(|one| Seen::Dead(one.symbol, one.certainty, one.because)).collect()
                }
                Smell::Clone => clones(context, counts)?
                    .into_iter()
                    .filter(|one| own.tests || !one.functions.iter().all(|one| is_test(&graph, *one)))
                    .map(|one| Seen::Copies(one.functions, one.tokens))
                    .collect(),
            };
            by_smell.push((smell, seen));
        }
        let counts = by_smell.iter().map(|(smell, seen)| (smell.as_str(), seen.len())).collect();
        // The worst of each come before more of any.
        let mut all: Vec<(usize, Seen)> = Vec::new();
        for (_, seen) in by_smell {
            all.extend(seen.into_iter().enumerate().map(|(at, one)| (at / ROUND, one)));
        }
        all.sort_by_key(|(round, _)| *round);
        Ok(Self { counts, dead_code, all: all.into_iter().map(|(_, seen)| seen).collect() })
    }
}

/// Files of the root that may hold text and whose text is not known.
fn unread(context: &Context<'_>) -> u64 {
    let left_out = &context.snapshot.freshness.left_out;
    let reasons = [LeftOut::UnknownLanguage, LeftOut::TooLarge, LeftOut::Unreadable, LeftOut::Excluded];
    reasons.iter().filter_map(|reason| left_out.get(reason)).sum()
}

fn is_test(graph: &Graph, symbol: SymbolRef) -> bool {
    graph.node(symbol).is_some_and(|node| graph.is_test(node))
}

fn row(context: &Context<'_>, seen: &Seen) -> SmellRow {
    let view = context.view();
    match seen {
        Seen::Ready(row) => SmellRow::clone(row),
        Seen::Symbol(smell, symbol, figures) => {
            SmellRow { figures: figures.clone(), ..SmellRow::of_symbol(*smell, view.sym(*symbol)) }
        }
        Seen::Dead(symbol, certainty, because) => SmellRow {
            certainty: Some(certainty.as_str()),
            because,
            ..SmellRow::of_symbol(Smell::DeadCode, view.sym(*symbol))
        },
        Seen::Copies(functions, tokens) => {
            let place = |symbol: &SymbolRef| {
                let symbol = view.sym(*symbol);
                format!("{}:{}", symbol.file().path(), symbol.at().line)
            };
            let first = functions.first().map(|first| SmellRow::of_symbol(Smell::Clone, view.sym(*first)));
            SmellRow {
                figures: BTreeMap::from([("copies", functions.len() as u64), ("tokens", *tokens as u64)]),
                with: functions.iter().skip(1).take(NAMED).map(place).collect(),
                ..first.unwrap_or_else(|| SmellRow::of_file(Smell::Clone, ""))
            }
        }
    }
}

fn cycles(context: &Context<'_>, graph: &Graph, inside: &[bool]) -> Result<Vec<Seen>, Problem> {
    let rows = file_cycles(context, graph, inside)?.into_iter().map(|cycle| {
        let first = cycle.files.first().map_or("", String::as_str);
        let figures = BTreeMap::from([("files", cycle.files.len() as u64), ("cuts", cycle.cut.len() as u64)]);
        Seen::Ready(Box::new(SmellRow {
            figures,
            only_types: cycle.only_types,
            with: cycle.files.iter().skip(1).take(NAMED).cloned().collect(),
            cut: cycle.cut.iter().take(NAMED).cloned().collect(),
            ..SmellRow::of_file(Smell::Cycle, first)
        }))
    });
    Ok(rows.collect())
}

/// Symbols that use much and that much uses.
fn hubs(graph: &Graph, inside: &[bool]) -> Vec<Seen> {
    let fits = |one: &Hub| inside[graph.file[one.node as usize] as usize] && !graph.is_test(one.node);
    let row = |one: Hub| {
        let figures = BTreeMap::from([("users", one.users as u64), ("uses", one.uses as u64)]);
        Seen::Symbol(Smell::Hub, graph.symbols[one.node as usize], figures)
    };
    indexer_graph::hubs(&graph.network, &graph.dependents, HUB).into_iter().filter(fits).map(row).collect()
}

fn god_files(context: &Context<'_>, measures: &Measures, graph: &Graph, inside: &[bool]) -> Vec<Seen> {
    let mut found: Vec<(u64, &str, usize, u32)> = Vec::new();
    for file in &measures.files {
        let Some(number) = graph.file_at(&file.path).filter(|number| inside[*number]) else { continue };
        let functions = file.functions.iter().filter(|one| !one.is_test).count();
        let lines = context.view().file(&graph.files[number].path).map_or(0, |file| file.lines());
        if lines >= GOD_LINES && functions >= GOD_FUNCTIONS {
            found.push((u64::from(lines) * functions as u64, &file.path, functions, lines));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let row = |(_, path, functions, lines): (u64, &str, usize, u32)| {
        let figures = BTreeMap::from([("functions", functions as u64), ("lines", u64::from(lines))]);
        Seen::Ready(Box::new(SmellRow { figures, ..SmellRow::of_file(Smell::GodFile, path) }))
    };
    found.into_iter().map(row).collect()
}

fn functions(smell: Smell, measures: &Measures, counts: impl Fn(&str) -> bool, tests: bool) -> Vec<Seen> {
    let mut found: Vec<(u32, SymbolRef)> = Vec::new();
    for file in measures.files.iter().filter(|file| counts(&file.path)) {
        for one in file.functions.iter().filter(|one| tests || !one.is_test) {
            let Some(metrics) = one.metrics else { continue };
            let (figure, fine) = match smell {
                Smell::LongParameters => (metrics.parameters, PARAMETERS),
                _ => (metrics.nesting, NESTING),
            };
            if figure > fine {
                found.push((figure, one.symbol));
            }
        }
    }
    // Functions stand in the order of places: sorting keeps it.
    found.sort_by_key(|(figure, _)| std::cmp::Reverse(*figure));
    let name = if smell == Smell::LongParameters { "parameters" } else { "nesting" };
    let row = |(figure, symbol)| Seen::Symbol(smell, symbol, BTreeMap::from([(name, u64::from(figure))]));
    found.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn dead(fixture: &Fixture, certainty: &str) -> Vec<String> {
        let json = fixture.json("get_smells", r#"{"kind": ["dead_code"], "limit": 500, "budget": 100000}"#);
        let rows = json["smells"].as_array().unwrap().iter().filter(|row| row["certainty"] == certainty);
        rows.map(|row| row["qualified"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn what_stands_below_a_comment_to_a_tool_is_not_proven_dead() {
        let text = "package shop\n\n// The list of users.\n// swagger:response users\ntype told struct {\n\tBody int\n}\n\n// Says nothing to a tool.\ntype quiet struct {\n\tBody int\n}\n";
        let fixture = Fixture::new(&[("go.mod", "module example.com/shop\n"), ("a.go", text)]);
        let json = fixture.json("get_smells", r#"{"kind": "dead_code"}"#);
        let rows = json["smells"].as_array().unwrap();
        let certainty = |name: &str| {
            let row =
                rows.iter().find(|row| row["qualified"].as_str().is_some_and(|one| one.ends_with(name)));
            row.map(|row| row["certainty"].clone())
        };
        assert_eq!(certainty("quiet"), Some("proven".into()), "{json}");
        assert_ne!(certainty("told"), Some("proven".into()), "{json}");
    }

    #[test]
    fn a_cycle_names_the_lightest_edge_that_would_end_it() {
        let fixture = Fixture::new(&[
            ("pkg/__init__.py", ""),
            ("pkg/a.py", "from pkg.b import low, high\n\n\ndef one():\n    low()\n    high()\n"),
            (
                "pkg/b.py",
                "def low():\n    from pkg.a import one\n    return one()\n\n\ndef high():\n    pass\n",
            ),
            (
                "pkg/c.py",
                "import typing as t\nif t.TYPE_CHECKING:\n    from pkg.d import D\n\n\ndef f(d: D):\n    pass\n",
            ),
            ("pkg/d.py", "from pkg.c import f\n\n\nclass D:\n    def run(self):\n        f(self)\n"),
        ]);
        let lines = fixture.text("get_smells", r#"{"kind": ["cycle"]}"#);
        assert_eq!(values(&lines, "cycle", "path"), ["pkg/a.py", "pkg/c.py"]);
        assert_eq!(values(&lines, "cycle", "with"), ["pkg/b.py", "pkg/d.py"]);
        assert_eq!(values(&lines, "cycle", "only_types"), ["true"], "the second is one of types");
        assert_eq!(values(&lines, "cut", "from")[0], "pkg/b.py");
        assert_eq!(values(&lines, "cut", "line")[0], "2");
    }

    #[test]
    fn what_a_computed_name_may_call_is_not_proven_dead() {
        let dead = |files: &[(&str, &str)]| dead(&Fixture::new(files), "proven");
        let gone = ("a.pm", "package A;\nsub run { 1 }\nsub _gone { 2 }\n1;\n");
        let base = |body: &str| {
            format!("package B;\nsub go {{ my ($self, $name) = @_; {body} }}\nsub _lost {{ 2 }}\n1;\n")
        };
        let alone = dead(&[gone, ("b.pm", &base("1"))]);
        for body in ["$self->can(\"_$name\")", "$self->$name", "*{$name}"] {
            let found = dead(&[gone, ("b.pm", &base(body))]);
            assert!(!found.iter().any(|name| name.contains("_lost")), "{body}: {found:?}");
        }
        // A name that is made with a sign before it may be that of another package.
        let found = dead(&[gone, ("b.pm", &base("$self->can(\"_$name\")"))]);
        assert!(!found.iter().any(|name| name.contains("_gone")), "{found:?}");
        let python = |body: &str| format!("def run(x, name):\n    return {body}\n\ndef _gone(): ...\n");
        assert_eq!(dead(&[("a.py", &python("x"))]), ["a._gone"]);
        assert_eq!(dead(&[("a.py", &python("globals()[name]()"))]), Vec::<String>::new());
        assert_eq!(alone, ["A::_gone", "B::_lost"]);
    }

    #[test]
    fn what_code_that_is_taken_in_may_call_is_not_proven_dead() {
        let own = "defmodule A do\n  defp gone(x), do: x\nend\n";
        let view = "defmodule B do\n  use Web, :html\n  defp shown(x), do: x\nend\n";
        let files = [("a.ex", own), ("b.ex", view)];
        assert_eq!(dead(&Fixture::new(&files), "proven"), ["A.gone"]);
    }

    #[test]
    fn dead_code_is_proven_only_where_nothing_can_name_it() {
        let rust = Fixture::new(&[
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
            (
                "src/lib.rs",
                "mod inner;\npub fn open() {}\nfn gone() { gone() }\nfn used() {}\npub fn run() { used(); inner::shown(); }\n\
                 fn told() {}\n// told is told of in a comment\nfn quoted() {}\npub const NAME: &str = \"quoted\";\n\
                 struct Shape;\nimpl Shape { fn area(&self) -> u32 { 1 } }\n\
                 struct Job;\nimpl std::fmt::Display for Job { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) } }\n\
                 pub fn job() -> impl std::fmt::Display { Job }\n\
                 #[cfg(test)]\nmod tests { fn helper() {} #[test] fn works() {} }\n",
            ),
            ("src/inner.rs", "pub(crate) fn shown() {}\npub(crate) fn hidden() {}\nfn listed() {}\n"),
            ("META-INF/services/k.Plugin", "listed\n"),
            ("a.csv", "gone"),
        ]);
        let proven = dead(&rust, "proven");
        assert_eq!(proven, ["k::inner::hidden", "k::gone", "k::told", "k::Shape", "k::Shape::area"]);
        let unknown = dead(&rust, "unknown");
        assert_eq!(values(&rust.text("get_smells", "{}"), "dead", "files_unread"), ["1"]);
        for name in ["k::open", "k::run", "k::quoted", "k::Job::fmt", "k::inner::listed"] {
            assert!(unknown.iter().any(|one| one == name), "{name}: {unknown:?}");
        }
        assert!(!unknown.iter().any(|one| one.contains("tests")), "{unknown:?}");

        // What is a value where it stands, what the language runs, what has no name, what another
        // condition may mean.
        let others = Fixture::new(&[
            (
                "a.js",
                "exports.go = function () {\n  on('x', function onmount() {});\n  return 1;\n};\nfunction gone() {}\n\
                 const make = on && function made() {};\nexports.make = make;\n",
            ),
            ("go.mod", "module k\n"),
            ("a.go", "package k\n\nfunc init() {}\n\nfunc lost() {}\n\nvar X = map[string]struct{}{}\n"),
            ("native.c", "static int shared(void) { return 1; }\nint a(void) { return shared(); }\n"),
            ("mock.c", "static int shared(void) { return 2; }\n"),
        ]);
        let proven = dead(&others, "proven");
        assert_eq!(proven, ["k.lost", "a.gone"]);

        let python = Fixture::new(&[
            (
                "a.py",
                "def _gone():\n    pass\n\n\ndef _maybe():\n    pass\n\n\ndef _named():\n    pass\n\n\n@hook\ndef _hooked():\n    pass\n\n\n\
                 class Base(Outer):\n    def _template(self):\n        pass\n\n\ndef open():\n    pass\n\n\nHANDLERS = ['_named']\n",
            ),
            ("b.py", "def go(x):\n    x._maybe()\n"),
        ]);
        assert_eq!(dead(&python, "proven"), ["a._gone"]);
        assert_eq!(dead(&python, "possible"), ["a._maybe"]);
        let unknown = dead(&python, "unknown");
        for name in ["a._named", "a._hooked", "a.Base._template", "a.open"] {
            assert!(unknown.iter().any(|one| one == name), "{name}: {unknown:?}");
        }
    }

    #[test]
    fn files_of_one_package_of_go_are_in_no_cycle() {
        let files = [
            ("go.mod", "module example.com/shop\n"),
            ("a/one.go", "package a\n\nfunc One() { Two() }\n"),
            ("a/two.go", "package a\n\nfunc Two() { One() }\n"),
        ];
        let lines = Fixture::new(&files).text("get_smells", r#"{"kind": ["cycle"]}"#);
        assert_eq!(values(&lines, "cycle", "path"), [""; 0]);
    }

    #[test]
    fn clones_differ_in_case_where_the_language_ignores_it() {
        let body = |name: &str, total: &str, other: &str| {
            format!(
                "function {name} {{\n    param($Items, $Limit)\n    {total} = 0\n    foreach ($Item in $Items) {{\n        if ($Item -gt $Limit) {{ {other} = {total} + $Item }}\n        elseif ($Item -lt 0) {{ {total} = {other} - $Item }}\n        else {{ {total} = {total} * 2 }}\n    }}\n    while ({total} -gt $Limit) {{ {other} = {total} - $Limit }}\n    return @({total}, {other}, $Items, $Limit)\n}}\n"
            )
        };
        let text = body("Add", "$total", "$total") + &body("Sum", "$Total", "$TOTAL");
        let lines = Fixture::new(&[("a.ps1", &text)]).text("get_smells", r#"{"kind": ["clone"]}"#);
        assert_eq!(values(&lines, "clone", "copies"), ["2"]);
    }

    #[test]
    fn clones_differ_in_names_and_literals_alone() {
        let body = |name: &str, item: &str, total: &str, number: u32, op: &str| {
            format!(
                "def {name}({item}s, limit, start):\n    {total} = start\n    for {item} in {item}s:\n        if {item} > limit and {item} != {number}:\n            {total} {op} {item} * {number}\n        elif {item} < 0:\n            {total} -= {item}\n        else:\n            {total} = max({total}, {item})\n    while {total} > limit:\n        {total} = {total} - limit\n    return [{total}, len({item}s), {number}]\n\n\n"
            )
        };
        let text = body("add", "price", "amount", 3, "+=")
            + &body("sum", "row", "all", 7, "+=")
            + &body("other", "row", "all", 7, "|=");
        let fixture = Fixture::new(&[("a.py", &text), ("b.py", "def f(a, b, c, d, e, g):\n    return a\n")]);
        let lines = fixture.text("get_smells", r#"{"kind": ["clone"]}"#);
        assert_eq!(values(&lines, "clone", "qualified"), ["a.add"]);
        assert_eq!(
            (values(&lines, "clone", "copies"), values(&lines, "clone", "with")),
            (vec!["2".to_owned()], vec!["a.py:15".to_owned()])
        );
        let all = fixture.json("get_smells", "{}");
        assert_eq!(
            (&all["counts"]["clone"], &all["counts"]["long_parameters"], &all["counts"]["cycle"]),
            (&1.into(), &1.into(), &0.into())
        );
        let problem = fixture.problem("get_smells", r#"{"kind": ["smelly"]}"#);
        assert!(
            problem.parameter.as_deref() == Some("kind") && format!("{problem:?}").contains("god_file"),
            "{problem:?}"
        );
    }
}
