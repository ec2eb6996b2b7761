//! The search index of one file: its words, their positions, and a vector for each of its chunks.
//!
//! A function of content alone, as [`FileFacts`](crate::FileFacts) are. Here are only numbers and bytes;
//! what they mean is known to the crate that searches.

use bincode::{Decode, Encode};

/// Bytes of a vector.
pub const DIMENSIONS: usize = 256;
/// Bytes of the signs of a vector.
pub const SIGNS: usize = DIMENSIONS / 8;

/// The signs of the numbers of vectors, a bit each, low bits first, set below zero: an eighth of the bytes,
/// enough to tell which vectors may be near. [`SIGNS`] bytes for each whole vector. O(bytes).
pub fn signs(vectors: &[u8]) -> Vec<u8> {
    let (vectors, _) = vectors.as_chunks::<DIMENSIONS>();
    let eight = |numbers: &[u8; 8]| (0..8).fold(0, |all, at| all | (numbers[at] >> 7) << at);
    vectors.iter().flat_map(|vector| vector.as_chunks::<8>().0.iter().map(eight)).collect()
}

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
    /// Their vectors, [`DIMENSIONS`] bytes each.
    pub vectors: Vec<u8>,
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

#[cfg(test)]
mod tests {
    use super::{DIMENSIONS, SIGNS, signs};

    #[test]
    fn each_number_leaves_the_bit_of_its_sign() {
        let mut vectors = vec![3; DIMENSIONS * 2 + 9];
        vectors[1] = -1_i8 as u8;
        vectors[DIMENSIONS + 15] = -128_i8 as u8;
        let bits = signs(&vectors);
        assert_eq!(bits.len(), 2 * SIGNS);
        assert_eq!((bits[0], bits[SIGNS + 1]), (0b10, 0x80));
        assert_eq!(bits.iter().map(|byte| byte.count_ones()).sum::<u32>(), 2);
        assert!(signs(&[]).is_empty());
    }
}
