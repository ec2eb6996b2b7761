//! The ledger of a repository: decisions, bugs, goals and plans, one JSON object a line, in
//! `.indexer/ledger.jsonl`.
//!
//! Lines are only ever appended, so two branches that both appended merge by union, and who wrote last
//! never takes anything away from others. What holds now is worked out of all lines: a bug's status is
//! that of its updates, a decision is in force until another one supersedes it. The order of lines means
//! nothing; entries name what they follow.
//!
//! Everything but [`append`] and [`load`] is a function of its arguments. A line that cannot be read and
//! what a later version wrote stay in the file, and are told as [`Damage`].
//!
//! ```
//! use indexer_ledger::{Entry, Kind, Ledger};
//!
//! let line = r#"{"kind":"bug","id":"b-1","time":"2026-11-22T05:00:00Z","title":"It leaks","status":"open"}"#;
//! let ledger = Ledger::read(line.as_bytes());
//! let bug = ledger.item("b-1").unwrap();
//! assert_eq!((bug.entry.kind(), bug.status), (Some(Kind::Bug), "open"));
//! ```

mod append;
mod conflict;
mod entry;
mod error;
mod limits;
mod read;
mod state;

pub use append::{Appended, FILE, FOLDER, append, load};
pub use conflict::Conflict;
pub use entry::{Anchor, Entry, Kind, Words};
pub use error::LedgerError;
pub use limits::check;
pub use read::{Damage, Ledger};
pub use state::{Item, Step};
