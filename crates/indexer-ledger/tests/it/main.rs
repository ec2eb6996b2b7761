//! The ledger as a file: what is read, what follows from it, who writes.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod lines;
mod merge;
mod state;
mod writers;

use indexer_ledger::{Appended, Entry, Kind, LedgerError, append};
use std::path::Path;

/// An entry with a title, made at a second of one minute.
fn entry(kind: Kind, title: &str, second: u32) -> Entry {
    Entry { title: title.to_owned(), time: format!("2026-11-22T05:00:{second:02}Z"), ..Entry::new(kind) }
}

fn update(of: &str, status: &str, second: u32) -> Entry {
    let named = entry(Kind::Update, "", second);
    Entry { of: of.to_owned(), status: status.to_owned(), ..named }
}

fn write(root: &Path, entry: &Entry) -> Appended {
    append(root, |_| Ok::<_, LedgerError>(entry.clone())).unwrap()
}
