//! The search index of one file: its words, their positions, and a vector for each of its chunks.
//!
//! A function of content alone, as [`FileFacts`](crate::FileFacts) are. Here are only numbers and bytes;
//! what they mean is known to the crate that searches.

use bincode::{Decode, Encode};

/// Numbers of a vector.
pub const DIMENSIONS: usize = 256;
/// Bytes of the signs of a vector, a bit for each number: enough to tell which vectors may be near.
pub const SIGNS: usize = DIMENSIONS / 8;
/// Bytes of the levels of a vector: three bits for each number, which of eight steps on its side of zero it is.
pub const LEVELS: usize = DIMENSIONS * 3 / 8;

/// The words and vectors of a file. A chunk is a symbol or a part of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct FileWords {
    /// How many chunks the file has.
    pub chunks: u32,
    /// Spans and definitions of the chunks, encoded.
    pub table: Vec<u8>,
    /// Hashes of its words, ascending, each once.
    pub terms: Vec<u32>,
    /// For each word the end of its run in `postings`; a run starts where the one before ends.
    pub ends: Vec<u32>,
    /// For each word the chunks that it stands in and its weight there, encoded.
    pub postings: Vec<u8>,
    /// Numbers of the chunks that have a vector, ascending.
    pub embedded: Vec<u32>,
    /// The signs of their vectors, [`SIGNS`] bytes each.
    pub signs: Vec<u8>,
    /// The levels of their vectors, [`LEVELS`] bytes each.
    pub levels: Vec<u8>,
}

impl FileWords {
    /// The run of word number `at`; empty for a number of none.
    pub fn run(&self, at: usize) -> &[u8] {
        let start = at.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let (Some(start), Some(end)) = (start, self.ends.get(at)) else { return &[] };
        self.postings.get(start as usize..*end as usize).unwrap_or(&[])
    }

    /// The run of a word; empty for a word that the file does not have. O(log words).
    pub fn find(&self, term: u32) -> &[u8] {
        self.terms.binary_search(&term).map_or(&[], |at| self.run(at))
    }
}
