//! From bytes to entries. Whatever the bytes are, every line is an entry or told as damage.

use crate::entry::Entry;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What is in the file that this version makes nothing of. All of it stays there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// The last line has no end and is no entry.
    Torn {
        /// 1-based.
        line: usize,
    },
    /// A line that a merge left behind.
    Mark {
        /// 1-based.
        line: usize,
    },
    /// A line that is no entry.
    Unreadable {
        /// 1-based.
        line: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Two entries have one id and are not the same.
    Twice {
        /// The id.
        id: String,
    },
    /// Entries of a kind that a later version knows.
    Kind {
        /// The kind.
        kind: String,
        /// How many.
        count: usize,
    },
    /// Entries with a field that a later version knows.
    Field {
        /// The field.
        field: String,
        /// How many.
        count: usize,
    },
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Torn { line } => {
                write!(
                    f,
                    "line {line}, the last, was cut off while it was written; what is written next begins anew"
                )
            }
            Damage::Mark { line } => {
                write!(f, "line {line} is a mark of a merge; remove it and keep the lines of both sides")
            }
            Damage::Unreadable { line, reason } => write!(f, "line {line} is no entry: {reason}"),
            Damage::Twice { id } => write!(f, "two different entries have the id {id}; the first one counts"),
            Damage::Kind { kind, count } => {
                write!(f, "{count} of kind {kind}, which this version does not know; kept and not shown")
            }
            Damage::Field { field, count } => {
                write!(
                    f,
                    "{count} with the field {field}, which this version does not know; kept and not shown"
                )
            }
        }
    }
}

/// The entries of a ledger, by time; those of one second as they stand in the file.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The entries, also those of kinds that this version does not know.
    pub entries: Vec<Entry>,
    /// What else is in the file.
    pub damage: Vec<Damage>,
}

/// What begins the lines that git puts around both sides.
const MARKS: [&str; 4] = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];

impl Ledger {
    /// Reads a file. O(length).
    pub fn read(bytes: &[u8]) -> Self {
        let mut ledger = Self::default();
        let mut known: BTreeMap<String, Entry> = BTreeMap::new();
        let mut twice: BTreeSet<String> = BTreeSet::new();
        let ends = bytes.last().is_none_or(|last| *last == b'\n');
        let count = bytes.split(|byte| *byte == b'\n').count();
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            let is_last = number == count && !ends;
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            match entry(line) {
                // A union merge may keep a line of both sides.
                Ok(entry) => match known.get(&entry.id) {
                    Some(first) if *first == entry => {}
                    Some(_) => drop(twice.insert(entry.id)),
                    None => {
                        known.insert(entry.id.clone(), entry.clone());
                        ledger.entries.push(entry);
                    }
                },
                Err(_) if is_last => ledger.damage.push(Damage::Torn { line: number }),
                Err(_) if MARKS.iter().any(|mark| line.starts_with(mark.as_bytes())) => {
                    ledger.damage.push(Damage::Mark { line: number });
                }
                Err(reason) => ledger.damage.push(Damage::Unreadable { line: number, reason }),
            }
        }
        ledger.damage.extend(twice.into_iter().map(|id| Damage::Twice { id }));
        ledger.later();
        ledger.entries.sort_by(|one, other| one.time.cmp(&other.time));
        ledger
    }

    /// Says what a later version wrote.
    fn later(&mut self) {
        let (mut kinds, mut fields) = (BTreeMap::new(), BTreeMap::new());
        for entry in &self.entries {
            if entry.kind().is_none() {
                *kinds.entry(entry.kind.clone()).or_insert(0) += 1;
                continue;
            }
            let anchors = entry.anchors.iter().flat_map(|anchor| anchor.later.keys());
            let anchors = anchors.map(|field| format!("anchors.{field}"));
            for field in entry.later.keys().cloned().chain(anchors).collect::<BTreeSet<String>>() {
                *fields.entry(field).or_insert(0) += 1;
            }
        }
        let kinds = kinds.into_iter().map(|(kind, count)| Damage::Kind { kind, count });
        let fields = fields.into_iter().map(|(field, count)| Damage::Field { field, count });
        self.damage.extend(kinds.chain(fields));
    }

    /// The entry of this id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// The entries that `text` names: that of the id, else those whose id begins so.
    pub fn named(&self, text: &str) -> Vec<&Entry> {
        // Fewer name anything.
        const LEAST: usize = 4;
        match self.entry(text) {
            Some(entry) => vec![entry],
            None if text.len() < LEAST => Vec::new(),
            None => self.entries.iter().filter(|entry| entry.id.starts_with(text)).collect(),
        }
    }
}

/// The entry that a line is. The reason names nothing of the line: it may hold anything.
fn entry(line: &[u8]) -> Result<Entry, &'static str> {
    let value: Value = serde_json::from_slice(line).map_err(|_| "it is no JSON")?;
    if !value.is_object() {
        return Err("it is no JSON object");
    }
    let entry: Entry = serde_json::from_value(value)
        .map_err(|_| "kind, id or time is missing, or a field is of another type")?;
    if entry.id.is_empty() || entry.kind.is_empty() || entry.time.is_empty() {
        return Err("kind, id or time is empty");
    }
    Ok(entry)
}
