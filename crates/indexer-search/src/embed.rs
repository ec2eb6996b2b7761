//! Vectors of meaning: a static table of word pieces, no model to run.
//!
//! A text's vector is the mean of its pieces' rows, normalised and rounded to bytes. The table is plain
//! data that is given; [`Table::read`] takes any bytes and refuses what is not one.

use crate::words::{each_identifier, each_part, is_silent};
use indexer_core::{DefId, FileFacts};
use rustc_hash::FxHashMap;

/// Numbers in a vector.
pub const DIMENSIONS: usize = 256;
/// What 1 is in a vector's bytes; numbers of unit vectors in 256 dimensions seldom pass a quarter.
const ONE: f32 = 512.0;
/// Most words of a symbol's text that its vector is made of.
const MOST_WORDS: usize = 64;
/// Bytes of a symbol's text that are read.
const MOST_BYTES: usize = 1200;
/// How often a symbol's name counts.
const NAME_TIMES: i16 = 3;

/// A unit vector, rounded.
pub type Vector = [i8; DIMENSIONS];

/// The cosine of two vectors, nearly. O(dimensions).
pub fn cosine(a: &Vector, b: &Vector) -> f32 {
    let dot: i32 = a.iter().zip(b).map(|(a, b)| i32::from(i16::from(*a) * i16::from(*b))).sum();
    dot as f32 / (ONE * ONE)
}

/// The table: a row of bytes and a scale for each piece of a word.
#[derive(Debug)]
pub struct Table<'a> {
    rows: &'a [u8],
    scales: Vec<i16>,
    pieces: FxHashMap<&'a str, u32>,
}

const MAGIC: &[u8] = b"SEMB1\0\0\0";

impl<'a> Table<'a> {
    /// Reads a table: magic, number of rows and dimensions (u32), a scale a row (f32), the rows, the
    /// pieces a line each; little-endian. `None` for bytes that are none.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (count, rest) = rest.split_first_chunk::<4>()?;
        let (dimensions, rest) = rest.split_first_chunk::<4>()?;
        let count = u32::from_le_bytes(*count) as usize;
        if u32::from_le_bytes(*dimensions) as usize != DIMENSIONS {
            return None;
        }
        let (scales, rest) = rest.split_at_checked(count.checked_mul(4)?)?;
        let (rows, pieces) = rest.split_at_checked(count.checked_mul(DIMENSIONS)?)?;
        let pieces: FxHashMap<&str, u32> = std::str::from_utf8(pieces).ok()?.lines().zip(0..).collect();
        if pieces.len() != count {
            return None;
        }
        let (scales, _) = scales.as_chunks::<4>();
        let scale = |bytes: &[u8; 4]| (f32::from_le_bytes(*bytes) * SCALE).clamp(0.0, LARGEST) as i16;
        Some(Self { rows, scales: scales.iter().map(scale).collect(), pieces })
    }

    /// The rows of the pieces of a word in lower case: the word itself, else the longest pieces from the
    /// left; none where a part of it is no piece.
    fn pieces(&self, word: &str, rows: &mut Vec<u32>) {
        if let Some(row) = self.pieces.get(word) {
            rows.push(*row);
            return;
        }
        let before = rows.len();
        let (mut start, mut piece) = (0, String::with_capacity(word.len() + 2));
        'word: while start < word.len() {
            for end in (start + 1..=word.len()).rev().filter(|end| word.is_char_boundary(*end)) {
                piece.clear();
                if start > 0 {
                    piece.push_str("##");
                }
                piece.push_str(&word[start..end]);
                if let Some(row) = self.pieces.get(piece.as_str()) {
                    rows.push(*row);
                    start = end;
                    continue 'word;
                }
            }
            rows.truncate(before);
            return;
        }
    }

    /// The vector of words in lower case; `None` where no word has a piece.
    pub fn vector<'w>(&self, words: impl Iterator<Item = &'w str>) -> Option<Vector> {
        let (mut sum, mut rows) = (Sum::default(), Vec::new());
        for word in words.take(MOST_WORDS) {
            rows.clear();
            self.pieces(word, &mut rows);
            rows.iter().for_each(|row| sum.add(self, *row, 1));
        }
        sum.vector()
    }
}

/// Scales are kept as integers of this unit: of the shipped table's rows the largest is 1,850, and a
/// hundred rows of the usual 700 that all point one way still fit into the sum.
const SCALE: f32 = 250_000.0;
/// The largest scale, so that three times as much fits 16 bits.
const LARGEST: f32 = 10_000.0;

/// A sum of rows in 16 bits a number, which plain vector instructions add eight at a time.
struct Sum {
    numbers: [i16; DIMENSIONS],
    rows: i16,
}

impl Default for Sum {
    fn default() -> Self {
        Self { numbers: [0; DIMENSIONS], rows: 0 }
    }
}

impl Sum {
    fn add(&mut self, table: &Table<'_>, row: u32, times: i16) {
        let at = row as usize * DIMENSIONS;
        let (Some(bytes), Some(scale)) =
            (table.rows.get(at..at + DIMENSIONS), table.scales.get(row as usize))
        else {
            return;
        };
        let factor = i32::from(scale * times);
        self.rows += 1;
        for (sum, byte) in self.numbers.iter_mut().zip(bytes) {
            // The upper half of a product of 16 bits: one instruction for eight of them.
            let number = i16::from(*byte as i8) << 8;
            *sum = sum.saturating_add(((i32::from(number) * factor) >> 16) as i16);
        }
    }

    fn vector(&self) -> Option<Vector> {
        // Each row was rounded down, by a half on average.
        let numbers = self.numbers.map(|number| f32::from(number) + f32::from(self.rows) / 2.0);
        let length = numbers.iter().map(|x| x * x).sum::<f32>().sqrt();
        (self.rows > 0 && length > 0.0)
            .then(|| numbers.map(|x| (x * (ONE / length)).clamp(-127.0, 127.0) as i8))
    }
}

/// Makes the vectors of one file, looking each different word up once.
#[derive(Debug)]
pub struct Embedder<'t, 's> {
    table: &'t Table<'t>,
    seen: FxHashMap<&'s str, (u32, u32)>,
    rows: Vec<u32>,
    /// Scratch: rows of the text at hand.
    counted: Vec<u32>,
}

impl<'t, 's> Embedder<'t, 's> {
    /// One for a file.
    pub fn new(table: &'t Table<'t>) -> Self {
        Self { table, seen: FxHashMap::default(), rows: Vec::new(), counted: Vec::new() }
    }

    /// The vector of a definition: its name, its owners, its documentation's beginning and the
    /// beginning of its text.
    pub fn symbol(&mut self, facts: &'s FileFacts, def: DefId, text: &'s str) -> Option<Vector> {
        let definition = facts.definition(def);
        let mut sum = Sum::default();
        self.counted.clear();
        self.count(facts.name(definition.name));
        self.counted.drain(..).for_each(|row| sum.add(self.table, row, NAME_TIMES));
        for owner in facts.owner_chain(def).iter().rev().skip(1).take(1) {
            self.count(owner);
        }
        if let Some(doc) = &definition.doc {
            let end = doc.find("\n\n").unwrap_or(doc.len());
            self.count(&doc[..end]);
        }
        let body = definition.span.text(text);
        let mut end = body.len().min(MOST_BYTES);
        while !body.is_char_boundary(end) {
            end -= 1;
        }
        self.count(&body[..end]);
        self.counted.truncate(MOST_WORDS);
        self.counted.drain(..).for_each(|row| sum.add(self.table, row, 1));
        sum.vector()
    }

    /// The vector of a piece of text.
    pub fn text(&mut self, text: &'s str) -> Option<Vector> {
        let mut sum = Sum::default();
        self.counted.clear();
        self.count(text);
        self.counted.truncate(MOST_WORDS);
        self.counted.drain(..).for_each(|row| sum.add(self.table, row, 1));
        sum.vector()
    }

    fn count(&mut self, text: &'s str) {
        each_identifier(text, |identifier| {
            if self.counted.len() >= MOST_WORDS {
                return;
            }
            let (first, last) = *self.seen.entry(identifier).or_insert_with(|| {
                let first = self.rows.len() as u32;
                each_part(identifier, |part| {
                    let folded = part.to_lowercase();
                    if !is_silent(&folded) {
                        self.table.pieces(&folded, &mut self.rows);
                    }
                });
                (first, self.rows.len() as u32)
            });
            self.counted.extend_from_slice(&self.rows[first as usize..last as usize]);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three pieces: `cat` and `##s` point one way, `dog` another.
    fn bytes() -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(3_u32.to_le_bytes());
        bytes.extend((DIMENSIONS as u32).to_le_bytes());
        (0..3).for_each(|_| bytes.extend(0.002_f32.to_le_bytes()));
        for row in 0..3 {
            bytes.extend((0..DIMENSIONS).map(|at| if (at % 2 == 0) == (row < 2) { 100 } else { 0 }));
        }
        bytes.extend(b"cat\n##s\ndog");
        bytes
    }

    #[test]
    fn words_of_one_direction_are_near() {
        let bytes = bytes();
        let table = Table::read(&bytes).unwrap();
        let vector = |text: &str| table.vector(text.split(' ')).unwrap();
        assert!(cosine(&vector("cat"), &vector("cats")) > 0.97);
        assert!(cosine(&vector("cat"), &vector("dog")) < 0.1);
        assert!((cosine(&vector("cat dog"), &vector("cat dog")) - 1.0).abs() < 0.03);
        assert_eq!(table.vector(["catx"].into_iter()), None, "what is no piece has no vector");
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let bytes = bytes();
        for end in 0..bytes.len() {
            assert!(Table::read(&bytes[..end]).is_none_or(|table| table.pieces.len() == 3), "{end}");
        }
        assert!(Table::read(b"SEMB1\0\0\0\xff\xff\xff\xff\0\x01\0\0").is_none());
    }
}
