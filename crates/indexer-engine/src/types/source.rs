//! Where files come from. Everything after a source sees only its listing.

use crate::types::error::EngineError;
use crate::types::exclusion::LeftOut;
use crate::types::file::FileState;
use crate::types::listing::{DirEntry, DirState, Listing};
use indexer_core::ContentId;
use std::io;
use std::path::PathBuf;

/// Lists and reads files.
pub trait Source: Send + Sync + std::fmt::Debug {
    /// The files there are now. `previous` is the last listing, (paths, folders): where no folder changed
    /// since, only the stamps of those files are read again.
    fn list(&self, previous: Option<(&[&str], &DirState)>) -> Result<Listing, EngineError>;

    /// True where certainly nothing changed since `known` and `dirs` were made; cheaper than a listing.
    /// False does not mean that something did.
    fn is_same(&self, known: &[FileState], dirs: &DirState) -> bool {
        let _ = (known, dirs);
        false
    }

    /// The bytes of a listed file. `content` is its content id where that is known: a source that finds
    /// bytes by content id then need not look up the path.
    fn read(&self, path: &str, content: Option<ContentId>) -> io::Result<Vec<u8>>;

    /// Why the file or folder at `path` is not listed, where it is there and that is known. O(entries of the folders above
    /// it).
    fn left_out(&self, path: &str) -> Option<LeftOut> {
        let _ = path;
        None
    }

    /// How many bytes a listed file has.
    fn size(&self, listed: &DirEntry) -> io::Result<u64> {
        Ok(listed.stamp.size)
    }

    /// The commit that is checked out, where there is one.
    fn head_commit(&self) -> Option<String> {
        None
    }

    /// The present time, against which stamps are young: nanoseconds since 1970.
    fn now(&self) -> i64 {
        0
    }

    /// The path of the root in its repository; "" for all of it, and where there is none.
    fn prefix(&self) -> &str {
        ""
    }

    /// The root, for messages.
    fn root(&self) -> PathBuf;
}
