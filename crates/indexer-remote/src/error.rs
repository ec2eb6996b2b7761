//! Why a store could not be used.

use std::error::Error;
use thiserror::Error as ThisError;

/// Why a store could not be used. No message holds a credential or the query of an address.
#[derive(Debug, ThisError)]
pub enum RemoteError {
    /// The address is none that can be used.
    #[error("{0}")]
    Address(String),
    /// Nobody answers, or what answers fails.
    #[error("the store cannot be reached: {0}")]
    Unreachable(String),
    /// It took too long.
    #[error("the store did not answer within {seconds} s")]
    Slow {
        /// How long was waited.
        seconds: u64,
    },
    /// It refuses.
    #[error("the store refuses access; credentials are taken from the environment")]
    Forbidden,
    /// An object is not what it should be.
    #[error("{object} in the store is {what}")]
    Damaged {
        /// Its name.
        object: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// It gives objects as a whole only.
    #[error("the store does not do what was asked of it")]
    NoRanges,
    /// The store was opened for reading only.
    #[error("the store is opened for reading only; --remote-write opens it for writing")]
    ReadOnly,
    /// The file with the key is not one.
    #[error("the key of the shared store: {0}")]
    Key(String),
    /// It is encrypted, and no key was given.
    #[error("the store is encrypted; --remote-key-file names the file with its key")]
    Encrypted,
    /// It is encrypted with another key than the one that was given.
    #[error("the store is encrypted with another key than that of --remote-key-file")]
    OtherKey,
    /// A file of the cache could not be read or written.
    #[error("the cache: {0}")]
    Cache(#[from] indexer_store::StoreError),
    /// Nobody waits any more.
    #[error("cancelled")]
    Cancelled,
}

impl RemoteError {
    /// True where it is likely that no other request to the store does better.
    pub(crate) fn is_of_all(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Slow { .. } | Self::Forbidden)
    }

    /// What became of a request. Messages of clients name addresses, which may hold keys: only the innermost reason is
    /// told, and of that what precedes a query.
    pub(crate) fn of(error: &object_store::Error) -> Self {
        use object_store::Error as E;
        match error {
            E::PermissionDenied { .. } | E::Unauthenticated { .. } => Self::Forbidden,
            error => {
                let mut innermost: &dyn Error = error;
                while let Some(source) = innermost.source() {
                    innermost = source;
                }
                let text = innermost.to_string();
                let line = text.lines().next().unwrap_or_default();
                let plain = line.split('?').next().unwrap_or_default();
                Self::Unreachable(plain.chars().take(200).collect())
            }
        }
    }
}
