//! The words of one file, packed: they wait from when it is read until its segment is written.

use crate::packed_numbers::{NumberPacker, PackedNumbers};
use crate::spill::{Spill, Waiting};
use indexer_core::FileWords;

/// The words and vectors of a file, packed.
#[derive(Clone, Debug, Default)]
pub struct PackedWords {
    /// The parts, one behind the other.
    waiting: Waiting,
    /// Where each part ends.
    ends: [u32; PARTS],
    pub(crate) chunks: u32,
    /// How many words.
    pub(crate) terms: u32,
    /// How many pieces have a vector.
    pub(crate) embedded: u32,
}

const PARTS: usize = 7;

/// The parts.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Terms,
    Ends,
    Postings,
    Table,
    Embedded,
    Signs,
    Levels,
}

impl PackedWords {
    /// Packs the words of a file. O(words).
    pub fn new(words: &FileWords) -> Self {
        let FileWords { chunks, table, terms, ends, postings, embedded, signs, levels } = words;
        let parts = [&numbers(terms), &numbers(ends), postings, table, &numbers(embedded), signs, levels];
        let mut bytes = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
        let ends = parts.map(|part| {
            bytes.extend_from_slice(part);
            bytes.len() as u32
        });
        Self {
            waiting: Waiting::Held(bytes.into()),
            ends,
            chunks: *chunks,
            terms: terms.len() as u32,
            embedded: embedded.len() as u32,
        }
    }

    /// Moves them to where there is room for them.
    pub fn spill(&mut self, spill: &Spill) {
        spill.take(&mut self.waiting);
    }

    /// True where `spilled` can be the bytes of the file of the spill.
    pub(crate) fn fits(&self, spilled: &[u8]) -> bool {
        self.waiting.fits(spilled)
    }

    /// A part of bytes. `spilled` are the bytes of the file of the spill.
    pub(crate) fn bytes<'a>(&'a self, part: Part, spilled: &'a [u8]) -> &'a [u8] {
        let at = part as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let whole = self.waiting.bytes(spilled);
        whole.get(start as usize..self.ends[at] as usize).unwrap_or_default()
    }

    /// A part of numbers.
    pub(crate) fn numbers<'a>(&'a self, part: Part, spilled: &'a [u8]) -> PackedNumbers<'a> {
        PackedNumbers::new(self.bytes(part, spilled))
    }
}

fn numbers(all: &[u32]) -> Vec<u8> {
    let mut packer = NumberPacker::default();
    all.iter().for_each(|number| packer.push(u64::from(*number)));
    packer.finish()
}
