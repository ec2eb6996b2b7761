//! Errors, shaped by who acts on them.

use crate::types::event::Progress;
use indexer_git::GitError;
use std::path::PathBuf;

/// Why a workspace could not be opened or refreshed. Input never causes one: problems with files
/// are recorded in the view.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The root is not a folder that can be read.
    #[error("cannot open the root {path}: {reason}")]
    Root {
        /// The root as given.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// An option makes no sense.
    #[error("bad option {option}: {reason}")]
    Option {
        /// Its name.
        option: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The cancel flag was set.
    #[error("cancelled")]
    Cancelled,
    /// The index is being built and is not ready yet.
    #[error("indexing {} % ({})", .0.percent, .0.phase.as_str())]
    Indexing(Progress),
    /// The segment could not be built or read, even from nothing.
    #[error("the index cannot be built: {0}")]
    Build(String),
    /// The index was asked to be written and could not be.
    #[error("the index cannot be written to {path}: {reason}")]
    Write {
        /// The cache directory.
        path: PathBuf,
        /// What the system said.
        reason: String,
        /// What can be done about it.
        remedy: Option<&'static str>,
    },
    /// A SCIP index that the user named cannot be taken in.
    #[error("cannot take in the SCIP index {path}: {reason}")]
    Scip {
        /// Its file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// What a revision holds could not be told.
    #[error(transparent)]
    Revision(GitError),
    /// Revisions were asked about outside any repository.
    #[error("{path} is in no git repository, so it has no revisions")]
    NoRepository {
        /// The root.
        path: PathBuf,
    },
    /// The question itself found the view damaged, or a file changed, twice.
    #[error("the files change faster than they can be read: {0}")]
    Unstable(String),
}

/// Why the text of a file could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The snapshot has no such file.
    #[error("no such file in the index: {0}")]
    Unknown(String),
    /// The file is no longer what the snapshot describes: refresh and run once more
    /// ([`Workspace::query`](crate::Workspace::query) does).
    #[error("{0} has changed since it was indexed")]
    Changed(String),
    /// The file could not be read.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// Its path.
        path: String,
        /// What the system said.
        reason: String,
    },
}
