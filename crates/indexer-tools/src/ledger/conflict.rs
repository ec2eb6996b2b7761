//! Where the ledger no longer fits the code, or itself.

use super::anchor::{Places, Standing};
use crate::protocol::{Records, Row};
use indexer_ledger::{Conflict, Entry, Ledger};
use serde::Serialize;

/// The kinds of conflict, what needs somebody first.
const KINDS: &[&str] = &[
    "forked",
    "contested",
    "circle",
    "changed",
    "vanished",
    "missing",
    "unknown",
    "possible",
    "moved",
    "superseded",
];
/// So many of them need somebody: the others are told for those who ask.
const PRESSING: usize = 7;

/// Where something does not fit.
#[derive(Clone, Debug, Serialize)]
pub struct ConflictRow {
    /// What does not fit: a word of the list in `docs/memory.md`.
    pub kind: &'static str,
    /// The symbol that it is about, as it was then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Where the symbol is now, where it moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// 1-based line of its name now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Where the same content is, where that is at several places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// The id that names nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// The entries that do not fit, in the order of time; first the one that the others are about.
    pub entries: Vec<EntryRow>,
    /// True where texts or lists go on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    #[serde(skip)]
    rank: usize,
}

/// An entry of a conflict.
#[derive(Clone, Debug, Serialize)]
pub struct EntryRow {
    /// What it is.
    pub kind: String,
    /// Names it.
    pub id: String,
    /// When it was made.
    pub time: String,
    /// The state that an update put it in.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub status: String,
    /// It, in a line; the note of an update.
    pub title: String,
}

impl EntryRow {
    fn new(entry: &Entry) -> Self {
        let is_update = !entry.of.is_empty();
        Self {
            kind: entry.kind.clone(),
            id: entry.id.clone(),
            time: entry.time.clone(),
            status: if is_update { entry.status.clone() } else { String::new() },
            title: if is_update { entry.text.clone() } else { entry.title.clone() },
        }
    }
}

impl ConflictRow {
    fn new<'e>(kind: &'static str, entries: impl IntoIterator<Item = &'e Entry>) -> Self {
        let rank = KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len());
        let entries = entries.into_iter().map(EntryRow::new).collect();
        let (symbol, now, line, missing) = (None, None, None, None);
        Self { kind, symbol, now, line, candidates: Vec::new(), missing, entries, cut: false, rank }
    }

    /// True where somebody should look at it.
    pub fn is_pressing(&self) -> bool {
        self.rank < PRESSING
    }

    /// True where it is about one of the symbols that `covers` takes.
    pub fn is_about(&self, covers: impl Fn(&str) -> bool) -> bool {
        self.symbol.iter().chain(&self.now).any(|symbol| covers(symbol))
    }
}

/// Where the ledger no longer fits the code, or itself: what surely needs somebody first. Only what still
/// counts is compared with the code.
pub fn conflicts(ledger: &Ledger, places: &mut Places<'_>) -> Vec<ConflictRow> {
    let mut rows: Vec<ConflictRow> = ledger.conflicts().into_iter().map(of_entries).collect();
    for item in ledger.items().iter().filter(|item| item.is_open()) {
        for anchor in &item.entry.anchors {
            let standing = places.look(anchor);
            if let Standing::Same { .. } = standing {
                continue;
            }
            let mut row = ConflictRow::new(standing.word(), [item.entry]);
            (row.symbol, row.line) = (Some(anchor.symbol()), standing.line());
            match standing {
                Standing::Moved { to, .. } => row.now = Some(to),
                Standing::Vanished { candidates } => row.candidates = candidates,
                _ => {}
            }
            rows.push(row);
        }
    }
    rows.sort_by_key(|row| row.rank);
    rows
}

fn of_entries(conflict: Conflict<'_>) -> ConflictRow {
    let with = |kind, of, by: Vec<_>| ConflictRow::new(kind, [of].into_iter().chain(by));
    match conflict {
        Conflict::Forked { of, by } => with("forked", of, by),
        Conflict::Contested { of, by } => with("contested", of, by),
        Conflict::Circle { decisions } => ConflictRow::new("circle", decisions),
        Conflict::Missing { entry, id } => {
            ConflictRow { missing: Some(id.to_owned()), ..ConflictRow::new("missing", [entry]) }
        }
        Conflict::Shared { anchor, decisions } => {
            ConflictRow { symbol: Some(anchor.symbol()), ..ConflictRow::new("possible", decisions) }
        }
        Conflict::Superseded { of, by } => with("superseded", of, by),
    }
}

impl Row for ConflictRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("conflict");
        record.field("kind", self.kind).some("symbol", self.symbol.as_deref());
        record.some("now", self.now.as_deref()).count("line", self.line.unwrap_or(0).into());
        record.some("missing", self.missing.as_deref()).flag("cut", self.cut);
        drop(record);
        out.depth(1);
        for entry in &self.entries {
            let mut record = out.record("entry");
            record.text("kind", &entry.kind).text("id", &entry.id).text("time", &entry.time);
            record.some("status", Some(entry.status.as_str()).filter(|status| !status.is_empty()));
            record.text("title", &entry.title);
        }
        for candidate in &self.candidates {
            out.record("candidate").text("symbol", candidate);
        }
        out.depth(0);
    }
}
