//! `get_conflicts`: where the ledger no longer fits the code, or itself.

use crate::ledger::{self, ConflictRow, Places, conflicts};
use crate::protocol::prelude::*;

/// Rows where no limit is named, and at most.
const LIMITS: (usize, usize) = (50, 200);

/// Where the ledger no longer fits: code that changed since, decisions that supersede or may contradict each other
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetConflicts {
    /// Only about this symbol
    #[arg(long)]
    pub symbol: Option<String>,
}

/// Where the ledger no longer fits.
#[derive(Debug, Serialize)]
pub struct Found {
    /// How many should be looked at by somebody; the others may be fine.
    pub pressing: usize,
    /// The conflicts, what surely needs somebody first.
    pub conflicts: Page<ConflictRow>,
    /// What in the file could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

impl Answer for Found {
    page!(conflicts: ConflictRow);

    fn head(&self, out: &mut Records) {
        out.record("ledger").field("pressing", self.pressing);
    }

    fn tail(&self, out: &mut Records) {
        ledger::write_damage(&self.problems, out);
    }
}

impl Question for GetConflicts {
    type Answer = Found;
    const NAME: &'static str = "get_conflicts";
    const CLI: &'static str = "get-conflicts";
    const TITLE: &'static str = "Conflicts";
    const MEMORY: bool = true;
    // Code that is gone was somewhere.
    const PATH_IS_THERE: bool = false;
    const SHOWN: &'static [&'static str] = &["symbol", "path", "cursor"];

    fn run(context: &Context<'_>, asked: &Asked<GetConflicts>) -> Result<Found, Problem> {
        let ledger = ledger::open(context)?;
        let mut rows = conflicts(&ledger, &mut Places::new(context));
        let about = ledger::About::new(&asked.common, &asked.scope, asked.own.symbol.as_deref());
        rows.retain(|row| about.takes_conflict(row));
        let pressing = rows.iter().filter(|row| row.is_pressing()).count();
        let limit = asked.common.rows(LIMITS.0, LIMITS.1);
        let conflicts = Page::of(&rows, asked.offset, limit, ConflictRow::clone);
        Ok(Found { pressing, conflicts, problems: ledger::damage(&ledger) })
    }
}
