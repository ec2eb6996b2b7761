//! The state of one file, kept between refreshes.

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
    /// Not in the index, because of its content or size.
    Out(LeftOut),
    /// Text in no language that is parsed; it is searched.
    Text,
}

/// A listed file as of its last reading: stamp, content and status.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct FileState {
    /// Path relative to the root.
    pub path: String,
    /// Its stamp before it was read.
    pub stamp: Stamp,
    /// True where the stamp was so old at the reading that a later write must change it.
    pub settled: bool,
    /// The content that was read.
    pub content: ContentId,
    /// How it is indexed.
    pub status: FileStatus,
}

impl FileState {
    /// True for a file that is in the view.
    pub fn is_indexed(&self) -> bool {
        !matches!(self.status, FileStatus::Out(_))
    }

    /// True for a file of which the facts of a manifest are kept.
    pub fn declares(&self) -> bool {
        match self.status {
            FileStatus::Manifest => true,
            FileStatus::Code(_) => indexer_parse::is_code_too(&self.path),
            FileStatus::Out(_) | FileStatus::Text => false,
        }
    }

    /// True for a file with code of a language.
    pub fn is_code(&self) -> bool {
        matches!(self.status, FileStatus::Code(_))
    }
}
