//! Why the ledger cannot be read or written.

use std::io;

/// Why the ledger cannot be read or written. What lines hold is never a reason.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// Something else stands where the ledger belongs.
    #[error("{path} {what}")]
    Place {
        /// Relative to the root.
        path: String,
        /// What stands there, to follow the path.
        what: &'static str,
    },
    /// The system refused.
    #[error("cannot {doing} {path}: {source}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// Relative to the root.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// Another process holds the lock and does not give it back.
    #[error("another process has held the lock of {path} for {seconds} seconds")]
    Locked {
        /// Relative to the root.
        path: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// Larger than what is read.
    #[error("{path} is larger than {megabytes} MB")]
    TooLarge {
        /// Relative to the root.
        path: String,
        /// The bound.
        megabytes: u64,
    },
    /// The system gives no random numbers.
    #[error("no random number can be had for a new id: {0}")]
    Random(String),
}
