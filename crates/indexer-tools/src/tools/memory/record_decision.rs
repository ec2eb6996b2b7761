//! `record_decision`: something that was decided, written to the ledger.

use crate::ledger::{self, Draft, Recorded, record};
use crate::protocol::prelude::*;
use indexer_ledger::Kind;

/// Record a decision and why in the repository's ledger, anchored at the symbols that it is about
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordDecision {
    /// What was decided, in a line
    pub title: String,
    /// Why, and what was decided against
    #[arg(long)]
    pub text: Option<String>,
    /// Symbols that it is about (Owner.member, path#key)
    #[arg(long, alias = "symbol", value_delimiter = ',')]
    #[serde(default)]
    pub symbols: Vec<String>,
    /// Ids of decisions that it replaces
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub supersedes: Vec<String>,
}

impl Question for RecordDecision {
    type Answer = Recorded;
    const NAME: &'static str = "record_decision";
    const CLI: &'static str = "record-decision";
    const TITLE: &'static str = "Record a decision";
    const WRITES: bool = true;
    const MEMORY: bool = true;
    const SHOWN: &'static [&'static str] = &["title", "text", "symbols", "supersedes"];

    fn run(context: &Context<'_>, asked: &Asked<RecordDecision>) -> Result<Recorded, Problem> {
        let own = &asked.own;
        let draft = Draft { title: Some(&*own.title), text: own.text.as_deref(), symbols: &own.symbols };
        let draft = draft.entry(context, &asked.scope, Kind::Decision)?;
        record(context, draft, |ledger, draft| {
            for named in own.supersedes.iter().filter(|named| !named.trim().is_empty()) {
                let id = ledger::id(ledger, "supersedes", named, Kind::Decision)?;
                if !draft.supersedes.contains(&id) {
                    draft.supersedes.push(id);
                }
            }
            Ok(())
        })
    }
}
