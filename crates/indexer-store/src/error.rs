//! What can go wrong with a file of the index.

use std::io;

/// Why a file of the index could not be used. None of these is the user's fault: the caller builds
/// the file again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is not one of ours, or its start is damaged.
    #[error("not a {0} of the index")]
    Foreign(&'static str),
    /// The file has another format version.
    #[error("format version {found}, this program reads {}", crate::FORMAT)]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// A length or checksum is wrong.
    #[error("damaged: {0}")]
    Damaged(&'static str),
    /// The file system said no.
    #[error(transparent)]
    Io(#[from] io::Error),
}
