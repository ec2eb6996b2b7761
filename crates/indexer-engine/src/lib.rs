//! From a folder to answers: lists files, decides what changed, parses and links that, publishes a
//! segment and hands out a [`Snapshot`].
//!
//! A program opens one [`Workspace`] and asks it for a snapshot before each question; every
//! question so sees what is on disk now. Text of files leaves only through [`Snapshot::source`],
//! which checks that the file is still what the snapshot describes and hides secret values.
//!
//! The documentation of indexer-tools has an example of a program that opens a folder and asks.
//!
//! Nothing here prints: progress goes to the `on_event` callback that the program passes in.

mod cache;
pub mod damage;
pub mod database;
mod digests;
pub mod disk;
pub mod error;
pub mod event;
mod evict;
pub mod facts;
#[cfg(feature = "faults")]
pub mod faults;
pub mod fingerprints;
pub mod history;
pub mod holdings;
mod kept;
pub mod limits;
mod link;
mod made;
mod mark;
pub mod memory;
pub mod names;
mod nearest;
mod offered;
pub mod options;
pub mod plan;
mod publish;
mod reading;
mod records;
pub mod redact;
mod refresh;
mod revisions;
pub mod scip;
pub mod shared;
pub mod snapshot;
pub mod source;
pub mod staged;
pub mod tree;
mod types;
mod watch;
mod words;
pub mod workspace;

pub use cache::cache_dir;
pub use damage::Damage;
pub use error::{EngineError, SourceError};
pub use event::{Event, Phase, Progress};
pub use history::Version;
pub use indexer_git::{Bound, Churn, FileChurn, FileChurns, GitError, Step, Touched, churn, hex};
pub use indexer_link::Types;
pub use indexer_parse::{Member, member_of, text_language};
pub use options::Options;
pub use reading::Reading;
pub use redact::{redacted, redacted_text};
pub use revisions::STAGED;
pub use scip::Scip;
pub use shared::Shared;
pub use snapshot::{Asked, Freshness, LeftOut, Snapshot, Sought, State, Text, holds_word};
pub use source::Clock;
pub use watch::Watching;
pub use workspace::Workspace;
