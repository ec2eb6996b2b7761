//! `get_callers`: who calls a symbol, directly or over several steps.

use crate::brief::{self, Detail, Folded, Lines};
use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::protocol::rows::SymbolRow;
use crate::relations::callers::{Caller, Listed, Part, depth, listed, parts, with_constructors};
use crate::relations::{self, Calls, Completeness, Head, Heads, Node, Of, Wanted, reach_with_starts, runs};
use crate::screen::{Parent, Sites};
use indexer_core::{Resolution, Role};
use indexer_store::{Reference, Symbol};

/// Who calls a symbol, with call sites and certainty; depth for callers of callers
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetCallers {
    /// Name, Owner.member, path#key or path:line
    pub symbol: String,
    /// Steps (1)
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

/// Who calls a symbol.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The symbols that are asked about, with their totals where there are several.
    #[serde(flatten)]
    pub heads: Heads<SymbolRow>,
    /// How many places bear the names, whatever they lead to.
    pub completeness: Completeness,
    /// Totals of the one symbol that is asked about; `None` where there are several.
    #[serde(flatten)]
    pub counts: Option<Counts>,
    /// True where the search stopped at its bound.
    pub bounded: bool,
    /// What the short form leaves out of the rows; `None` where text says all.
    #[serde(skip)]
    pub short: Option<Folded>,
    /// Who calls it, nearest first, tests last.
    pub callers: Page<Of<CallerRow>>,
}

/// What is counted of one symbol.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    /// Proved uses of the symbol as a value: who holds it may call it too.
    pub taken_as_value: u64,
    /// Callers by certainty, before limits.
    pub resolved: usize,
    /// The same of those that are possible.
    pub possible: usize,
}

/// A caller, and whether it is of the tests.
#[derive(Clone, Debug, Serialize)]
pub struct CallerRow {
    /// The caller, or the top of a file that calls.
    #[serde(flatten)]
    pub caller: Caller,
    /// True in code of tests.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
}

impl CallerRow {
    fn group(&self) -> Option<&'static str> {
        self.test.then_some("tests")
    }
}

impl Row for CallerRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        self.caller.write("caller", "calls", out);
    }

    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        let previous = previous.map(|previous| (previous.group(), &previous.caller));
        self.caller.brief(self.group(), previous, out);
    }
}

impl Answer for Found {
    page!(callers: Of<CallerRow>, short, heads);

    fn head(&self, out: &mut Records) {
        if self.short.is_some() {
            self.heads.write(out, |symbol, out| symbol.brief("symbol", out));
            let counts = self.counts.as_ref();
            brief::counts(
                &[
                    ("possible", counts.map_or(0, |counts| counts.possible as u64)),
                    ("unresolved", self.completeness.unresolved),
                    ("taken_as_value", counts.map_or(0, |counts| counts.taken_as_value)),
                    ("bounded", u64::from(self.bounded)),
                ],
                out,
            );
            return self.completeness.write_in_part(out);
        }
        self.heads.write(out, |symbol, out| symbol.write("symbol", out));
        self.completeness.write(out);
        if let Some(counts) = &self.counts {
            let mut record = out.record("callers");
            record.field("resolved", counts.resolved).field("possible", counts.possible);
            record.count("taken_as_value", counts.taken_as_value).flag("bounded", self.bounded);
        } else if self.bounded {
            out.record("callers").flag("bounded", true);
        }
    }
}

impl Question for GetCallers {
    type Answer = Found;
    const NAME: &'static str = "get_callers";
    const CLI: &'static str = "get-callers";
    const OUTLINES: Outlines = Outlines::Users;
    const ALIASES: &'static [&'static str] = &["callers"];
    const TITLE: &'static str = "Callers";
    const SHORT_FORM: bool = true;
    const SHOWN: &'static [&'static str] = &["symbol", "depth", "limit", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("callers", Form::Tree(Parent::Key("calls"), Sites::Own)),
        Completeness::SECTION,
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetCallers>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = depth(own.depth, 1)?;
        let include = kinds::resolutions(&own.include, &[Resolution::Resolved, Resolution::Possible])?;
        let wanted = Wanted::new("symbol", &own.symbol, own.kind.as_deref(), &asked.scope);
        let subjects = relations::symbols(context, wanted)?;
        let compact = asked.common.compact || subjects.several();
        let mut calls = Calls::new(context);
        let (mut heads, mut rows, mut counts, mut bounded) = (Vec::new(), Vec::new(), None, false);
        for (n, subject) in subjects.numbered() {
            let symbols = subject.symbols();
            let starts: Vec<Node<'_>> = with_constructors(symbols).into_iter().map(Node::Symbol).collect();
            let reached = reach_with_starts(context, &starts, depth, &include, |node| calls.callers(node))?;
            let all: Vec<Part<'_>> = parts(n, reached.found, &subjects.scope);
            let count = |resolution| all.iter().filter(|(_, one, _)| one.resolution == resolution).count();
            let (resolved, possible) = (count(Resolution::Resolved), count(Resolution::Possible));
            let totals = [("resolved", resolved), ("possible", possible)];
            heads.extend(
                subject.shown(n).iter().map(|one| Head::new(n, SymbolRow::new(*one, compact), &totals)),
            );
            let taken_as_value = taken_as_value(context, symbols);
            counts = n.is_none().then_some(Counts { taken_as_value, resolved, possible });
            bounded |= reached.cut;
            rows.extend(all);
        }
        let names = subjects.names();
        let brief = brief::is_wanted(asked, own.detail);
        let Listed { rows, folded, mut tests } = listed(rows, &names, brief);
        let mut lines = Lines::new(context);
        Ok(Found {
            heads: Heads::new(heads, &subjects),
            completeness: Completeness::about(context, &subjects),
            counts,
            bounded,
            short: brief.then_some(folded),
            callers: Page::of(&rows, asked.offset, asked.common.rows(20, 200), |(n, one, before)| {
                let caller = Caller::new(one, *before).with_line(one, &mut lines);
                Of::new(*n, CallerRow { caller, test: tests.has(one.step.node) })
            }),
        })
    }
}

/// Proved reads of functions that are no calls.
fn taken_as_value(context: &Context<'_>, symbols: &[Symbol<'_>]) -> u64 {
    let view = context.view();
    let of = |symbol: &Symbol<'_>| {
        let uses = view.references_to(symbol.key()).into_iter().map(|one| view.reference(one));
        let is_value = |one: &Reference<'_>| one.role() == Role::Read && !runs(context, *one, *symbol);
        uses.filter(|one| is_value(one) && one.resolution() == Resolution::Resolved).count() as u64
    };
    let callable = symbols.iter().filter(|symbol| symbol.kind().is_callable());
    callable.map(of).sum()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("a.py", "def low(): pass\n\ndef mid():\n    low()\n    low()\n\ndef top():\n    mid()\n"),
            ("b.py", "from a import low, mid\nlow()\nhandlers = [mid]\n"),
            (
                "c.py",
                "class A:\n    def go(self): pass\n\nclass B(A):\n    def go(self): pass\n\ndef run(a: A):\n    a.go()\n",
            ),
        ])
    }

    #[test]
    fn types_of_other_numbers_of_parameters_are_others() {
        let text = "public class Q<T> { public int Only(T t) { return 1; } }\npublic class Q { public int Only(int t) { return 2; } }\n\
            public class R {\n    int Go(Q<int> a) { return a.Only(1); }\n    int Run(Q b) { return b.Only(2) + b.Only(3); }\n}\n";
        let json = Fixture::new(&[("A.cs", text)]).json("get_callers", r#"{"symbol": "Q.Only"}"#);
        let told: Vec<(&serde_json::Value, &serde_json::Value)> =
            json["callers"].as_array().unwrap().iter().map(|one| (&one["of"], &one["qualified"])).collect();
        assert_eq!(told, [(&1.into(), &"A.cs.R.Run".into()), (&2.into(), &"A.cs.R.Go".into())], "{json}");
    }

    #[test]
    fn callers_come_by_distance_with_their_sites() {
        let lines = fixture().text("get_callers", r#"{"symbol": "low", "depth": 3}"#);
        assert_eq!(values(&lines, "caller", "path"), ["a.py", "b.py", "a.py"]);
        assert_eq!(values(&lines, "caller", "qualified"), ["a.mid", "a.top"]);
        assert_eq!(values(&lines, "caller", "kind"), ["function", "file", "function"]);
        assert_eq!(values(&lines, "caller", "sites"), ["4:5,5:5", "2:1", "8:5"]);
        assert_eq!(values(&lines, "caller", "distance"), ["2"]);
        assert_eq!(values(&lines, "caller", "calls"), ["a.py#mid"]);
        assert_eq!(values(&lines, "callers", "resolved"), ["3"]);
        let direct = fixture().text("get_callers", r#"{"symbol": "mid"}"#);
        assert_eq!(values(&direct, "caller", "qualified"), ["a.top"]);
        assert_eq!(values(&direct, "callers", "taken_as_value"), ["1"]);
    }

    /// The fixture with five tests.
    fn tested() -> Fixture {
        let tests: String = (0..5).map(|i| format!("def test_{i}(): low()\n")).collect();
        let tests = format!("from a import low\n\n{tests}");
        Fixture::new(&[
            ("a.py", "def low(): pass\n\ndef mid():\n    low()\n    low()\n\ndef top():\n    mid()\n"),
            ("b.py", "from a import low, mid\nlow()\nhandlers = [mid]\n"),
            ("tests/test_a.py", &tests),
        ])
    }

    #[test]
    fn the_short_form_has_lines_and_counts_all_but_the_first_tests() {
        let brief = tested().brief("get_callers", r#"{"symbol": "low", "depth": 2}"#);
        let expected = "symbol key=a.py#low line=1 signature=\"def low()\"\n\
                        file path=a.py\n4 mid also=5|low()\nfile path=b.py\n2|low()\n\
                        distance steps=2\nfile path=a.py\n8 top|mid()\n\
                        tests\nfile path=tests/test_a.py\n3 test_0|def test_0(): low()\n\
                        4 test_1|def test_1(): low()\n5 test_2|def test_2(): low()\n\
                        folded tests=2 see=detail=full\n";
        assert_eq!(brief, expected);
        let mid = tested().brief("get_callers", r#"{"symbol": "mid"}"#);
        assert!(mid.contains("\ncounts taken_as_value=1\nfile path=a.py\n8 top|mid()\n"), "{mid}");
        let method = fixture().brief("get_callers", r#"{"symbol": "B.go"}"#);
        assert!(
            method.ends_with("counts possible=1\nfile path=c.py\n8 run possible=override|a.go()\n"),
            "{method}"
        );
        let several = fixture().brief("get_callers", r#"{"symbol": "go"}"#);
        let rows =
            "of n=1\nfile path=c.py\n8 run|a.go()\nof n=2\nfile path=c.py\n8 run possible=override|a.go()\n";
        assert!(several.ends_with(rows), "{several}");
    }

    #[test]
    fn what_is_folded_is_in_json_and_pages_go_on_where_they_stopped() {
        let fixture = tested();
        let json = fixture.json("get_callers", r#"{"symbol": "low"}"#);
        let of = |key: &str| -> Vec<String> {
            json["callers"].as_array().unwrap().iter().map(|row| row[key].to_string()).collect()
        };
        assert_eq!(json["total"], 7);
        assert_eq!(of("test"), ["null", "null", "true", "true", "true", "true", "true"]);
        assert_eq!(of("text")[..3], ["\"low()\"", "\"low()\"", "\"def test_0(): low()\""]);
        let page =
            |arguments: &str| fixture.output("get_callers", serde_json::from_str(arguments).unwrap()).body;
        let first = page(r#"{"symbol": "low", "limit": 4}"#);
        assert!(first.starts_with("answer total=7 shown=4 truncated=true cursor="), "{first}");
        let cursor = first.split(" cursor=").nth(1).and_then(|rest| rest.split('\n').next()).unwrap();
        let last = page(&format!(r#"{{"symbol": "low", "limit": 4, "cursor": "{cursor}"}}"#));
        assert!(last.starts_with("answer total=7\n"), "{last}");
        assert!(last.contains("\n5 test_2|") && !last.contains("test_1"), "{last}");
        assert!(first.contains("folded tests=2") && last.contains("folded tests=2"), "{first}{last}");
    }

    #[test]
    fn what_hands_a_call_on_under_its_name_is_counted_beside_others() {
        let wrapper = "class Outer:\n    def __init__(self, one: Inner): self.one: Inner = one\n    def find(self): return self.one.find()\n";
        let a = format!("class Inner:\n    def find(self): pass\n\n{wrapper}");
        let calls = |count: usize| -> String {
            (0..count).map(|i| format!("def use_{i}(one: Inner): one.find()\n")).collect()
        };
        let of = |count: usize| {
            let fixture = Fixture::new(&[("a.py", &*(a.clone() + &calls(count)))]);
            fixture.brief("get_callers", r#"{"symbol": "Inner.find"}"#)
        };
        let (few, enough) = (of(2), of(3));
        assert!(few.contains("6 Outer.find|def find(self)") && !few.contains("folded"), "{few}");
        assert!(!enough.contains("Outer.find|") && enough.contains("folded wrappers=1 "), "{enough}");
    }

    #[test]
    fn who_reads_or_writes_an_accessor_calls_it() {
        let fixture = Fixture::new(&[
            (
                "a.py",
                "class A:\n    @property\n    def size(self): return 1\n\nclass B(A):\n    @property\n    \
                 def size(self): return 2\n\ndef go(a: A): return a.size\n",
            ),
            (
                "x.ts",
                "class Box { get open() { return 1; } set open(v) {} }\nfunction f(b: Box) { b.open = 2; }\n",
            ),
        ]);
        let of = |symbol: &str| {
            let lines = fixture.text("get_callers", &format!(r#"{{"symbol": "{symbol}"}}"#));
            let of =
                |field| values(&lines, "caller", field).iter().map(|one| one.to_string()).collect::<Vec<_>>();
            (of("qualified"), of("resolution"), values(&lines, "callers", "taken_as_value").is_empty())
        };
        let one =
            |caller: &str, resolution: &str| (vec![caller.to_owned()], vec![resolution.to_owned()], true);
        assert_eq!(of("A.size"), one("a.go", "resolved"));
        assert_eq!(of("B.size"), one("a.go", "possible"));
        let (callers, ..) = of("Box.open");
        assert!(callers.iter().any(|one| one.ends_with("f")), "{callers:?}");
        let callees = fixture.text("get_callees", r#"{"symbol": "go"}"#);
        assert_eq!(values(&callees, "callee", "qualified"), ["a.A.size", "a.B.size"]);
        assert_eq!(values(&callees, "callee", "resolution"), ["resolved", "possible"]);
    }

    #[test]
    fn calls_of_what_is_overridden_are_possible() {
        let lines = fixture().text("get_callers", r#"{"symbol": "B.go"}"#);
        assert_eq!(values(&lines, "caller", "qualified"), ["c.run"]);
        assert_eq!(values(&lines, "caller", "resolution"), ["possible"]);
        assert_eq!(values(&lines, "caller", "rule"), ["override"]);
        let proved = fixture().text("get_callers", r#"{"symbol": "B.go", "include": ["resolved"]}"#);
        assert_eq!(proved[0].get("total"), Some("0"));
        let declared = fixture().text("get_callers", r#"{"symbol": "A.go"}"#);
        assert_eq!(values(&declared, "caller", "resolution"), ["resolved"]);
    }

    #[test]
    fn several_symbols_are_answered_for_and_none_is_chosen() {
        let lines = fixture().text("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!(values(&lines, "symbol", "qualified"), ["c.A.go", "c.B.go"]);
        assert_eq!(values(&lines, "symbol", "resolved"), ["1", "0"]);
        assert_eq!(values(&lines, "symbol", "possible"), ["0", "1"]);
        assert_eq!(values(&lines, "caller", "resolution"), ["resolved", "possible"]);
        let picked = fixture().text("get_callers", r#"{"symbol": "c.py:2"}"#);
        assert_eq!(values(&picked, "symbol", "qualified"), ["c.A.go"]);
        let zero = fixture().problem("get_callers", r#"{"symbol": "low", "depth": 0}"#);
        assert_eq!(zero.parameter.as_deref(), Some("depth"));
        let file = fixture().problem("get_callers", r#"{"symbol": "a.py"}"#);
        assert!(file.message.contains("is a file"));
    }
}
