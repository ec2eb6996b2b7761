//! `set_goal`: something to be reached, and what became of it.

use crate::ledger::{self, Draft, Recorded, Update, record, update};
use crate::protocol::prelude::*;
use indexer_ledger::Kind;

/// Set a goal in the repository's ledger; with id, say that it is reached or dropped
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetGoal {
    /// What is to be reached, in a line
    pub title: Option<String>,
    /// Why, and how to tell that it is reached
    #[arg(long)]
    pub text: Option<String>,
    /// Symbols that it is about
    #[arg(long, alias = "symbol", value_delimiter = ',')]
    #[serde(default)]
    pub symbols: Vec<String>,
    /// Id of a goal to update, or its first characters
    #[arg(long)]
    pub id: Option<String>,
    /// Its status from now on
    #[arg(long)]
    pub status: Option<Status>,
    /// What is to be known of it
    #[arg(long)]
    pub note: Option<String>,
}

indexer_core::worded! {
    /// The status of a goal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Status {
        /// It is still to be reached.
        Open = "open",
        /// It is reached.
        Reached = "reached",
        /// Nobody wants it any more.
        Dropped = "dropped",
    }
}

impl Question for SetGoal {
    type Answer = Recorded;
    const NAME: &'static str = "set_goal";
    const CLI: &'static str = "set-goal";
    const TITLE: &'static str = "Set a goal";
    const WRITES: bool = true;
    const MEMORY: bool = true;
    const SHOWN: &'static [&'static str] = &["title", "text", "id", "status", "note"];

    fn run(context: &Context<'_>, asked: &Asked<SetGoal>) -> Result<Recorded, Problem> {
        let own = &asked.own;
        let status = own.status.map(Status::as_str);
        if let Some(id) = &own.id {
            let begins = own.title.is_some() || own.text.is_some() || !own.symbols.is_empty();
            ledger::only_updates(begins, "title, text and symbols")?;
            let what = Update { status, note: own.note.as_deref(), ..Update::default() };
            return update(context, Kind::Goal, id, what);
        }
        ledger::only_begins(status.is_some() || own.note.is_some(), "status and note")?;
        let draft = Draft { title: own.title.as_deref(), text: own.text.as_deref(), symbols: &own.symbols };
        let draft = draft.entry(context, &asked.scope, Kind::Goal)?;
        record(context, draft, |_, _| Ok(()))
    }
}
