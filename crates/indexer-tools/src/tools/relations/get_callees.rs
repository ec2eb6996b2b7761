//! `get_callees`: whom a symbol calls, directly or over several steps.

use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::relations::callers::{Caller, Part, depth, parts};
use crate::relations::{Calls, Head, Heads, Node, NodeRow, Of, Subject, Wanted, reach, subjects};
use crate::screen::{Parent, Sites};
use indexer_core::Resolution;
use std::collections::BTreeMap;

/// Whom a symbol calls, with certainty, and what it calls outside; a type's members together
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetCallees {
    /// Name, Owner.member, path#key or path:line; a file for its top level
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
}

/// Names outside that are shown.
const OUTSIDE: usize = 30;

/// Whom a symbol calls.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The symbols that are asked about, with their totals where there are several.
    #[serde(flatten)]
    pub heads: Heads<NodeRow>,
    /// Totals of the one symbol that is asked about; `None` where there are several.
    #[serde(flatten)]
    pub counts: Option<Counts>,
    /// What is called outside of the repository, most often first, with how often.
    pub external: Vec<(String, u64)>,
    /// Names outside that are not shown.
    pub more_external: usize,
    /// Names of calls of which nothing is claimed.
    pub unresolved: Vec<(String, u64)>,
    /// Unresolved names that are not shown.
    pub more_unresolved: usize,
    /// True where the search stopped at its bound.
    pub bounded: bool,
    /// Who is called, nearest first.
    pub callees: Page<Of<Callee>>,
}

/// How many one symbol calls.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    /// Those that are proved, before limits.
    pub resolved: usize,
    /// Those that are possible, before limits.
    pub possible: usize,
}

/// Somebody who is called.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Callee(Caller);

impl Row for Callee {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        self.0.write("callee", "called_by", out);
    }
}

impl Answer for Found {
    page!(callees: Of<Callee>, heads);

    fn head(&self, out: &mut Records) {
        self.heads.write(out, |symbol, out| symbol.write("symbol", out));
        if let Some(counts) = &self.counts {
            let mut record = out.record("callees");
            record.field("resolved", counts.resolved).field("possible", counts.possible);
            record.flag("bounded", self.bounded);
        } else if self.bounded {
            out.record("callees").flag("bounded", true);
        }
    }

    fn tail(&self, out: &mut Records) {
        let named = |all: &[(String, u64)]| -> String {
            let one = |(name, count): &(String, u64)| {
                if *count > 1 { format!("{name}*{count}") } else { name.clone() }
            };
            all.iter().map(one).collect::<Vec<_>>().join(",")
        };
        if !self.external.is_empty() {
            let mut record = out.record("external");
            record.text("names", &named(&self.external)).count("more", self.more_external as u64);
        }
        if !self.unresolved.is_empty() {
            let mut record = out.record("unresolved");
            record.text("names", &named(&self.unresolved)).count("more", self.more_unresolved as u64);
        }
    }

    fn is_empty(&mut self) -> bool {
        self.callees.total == 0 && self.external.is_empty() && self.unresolved.is_empty()
    }
}

impl Question for GetCallees {
    type Answer = Found;
    const NAME: &'static str = "get_callees";
    const CLI: &'static str = "get-callees";
    const ALIASES: &'static [&'static str] = &["callees"];
    const TITLE: &'static str = "Callees";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["symbol", "depth", "limit", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("callees", Form::Tree(Parent::Key("calls"), Sites::Above)),
        Section::of("external", Form::Words).titled("outside of the repository"),
        Section::of("unresolved", Form::Words).titled("unresolved"),
    ]);

    fn run(context: &Context<'_>, asked: &Asked<GetCallees>) -> Result<Found, Problem> {
        let own = &asked.own;
        let depth = depth(own.depth, 1)?;
        let include = kinds::resolutions(&own.include, &[Resolution::Resolved, Resolution::Possible])?;
        let wanted = Wanted::new("symbol", &own.symbol, own.kind.as_deref(), &asked.scope);
        let subjects = subjects(context, wanted)?;
        let mut calls = Calls::new(context);
        let (mut external, mut unresolved) = (BTreeMap::new(), BTreeMap::new());
        let (mut heads, mut rows, mut counts, mut bounded) = (Vec::new(), Vec::new(), None, false);
        for (n, subject) in subjects.numbered() {
            let starts: Vec<Node<'_>> = match subject {
                Subject::Symbols(symbols) => symbols.iter().copied().map(Node::Symbol).collect(),
                Subject::File(file) => vec![Node::File(*file)],
            };
            let reached = reach(context, &starts, depth, &include, |node| calls.callees(node))?;
            bounded |= reached.cut;
            let all: Vec<Part<'_>> = parts(n, reached.found, &subjects.scope);
            for start in &starts {
                let outside = calls.outside(*start);
                outside.external.into_iter().for_each(|(name, n)| *external.entry(name).or_default() += n);
                outside
                    .unresolved
                    .into_iter()
                    .for_each(|(name, n)| *unresolved.entry(name).or_default() += n);
            }
            let count = |resolution| all.iter().filter(|(_, one, _)| one.resolution == resolution).count();
            let (resolved, possible) = (count(Resolution::Resolved), count(Resolution::Possible));
            let totals = [("resolved", resolved), ("possible", possible)];
            heads.extend(subject.nodes(n).into_iter().map(|one| Head::new(n, NodeRow::new(one), &totals)));
            counts = n.is_none().then_some(Counts { resolved, possible });
            rows.extend(all);
        }
        if subjects.several() {
            // What several call outside would be one sum over all of them.
            external.clear();
            unresolved.clear();
        }
        Ok(Found {
            heads: Heads::new(heads, &subjects),
            counts,
            more_external: external.len().saturating_sub(OUTSIDE),
            external: most(external),
            more_unresolved: unresolved.len().saturating_sub(OUTSIDE),
            unresolved: most(unresolved),
            bounded,
            callees: Page::of(&rows, asked.offset, asked.common.rows(50, 200), |(n, one, before)| {
                Of::new(*n, Callee(Caller::new(one, *before)))
            }),
        })
    }
}

/// Those that stand most often, most first.
fn most(counts: BTreeMap<String, u64>) -> Vec<(String, u64)> {
    let mut all: Vec<(String, u64)> = counts.into_iter().collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    all.truncate(OUTSIDE);
    all
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            (
                "a.py",
                "class A:\n    def __init__(self): self.go()\n    def go(self): print(1)\n\n\
                 class B(A):\n    def go(self): helper()\n\ndef helper(): pass\n\n\
                 def run(a: A, x):\n    a.go()\n    A()\n    x.mystery()\n    len([])\n    print(2)\n    print(3)\n",
            ),
            ("m.py", "import a\na.run(None, None)\n"),
        ])
    }

    #[test]
    fn callees_with_what_may_run_instead_and_what_is_outside() {
        let lines = fixture().text("get_callees", r#"{"symbol": "run"}"#);
        assert_eq!(values(&lines, "callee", "qualified"), ["a.A.__init__", "a.A.go", "a.B.go"]);
        assert_eq!(values(&lines, "callee", "rule"), ["constructor", "member", "override"]);
        assert_eq!(values(&lines, "callee", "resolution"), ["resolved", "resolved", "possible"]);
        assert_eq!(values(&lines, "external", "names"), ["builtins.print*2,builtins.len"]);
        assert_eq!(values(&lines, "unresolved", "names"), ["mystery"]);
    }

    #[test]
    fn a_type_calls_what_its_members_call_and_a_file_what_stands_at_its_top() {
        let lines = fixture().text("get_callees", r#"{"symbol": "B"}"#);
        assert_eq!(values(&lines, "callee", "qualified"), ["a.helper"]);
        let lines = fixture().text("get_callees", r#"{"symbol": "m.py", "depth": 2}"#);
        assert_eq!(values(&lines, "callee", "qualified")[0], "a.run");
        assert!(values(&lines, "callee", "called_by").contains(&"a.py#run".to_owned()));
    }
}
