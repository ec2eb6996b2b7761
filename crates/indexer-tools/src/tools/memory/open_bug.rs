//! `open_bug`: something that is wrong, written to the ledger.

use crate::ledger::{Draft, Recorded, record};
use crate::protocol::prelude::*;
use indexer_ledger::{Entry, Kind};

/// Record a bug in the repository's ledger, anchored at the symbols where it is
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenBug {
    /// What is wrong, in a line
    pub title: String,
    /// How it shows, how to see it
    #[arg(long)]
    pub text: Option<String>,
    /// How bad it is; medium by default
    #[arg(long)]
    pub severity: Option<Severity>,
    /// Symbols where it is (Owner.member, path#key)
    #[arg(long, alias = "symbol", value_delimiter = ',')]
    #[serde(default)]
    pub symbols: Vec<String>,
}

indexer_core::worded! {
    /// How bad a bug is.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Severity {
        /// It can wait.
        Low = "low",
        /// It should be fixed.
        #[default]
        Medium = "medium",
        /// It should be fixed next.
        High = "high",
        /// Nothing else matters before.
        Critical = "critical",
    }
}

impl Severity {
    /// The worst first; what a later version says comes behind.
    pub fn rank(word: &str) -> usize {
        let all = [Severity::Critical, Severity::High, Severity::Medium, Severity::Low];
        all.iter().position(|one| one.as_str() == word).unwrap_or(all.len())
    }
}

impl Question for OpenBug {
    type Answer = Recorded;
    const NAME: &'static str = "open_bug";
    const CLI: &'static str = "open-bug";
    const TITLE: &'static str = "Open a bug";
    const WRITES: bool = true;
    const MEMORY: bool = true;
    const SHOWN: &'static [&'static str] = &["title", "text", "severity", "symbols"];

    fn run(context: &Context<'_>, asked: &Asked<OpenBug>) -> Result<Recorded, Problem> {
        let own = &asked.own;
        let draft = Draft { title: Some(&*own.title), text: own.text.as_deref(), symbols: &own.symbols };
        let draft = draft.entry(context, &asked.scope, Kind::Bug)?;
        let draft = Entry { severity: own.severity.unwrap_or_default().as_str().to_owned(), ..draft };
        record(context, draft, |_, _| Ok(()))
    }
}
