//! `update_bug`: what became of a bug.

use crate::ledger::{Recorded, Update, update};
use crate::protocol::prelude::*;
use indexer_ledger::Kind;

/// Set the status of a bug of the ledger, or add a note to it
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateBug {
    /// Id of the bug, or its first characters
    pub id: String,
    /// Its status from now on
    #[arg(long)]
    pub status: Option<Status>,
    /// What is to be known of it
    #[arg(long)]
    pub note: Option<String>,
}

indexer_core::worded! {
    /// The status of a bug.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[value(rename_all = "snake_case")]
    pub enum Status {
        /// Nobody works on it.
        Open = "open",
        /// Somebody does.
        InProgress = "in_progress",
        /// It is no more.
        Fixed = "fixed",
        /// It stays.
        WontFix = "wont_fix",
    }
}

impl Question for UpdateBug {
    type Answer = Recorded;
    const NAME: &'static str = "update_bug";
    const CLI: &'static str = "update-bug";
    const TITLE: &'static str = "Update a bug";
    const WRITES: bool = true;
    const MEMORY: bool = true;
    const SHOWN: &'static [&'static str] = &["id", "status", "note"];

    fn run(context: &Context<'_>, asked: &Asked<UpdateBug>) -> Result<Recorded, Problem> {
        let own = &asked.own;
        let status = own.status.map(Status::as_str);
        update(context, Kind::Bug, &own.id, Update { status, note: own.note.as_deref(), ..Update::default() })
    }
}
