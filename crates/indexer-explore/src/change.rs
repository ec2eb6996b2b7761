//! What a change does, as `get_diff_summary` says.

use indexer_tools::tools::change::get_diff_summary::GetDiffSummary;
use indexer_tools::{Common, Context, Problem, typed};
use serde_json::{Value, json};

/// Symbols of a change that the page lists.
const SYMBOLS: u32 = 1_000;

/// The answer about what changed since `base`, as the tool writes it, with how many symbols changed in all.
pub(crate) fn change(context: &Context<'_>, base: &str, rev: Option<String>) -> Result<Value, Problem> {
    let asked = GetDiffSummary {
        since_ref: Some(base.to_owned()),
        pr: None,
        repo: None,
        worktree: false,
        depth: None,
        tests: false,
        public: false,
        fail_on: Vec::new(),
        detail: None,
    };
    let found = typed(context, asked, Common { limit: Some(SYMBOLS), rev, ..Common::default() })?;
    let mut written = json!(found);
    written["total"] = found.symbols.total.into();
    // No view shows them.
    written.as_object_mut().map(|answer| answer.remove("edges"));
    Ok(written)
}
