//! Writing an entry, and the answer that says so.

use super::anchor::Places;
use super::item::{Detail, ItemRow};
use super::{damage, hide, hide_all, place, write_damage};
use crate::protocol::rows::is_zero;
use crate::protocol::timestamp::timestamp;
use crate::protocol::{Answer, Code, Context, Page, Problem, Records};
use indexer_ledger::{Entry, FILE, Kind, Ledger};
use serde::Serialize;
use std::time::SystemTime;

/// The answer of a tool that writes: the entry as it is now.
#[derive(Debug, Serialize)]
pub struct Recorded {
    /// The file, relative to the root.
    pub path: &'static str,
    /// False where the ledger said so already: whoever asks twice has asked once.
    pub written: bool,
    /// Secret values that were hidden before anything was written.
    #[serde(skip_serializing_if = "is_zero")]
    pub redacted: u32,
    /// What in the file could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
    /// The entry, or the one that it updates; one row.
    pub entry: Page<ItemRow>,
}

impl Answer for Recorded {
    page!(entry: ItemRow);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("ledger");
        record.text("path", self.path).field("written", self.written);
        record.count("redacted", self.redacted.into());
    }

    fn tail(&self, out: &mut Records) {
        write_damage(&self.problems, out);
    }
}

/// A text in one line, without blanks around it.
pub fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Appends `draft` to the ledger, once `complete` has checked it against what is there, which nobody
/// changes meanwhile. Secrets are hidden first. Nothing is written where there is a problem.
pub fn record(
    context: &Context<'_>,
    mut draft: Entry,
    complete: impl FnOnce(&Ledger, &mut Entry) -> Result<(), Problem>,
) -> Result<Recorded, Problem> {
    let (workspace, folder) = place(context)?;
    draft.title = line(&draft.title);
    draft.text = draft.text.trim().to_owned();
    draft.steps = draft.steps.iter().map(|step| line(step)).filter(|step| !step.is_empty()).collect();
    draft.author = workspace.author().map(|author| line(&author));
    draft.time = timestamp(SystemTime::now());
    let redacted = hide(&mut draft);
    indexer_ledger::check(&draft).map_err(|(field, what)| {
        let parameter = match (field, draft.kind()) {
            ("anchors", _) => "symbols",
            ("text", Some(Kind::Update)) => "note",
            (field, _) => field,
        };
        Problem::argument(parameter, format!("{parameter}: {what}"))
            .hint("the ledger is for what must be known; say where the rest is")
    })?;
    context.still_wanted()?;
    // A question about files that changed under it is asked again: it must not have written then.
    if context.outdated() {
        return Err(Problem::new(Code::Unreadable, "files changed while they were read").hint("ask again"));
    }
    let mut appended = indexer_ledger::append(folder, |ledger| {
        complete(ledger, &mut draft)?;
        Ok::<_, Problem>(draft)
    })?;
    hide_all(&mut appended.ledger);
    let ledger = &appended.ledger;
    let of = ledger.entry(&appended.id).map_or("", |entry| &entry.of);
    let shown = ledger.item(if of.is_empty() { &appended.id } else { of });
    let mut places = Places::new(context);
    let rows: Vec<ItemRow> =
        shown.iter().map(|item| ItemRow::new(item, Detail::Whole, &mut places)).collect();
    let entry = Page { total: rows.len(), rows, offset: 0 };
    Ok(Recorded { path: FILE, written: appended.written, redacted, problems: damage(ledger), entry })
}
