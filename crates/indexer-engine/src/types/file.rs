//! What is known of one file between refreshes.

use crate::types::exclusion::LeftOut;
use crate::types::stamp::Stamp;
use bincode::{Decode, Encode};
use indexer_core::ContentId;

/// What a listed file is to the index.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Standing {
    /// Code of the language with this id.
    Code(String),
    /// A manifest.
    Manifest,
    /// Not in the index, as its content or size says.
    Out(LeftOut),
    /// Text of no language, for searches.
    Text,
}

/// What is known of a file since it was last read.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Known {
    /// Path relative to the root.
    pub path: String,
    /// What the file system said of it before it was read.
    pub stamp: Stamp,
    /// True when the stamp was old enough at the reading for a later write to show in it.
    pub settled: bool,
    /// What it held.
    pub content: ContentId,
    /// What it is.
    pub standing: Standing,
}

impl Known {
    /// True for a file that the view holds.
    pub fn is_indexed(&self) -> bool {
        !matches!(self.standing, Standing::Out(_))
    }
}
