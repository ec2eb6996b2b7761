//! Updates: what became of a bug, goal or plan. And what the tools that begin and update things share.

use super::record::{Recorded, record};
use super::{id, line};
use crate::protocol::{Context, Problem};
use indexer_ledger::{Entry, Kind};

/// What became of something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Update<'u> {
    /// Its status from now on.
    pub status: Option<&'static str>,
    /// What is to be known of it.
    pub note: Option<&'u str>,
    /// Steps of a plan that are done, from 1.
    pub done: &'u [u32],
    /// Steps that a plan has from now on behind those that it had.
    pub steps: &'u [String],
}

/// Appends an update of the thing of this kind that `named` names. It stands in the place of all updates
/// that are there now: whoever reads them knows of them.
pub fn update(context: &Context<'_>, kind: Kind, named: &str, what: Update<'_>) -> Result<Recorded, Problem> {
    let note = what.note.unwrap_or_default();
    let steps: Vec<String> =
        what.steps.iter().map(|step| line(step)).filter(|step| !step.is_empty()).collect();
    if what.status.is_none() && note.trim().is_empty() && what.done.is_empty() && steps.is_empty() {
        let known = if kind == Kind::Plan { "done, steps, status or note" } else { "status or note" };
        return Err(Problem::argument("id", format!("id: what became of it is missing: {known}")));
    }
    let draft = Entry {
        status: what.status.unwrap_or_default().to_owned(),
        text: note.to_owned(),
        done: what.done.to_vec(),
        steps,
        ..Entry::new(Kind::Update)
    };
    record(context, draft, |ledger, draft| {
        draft.of = id(ledger, "id", named, kind)?;
        let Some(item) = ledger.item(&draft.of) else { return Ok(()) };
        let count = item.steps.len() + draft.steps.len();
        if let Some(number) = draft.done.iter().find(|number| !(1..=count).contains(&(**number as usize))) {
            let message = format!("done: the plan has no step {number}; it has steps 1 to {count}");
            return Err(Problem::argument("done", message));
        }
        if !draft.status.is_empty() {
            draft.supersedes = item.heads();
        }
        Ok(())
    })
}

/// A title, in a line; a problem where there is none.
pub fn titled(text: &str) -> Result<String, Problem> {
    let title = line(text);
    if title.is_empty() {
        return Err(Problem::argument("title", "title: is required, in a line"));
    }
    Ok(title)
}

/// A problem where a question that names an `id` also says how something new would begin.
pub fn only_updates(begins: bool, which: &str) -> Result<(), Problem> {
    let message = format!("id: what is there is never changed, so {which} cannot be given with it");
    if begins { Err(Problem::argument("id", message).hint("add a note, or begin a new one")) } else { Ok(()) }
}

/// A problem where a question that begins something also says what became of it.
pub fn only_begins(updates: bool, which: &str) -> Result<(), Problem> {
    let message = format!("id: {which} are of what is there already, whose id is missing");
    if updates { Err(Problem::argument("id", message).hint("get_briefing gives ids")) } else { Ok(()) }
}
