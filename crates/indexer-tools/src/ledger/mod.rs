//! The ledger of a repository, as tools read and write it: with the code that entries are about, secrets
//! hidden, and what does not fit told.

mod about;
mod anchor;
mod conflict;
mod item;
mod record;
mod shorten;
mod update;

pub use about::About;
pub use anchor::{Places, Standing};
pub use conflict::{ConflictRow, conflicts};
pub use item::{Detail, ItemRow};
pub use record::{Recorded, line, record};
pub(crate) use shorten::{Bound, Shorten};
pub use update::{Draft, Update, only_begins, only_updates, update};

use crate::protocol::{Code, Context, Problem, Records};
use indexer_engine::{Workspace, redacted};
use indexer_ledger::{Entry, FILE, Kind, Ledger, LedgerError};
use std::path::Path;

/// Ids that a problem suggests.
const SUGGESTIONS: usize = 5;

impl From<LedgerError> for Problem {
    fn from(error: LedgerError) -> Self {
        let hint = match error {
            LedgerError::Place { .. } => "move it out of the way, or leave the ledger switched off",
            LedgerError::Locked { .. } => "ask again; the lock ends with the process that holds it",
            LedgerError::TooLarge { .. } => "move its oldest lines to another file",
            _ => "see to it that the folder .indexer can be read and written",
        };
        Self::new(Code::Unreadable, error.to_string()).hint(hint)
    }
}

/// The workspace and its folder. A problem where there is none that holds a ledger.
pub(crate) fn place<'a>(context: &Context<'a>) -> Result<(&'a Workspace, &'a Path), Problem> {
    if context.snapshot.revision.is_some() {
        return Err(Problem::not_supported("rev", "rev: the ledger is that of the files on disk")
            .hint("leave `rev` out; the ledger of a commit is the file .indexer/ledger.jsonl in it"));
    }
    let found = context.workspace().and_then(|workspace| Some((workspace, workspace.folder()?)));
    found.ok_or_else(|| Problem::new(Code::NotSupported, "there is no folder on disk that holds a ledger"))
}

/// The ledger as it is now, secrets hidden.
pub fn open(context: &Context<'_>) -> Result<Ledger, Problem> {
    let (_, folder) = place(context)?;
    let mut ledger = indexer_ledger::load(folder)?;
    hide_all(&mut ledger);
    Ok(ledger)
}

/// Hides secrets in all texts: lines may come from anywhere.
pub(crate) fn hide_all(ledger: &mut Ledger) {
    ledger.entries.iter_mut().for_each(|entry| {
        hide(entry);
    });
}

/// Hides secrets in the texts of an entry; gives how many there were. O(length).
pub(crate) fn hide(entry: &mut Entry) -> u32 {
    let mut count = 0;
    for text in entry.texts_mut() {
        let (shown, hidden) = redacted(text.as_bytes());
        if hidden > 0 {
            count += hidden;
            *text = String::from_utf8_lossy(&shown).into_owned();
        }
    }
    count
}

/// The id of the entry of this kind that `text` names, in whole or by its beginning.
pub fn id(ledger: &Ledger, parameter: &str, text: &str, kind: Kind) -> Result<String, Problem> {
    named(ledger, parameter, text, kind.as_str(), |found| found == kind)
}

/// The same for a decision, bug, goal or plan.
pub fn any_id(ledger: &Ledger, parameter: &str, text: &str) -> Result<String, Problem> {
    named(ledger, parameter, text, "entry", |found| found != Kind::Update)
}

fn named(
    ledger: &Ledger,
    parameter: &str,
    text: &str,
    word: &str,
    wanted: impl Fn(Kind) -> bool,
) -> Result<String, Problem> {
    let named = ledger.named(text.trim());
    let of_kind: Vec<&Entry> = named.iter().copied().filter(|one| one.kind().is_some_and(&wanted)).collect();
    let problem = match (of_kind.as_slice(), named.first()) {
        ([one], _) => return Ok(one.id.clone()),
        ([_, _, ..], _) => {
            let ids = of_kind.iter().take(SUGGESTIONS).map(|one| one.id.clone()).collect();
            let message = format!("{parameter}: {} ids begin with {text}", of_kind.len());
            Problem::new(Code::Ambiguous, message).hint("give more of the id").suggest(ids)
        }
        ([], Some(other)) => {
            let message = format!("{parameter}: {} is no {word}, it is one of kind {}", other.id, other.kind);
            Problem::new(Code::InvalidArgument, message)
        }
        ([], None) => {
            let items = ledger.items();
            let mut open: Vec<String> = items
                .iter()
                .filter(|item| wanted(item.kind) && item.is_open())
                .map(|item| item.entry.id.clone())
                .collect();
            open.reverse();
            open.truncate(SUGGESTIONS);
            Problem::new(Code::NotFound, format!("{parameter}: the ledger holds no {word} {text:?}"))
                .hint("get_briefing and list_decisions give ids; their first characters are enough")
                .suggest(open)
        }
    };
    Err(Problem { parameter: Some(parameter.to_owned()), ..problem })
}

/// What is in the file and could not be shown, in sentences.
pub fn damage(ledger: &Ledger) -> Vec<String> {
    ledger.damage.iter().map(ToString::to_string).collect()
}

/// Writes what [`damage`] gave.
pub(crate) fn write_damage(damage: &[String], out: &mut Records) {
    for what in damage {
        out.record("problem").text("path", FILE).text("what", what);
    }
}
