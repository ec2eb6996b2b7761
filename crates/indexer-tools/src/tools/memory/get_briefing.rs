//! `get_briefing`: what a newcomer must know now.

use crate::ledger::{self, Bound, ConflictRow, Detail, ItemRow, Places, Shorten, conflicts};
use crate::protocol::Format;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::tools::memory::open_bug::Severity;
use indexer_ledger::{Item, Kind};

/// Rows where no limit is named, and at most.
const LIMITS: (usize, usize) = (50, 200);
/// So many rows of each part come before any part has more: many bugs push no goal out of the budget.
const FIRST: usize = 5;

/// What of a row is shown, where it shows something: each bound is tried where the one before is too much.
const BOUNDS: [(usize, usize); 7] = [(4_000, 50), (1_000, 20), (240, 8), (120, 4), (60, 2), (30, 1), (10, 0)];
/// The bound of a row among others.
const BRIEF: usize = 2;
/// Problems that are told, and characters of each.
const PROBLEMS: Bound = Bound { text: 200, list: 5 };

/// What a newcomer must know now: conflicts, goals, plans with their next step, open bugs, decisions in force
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetBriefing {
    /// Only this entry, in whole and whatever became of it
    #[arg(long)]
    pub id: Option<String>,
}

/// What somebody needs who begins.
#[derive(Debug, Serialize)]
pub struct Briefing {
    /// How many there are of each part.
    pub counts: Counts,
    /// The parts, what presses first.
    pub briefing: Page<Part>,
    /// What in the file could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
    /// How many more of them there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_problems: usize,
    /// The rows, before it is known how many fit.
    #[serde(skip)]
    rows: Vec<Part>,
    /// True where a row had to be shortened to fit.
    #[serde(skip)]
    shortened: bool,
}

impl Briefing {
    fn new(counts: Counts, briefing: Page<Part>, mut problems: Vec<String>) -> Self {
        let all = problems.len();
        problems.shorten(PROBLEMS);
        let more_problems = all - problems.len();
        let Page { rows, total, offset } = briefing;
        let briefing = Page { rows: Vec::new(), total, offset };
        Self { counts, briefing, problems, more_problems, rows, shortened: false }
    }
}

/// How many rows each part has.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Conflicts that somebody should look at.
    pub conflicts: usize,
    /// Goals that are not reached.
    pub goals: usize,
    /// Plans with something to do.
    pub plans: usize,
    /// Bugs that are open.
    pub bugs: usize,
    /// Decisions in force.
    pub decisions: usize,
}

/// A row of some part.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// What does not fit.
    Conflict(ConflictRow),
    /// What is open or in force.
    Item(Box<ItemRow>),
}

impl Row for Part {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        match self {
            Part::Conflict(row) => row.render(None, out),
            Part::Item(row) => row.render(None, out),
        }
    }
}

impl Part {
    fn shorten(&mut self, (text, list): (usize, usize)) -> bool {
        match self {
            Part::Conflict(row) => row.shorten(Bound { text, list }),
            Part::Item(row) => row.shorten(Bound { text, list }),
        }
    }

    /// Bytes that it takes.
    fn bytes(&self, format: Format) -> usize {
        if format == Format::Json {
            return 1 + serde_json::to_string(self).map_or(0, |json| json.len());
        }
        let mut out = Records::default();
        self.render(None, &mut out);
        out.len()
    }
}

impl Answer for Briefing {
    type Row = Part;
    const FITS: bool = true;

    /// The rows that fit. The first is shortened until it does: a page without a row leads nowhere.
    fn fit(&mut self, room: usize, format: Format) {
        let mut used = 0;
        for mut row in std::mem::take(&mut self.rows) {
            let is_first = self.briefing.rows.is_empty();
            let mut bounds = BOUNDS.into_iter();
            while is_first && row.bytes(format) > room {
                let Some(bound) = bounds.next() else { break };
                self.shortened |= row.shorten(bound);
            }
            used += row.bytes(format);
            if used > room && !is_first {
                return;
            }
            self.briefing.rows.push(row);
        }
    }

    fn shorten(&mut self) -> bool {
        let told = !self.problems.is_empty();
        self.more_problems += std::mem::take(&mut self.problems).len();
        told
    }

    fn is_cut_short(&self) -> bool {
        self.shortened
    }

    const ROWS: &'static str = "briefing";

    fn page(&mut self) -> &mut Page<Part> {
        &mut self.briefing
    }

    fn head(&self, out: &mut Records) {
        let counts = &self.counts;
        out.record("ledger")
            .field("conflicts", counts.conflicts)
            .field("goals", counts.goals)
            .field("plans", counts.plans)
            .field("bugs", counts.bugs)
            .field("decisions", counts.decisions);
    }

    fn tail(&self, out: &mut Records) {
        ledger::write_damage(&self.problems, out);
        if self.more_problems > 0 {
            out.record("problems").field("more", self.more_problems);
        }
    }
}

impl Question for GetBriefing {
    type Answer = Briefing;
    const NAME: &'static str = "get_briefing";
    const CLI: &'static str = "get-briefing";
    const TITLE: &'static str = "Briefing";
    const MEMORY: bool = true;
    // Code that is gone was somewhere.
    const PATH_IS_THERE: bool = false;
    const SHOWN: &'static [&'static str] = &["id", "path", "budget", "cursor"];

    fn run(context: &Context<'_>, asked: &Asked<GetBriefing>) -> Result<Briefing, Problem> {
        let ledger = ledger::open(context)?;
        let mut places = Places::new(context);
        let problems = ledger::damage(&ledger);
        if let Some(named) = &asked.own.id {
            let id = ledger::any_id(&ledger, "id", named)?;
            let row = ledger.item(&id).map(|item| ItemRow::new(&item, Detail::Whole, &mut places));
            let rows: Vec<Part> = row.into_iter().map(|row| Part::Item(Box::new(row))).collect();
            let briefing = Page { total: rows.len(), rows, offset: 0 };
            return Ok(Briefing::new(Counts::default(), briefing, problems));
        }
        let about = ledger::About::new(&asked.common, &asked.scope, None);
        let mut unfit = conflicts(&ledger, &mut places);
        unfit.retain(|row| row.is_pressing() && about.takes_conflict(row));
        let mut items = ledger.items();
        items.retain(|item| item.is_open() && about.takes(&item.entry.anchors, &mut places));
        // The youngest first, of bugs the worst.
        items.reverse();
        items.sort_by_key(|item| (item.kind == Kind::Bug).then(|| Severity::rank(&item.entry.severity)));
        let of = |kind: Kind| items.iter().filter(move |item| item.kind == kind).map(Wanted::Item);
        let parts: [Vec<Wanted<'_, '_>>; 5] = [
            unfit.iter().map(Wanted::Conflict).collect(),
            of(Kind::Goal).collect(),
            of(Kind::Plan).collect(),
            of(Kind::Bug).collect(),
            of(Kind::Decision).collect(),
        ];
        let [conflicts, goals, plans, bugs, decisions] = parts.each_ref().map(Vec::len);
        let counts = Counts { conflicts, goals, plans, bugs, decisions };
        let first = parts.iter().flat_map(|part| part.iter().take(FIRST));
        let rows: Vec<Wanted<'_, '_>> =
            first.chain(parts.iter().flat_map(|part| part.iter().skip(FIRST))).copied().collect();
        let detail = if asked.common.compact { Detail::Title } else { Detail::Brief };
        let limit = asked.common.rows(LIMITS.0, LIMITS.1);
        let briefing = Page::of(&rows, asked.offset, limit, |row| {
            let mut part = match row {
                Wanted::Conflict(row) => Part::Conflict((*row).clone()),
                Wanted::Item(item) => Part::Item(Box::new(ItemRow::new(item, detail, &mut places))),
            };
            part.shorten(BOUNDS[BRIEF]);
            part
        });
        Ok(Briefing::new(counts, briefing, problems))
    }
}

/// A row before it is made.
#[derive(Clone, Copy)]
enum Wanted<'r, 'l> {
    Conflict(&'r ConflictRow),
    Item(&'r Item<'l>),
}
