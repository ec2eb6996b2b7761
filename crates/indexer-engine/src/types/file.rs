//! What is known of one file between refreshes.

use crate::types::exclusion::LeftOut;
use crate::types::stamp::Stamp;
use bincode::{Decode, Encode};
use indexer_core::ContentId;

/// How a listed file is indexed, or why it is not.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum FileStatus {
    /// Code of the language with this id.
    Code(String),
    /// A manifest.
    Manifest,
    /// Not in the index, as its content or size says.
    Out(LeftOut),
    /// Text of no language, for searches.
    Text,
}

/// A listed file as of its last reading: stamp, content and status.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct FileState {
    /// Path relative to the root.
    pub path: String,
    /// What the file system said of it before it was read.
    pub stamp: Stamp,
    /// True when the stamp was old enough at the reading for a later write to show in it.
    pub settled: bool,
    /// What it held.
    pub content: ContentId,
    /// What it is.
    pub status: FileStatus,
}

impl FileState {
    /// True for a file that the view holds.
    pub fn is_indexed(&self) -> bool {
        !matches!(self.status, FileStatus::Out(_))
    }
}
