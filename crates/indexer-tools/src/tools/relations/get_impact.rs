//! `get_impact`: what could break when a symbol or a file changes.

use crate::brief::{self, Detail, Folded, Lines};
use crate::imports::is_test;
use crate::protocol::Listed;
use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::relations::callers::{Caller, Listed as Shown, Part, depth, listed, parts};
use crate::relations::{
    Completeness, Head, Node, NodeRow, Of, Reach, Subject, Uses, Wanted, reach, subjects,
};
use crate::screen::{Parent, Sites};
use crate::tools::change::get_diff_summary::GetDiffSummary;
use indexer_core::{Flags, Resolution};
use indexer_store::{FileRef, Symbol};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What could break when a symbol or file changes: users by distance and certainty, files, tests
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetImpact {
    /// Symbol or path of a file
    pub target: String,
    /// up (default: who uses it), down, both
    #[arg(long, value_enum)]
    pub direction: Option<Direction>,
    /// Steps (2)
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// resolved, possible
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub include: Vec<String>,
    /// Kind of the symbol
    #[arg(long)]
    pub kind: Option<String>,
    /// brief, or full: every row with all its fields
    #[arg(long, value_enum)]
    pub detail: Option<Detail>,
}

/// Which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Who uses it.
    #[default]
    Up,
    /// What it uses.
    Down,
    /// Both.
    Both,
}

/// Files and tests that the head shows.
const SHOWN: usize = 20;

/// What could break when something changes.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The symbols or the file that changes.
    pub target: Vec<Head<NodeRow>>,
    /// Symbols of the name that are not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_symbols: Option<usize>,
    /// How many places bear the names, whatever they lead to.
    pub completeness: Completeness,
    /// What it comes to for the one target; `None` where there are several.
    #[serde(flatten)]
    pub sums: Option<Sums>,
    /// True where the search stopped at its bound.
    pub bounded: bool,
    /// What the short form leaves out of the rows; `None` where text says all.
    #[serde(skip)]
    pub short: Option<Folded>,
    /// What is affected, nearest first, tests last.
    pub affected: Page<Of<Affected>>,
}

/// What a change of one target comes to.
#[derive(Clone, Debug, Serialize)]
pub struct Sums {
    /// How many are reached, by distance: proved, possible.
    pub distances: BTreeMap<u32, (usize, usize)>,
    /// Affected files, nearest first, then those with the most affected symbols.
    pub files: Vec<AffectedFile>,
    /// Affected files that are not shown.
    pub more_files: usize,
    /// Affected tests, nearest first.
    pub tests: Vec<String>,
    /// Affected tests that are not shown.
    pub more_tests: usize,
}

/// A file with affected symbols.
#[derive(Clone, Debug, Serialize)]
pub struct AffectedFile {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Steps to the nearest of its affected symbols.
    pub distance: u32,
    /// How many of its symbols are affected, its top included.
    pub symbols: usize,
    /// `resolved` where one of them is proved to be.
    pub resolution: &'static str,
}

/// An affected symbol, or the top of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Affected {
    /// `up` or `down`; left out where only one way is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<&'static str>,
    /// True for a test.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
    /// The symbol, and how it was reached.
    #[serde(flatten)]
    pub node: Caller,
    /// True in code of tests, which may be none itself.
    #[serde(skip)]
    of_tests: bool,
}

impl Affected {
    fn group(&self) -> Option<&'static str> {
        match self.direction {
            Some("down") => Some("depends_on"),
            _ => self.of_tests.then_some("tests"),
        }
    }
}

impl Row for Affected {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let kind = match (self.direction, self.test) {
            (Some("down"), _) => "depends_on",
            (_, true) => "test",
            _ => "affected",
        };
        self.node.write(kind, "through", out);
    }

    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        let previous = previous.map(|previous| (previous.group(), &previous.node));
        self.node.brief(self.group(), previous, out);
    }
}

impl Answer for Found {
    page!(affected: Of<Affected>, short);

    fn head(&self, out: &mut Records) {
        if self.short.is_some() {
            return self.brief_head(out);
        }
        for target in self.target.iter().take(SHOWN) {
            target.finish(target.symbol.write("target", out));
        }
        if let Some(more) = self.more_symbols {
            out.record("more_symbols").field("count", more);
        }
        self.completeness.write(out);
        let Some(sums) = &self.sums else {
            if self.bounded {
                out.record("totals").flag("bounded", true);
            }
            return;
        };
        for (distance, (resolved, possible)) in &sums.distances {
            let mut record = out.record("distance");
            record.field("steps", distance).field("resolved", resolved).field("possible", possible);
        }
        for file in &sums.files {
            let mut record = out.record("file");
            record.text("path", &file.path).field("distance", file.distance);
            record.field("symbols", file.symbols).field("resolution", file.resolution);
        }
        out.record("totals")
            .field("files", sums.files.len() + sums.more_files)
            .field("tests", sums.tests.len() + sums.more_tests)
            .flag("bounded", self.bounded);
    }

    fn shorten(&mut self) -> bool {
        let kept = self.target.len().div_ceil(2);
        let cut = if self.sums.is_none() { self.target.len() - kept } else { 0 };
        self.target.truncate(self.target.len() - cut);
        self.more_symbols = Some(self.more_symbols.unwrap_or(0) + cut).filter(|more| *more > 0);
        cut > 0
    }
}

impl Found {
    fn brief_head(&self, out: &mut Records) {
        for target in self.target.iter().take(SHOWN) {
            target.finish(target.symbol.brief("target", out));
        }
        if let Some(more) = self.more_symbols {
            out.record("more_symbols").field("count", more);
        }
        let sums = self.sums.as_ref();
        let number = |of: fn(&Sums) -> usize| sums.map_or(0, |sums| of(sums) as u64);
        let possible = |sums: &Sums| sums.distances.values().map(|(_, possible)| possible).sum();
        let counted = [
            ("files", number(|sums| sums.files.len() + sums.more_files)),
            ("tests", number(|sums| sums.tests.len() + sums.more_tests)),
            ("possible", number(possible)),
            ("unresolved", self.completeness.unresolved),
            ("bounded", u64::from(self.bounded)),
        ];
        brief::counts(&counted, out);
        self.completeness.write_in_part(out);
    }
}

impl Question for GetImpact {
    type Answer = Found;
    const NAME: &'static str = "get_impact";
    const CLI: &'static str = "get-impact";
    const OUTLINES: Outlines = Outlines::Users;
    const ALIASES: &'static [&'static str] = &["impact"];
    const TITLE: &'static str = "Impact of a change";
    const LISTED: Listed = Listed::Core;
    const SHORT_FORM: bool = true;
    const SHOWN: &'static [&'static str] = &["target", "depth", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("target", Form::Subjects),
        Section::of("affected", Form::Tree(Parent::Key("calls"), Sites::Own)),
        Section::of("tests", Form::Words).titled("tests"),
        Completeness::SECTION,
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetImpact>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = depth(own.depth, 2)?;
        let include = kinds::resolutions(&own.include, &[Resolution::Resolved, Resolution::Possible])?;
        let direction = own.direction.unwrap_or_default();
        let wanted = Wanted::new("target", &own.target, own.kind.as_deref(), &asked.scope);
        let subjects = subjects(context, wanted).map_err(|problem| match own.target.contains("..") {
            true => problem.hint(format!("{} tells what a change reaches: since_ref", GetDiffSummary::NAME)),
            false => problem,
        })?;
        let mut uses = Uses::new(context);
        let mut known = FxHashMap::default();
        let (mut target, mut sums, mut bounded) = (Vec::new(), None, false);
        let (mut rows, mut down_rows) = (Vec::new(), Vec::new());
        for (n, about) in subjects.numbered() {
            let starts = starts(&mut uses, about);
            let mut up = Reach::default();
            if direction != Direction::Down {
                up = reach(context, &starts, depth, &include, |node| uses.users_beyond(node, &starts))?;
            }
            let mut down = Reach::default();
            if direction != Direction::Up {
                down = reach(context, &starts, depth, &include, |node| uses.used(node))?;
            }
            bounded |= up.cut || down.cut;
            let own_file = if let Subject::File(file) = about { Some(*file) } else { None };
            let mut ups = parts(n, up.found, &subjects.scope);
            let mut downs = parts(n, down.found, &subjects.scope);
            for all in [&mut ups, &mut downs] {
                all.retain(|(_, one, _)| Some(one.step.node.file()) != own_file);
            }
            let sum = sum(&ups, &downs, &mut known);
            let count = |resolution| {
                ups.iter().chain(&downs).filter(|(_, one, _)| one.resolution == resolution).count()
            };
            let totals = [
                ("resolved", count(Resolution::Resolved)),
                ("possible", count(Resolution::Possible)),
                ("files", sum.files.len() + sum.more_files),
                ("tests", sum.tests.len() + sum.more_tests),
            ];
            target.extend(about.nodes(n).into_iter().map(|one| Head::new(n, NodeRow::new(one), &totals)));
            sums = n.is_none().then_some(sum);
            rows.extend(ups);
            down_rows.extend(downs);
        }
        let both = direction == Direction::Both;
        let names = subjects.names();
        let brief = brief::is_wanted(asked, own.detail);
        // What it uses stands by what it is, and in no order but that of distance.
        let is_folded = brief && direction == Direction::Up;
        let Shown { rows, folded, mut tests } = listed(rows, &names, is_folded);
        let users = rows.len();
        let rows: Vec<Part<'_>> = rows.into_iter().chain(down_rows).collect();
        let mut lines = Lines::new(context);
        let mut at = asked.offset;
        let affected = Page::of(&rows, asked.offset, asked.common.rows(50, 500), |(n, one, before)| {
            let is_up = at < users;
            at += 1;
            let node = Caller::new(one, *before);
            let node = if is_up {
                node.with_line(one, &mut lines)
            } else {
                node.with_head(one.step.node, &mut lines)
            };
            let direction = both.then_some(if is_up { "up" } else { "down" });
            let test = is_test_node(one.step.node, &mut known);
            Of::new(*n, Affected { direction, test, node, of_tests: is_up && tests.has(one.step.node) })
        });
        Ok(Found {
            target,
            more_symbols: Some(subjects.left_out).filter(|more| *more > 0),
            completeness: Completeness::about(context, &subjects),
            sums,
            bounded,
            short: brief.then_some(folded),
            affected,
        })
    }
}

/// What is affected, summed up.
fn sum<'a>(ups: &[Part<'a>], downs: &[Part<'a>], known: &mut FxHashMap<&'a str, bool>) -> Sums {
    let mut distances: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (_, one, _) in ups.iter().chain(downs) {
        let entry = distances.entry(one.distance).or_default();
        if one.resolution == Resolution::Resolved { entry.0 += 1 } else { entry.1 += 1 }
    }
    let mut files = files(ups);
    let mut tests: Vec<String> = Vec::new();
    for (_, one, _) in ups {
        if is_test_node(one.step.node, known) && !tests.contains(&one.step.node.printed()) {
            tests.push(one.step.node.printed());
        }
    }
    Sums {
        distances,
        more_files: files.len().saturating_sub(SHOWN),
        files: files.drain(..files.len().min(SHOWN)).collect(),
        more_tests: tests.len().saturating_sub(SHOWN),
        tests: tests.into_iter().take(SHOWN).collect(),
    }
}

/// Where the search starts: the symbols and, of a type, its members; the symbols of a file.
fn starts<'a>(uses: &mut Uses<'a>, about: &Subject<'a>) -> Vec<Node<'a>> {
    let mut found: Vec<Symbol<'a>> = Vec::new();
    let mut nodes = Vec::new();
    match about {
        Subject::Symbols(symbols) => {
            for symbol in symbols {
                found.push(*symbol);
                if symbol.kind().is_type() {
                    found.extend(uses.calls.hierarchy.members(*symbol).iter());
                }
            }
        }
        Subject::File(file) => {
            nodes.push(Node::File(*file));
            found.extend(file.symbols());
        }
    }
    let mut seen = BTreeSet::new();
    nodes.extend(found.into_iter().filter(|one| seen.insert(one.handle())).map(Node::Symbol));
    nodes
}

/// True for a test, and for the top of a file of tests.
fn is_test_node<'a>(node: Node<'a>, files: &mut FxHashMap<&'a str, bool>) -> bool {
    let mut of_file = |file: FileRef<'a>| *files.entry(file.path()).or_insert_with(|| is_test(file));
    match node {
        Node::Symbol(symbol) => {
            symbol.flags().has(Flags::TEST) || (symbol.name().starts_with("test") && of_file(symbol.file()))
        }
        Node::File(file) => of_file(file),
    }
}

fn files(all: &[Part<'_>]) -> Vec<AffectedFile> {
    let mut found: BTreeMap<&str, AffectedFile> = BTreeMap::new();
    for (_, one, _) in all {
        let path = one.step.node.file().path();
        let file = found.entry(path).or_insert_with(|| AffectedFile {
            path: path.to_owned(),
            distance: one.distance,
            symbols: 0,
            resolution: one.resolution.as_str(),
        });
        file.symbols += 1;
        file.distance = file.distance.min(one.distance);
        if one.resolution == Resolution::Resolved {
            file.resolution = one.resolution.as_str();
        }
    }
    let mut files: Vec<AffectedFile> = found.into_values().collect();
    files.sort_by(|a, b| (a.distance, b.symbols, &a.path).cmp(&(b.distance, a.symbols, &b.path)));
    files
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("a.py", "class A:\n    size = 1\n    def go(self): pass\n\ndef make() -> A:\n    return A()\n"),
            ("b.py", "from a import make\n\ndef use():\n    make().go()\n"),
            ("test_b.py", "from b import use\n\ndef test_use():\n    use()\n"),
        ])
    }

    #[test]
    fn users_of_a_type_and_its_members_by_distance_with_tests() {
        let lines = fixture().text("get_impact", r#"{"target": "A", "depth": 3}"#);
        assert_eq!(values(&lines, "affected", "qualified"), ["a.make", "b.use"]);
        assert_eq!(values(&lines, "distance", "resolved"), ["2", "3"]);
        assert_eq!(values(&lines, "test", "qualified"), ["test_b.test_use"]);
        // The import at the top of the file of tests, and the test.
        assert_eq!(values(&lines, "test", "distance"), ["2", "2"]);
        assert_eq!(values(&lines, "test", "through"), ["b.py#use", "b.py#use"]);
        assert_eq!(values(&lines, "file", "path"), ["b.py", "a.py", "test_b.py"]);
    }

    #[test]
    fn the_short_form_has_the_line_of_each_step() {
        let brief = fixture().brief("get_impact", r#"{"target": "A", "depth": 3}"#);
        let expected = "target key=a.py#A line=1 kind=class\ncounts files=3 tests=2\n\
                        file path=a.py\n5 make also=6|def make() -> A:\nfile path=b.py\n4 use|make().go()\n\
                        tests steps=2\nfile path=test_b.py\n4 test_use|use()\n\
                        folded imports=2 see=detail=full\n";
        assert_eq!(brief, expected);
        let down = fixture().brief("get_impact", r#"{"target": "use", "direction": "both"}"#);
        assert!(down.contains("\ndepends_on\nfile path=a.py\n3 A.go|def go(self): pass\n5 make|"), "{down}");
    }

    #[test]
    fn of_a_file_only_others_are_affected_and_down_is_what_it_uses() {
        let lines = fixture().text("get_impact", r#"{"target": "a.py"}"#);
        assert_eq!(values(&lines, "affected", "path"), ["b.py", "b.py"]);
        assert_eq!(values(&lines, "totals", "files"), ["2"]);
        let down = fixture().json("get_impact", r#"{"target": "use", "direction": "down", "depth": 1}"#);
        assert_eq!(down["affected"][0]["qualified"], "a.A.go");
        assert_eq!(down["total"], 2);
        let of_change = fixture().problem("get_impact", r#"{"target": "HEAD~3..HEAD"}"#);
        assert!(of_change.hint.is_some_and(|hint| hint.starts_with("get_diff_summary")));
        let nothing = fixture().text("get_impact", r#"{"target": "test_use"}"#);
        assert_eq!(nothing[0].get("total"), Some("0"));
        assert_eq!(values(&nothing, "sites", "unresolved"), ["0"]);
    }
}
