//! What can go wrong with a file of the index.

use std::io;
use std::path::PathBuf;

/// Why a file of the index could not be used or changed. None of these is the user's fault: the
/// caller builds the file again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is not one of ours, or its start is damaged.
    #[error("not a {0} of the index")]
    Foreign(&'static str),
    /// The file has another format version.
    #[error("format version {found}, this program reads {read}")]
    Version {
        /// The version in the file.
        found: u32,
        /// The one version that this program reads.
        read: u32,
    },
    /// A length or checksum is wrong.
    #[error("damaged: {0}")]
    Damaged(&'static str),
    /// The file system refused to read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file system refused a change.
    #[error("cannot {doing} {path}: {source}")]
    Change {
        /// What was to be done.
        doing: &'static str,
        /// To which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl StoreError {
    /// True where the file is there and its content is not what it should be; false where it is
    /// absent or the file system refuses.
    pub fn is_damage(&self) -> bool {
        match self {
            StoreError::Foreign(_) | StoreError::Version { .. } | StoreError::Damaged(_) => true,
            // A folder where a file should be.
            StoreError::Io(error) => error.kind() == io::ErrorKind::IsADirectory,
            StoreError::Change { .. } => false,
        }
    }

    /// True where there is no room left.
    pub fn is_full(&self) -> bool {
        let (StoreError::Change { source, .. } | StoreError::Io(source)) = self else { return false };
        matches!(source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
    }

    /// What whoever owns the machine can do about it; `None` where there is nothing in particular.
    pub fn remedy(&self) -> Option<&'static str> {
        let (StoreError::Change { source, .. } | StoreError::Io(source)) = self else { return None };
        match source.kind() {
            _ if self.is_full() => {
                Some("free some space there, or name another folder with --cache-dir or INDEXER_CACHE_DIR")
            }
            io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::AlreadyExists
            | io::ErrorKind::DirectoryNotEmpty
            | io::ErrorKind::Unsupported => {
                Some("name a folder that can be written with --cache-dir or INDEXER_CACHE_DIR")
            }
            _ => None,
        }
    }
}
