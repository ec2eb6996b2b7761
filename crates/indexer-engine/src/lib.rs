//! From a folder to answers: lists files, decides what changed, parses and links that, publishes a
//! segment and hands out a [`Snapshot`].
//!
//! A program opens one [`Workspace`] and asks it for a snapshot before each question; every
//! question so sees what is on disk now. Text of files leaves only through [`Snapshot::source`],
//! which checks that the file is still what the snapshot describes and hides secret values.
//!
//! Nothing here prints: progress goes to the `on_event` callback that the program passes in.

pub mod error;
pub mod event;
pub mod options;
pub mod snapshot;
pub mod workspace;

pub use error::{EngineError, SourceError};
pub use event::Event;
pub use options::Options;
pub use snapshot::{Freshness, LeftOut, Snapshot, State, Text};
pub use workspace::Workspace;
