//! Commits, and the files that they change.

use crate::Id;

/// A file that differs between a commit and its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Its path in the commit, or in the parent where it is gone.
    pub path: String,
    /// Its content in the parent; `None` where it is new.
    pub old: Option<Id>,
    /// Its content in the commit; `None` where it is gone.
    pub new: Option<Id>,
}

/// A commit that changed a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The commit.
    pub commit: Id,
    /// When it was written: seconds since 1970, UTC.
    pub time: i64,
    /// Who wrote it.
    pub author: String,
    /// The first line of its message.
    pub subject: String,
    /// The file.
    pub file: Touched,
    /// What the file was called in the parent, where that is something else.
    pub was: Option<String>,
    /// The other files that it changed; none where those are too many to mean anything.
    pub others: Vec<Touched>,
}

/// A commit.
#[derive(Clone, Debug)]
pub(crate) struct Commit {
    pub(crate) tree: Id,
    pub(crate) parents: Vec<Id>,
    pub(crate) time: i64,
    pub(crate) words: CommitWords,
}

/// What people wrote of a commit.
#[derive(Clone, Debug)]
pub(crate) struct CommitWords {
    /// Who wrote it.
    pub(crate) author: String,
    /// The first line of its message.
    pub(crate) subject: String,
}
