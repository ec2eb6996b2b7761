//! `find_references`: every use of a symbol, and how complete that is.

mod across;
mod sites;

use crate::brief::{self, Conditions, Detail, Folded, Lines, Place, TestCode};
use crate::locate::{self, Called, Filter, Meant};
use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::protocol::rows::SymbolRow;
use crate::protocol::{Code, Listed, Scope};
use crate::relations::{Completeness, Hierarchy, Subject as Mentioned, rows_of};
use crate::repositories::AskedOf;
use indexer_core::{Resolution, Role};
use indexer_engine::{Configuration, has_conditions};
use indexer_store::View;
use sites::{Site, Sites, folded};

/// Every use of a symbol with its certainty, and how complete that is. include: resolved, possible, external, unresolved, all
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindReferences {
    /// Name, Owner.member, path#key or path:line:column
    pub symbol: String,
    /// resolved, possible, external, unresolved, all
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub include: Vec<String>,
    /// call, read, write, ...
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub roles: Vec<String>,
    /// Nth symbol of that name only
    #[arg(long, value_name = "N")]
    pub pick: Option<u32>,
    /// Kind of the symbol
    #[arg(long)]
    pub kind: Option<String>,
    /// Only what this configuration may hold: linux, macos, windows, freebsd, NAME, NAME=VALUE, !NAME
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub when: Vec<String>,
    /// Upper and lower case differ
    #[arg(long)]
    #[serde(default)]
    pub exact: bool,
    /// brief, or full: every row with all its fields
    #[arg(long, value_enum)]
    pub detail: Option<Detail>,
}

/// The uses of a symbol.
#[derive(Debug, Serialize)]
pub struct Found {
    /// Are the symbols different ones, not parts of one?
    #[serde(skip)]
    several: bool,
    /// The symbols that may be meant, best first.
    pub symbols: Vec<Candidate>,
    /// Candidates that are not shown.
    pub more_symbols: usize,
    /// How many places bear the names, whatever they lead to.
    pub completeness: Completeness,
    /// Uses in languages of which no conditions are read: they are there whatever `when` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_narrowed: Option<usize>,
    /// What the short form leaves out of the rows; `None` where text says all.
    #[serde(skip)]
    pub short: Option<Folded>,
    /// The uses, those of one symbol together, tests last.
    pub references: Page<Use>,
    /// Of a question to several repositories: which were asked, and why others were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repositories: Option<AskedOf>,
}

/// A symbol that may be meant.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// Its number, for `pick` and [`Use::of`].
    pub n: usize,
    /// The symbol.
    #[serde(flatten)]
    pub symbol: SymbolRow,
    /// Uses proved to mean it.
    pub resolved: u64,
    /// Uses that may mean it.
    pub possible: u64,
}

/// One use.
#[derive(Clone, Debug, Serialize)]
pub struct Use {
    /// Relative to the root, with `/`.
    pub path: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column of the name, in characters.
    pub column: u32,
    /// How it is used: `call`, `read`, `type` and others.
    pub role: &'static str,
    /// How sure it is: `resolved`, `possible`, `external` or `unresolved`.
    pub resolution: &'static str,
    /// What decided that: `import`, `scope`, `member` and others.
    pub rule: &'static str,
    /// The symbol around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enclosing: Option<String>,
    /// What it stands in: names of owners and its own.
    #[serde(skip)]
    within: Option<String>,
    /// The name as written, where it is not the symbol's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The condition of a preprocessor under which it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// True in code of tests.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
    /// Numbers of the symbols, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<usize>,
    /// True where nothing but the name agrees.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub textual: bool,
}

impl Row for Use {
    fn render(&self, previous: Option<&Self>, out: &mut Records) {
        let first = self.of.first();
        let previous = previous.filter(|previous| previous.of.first() == first);
        if let (Some(n), None) = (first, previous) {
            out.depth(0);
            out.record("of").field("n", n);
        }
        if previous.is_none_or(|previous| previous.path != self.path) {
            out.depth(0);
            out.record("file").text("path", &self.path);
        }
        out.depth(1);
        let mut record = out.record("use");
        record.field("line", self.line).field("column", self.column).field("role", self.role);
        record.field("resolution", self.resolution).field("rule", self.rule);
        record.some("in", self.enclosing.as_deref()).some("name", self.name.as_deref());
        record.some("when", self.when.as_deref());
        if self.of.len() > 1 {
            let numbers: Vec<String> = self.of.iter().map(usize::to_string).collect();
            record.field("of", numbers.join(","));
        }
        record.flag("textual", self.textual).flag("test", self.test).some("text", self.text.as_deref());
    }

    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        let first = self.of.first();
        let previous = previous.filter(|previous| previous.of.first() == first);
        if let (Some(n), None) = (first, previous) {
            out.record("of").field("n", n);
        }
        if self.test && previous.is_none_or(|previous| !previous.test) {
            out.record("tests");
        }
        let previous = previous.filter(|previous| previous.test == self.test);
        // A line says all of its uses.
        let same = |previous: &Self| {
            (&previous.path, previous.line, previous.resolution, &previous.of)
                == (&self.path, self.line, self.resolution, &self.of)
        };
        if previous.is_some_and(same) {
            return;
        }
        self.place().write(previous.map(Self::place).as_ref(), out, |line| {
            brief::certainty(line, self.resolution, self.rule);
            line.some("when", self.when.as_deref());
            if self.of.len() > 1 {
                let numbers: Vec<String> = self.of.iter().map(usize::to_string).collect();
                line.field("of", numbers.join(","));
            }
        });
    }
}

impl Use {
    fn place(&self) -> Place<'_> {
        let text = Some(self.text.as_deref().unwrap_or_default());
        Place { path: &self.path, line: self.line, within: self.within.as_deref(), text }
    }
}

impl Answer for Found {
    page!(references: Use, short);

    fn head(&self, out: &mut Records) {
        if self.short.is_some() {
            return self.brief_head(out);
        }
        self.repositories.iter().for_each(|asked| asked.write(out));
        for candidate in &self.symbols {
            let mut record = candidate.symbol.write("symbol", out);
            if self.several {
                record.field("n", candidate.n);
            }
            record.field("resolved", candidate.resolved).field("possible", candidate.possible);
        }
        out.more("more_symbols", self.more_symbols);
        out.more("not_narrowed", self.not_narrowed.unwrap_or_default());
        self.completeness.write(out);
    }
}

impl Found {
    fn brief_head(&self, out: &mut Records) {
        for candidate in &self.symbols {
            let mut record = candidate.symbol.brief("symbol", out);
            if self.several {
                record.field("n", candidate.n).field("resolved", candidate.resolved);
                record.count("possible", candidate.possible);
            }
        }
        out.more("more_symbols", self.more_symbols);
        out.more("not_narrowed", self.not_narrowed.unwrap_or_default());
        let possible = if self.several { 0 } else { self.symbols.first().map_or(0, |one| one.possible) };
        let completeness = &self.completeness;
        brief::counts(&[("possible", possible), ("unresolved", completeness.unresolved)], out);
        completeness.write_in_part(out);
    }
}

/// Symbols that the head shows; each costs about forty tokens of every page.
const CANDIDATES: usize = 20;

impl Question for FindReferences {
    type Answer = Found;
    const NAME: &'static str = "find_references";
    const CLI: &'static str = "find-references";
    const OUTLINES: Outlines = Outlines::Users;
    const ALIASES: &'static [&'static str] = &["refs", "references"];
    const TITLE: &'static str = "Find references";
    const LISTED: Listed = Listed::Core;
    const SHORT_FORM: bool = true;
    const SHOWN: &'static [&'static str] = &["symbol", "include", "path", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("references", Form::Uses),
        Completeness::SECTION,
    ]);

    const TOGETHER: Option<OfSeveral<Self>> = Some(across::together);

    fn run(context: &Context<'_>, asked: &Asked<FindReferences>) -> Result<Found, Problem> {
        let view = context.view();
        let own = &asked.own;
        let include = kinds::resolutions(&own.include, &[Resolution::Resolved, Resolution::Possible])?;
        let roles = kinds::roles(&own.roles)?;
        let subject = subject(context, own, &asked.scope)?;
        let hierarchy = Hierarchy::new(context);
        // A call of a value names nothing: it is no use of a name, unless it is asked for.
        let invokes = roles.as_ref().is_some_and(|roles| roles.contains(&Role::Invoke));
        let mut sites = Sites::new(view, invokes);
        let mut counts = Vec::new();
        for (n, parts) in subject.symbols.iter().enumerate() {
            context.still_wanted()?;
            counts.push(sites.add_uses_of(&hierarchy, parts, n + 1));
        }
        if let Some(path) = subject.module {
            let all = view.references_to_module(path);
            sites.add(all.into_iter().map(|one| view.reference(one)), None);
        }
        for name in &subject.names {
            let named = view.references_named(name).into_iter().map(|one| view.reference(one));
            sites.count(name, named, &include);
        }
        context.still_wanted()?;
        let mut completeness = sites.completeness;
        completeness.files_with_problems = view.totals().with_problems;
        let scope = rows_of(view, &asked.scope, subject.symbols.iter().flatten());
        let mut wanted: Vec<Site<'_>> = sites
            .uses
            .into_values()
            .filter(|site| include.contains(&site.resolution))
            .filter(|site| roles.as_ref().is_none_or(|roles| roles.contains(&site.reference.role())))
            .filter(|site| scope.covers(site.reference.file().path()))
            .collect();
        let mut lines = Lines::new(context);
        let mut conditions = Conditions::default();
        let mut not_narrowed = 0;
        if !own.when.is_empty() {
            let configuration =
                Configuration::read(&own.when).map_err(|message| Problem::argument("when", message))?;
            let mut held = Vec::with_capacity(wanted.len());
            for site in wanted {
                // Each file of a site is read, shown or not.
                context.still_wanted()?;
                let at = site.reference.span().start;
                not_narrowed += usize::from(!has_conditions(site.reference.file().language()));
                let around = conditions.around(&mut lines, site.reference.file(), at);
                if around.and_then(|condition| configuration.holds(condition)) != Some(false) {
                    held.push(site);
                }
            }
            wanted = held;
        }
        let several = subject.symbols.len() > 1;
        // Those of one symbol together, the best symbol first; what may be of several stands with the first.
        let first = |site: &Site<'_>| site.of.first().copied().unwrap_or(usize::MAX);
        let mut tests = TestCode::default();
        wanted.sort_by_cached_key(|site| (first(site), tests.around(site.reference)));
        let brief = brief::is_wanted(asked, own.detail);
        let (wanted, folded) =
            if brief { folded(wanted, first, &mut tests) } else { (wanted, Folded::default()) };
        let references = Page::of(&wanted, asked.offset, asked.common.rows(200, 1000), |site| {
            let of = if several { site.of.clone() } else { Vec::new() };
            let (text, test) = (lines.of(site.reference), tests.around(site.reference));
            let when = conditions.around(&mut lines, site.reference.file(), site.reference.span().start);
            let when = when.map(str::to_owned);
            Use { text, test, when, ..a_use(site, of, &subject.names) }
        });
        // Half of a small budget stays for the uses.
        let candidates = (asked.common.tokens(Self::BUDGET) / 150).clamp(1, CANDIDATES);
        let shown = subject.symbols.iter().zip(counts).enumerate().take(candidates);
        let mut symbols = Vec::new();
        for (i, (parts, (resolved, possible))) in shown {
            let compact = several || asked.common.compact;
            let parts = Mentioned::Symbols(parts.clone());
            for symbol in parts.shown(several.then_some(i + 1)) {
                let symbol = SymbolRow::new(*symbol, compact);
                symbols.push(Candidate { n: i + 1, symbol, resolved, possible });
            }
        }
        let more_symbols = subject.symbols.len().saturating_sub(candidates);
        let short = brief.then_some(folded);
        let not_narrowed = Some(not_narrowed).filter(|count| *count > 0);
        Ok(Found {
            several,
            symbols,
            more_symbols,
            completeness,
            not_narrowed,
            short,
            references,
            repositories: None,
        })
    }
}

/// Whose uses are looked for.
struct Subject<'v> {
    /// The different symbols, best first.
    symbols: Vec<Meant<'v>>,
    /// The file whose module is meant.
    module: Option<&'v str>,
    /// The names under which sites are counted.
    names: Vec<String>,
}

fn subject<'v>(context: &Context<'v>, own: &FindReferences, scope: &Scope) -> Result<Subject<'v>, Problem> {
    let view = context.view();
    let kinds = kinds::kinds(own.kind.as_deref())?;
    // `path` narrows the uses, and the symbols where it is a file that defines one.
    let filter = Filter { scope: None, kinds: kinds.as_deref(), exact: own.exact };
    let called = locate::called(view, &own.symbol);
    if let Called::File(path) = called {
        let path = locate::file(view, path)?.path();
        let name = indexer_core::path::stem(path).to_owned();
        return Ok(Subject { symbols: Vec::new(), module: Some(path), names: vec![name] });
    }
    let mut symbols = match (locate::symbols(context, &own.symbol, filter), &called) {
        (Ok(symbols), _) => of_file(locate::groups(context, symbols), view, scope),
        // No symbol of ours: the name may still be used here (`println`, a library's function).
        (Err(problem), Called::Name(names)) if own.kind.is_none() => {
            let name = names.last().copied().unwrap_or_default();
            if view.references_named(name).is_empty() {
                return Err(problem);
            }
            return Ok(Subject { symbols: Vec::new(), module: None, names: vec![name.to_owned()] });
        }
        (Err(problem), Called::Place { path, line, column }) if problem.code == Code::NotFound => {
            let names = names_at(view, path, *line, *column);
            if names.is_empty() {
                return Err(problem);
            }
            return Ok(Subject { symbols: Vec::new(), module: None, names });
        }
        (Err(problem), _) => return Err(problem),
    };
    if let Some(pick) = own.pick {
        let Some(symbol) = (pick as usize).checked_sub(1).and_then(|at| symbols.get(at)).cloned() else {
            let message = format!("pick: {pick} is not between 1 and {}", symbols.len());
            return Err(Problem::argument("pick", message));
        };
        symbols = vec![symbol];
    }
    let mut names: Vec<String> = symbols.iter().flatten().map(|symbol| symbol.name().to_owned()).collect();
    names.sort_unstable();
    names.dedup();
    Ok(Subject { symbols, module: None, names })
}

/// Of several symbols those of the file that is asked about, where it defines some.
fn of_file<'v>(mut groups: Vec<Meant<'v>>, view: &View, scope: &Scope) -> Vec<Meant<'v>> {
    let inside = |parts: &Meant<'v>| parts.iter().any(|part| part.file().path() == scope.prefix());
    if view.file(scope.prefix()).is_some() && groups.iter().any(inside) {
        groups.retain(inside);
    }
    groups
}

/// Names of references at a place that lead to no symbol.
fn names_at(view: &View, path: &str, line: u32, column: Option<u32>) -> Vec<String> {
    let Some(file) = view.file(path) else { return Vec::new() };
    let names = locate::at_place(file, line, column).into_iter().filter_map(|one| match one {
        locate::AtPlace::Reference(reference) => Some(reference.name().to_owned()),
        locate::AtPlace::Definition(_) => None,
    });
    names.collect()
}

fn a_use(site: &Site<'_>, mut of: Vec<usize>, names: &[String]) -> Use {
    let one = site.reference;
    let at = one.at();
    let written = one.name();
    of.dedup();
    Use {
        path: one.file().path().to_owned(),
        line: at.line,
        column: at.column,
        role: one.role().as_str(),
        resolution: site.resolution.as_str(),
        rule: site.rule.as_str(),
        enclosing: one.enclosing().map(|symbol| symbol.qualified()),
        within: one.enclosing().map(|symbol| symbol.chain()),
        name: (!names.iter().any(|name| name == written)).then(|| written.to_owned()),
        text: None,
        when: None,
        test: false,
        of,
        textual: site.resolution == Resolution::Unresolved,
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;

    const A: &str = "class Session:\n    def get(self): pass\n\ndef helper(): pass\n";
    const B: &str = "\
from a import helper as h, Session

def run(x):
    h()
    Session().get()
    print(x.get())
";

    fn fixture() -> Fixture {
        Fixture::new(&[("a.py", A), ("b.py", B), ("c.py", "import a\na.helper()\n")])
    }

    #[test]
    fn uses_come_with_role_resolution_rule_and_what_is_around() {
        let lines = fixture().text("find_references", r#"{"symbol": "helper"}"#);
        assert_eq!(values(&lines, "file", "path"), ["b.py", "c.py"]);
        assert_eq!(values(&lines, "use", "role"), ["import", "call", "call"]);
        assert_eq!(values(&lines, "use", "name"), ["h"]);
        assert_eq!(
            values(&lines, "use", "text"),
            ["from a import helper as h, Session", "h()", "a.helper()"]
        );
        assert_eq!(values(&lines, "use", "in"), ["b.run"]);
        assert_eq!(values(&lines, "symbol", "resolved"), ["3"]);
        assert_eq!(values(&lines, "sites", "unresolved"), ["0"]);
    }

    #[test]
    fn the_short_form_has_lines_and_counts_imports_and_tests() {
        let tests: String = (0..5).map(|i| format!("def test_{i}():\n    helper()\n")).collect();
        let files = [
            ("a.py", A),
            ("b.py", "from a import helper as h, Session\n\ndef run(x):\n    h(h())\n    h()\n\nh()\n"),
            ("c.py", "from a import helper\n"),
            ("tests/test_a.py", &*format!("from a import helper\n\n{tests}")),
        ];
        let fixture = Fixture::new(&files);
        let brief = fixture.brief("find_references", r#"{"symbol": "helper"}"#);
        let expected = "symbol key=a.py#helper line=4 signature=\"def helper()\"\n\
                        file path=b.py\n4 run|h(h())\n5|h()\n7 -\nfile path=c.py\n1|from a import helper\n\
                        tests\nfile path=tests/test_a.py\n4 test_0|helper()\n6 test_1\n8 test_2\n\
                        folded tests=2 imports=2 see=detail=full\n";
        assert_eq!(brief, expected);
        let json = fixture.json("find_references", r#"{"symbol": "helper"}"#);
        assert_eq!(json["total"], 12, "{json}");
        let output = fixture.output("find_references", serde_json::json!({"symbol": "helper"}));
        assert!(output.body.starts_with("answer total=12\n"), "{}", output.body);
        let imports = fixture.brief("find_references", r#"{"symbol": "helper", "roles": ["import"]}"#);
        assert!(imports.contains("1|from a import helper as h, Session\n"), "{imports}");
        assert!(!imports.contains("folded"), "{imports}");
    }

    #[test]
    fn uses_of_what_is_overridden_are_possible() {
        let a = "class A:\n    def go(self): pass\n\nclass B(A):\n    def go(self): pass\n\ndef run(a: A):\n    a.go()\n";
        let lines = Fixture::new(&[("a.py", a)]).text("find_references", r#"{"symbol": "B.go"}"#);
        assert_eq!(values(&lines, "use", "line"), ["8"]);
        assert_eq!(values(&lines, "use", "resolution"), ["possible"]);
        assert_eq!(values(&lines, "use", "rule"), ["override"]);
        assert_eq!(values(&lines, "symbol", "possible"), ["1"]);
    }

    #[test]
    fn what_is_made_of_a_message_and_who_uses_that_are_possible() {
        let files = [
            ("proto/shop/order.proto", "syntax = \"proto3\";\npackage shop;\nmessage Order {}\n"),
            (
                "gen/order.pb.go",
                "// source: shop/order.proto\npackage gen\n\ntype Order struct{}\n\nvar own Order\n",
            ),
            ("gen/use.go", "package gen\n\nfunc f(one *Order) {}\n"),
        ];
        let fixture = Fixture::new(&files);
        let lines = fixture.text("find_references", r#"{"symbol": "proto/shop/order.proto#shop.Order"}"#);
        assert_eq!(values(&lines, "file", "path"), ["gen/order.pb.go", "gen/use.go"]);
        assert_eq!(values(&lines, "use", "rule"), ["generated", "generated"]);
        assert_eq!(values(&lines, "use", "resolution"), ["possible", "possible"]);
        let lines = fixture.text("get_imports", r#"{"path": "gen/order.pb.go"}"#);
        assert_eq!(values(&lines, "import", "target"), ["proto/shop/order.proto"]);
    }

    #[test]
    fn a_target_of_a_build_is_meant_where_no_code_has_its_name() {
        let files = [
            ("Makefile", "all: install docs\ninstall: a.py\n\tpython a.py\ndocs:\n"),
            ("a.py", "def install(): pass\n\ninstall()\n"),
        ];
        let fixture = Fixture::new(&files);
        let lines = fixture.text("find_references", r#"{"symbol": "install"}"#);
        assert_eq!(values(&lines, "file", "path"), ["a.py"]);
        let lines = fixture.text("find_references", r#"{"symbol": "install", "kind": "stage"}"#);
        assert_eq!(values(&lines, "file", "path"), ["Makefile"]);
        let lines = fixture.text("find_references", r#"{"symbol": "docs"}"#);
        assert_eq!(values(&lines, "use", "in"), ["Makefile.all"]);
        // What commands run is still followed.
        let lines = fixture.text("get_dependents", r#"{"target": "a.py"}"#);
        assert!(lines.iter().any(|line| line.get("path") == Some("Makefile")), "{lines:?}");
    }

    #[test]
    fn roles_paths_and_pages_narrow_and_the_total_stays() {
        let fixture = fixture();
        let lines =
            fixture.text("find_references", r#"{"symbol": "helper", "roles": ["call"], "path": "c.py"}"#);
        assert_eq!(values(&lines, "use", "line"), ["2"]);
        let lines = fixture.text("find_references", r#"{"symbol": "helper", "limit": 2}"#);
        assert_eq!((lines[0].get("total"), lines[0].get("shown")), (Some("3"), Some("2")));
        let cursor = lines[0].get("cursor").unwrap();
        let next =
            fixture.text("find_references", &format!(r#"{{"symbol": "helper", "cursor": "{cursor}"}}"#));
        assert_eq!(values(&next, "file", "path"), ["c.py"]);
        let other = format!(r#"{{"symbol": "get", "cursor": "{cursor}"}}"#);
        assert_eq!(fixture.problem("find_references", &other).code, Code::StaleCursor);
    }

    #[test]
    fn no_bare_zero() {
        let fixture = fixture();
        let lines = fixture.text("find_references", r#"{"symbol": "print"}"#);
        assert_eq!(lines[0].get("total"), Some("0"));
        assert_eq!(values(&lines, "sites", "external"), ["1"]);
        let lines = fixture.text("find_references", r#"{"symbol": "print", "include": ["external"]}"#);
        assert_eq!(values(&lines, "use", "line"), ["6"]);
        let json = fixture.json("find_references", r#"{"symbol": "Session.get"}"#);
        assert_eq!(json["symbols"][0]["qualified"], "a.Session.get");
        assert_eq!(json["completeness"]["resolved"], 1);
        assert_eq!(json["references"][0]["line"], 5);
        assert_eq!(fixture.problem("find_references", r#"{"symbol": "nope"}"#).code, Code::NotFound);
    }

    #[test]
    fn several_symbols_are_all_listed_and_one_can_be_picked() {
        let fixture =
            Fixture::new(&[("a.py", "def go(): pass\ngo()\n"), ("b.py", "def go(): pass\ngo()\ngo()\n")]);
        let lines = fixture.text("find_references", r#"{"symbol": "go"}"#);
        assert_eq!(values(&lines, "symbol", "path"), ["b.py", "a.py"], "what is used more stands first");
        assert_eq!(values(&lines, "symbol", "resolved"), ["2", "1"]);
        assert_eq!(values(&lines, "of", "n"), ["1", "2"]);
        assert_eq!(values(&lines, "file", "path"), ["b.py", "a.py"]);
        let json = fixture.json("find_references", r#"{"symbol": "go"}"#);
        assert_eq!(json["references"][2]["of"], serde_json::json!([2]));
        let lines = fixture.text("find_references", r#"{"symbol": "go", "pick": 2}"#);
        assert_eq!(values(&lines, "file", "path"), ["a.py"]);
        let lines = fixture.text("find_references", r#"{"symbol": "a.py#go"}"#);
        assert_eq!(values(&lines, "file", "path"), ["a.py"]);
        let problem = fixture.problem("find_references", r#"{"symbol": "go", "pick": 3}"#);
        assert_eq!(problem.parameter.as_deref(), Some("pick"));
    }

    #[test]
    fn a_property_is_written_by_its_setter_and_read_by_its_getter() {
        let box_ = "export class Box {\n  set size(value) { this.kept = value; }\n  get size() { return 1; }\n}\nexport function use() {\n  const one = new Box();\n  one.size = 2;\n  return one.size;\n}\n";
        let thing = "class Thing:\n    @property\n    def left(self): return 1\n\n    @left.setter\n    def left(self, value): pass\n\ndef use(one: Thing):\n    one.left = 2\n    return one.left\n";
        let fixture = Fixture::new(&[("box.js", box_), ("thing.py", thing)]);
        let used = |symbol: &str| {
            let lines = fixture.text("find_references", &format!(r#"{{"symbol": "{symbol}"}}"#));
            let uses = lines.iter().filter(|line| line.kind() == "use" && line.get("rule") == Some("member"));
            uses.map(|line| line.get("line").unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!((used("box.js:2:7"), used("box.js:3:7")), (vec!["7".to_owned()], vec!["8".to_owned()]));
        assert_eq!(
            (used("thing.py:6:9"), used("thing.py:3:9")),
            (vec!["9".to_owned()], vec!["10".to_owned()])
        );
    }

    #[test]
    fn uses_carry_their_condition_and_a_configuration_narrows_them() {
        let c = "int f(void);\n#ifdef _WIN32\nint a(void) { return f(); }\n#else\nint b(void) { return f(); }\n#endif\n\
                 int c(void) { return f(); }\n";
        let fixture = Fixture::new(&[("a.c", c)]);
        let lines = fixture.text("find_references", r#"{"symbol": "f", "detail": "full"}"#);
        assert_eq!(values(&lines, "use", "when"), ["defined(_WIN32)", "!defined(_WIN32)"]);
        let lines =
            fixture.text("find_references", r#"{"symbol": "f", "detail": "full", "when": ["linux"]}"#);
        assert_eq!(values(&lines, "use", "line"), ["5", "7"]);
        // Of a language of which no conditions are read every use stays, and the answer says so.
        let fixture = Fixture::new(&[("a.py", "def f(): pass\nf()\nf()\n")]);
        let found = fixture.json("find_references", r#"{"symbol": "f", "when": ["linux"]}"#);
        assert_eq!(
            (&found["references"].as_array().map(Vec::len), &found["not_narrowed"]),
            (&Some(2), &2.into())
        );
        let problem = fixture.problem("find_references", r#"{"symbol": "f", "when": ["a b"]}"#);
        assert_eq!(problem.code, Code::InvalidArgument);
    }
}
