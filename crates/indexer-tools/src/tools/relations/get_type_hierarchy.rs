//! `get_type_hierarchy`: the types above and below a type.

use crate::brief::{self, Detail, Folded, Lines, Place, TestCode};
use crate::protocol::prelude::*;
use crate::relations::callers::depth;
use crate::relations::{self, Head, Heads, Hierarchy, Kin, Node, NodeRow, Of, Wanted};
use crate::screen::{Parent, Sites};
use indexer_core::Resolution;
use indexer_graph::Tree;
use indexer_graph::hierarchy::How;
use indexer_store::{Reference, Symbol, SymbolRef, View};

/// Types above and below a type: bases, implemented traits and interfaces, heirs, implementors
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetTypeHierarchy {
    /// Name, path#key or path:line of a type
    pub symbol: String,
    /// supertypes, subtypes, both (default)
    #[arg(long, value_enum)]
    pub direction: Option<Direction>,
    /// Steps (10)
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// brief, or full: every row with all its fields
    #[arg(long, value_enum)]
    pub detail: Option<Detail>,
    /// Ask about this installed package instead
    #[arg(long, value_name = "NAME")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// What it extends and implements.
    #[serde(alias = "up")]
    #[value(alias = "up")]
    Supertypes,
    /// What extends and implements it.
    #[serde(alias = "down")]
    #[value(alias = "down")]
    Subtypes,
    /// Both.
    Both,
}

/// Rows of a tree at most.
const MOST: usize = 5_000;

/// The types above and below a type.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The symbols that are asked about, with their totals where there are several.
    #[serde(flatten)]
    pub heads: Heads<NodeRow>,
    /// True where the tree stopped growing at its bound.
    pub bounded: bool,
    /// What the short form leaves out of the rows; `None` where text says all.
    #[serde(skip)]
    pub short: Option<Folded>,
    /// The branches, each before those beyond it.
    pub tree: Page<Of<Branch>>,
}

/// A type of the tree, before those beyond it.
#[derive(Clone, Debug, Serialize)]
pub struct Branch {
    /// `supertype` or `subtype`.
    pub direction: &'static str,
    /// Steps from the type that is asked about.
    pub depth: u32,
    /// The type; left out where it is outside of the repository or has no name.
    #[serde(flatten)]
    pub node: Option<NodeRow>,
    /// What it is called, where it is no symbol of the repository, or something that is made of one:
    /// `Arc<Handle>`, `&Handle`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `extends`, `implements` or `satisfies`.
    pub how: &'static str,
    /// How sure it is: `resolved`, `possible`, `external` or `unresolved`.
    pub resolution: &'static str,
    /// Where that is written: path:line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// True where it stands in the tree already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// The line where that is written, or where it is not, that of the type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Where `text` stands.
    #[serde(skip)]
    place: Option<(String, u32)>,
    /// What it stands in, where it is the line of the type; else what the type is called.
    #[serde(skip)]
    within: Option<String>,
}

impl Row for Branch {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(self.depth as usize - 1);
        let mut record = match &self.node {
            Some(node) => node.write(self.direction, out),
            None => out.record(self.direction),
        };
        record.some("name", self.name.as_deref()).field("how", self.how);
        record.field("resolution", self.resolution).some("at", self.at.as_deref()).flag("again", self.again);
        record.some("text", self.text.as_deref());
    }

    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        let previous = previous.filter(|previous| previous.direction == self.direction);
        out.depth(0);
        if previous.is_none() {
            out.record(if self.direction == "supertype" { "supertypes" } else { "subtypes" });
        }
        out.depth(self.depth as usize - 1);
        let Some(place) = self.place() else {
            // What is neither written nor a symbol has no line.
            let mut record = out.record(self.direction);
            record.some("name", self.name.as_deref()).field("is", self.resolution);
            return;
        };
        place.write(previous.and_then(Self::place).as_ref(), out, |line| {
            if self.resolution != Resolution::Resolved.as_str() {
                line.field("is", self.resolution);
            }
            if self.how == How::Satisfies.as_str() {
                line.field("how", self.how);
            }
            // A block may stand in another file than the type that it is for.
            line.some("in", self.node.as_ref().map(|node| &*node.path).filter(|path| *path != place.path));
        });
        out.depth(0);
    }
}

impl Branch {
    fn place(&self) -> Option<Place<'_>> {
        let (path, line) = self.place.as_ref()?;
        Some(Place {
            path,
            line: *line,
            within: self.within.as_deref(),
            text: Some(self.text.as_deref().unwrap_or_default()),
        })
    }
}

/// A row of the tree, and what its line is found by.
struct Grown<'a> {
    n: Option<usize>,
    branch: Branch,
    site: Option<Reference<'a>>,
    symbol: Option<Symbol<'a>>,
    /// The lower of the two types.
    lower: Option<Symbol<'a>>,
}

impl<'a> Grown<'a> {
    fn new(
        n: Option<usize>,
        way: Direction,
        view: &'a View,
        grown: indexer_graph::Branch<SymbolRef, Kin<'a>>,
    ) -> Self {
        let indexer_graph::Branch { from, step: kin, depth, again } = grown;
        let is_up = way == Direction::Supertypes;
        let branch = Branch {
            direction: if is_up { "supertype" } else { "subtype" },
            depth,
            node: kin.symbol.map(|symbol| NodeRow::new(Node::Symbol(symbol))),
            name: (kin.symbol.is_none() || kin.is_made_of_it).then_some(kin.name),
            how: kin.how.as_str(),
            resolution: kin.resolution.as_str(),
            at: kin.site.map(|site| format!("{}:{}", site.file().path(), site.at().line)),
            again,
            text: None,
            place: None,
            within: None,
        };
        let lower = if is_up { Some(view.sym(from)) } else { kin.symbol };
        Self { n, branch, site: kin.site, symbol: kin.symbol, lower }
    }

    /// The row with its line.
    fn row(&self, lines: &mut Lines<'a>) -> Of<Branch> {
        let is_made_of_it = self.branch.name.is_some();
        // The head of the lower type says what is above it: of that its own head is shown.
        let in_head = |site: Reference<'_>| {
            self.lower.is_some_and(|lower| lower.file() == site.file() && lower.at().line == site.at().line)
        };
        let (place, text, within) = match (self.site, self.symbol) {
            (site, Some(symbol)) if !is_made_of_it && site.is_none_or(in_head) => {
                let place = (symbol.file().path().to_owned(), symbol.at().line);
                (Some(place), lines.of_symbol(symbol), symbol.owner().map(|owner| owner.chain()))
            }
            (Some(site), symbol) => {
                let place = (site.file().path().to_owned(), site.at().line);
                let name = self.branch.name.clone().or_else(|| symbol.map(|symbol| symbol.chain()));
                (Some(place), lines.of(site), name)
            }
            (None, _) => (None, None, None),
        };
        Of::new(self.n, Branch { place, text, within, ..self.branch.clone() })
    }

    /// True for a type in code of tests.
    fn is_of_tests(&self, tests: &mut TestCode<'a>) -> bool {
        match (self.symbol, self.site) {
            (Some(symbol), _) => tests.holds(symbol.file(), Some(symbol)),
            (None, Some(site)) => tests.around(site),
            (None, None) => false,
        }
    }
}

impl Answer for Found {
    page!(tree: Of<Branch>, short, heads);

    fn head(&self, out: &mut Records) {
        if self.short.is_some() {
            self.heads.write(out, |symbol, out| symbol.brief("symbol", out));
            return brief::counts(&[("bounded", u64::from(self.bounded))], out);
        }
        self.heads.write(out, |symbol, out| symbol.write("symbol", out));
        if self.bounded {
            out.record("tree").flag("bounded", true);
        }
    }
}

impl Question for GetTypeHierarchy {
    type Answer = Found;
    const NAME: &'static str = "get_type_hierarchy";
    const CLI: &'static str = "get-type-hierarchy";
    const ALIASES: &'static [&'static str] = &["type-hierarchy"];
    const TITLE: &'static str = "Type hierarchy";
    const TELLS_OF_USES: bool = true;
    const FOLLOWED: Followed = Followed::Shown;
    const SHORT_FORM: bool = true;
    const NAME_OF: Option<&'static str> = Some("symbol");
    const SHOWN: &'static [&'static str] = &["symbol", "direction", "depth", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("tree", Form::Tree(Parent::Depth, Sites::Own)),
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetTypeHierarchy>) -> Result<Found, Problem> {
        let own = &asked.own;
        let most = depth(own.depth, 10)?;
        let direction = own.direction.unwrap_or(Direction::Both);
        let wanted = Wanted::new("symbol", &own.symbol, Some("type"), &asked.scope);
        let subjects = relations::symbols(context, wanted)?;
        let hierarchy = Hierarchy::new(context);
        let (mut heads, mut rows, mut bounded) = (Vec::new(), Vec::new(), false);
        for (n, subject) in subjects.numbered() {
            let symbols = subject.symbols();
            let (mut totals, mut room) = (Vec::new(), MOST);
            for way in [Direction::Supertypes, Direction::Subtypes] {
                let mut tree = Tree::new(most, room);
                tree.seen = symbols.iter().map(Symbol::handle).collect();
                for symbol in symbols.iter().filter(|_| direction == way || direction == Direction::Both) {
                    context.still_wanted()?;
                    // Beyond what is left out nothing is looked for: a tree has no gaps.
                    let is_wanted = |kin: &Kin<'_>| {
                        let symbol = kin.symbol.map(|symbol| symbol.file().path());
                        let path = symbol.or_else(|| kin.site.map(|site| site.file().path()));
                        path.map_or(subjects.scope.is_all(), |path| subjects.scope.covers(path))
                    };
                    let steps = |of, depth| {
                        let mut kin = kin(&hierarchy, context.view().sym(of), way, depth);
                        kin.retain(is_wanted);
                        kin
                    };
                    // Beyond something that is made of a type is not what is beyond the type.
                    tree.grow(symbol.handle(), steps, |kin| {
                        kin.symbol.filter(|_| !kin.is_made_of_it).map(|symbol| symbol.handle())
                    });
                }
                room -= tree.branches.len();
                bounded |= tree.bounded;
                let word = if way == Direction::Supertypes { "supertypes" } else { "subtypes" };
                totals.push((word, tree.branches.len()));
                let grown = |branch| Grown::new(n, way, context.view(), branch);
                rows.extend(tree.branches.into_iter().map(grown));
            }
            let head = |one: &Symbol<'_>| Head::new(n, NodeRow::new(Node::Symbol(*one)), &totals);
            heads.extend(subject.shown(n).iter().map(head));
        }
        let brief = brief::is_wanted(asked, own.detail);
        let mut folded = Folded::default();
        if brief {
            let mut tests = TestCode::default();
            let mut seen = (None, 0);
            rows.retain(|row| {
                if row.branch.again {
                    folded.again += 1;
                    return false;
                }
                if !row.is_of_tests(&mut tests) {
                    return true;
                }
                // What is below a test is of tests too, so that no row loses the one that it is below.
                seen = if seen.0 == row.n { (row.n, seen.1 + 1) } else { (row.n, 1) };
                folded.tests += usize::from(seen.1 > brief::TESTS);
                seen.1 <= brief::TESTS
            });
        }
        let mut lines = Lines::new(context);
        Ok(Found {
            heads: Heads::new(heads, &subjects),
            bounded,
            short: brief.then_some(folded),
            tree: Page::of(&rows, asked.offset, asked.common.rows(100, 500), |row| row.row(&mut lines)),
        })
    }
}

/// The types directly above or below a type, in the order in which they are shown. What a type has by having something
/// else is told of the type that is asked about alone.
fn kin<'a>(hierarchy: &Hierarchy<'a>, of: Symbol<'a>, way: Direction, depth: u32) -> Vec<Kin<'a>> {
    let mut kin = match way {
        Direction::Supertypes => hierarchy.above(of).to_vec(),
        _ => hierarchy.below(of).to_vec(),
    };
    if way == Direction::Supertypes && depth == 1 {
        kin.extend(hierarchy.above_indirectly(of));
    }
    kin.iter_mut().for_each(|kin| hierarchy.tell_references(kin));
    if way == Direction::Subtypes {
        kin.sort_by_key(|kin| kin.symbol.map(|symbol| (symbol.file().path(), symbol.at().line)));
    }
    kin
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn classes_above_and_below() {
        let a = "class A(dict): pass\n\nclass B(A): pass\n\nclass C(B, A): pass\n";
        let fixture = Fixture::new(&[("a.py", a)]);
        let lines = fixture.text("get_type_hierarchy", r#"{"symbol": "B"}"#);
        assert_eq!(values(&lines, "supertype", "qualified"), ["a.A"]);
        assert_eq!(values(&lines, "supertype", "name"), ["builtins.dict"]);
        assert_eq!(values(&lines, "supertype", "resolution"), ["resolved", "external"]);
        assert_eq!(values(&lines, "subtype", "qualified"), ["a.C"]);
        let down =
            fixture.json("get_type_hierarchy", r#"{"symbol": "A", "direction": "subtypes", "depth": 1}"#);
        assert_eq!(down["total"], 2);
        assert_eq!(down["tree"][0]["how"], "extends");
    }

    #[test]
    fn only_what_is_in_the_path_and_of_the_language_is_shown() {
        let a = "class A(dict): pass\n\nclass B(A): pass\n";
        let fixture =
            Fixture::new(&[("a.py", a), ("b/c.py", "from a import B\n\nclass C(B): pass\n"), ("d.js", "")]);
        let lines = fixture.text("get_type_hierarchy", r#"{"symbol": "A", "path": "b"}"#);
        assert_eq!(values(&lines, "subtype", "qualified"), Vec::<String>::new(), "B is in between");
        let lines = fixture.text("get_type_hierarchy", r#"{"symbol": "B", "path": "b"}"#);
        assert_eq!(values(&lines, "subtype", "qualified"), ["b.c.C"]);
        assert_eq!(values(&lines, "supertype", "qualified"), Vec::<String>::new());
        let lines = fixture.text("get_type_hierarchy", r#"{"symbol": "B", "language": "js"}"#);
        assert_eq!(lines[0].get("total"), Some("0"));
        let problem = fixture.problem("get_file_summary", r#"{"path": "a.py", "language": "js"}"#);
        assert_eq!(problem.parameter.as_deref(), Some("language"));
    }

    #[test]
    fn the_short_form_has_heads_and_counts_what_is_there_already() {
        let a = "class A(dict): pass\n\nclass B(A): pass\n\nclass C(B, A): pass\n\ndef make():\n    class D(C): pass\n";
        let tests: String = (0..5).map(|i| format!("class T{i}(B): pass\n")).collect();
        let fixture =
            Fixture::new(&[("a.py", a), ("tests/test_a.py", &*format!("from a import B\n\n{tests}"))]);
        let brief = fixture.brief("get_type_hierarchy", r#"{"symbol": "B"}"#);
        let expected = "symbol key=a.py#B line=3 kind=class\n\
                        supertypes\nfile path=a.py\n1|class A(dict): pass\n  1 builtins.dict is=external\n\
                        subtypes\nfile path=a.py\n5|class C(B, A): pass\n  8 make|class D(C): pass\n\
                        file path=tests/test_a.py\n3|class T0(B): pass\n4|class T1(B): pass\n5|class T2(B): pass\n\
                        folded tests=2 see=detail=full\n";
        assert_eq!(brief, expected);
        let again = fixture.brief("get_type_hierarchy", r#"{"symbol": "A", "direction": "subtypes"}"#);
        assert!(again.ends_with("folded tests=2 again=1 see=detail=full\n"), "{again}");
        let json = fixture.json("get_type_hierarchy", r#"{"symbol": "A", "direction": "subtypes"}"#);
        assert_eq!((&json["total"], &json["tree"][0]["text"]), (&9.into(), &"class B(A): pass".into()));
    }

    #[test]
    fn a_block_elsewhere_is_shown_with_the_name_of_its_type() {
        let lib = "mod disc;\npub trait Shape {}\npub struct Disc;\nimpl Shape for u8 {}\n";
        let disc = "use crate::{Disc, Shape};\nimpl Shape for Disc {}\n";
        let manifest = ("Cargo.toml", "[package]\nname = \"k\"\n");
        let fixture = Fixture::new(&[manifest, ("src/lib.rs", lib), ("src/disc.rs", disc)]);
        let brief = fixture.brief("get_type_hierarchy", r#"{"symbol": "Shape"}"#);
        assert!(
            brief.contains("file path=src/disc.rs\n2 Disc in=src/lib.rs|impl Shape for Disc {}\n"),
            "{brief}"
        );
    }

    #[test]
    fn traits_are_implemented_by_blocks_of_any_file() {
        let fixture = Fixture::new(&[
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
            (
                "src/lib.rs",
                "mod disc;\npub trait Base {}\npub trait Shape: Base { fn area(&self); }\npub struct Disc;\nimpl Shape for u8 { fn area(&self) {} }\n",
            ),
            ("src/disc.rs", "use crate::{Disc, Shape};\nimpl Shape for Disc { fn area(&self) {} }\n"),
        ]);
        let lines = fixture.text("get_type_hierarchy", r#"{"symbol": "Shape"}"#);
        assert_eq!(values(&lines, "supertype", "qualified"), ["k::Base"]);
        assert_eq!(values(&lines, "subtype", "qualified"), ["k::Disc"]);
        assert_eq!(values(&lines, "subtype", "how"), ["implements", "implements"]);
        let disc = fixture.text("get_type_hierarchy", r#"{"symbol": "Disc"}"#);
        assert_eq!(values(&disc, "supertype", "qualified"), ["k::Shape", "k::Base"]);
        assert_eq!(values(&disc, "supertype", "at")[0], "src/disc.rs:2");
        let over = fixture.text("get_callers", r#"{"symbol": "src/disc.rs:2:28"}"#);
        assert_eq!(values(&over, "symbol", "qualified").len(), 1);
    }

    #[test]
    fn interfaces_are_satisfied_by_their_methods() {
        let fixture = Fixture::new(&[
            ("go.mod", "module k\n"),
            (
                "a.go",
                "package k\n\ntype Shape interface {\n\tArea() int\n\tName(a, b string) (string, error)\n}\n\ntype Disc struct{}\n\nfunc (d *Disc) Area() int { return 1 }\n\nfunc Run(s Shape) { s.Area() }\n",
            ),
            (
                "b.go",
                "package k\n\nfunc (d *Disc) Name(x, y string) (string, error) { return x, nil }\n\ntype Half struct{}\n\nfunc (h Half) Area() int { return 2 }\n",
            ),
        ]);
        let lines = fixture.text("get_type_hierarchy", r#"{"symbol": "Shape"}"#);
        assert_eq!(values(&lines, "subtype", "qualified"), ["k.Disc"]);
        assert_eq!(values(&lines, "subtype", "how"), ["satisfies"]);
        assert_eq!(values(&lines, "subtype", "resolution"), ["possible"]);
        let lines = fixture.text("get_type_hierarchy", r#"{"symbol": "Disc"}"#);
        assert_eq!(values(&lines, "supertype", "qualified"), ["k.Shape"]);
        let lines = fixture.text("get_callers", r#"{"symbol": "Disc.Area"}"#);
        assert_eq!(values(&lines, "caller", "qualified"), ["k.Run"]);
        assert_eq!(values(&lines, "caller", "rule"), ["override"]);
    }

    /// What a record of a kind says: qualified or other name, how, resolution.
    fn told(lines: &[crate::protocol::records::Line], kind: &str) -> Vec<String> {
        let of_kind = lines.iter().filter(|line| line.kind() == kind);
        of_kind
            .map(|line| {
                let of = |key| line.get(key).unwrap_or("");
                let name = [of("qualified"), of("name")].join(" ");
                format!("{} {} {}", name.trim(), of("how"), of("resolution"))
            })
            .collect()
    }

    #[test]
    fn classes_without_names_and_local_ones_are_there() {
        let a = "package o;\npublic class A {\n  interface Shape { double area(); }\n  static abstract class Base<T extends Shape> implements Shape { Base(int n) {} }\n  static class Disc extends Base<Disc> implements Shape { Disc() { super(1); } public double area() { return 1; } }\n  interface Round extends Shape {}\n  enum Kind implements Shape { ONE { public double area() { return 2; } }, TWO; public double area() { return 1; } }\n  Shape make() {\n    class Local implements Shape { public double area() { return 3; } }\n    Base other = new Base(3) { public double area() { return 5; } };\n    return new Shape() { public double area() { return 4; } };\n  }\n}\n";
        let fixture = Fixture::new(&[("src/main/java/o/A.java", a)]);
        let down = fixture.text("get_type_hierarchy", r#"{"symbol": "A.Shape", "depth": 1}"#);
        let expected = [
            "o.A.Base implements resolved",
            "o.A.Disc implements resolved",
            "o.A.Round extends resolved",
            "o.A.Kind implements resolved",
            "o.A.make.Local implements resolved",
            "o.A.make.{class} implements resolved",
        ];
        assert_eq!(told(&down, "subtype"), expected);
        let base = fixture.text("get_type_hierarchy", r#"{"symbol": "A.Base"}"#);
        let below = ["o.A.Disc extends resolved", "o.A.make.{class} extends resolved"];
        assert_eq!(told(&base, "subtype"), below);
        let kind = fixture.text("get_type_hierarchy", r#"{"symbol": "A.Kind"}"#);
        assert_eq!(told(&kind, "supertype"), ["o.A.Shape implements resolved"]);
        assert_eq!(told(&kind, "subtype"), ["o.A.Kind.ONE extends resolved"]);
        let up = fixture.text("get_type_hierarchy", r#"{"symbol": "src/main/java/o/A.java:10:30"}"#);
        assert_eq!(told(&up, "supertype"), ["o.A.Base extends resolved", "o.A.Shape implements resolved"]);
    }

    #[test]
    fn a_class_expression_is_there_under_its_place() {
        let a = "export class Base {}\nexport const make = () => class extends Base {};\nexport const Named = class extends Base {};\n";
        let fixture = Fixture::new(&[("a.js", a)]);
        let down = fixture.text("get_type_hierarchy", r#"{"symbol": "Base"}"#);
        assert_eq!(told(&down, "subtype"), ["a.js:2 extends resolved", "a.Named extends resolved"]);
    }

    const BLOCKS: &str = "use std::sync::Arc;\npub trait Read { fn read(&self) -> usize; }\npub trait Ext { fn ext(&self) -> usize; }\npub trait All { fn all(&self); }\npub trait Made { fn made(&self); }\npub trait Schedule { fn schedule(&self); }\npub struct File;\npub struct Handle;\npub struct Other;\nimpl Read for File { fn read(&self) -> usize { 1 } }\nimpl<T: Read> Ext for T { fn ext(&self) -> usize { self.read() } }\nimpl<T> All for T { fn all(&self) {} }\nimpl Read for &Handle { fn read(&self) -> usize { 2 } }\nimpl Schedule for Arc<Handle> { fn schedule(&self) {} }\nimpl Schedule for [Handle] { fn schedule(&self) {} }\nimpl Schedule for (Handle, Other) { fn schedule(&self) {} }\nmacro_rules! impl_made { ($($t:ty),*) => { $( impl Made for $t { fn made(&self) {} } )* }; }\nimpl_made!(File);\nimpl_made!(u8);\npub fn run(s: &dyn Schedule) { s.schedule(); }\n";

    #[test]
    fn what_blocks_are_for_is_told_as_far_as_it_is_known() {
        let fixture = Fixture::new(&[("Cargo.toml", "[package]\nname = \"k\"\n"), ("src/lib.rs", BLOCKS)]);
        let below = |name: &str| {
            let asked = format!(r#"{{"symbol": "{name}", "direction": "subtypes"}}"#);
            told(&fixture.text("get_type_hierarchy", &asked), "subtype")
        };
        assert_eq!(below("Read"), ["k::File implements resolved", "k::Handle &Handle implements possible"]);
        // What has one trait by having another one is possible, for bounds may leave it out.
        let covered =
            ["T: Read implements resolved", "k::File implements possible", "k::Handle implements possible"];
        assert_eq!(below("Ext"), covered);
        assert_eq!(below("All"), ["T implements resolved"]);
        assert_eq!(below("Made"), ["impl_made! (used 2 times) implements unresolved"]);
        let made_of = [
            "(Handle, Other) implements resolved",
            "k::Handle Arc<Handle> implements possible",
            "k::Handle [Handle] implements possible",
        ];
        assert_eq!(below("Schedule"), made_of);
        let above = |name: &str| {
            let asked = format!(r#"{{"symbol": "{name}", "direction": "supertypes"}}"#);
            told(&fixture.text("get_type_hierarchy", &asked), "supertype")
        };
        assert_eq!(above("File"), ["k::Read implements resolved", "k::Ext implements possible"]);
        let of_handle = [
            "k::Read &Handle implements possible",
            "k::Schedule Arc<Handle> implements possible",
            "k::Schedule [Handle] implements possible",
        ];
        assert_eq!(above("Handle")[..3], of_handle);
    }

    #[test]
    fn methods_of_all_blocks_may_run() {
        let fixture = Fixture::new(&[("Cargo.toml", "[package]\nname = \"k\"\n"), ("src/lib.rs", BLOCKS)]);
        let lines = fixture.text("get_callees", r#"{"symbol": "run"}"#);
        let runs = values(&lines, "callee", "line");
        assert_eq!(runs, ["6", "14", "15", "16"], "{lines:?}");
    }
}
