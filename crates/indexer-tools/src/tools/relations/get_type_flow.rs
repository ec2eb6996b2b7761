//! `get_type_flow`: the functions that give a type and those that take it.

use crate::protocol::prelude::*;
use crate::relations::{self, Flow, Head, Heads, Hierarchy, Node, NodeRow, Of, Wanted, flows};
use indexer_graph::type_flow::Part;
use indexer_store::Symbol;
use rustc_hash::FxHashMap;

/// Where a type flows: functions that return it, functions that take it, fields that hold it
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetTypeFlow {
    /// Name, path#key or path:line of the type
    pub type_name: String,
    /// Fields and variables that hold it too (they are listed where nothing else is)
    #[arg(long)]
    #[serde(default)]
    pub include_fields: bool,
}

/// Where a type flows.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The type, as it was asked for.
    pub type_name: String,
    /// The symbols that are asked about, with their totals where there are several.
    #[serde(flatten)]
    pub heads: Heads<NodeRow>,
    /// Totals of the one symbol that is asked about; `None` where there are several.
    #[serde(flatten)]
    pub counts: Option<Counts>,
    /// The symbols, by role, then certainty, then place.
    pub flows: Page<Of<FlowRow>>,
}

/// How many there are of each role for one type, before limits.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    /// Functions that give it.
    pub producers_count: usize,
    /// Functions that take it.
    pub consumers_count: usize,
    /// Fields and variables that hold it, shown or not.
    pub fields_count: usize,
}

/// A symbol through which the type flows.
#[derive(Clone, Debug, Serialize)]
pub struct FlowRow {
    /// `producer`, `consumer` or `field`.
    pub role: &'static str,
    /// The symbol.
    #[serde(flatten)]
    pub node: NodeRow,
    /// Its head as it is written; "" where `compact` is asked for.
    pub signature: String,
    /// How sure it is: `resolved`, `possible`, `external` or `unresolved`.
    pub resolution: &'static str,
    /// False where no annotation says so and a value does.
    pub declared: bool,
    /// True where the type stands inside another one.
    pub inside: bool,
}

impl Row for FlowRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = self.node.write(self.role, out);
        record.field("resolution", self.resolution);
        if !self.declared {
            record.field("declared", false);
        }
        record.flag("inside", self.inside);
        if !self.signature.is_empty() {
            record.text("signature", &self.signature);
        }
    }
}

impl Answer for Found {
    page!(flows: Of<FlowRow>, heads);

    fn head(&self, out: &mut Records) {
        self.heads.write(out, |symbol, out| symbol.write("symbol", out));
        if let Some(counts) = &self.counts {
            let mut record = out.record("flow");
            record.field("producers", counts.producers_count).field("consumers", counts.consumers_count);
            record.field("fields", counts.fields_count);
        }
    }
}

impl Question for GetTypeFlow {
    type Answer = Found;
    const NAME: &'static str = "get_type_flow";
    const CLI: &'static str = "get-type-flow";
    const ALIASES: &'static [&'static str] = &["type-flow"];
    const TITLE: &'static str = "Type flow";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["type_name", "path", "include_fields", "cursor"];
    const LOOK: Look =
        Look::of(&[Section::of("symbols", Form::Subjects), Section::of("flows", Form::Declarations)]);

    fn run(context: &Context<'_>, asked: &Asked<GetTypeFlow>) -> Result<Found, Problem> {
        let own = &asked.own;
        let wanted = Wanted::new("type_name", &own.type_name, Some("type"), &asked.scope);
        let subjects = relations::symbols(context, wanted)?;
        let hierarchy = Hierarchy::new(context);
        let (mut heads, mut all, mut counts) = (Vec::new(), Vec::new(), None);
        for (n, subject) in subjects.numbered() {
            let symbols = subject.symbols();
            let mut found = flows(&hierarchy, symbols);
            found.retain(|flow| subjects.scope.covers(flow.symbol.file().path()));
            let [producers, consumers, fields] = [Part::Producer, Part::Consumer, Part::Field]
                .map(|part| found.iter().filter(|flow| flow.part == part).count());
            // Where nothing else is there, fields are all that there is to say.
            let shows_fields = own.include_fields || producers + consumers == 0;
            found.retain(|flow| flow.part != Part::Field || shows_fields);
            counts = n.is_none().then_some(Counts {
                producers_count: producers,
                consumers_count: consumers,
                fields_count: fields,
            });
            let totals = [("producers", producers), ("consumers", consumers), ("fields", fields)];
            let head = |one: &Symbol<'_>| Head::new(n, NodeRow::new(Node::Symbol(*one)), &totals);
            heads.extend(subject.shown(n).iter().map(head));
            all.extend(found.into_iter().map(|flow| (n, flow)));
        }
        // The limit is one of each role, so that many consumers do not hide the fields: a page ends
        // where each role has had its share.
        let most = asked.common.rows(50, 200);
        let mut places: FxHashMap<(Option<usize>, Part), usize> = FxHashMap::default();
        let mut shares: Vec<(usize, Option<usize>, &Flow<'_>)> = Vec::new();
        for (n, flow) in &all {
            let place = places.entry((*n, flow.part)).or_default();
            shares.push((*place / most, *n, flow));
            *place += 1;
        }
        shares.sort_by_key(|(share, n, _)| (*share, *n));
        let share = shares.get(asked.offset).map(|(share, ..)| *share);
        let rest = shares.iter().skip(asked.offset);
        let limit = rest.take_while(|(of, ..)| Some(*of) == share).count();
        let compact = asked.common.compact;
        let row = |(_, n, flow): &(usize, Option<usize>, &Flow<'_>)| {
            Of::new(
                *n,
                FlowRow {
                    role: flow.part.as_str(),
                    node: NodeRow::new(Node::Symbol(flow.symbol)),
                    signature: if compact { String::new() } else { flow.symbol.signature().to_owned() },
                    resolution: flow.resolution.as_str(),
                    declared: flow.declared,
                    inside: flow.inside,
                },
            )
        };
        Ok(Found {
            type_name: own.type_name.clone(),
            heads: Heads::new(heads, &subjects),
            counts,
            flows: Page::of(&shares, asked.offset, limit, row),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn producers_consumers_and_fields_with_generics_seen_through() {
        let fixture = Fixture::new(&[
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
            (
                "src/lib.rs",
                "pub struct Job { id: u32 }\nimpl Job {\n    pub fn new() -> Self { Job { id: 1 } }\n}\n\
                 pub fn all() -> Vec<Job> { Vec::new() }\npub fn run(job: &Job, n: u32) -> u32 { n }\n\
                 pub struct Queue { jobs: Vec<Job>, other: u32 }\n",
            ),
        ]);
        let lines = fixture.text("get_type_flow", r#"{"type_name": "Job", "include_fields": true}"#);
        assert_eq!(values(&lines, "producer", "qualified"), ["k::Job::new", "k::all"]);
        assert_eq!(values(&lines, "producer", "inside"), ["true"]);
        assert_eq!(values(&lines, "consumer", "qualified"), ["k::run"]);
        assert_eq!(values(&lines, "field", "qualified"), ["k::Queue::jobs"]);
        let without = fixture.json("get_type_flow", r#"{"type_name": "Job"}"#);
        assert_eq!((&without["total"], &without["fields_count"]), (&3.into(), &1.into()));
    }

    #[test]
    fn fields_are_listed_where_nothing_else_is() {
        let fixture = Fixture::new(&[("a.py", "class Job: pass\n\nclass Queue:\n    first: Job\n")]);
        let lines = fixture.text("get_type_flow", r#"{"type_name": "Job"}"#);
        assert_eq!(values(&lines, "field", "qualified"), ["a.Queue.first"]);
    }

    #[test]
    fn a_limit_is_one_of_each_role_and_what_is_left_is_said() {
        let text = "class Job: pass\n\ndef make() -> Job: ...\n\ndef a(j: Job): ...\n\ndef b(j: Job): ...\n\ndef c(j: Job): ...\n";
        let fixture = Fixture::new(&[("a.py", text)]);
        let lines = fixture.text("get_type_flow", r#"{"type_name": "Job", "limit": 2}"#);
        let head = ["total", "shown", "truncated"].map(|key| lines[0].get(key).unwrap());
        assert_eq!(head, ["4", "3", "true"]);
        assert_eq!(values(&lines, "consumer", "qualified"), ["a.a", "a.b"]);
        let cursor = lines[0].get("cursor").unwrap();
        let rest = format!(r#"{{"type_name": "Job", "limit": 2, "cursor": "{cursor}"}}"#);
        let lines = fixture.text("get_type_flow", &rest);
        assert_eq!(values(&lines, "consumer", "qualified"), ["a.c"]);
        assert_eq!(lines[0].get("truncated"), Some("false"));
    }

    #[test]
    fn without_annotations_values_say_it() {
        let fixture = Fixture::new(&[(
            "a.py",
            "class Job: pass\n\ndef make():\n    return Job()\n\ndef later() -> 'list[Job]': ...\n\ndef run(job: Job): pass\n",
        )]);
        let lines = fixture.text("get_type_flow", r#"{"type_name": "Job"}"#);
        assert_eq!(values(&lines, "producer", "qualified"), ["a.make", "a.later"]);
        assert_eq!(values(&lines, "producer", "declared"), ["false"]);
        assert_eq!(values(&lines, "consumer", "qualified"), ["a.run"]);
    }
}
