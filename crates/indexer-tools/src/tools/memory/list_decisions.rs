//! `list_decisions`: the decisions of the ledger.

use crate::ledger::{self, Detail, ItemRow, Places};
use crate::protocol::prelude::*;
use indexer_ledger::{Item, Kind};

/// Rows where no limit is named, and at most.
const LIMITS: (usize, usize) = (50, 200);

/// Decisions of the repository's ledger with their reasons and what became of the code that they are about
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListDecisions {
    /// Words that they hold
    pub query: Option<String>,
    /// Symbol that they are about
    #[arg(long)]
    pub symbol: Option<String>,
    /// in_force by default
    #[arg(long)]
    pub status: Option<Status>,
}

/// Which decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum Status {
    /// Those that no other one supersedes.
    #[default]
    InForce,
    /// Those in whose place others stand.
    Superseded,
    /// Both.
    All,
}

/// The decisions of the ledger.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The decisions, youngest first.
    pub decisions: Page<ItemRow>,
    /// What in the file could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

impl Answer for Found {
    page!(decisions: ItemRow);

    fn tail(&self, out: &mut Records) {
        ledger::write_damage(&self.problems, out);
    }
}

impl Question for ListDecisions {
    type Answer = Found;
    const NAME: &'static str = "list_decisions";
    const CLI: &'static str = "list-decisions";
    const TITLE: &'static str = "List decisions";
    const MEMORY: bool = true;
    // Code that is gone was somewhere.
    const PATH_IS_THERE: bool = false;
    const SHOWN: &'static [&'static str] = &["query", "symbol", "status", "path", "cursor"];

    fn run(context: &Context<'_>, asked: &Asked<ListDecisions>) -> Result<Found, Problem> {
        let own = &asked.own;
        let ledger = ledger::open(context)?;
        let mut places = Places::new(context);
        let words: Vec<String> =
            own.query.iter().flat_map(|query| query.split_whitespace()).map(str::to_lowercase).collect();
        let holds = |item: &Item<'_>| {
            let text = format!("{} {} {}", item.entry.id, item.entry.title, item.entry.text).to_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        let wanted = own.status.unwrap_or_default();
        let mut items = ledger.items();
        items.retain(|item| {
            let of_status = match wanted {
                Status::InForce => item.is_open(),
                Status::Superseded => !item.is_open(),
                Status::All => true,
            };
            item.kind == Kind::Decision && of_status && holds(item)
        });
        let about = ledger::About::new(&asked.common, &asked.scope, own.symbol.as_deref());
        items.retain(|item| about.takes(&item.entry.anchors, &mut places));
        // The youngest first: it is the one that the others led to.
        items.reverse();
        let row = |item: &Item<'_>| ItemRow::new(item, detail(asked.common.compact), &mut places);
        let decisions = Page::of(&items, asked.offset, asked.common.rows(LIMITS.0, LIMITS.1), row);
        Ok(Found { decisions, problems: ledger::damage(&ledger) })
    }
}

const fn detail(compact: bool) -> Detail {
    if compact { Detail::Title } else { Detail::Whole }
}
