//! `plan`: steps towards something, and which of them are done.

use crate::ledger::{self, Draft, Recorded, Update, record, update};
use crate::protocol::prelude::*;
use indexer_ledger::{Entry, Kind};

/// Write a plan with steps to the repository's ledger; with id, mark steps as done, add steps, end it
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What it is for, in a line
    pub title: Option<String>,
    /// Its steps in order; with id, steps to add
    #[arg(long, alias = "step")]
    #[serde(default)]
    pub steps: Vec<String>,
    /// What else is to be known
    #[arg(long)]
    pub text: Option<String>,
    /// Id of the goal that it leads to
    #[arg(long)]
    pub goal: Option<String>,
    /// Symbols that it is about
    #[arg(long, alias = "symbol", value_delimiter = ',')]
    #[serde(default)]
    pub symbols: Vec<String>,
    /// Id of a plan to update, or its first characters
    #[arg(long)]
    pub id: Option<String>,
    /// Numbers of steps that are done, from 1
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub done: Vec<u32>,
    /// Its status from now on
    #[arg(long)]
    pub status: Option<Status>,
    /// What is to be known of it
    #[arg(long)]
    pub note: Option<String>,
}

indexer_core::worded! {
    /// The status of a plan.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Status {
        /// There is something to do.
        Open = "open",
        /// There is not.
        Done = "done",
        /// Nobody follows it any more.
        Dropped = "dropped",
    }
}

impl Question for Plan {
    type Answer = Recorded;
    const NAME: &'static str = "plan";
    const CLI: &'static str = "plan";
    const TITLE: &'static str = "Plan steps";
    const WRITES: bool = true;
    const MEMORY: bool = true;
    const SHOWN: &'static [&'static str] = &["title", "steps", "goal", "id", "done", "status", "note"];

    fn run(context: &Context<'_>, asked: &Asked<Plan>) -> Result<Recorded, Problem> {
        let own = &asked.own;
        let status = own.status.map(Status::as_str);
        if let Some(id) = &own.id {
            let begins =
                own.title.is_some() || own.text.is_some() || own.goal.is_some() || !own.symbols.is_empty();
            ledger::only_updates(begins, "title, text, goal and symbols")?;
            let (note, done, steps) = (own.note.as_deref(), own.done.as_slice(), own.steps.as_slice());
            return update(context, Kind::Plan, id, Update { status, note, done, steps });
        }
        let updates = status.is_some() || own.note.is_some() || !own.done.is_empty();
        ledger::only_begins(updates, "done, status and note")?;
        let draft = Draft { title: own.title.as_deref(), text: own.text.as_deref(), symbols: &own.symbols };
        let draft = draft.entry(context, &asked.scope, Kind::Plan)?;
        let draft = Entry { steps: own.steps.clone(), ..draft };
        if draft.steps.iter().all(|step| step.trim().is_empty()) {
            return Err(Problem::argument("steps", "steps: a plan has at least one"));
        }
        record(context, draft, |ledger, draft| {
            if let Some(goal) = &own.goal {
                draft.goal = ledger::id(ledger, "goal", goal, Kind::Goal)?;
            }
            Ok(())
        })
    }
}
