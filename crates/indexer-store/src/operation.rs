//! What can be done to a file of the cache, for messages and for tests that make it fail.

/// What can be done to a file or folder of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Create a folder.
    CreateFolder,
    /// Create a file under a temporary name.
    Create,
    /// Write to it: the first half of the bytes is still to come.
    Write,
    /// Write to it: the second half is still to come.
    WriteRest,
    /// Wait until it is on the disk.
    Sync,
    /// Give it its name.
    Rename,
    /// Remove a file.
    Remove,
    /// Remove an empty folder.
    RemoveFolder,
    /// Take a lock.
    Lock,
    /// Note that it was used.
    Touch,
}

impl Operation {
    pub(crate) const fn doing(self) -> &'static str {
        match self {
            Operation::CreateFolder => "create the folder",
            Operation::Create => "create",
            Operation::Write | Operation::WriteRest => "write",
            Operation::Sync => "sync",
            Operation::Rename => "put in place",
            Operation::Remove => "remove",
            Operation::RemoveFolder => "remove the folder",
            Operation::Lock => "lock",
            Operation::Touch => "mark the use of",
        }
    }
}
