//! Vectors of meaning: a static table of word pieces, no model to run.
//!
//! A text's vector is the mean of its pieces' rows, normalised and rounded to bytes. The table is plain
//! data that is given; [`Table::read`] takes any bytes and refuses what is not one.

use indexer_core::DIMENSIONS;
use rustc_hash::FxHashMap;

/// What 1 is in a vector's bytes; numbers of unit vectors in 256 dimensions seldom pass a quarter.
pub(crate) const ONE: f32 = 512.0;
/// Most words of a question that its vector is made of.
const MOST_WORDS: usize = 64;

/// A unit vector, rounded.
pub type Vector = [i8; DIMENSIONS];

/// The table: a row of bytes and a scale for each piece of a word.
#[derive(Debug, Default)]
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
    pub(crate) fn pieces(&self, word: &str, rows: &mut Vec<u32>) {
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
pub(crate) struct Sum {
    numbers: [i16; DIMENSIONS],
    rows: i16,
}

impl Default for Sum {
    fn default() -> Self {
        Self { numbers: [0; DIMENSIONS], rows: 0 }
    }
}

impl Sum {
    pub(crate) fn add(&mut self, table: &Table<'_>, row: u32, times: i16) {
        let at = row as usize * DIMENSIONS;
        let (Some(bytes), Some(scale)) =
            (table.rows.get(at..at + DIMENSIONS), table.scales.get(row as usize))
        else {
            return;
        };
        let factor = scale * times;
        // A byte times the factor, in 256ths and rounded down. Of the factor's upper and lower byte each product fits 16
        // bits, so that one instruction makes eight of them; no compiler sees that of the product as a whole.
        let (upper, lower) = (factor >> 8, factor & 0xff);
        self.rows += 1;
        for (sum, byte) in self.numbers.iter_mut().zip(bytes) {
            let byte = i16::from(*byte as i8);
            *sum = sum.saturating_add(byte * upper + ((byte * lower) >> 8));
        }
    }

    pub(crate) fn vector(&self) -> Option<Vector> {
        // Each row was rounded down, by a half on average.
        let numbers = self.numbers.map(|number| f32::from(number) + f32::from(self.rows) / 2.0);
        let length = numbers.iter().map(|x| x * x).sum::<f32>().sqrt();
        (self.rows > 0 && length > 0.0)
            .then(|| numbers.map(|x| (x * (ONE / length)).clamp(-127.0, 127.0) as i8))
    }
}

/// A table of three pieces, for tests: `cat` and `##s` point one way, `dog` another.
#[cfg(test)]
pub(crate) fn sample() -> Vec<u8> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::{cosine, packed};

    #[test]
    fn words_of_one_direction_are_near() {
        let bytes = sample();
        let table = Table::read(&bytes).unwrap();
        let vector = |text: &str| table.vector(text.split(' ')).unwrap();
        let near = |a: &str, b: &str| cosine(&vector(a), &packed(&vector(b)));
        assert!(near("cat", "cats") > 0.9);
        // A number that is nothing is kept as the lowest level above.
        assert!(near("cat", "dog") < 0.15);
        assert!(
            (near("cat dog", "cat dog") - 1.0).abs() < 0.2,
            "equal numbers all lie at one end of a level"
        );
        assert_eq!(table.vector(["catx"].into_iter()), None, "what is no piece has no vector");
    }

    #[test]
    fn a_row_is_added_by_its_scale() {
        for (scale, times) in [(0, 1), (1, 3), (255, 1), (256, 3), (777, 3), (10_000, 1), (10_000, 3)] {
            let rows: Vec<u8> = (0..DIMENSIONS).map(|at| at as u8).collect();
            let table = Table { rows: &rows, scales: vec![scale], pieces: FxHashMap::default() };
            let mut sum = Sum::default();
            sum.add(&table, 0, times);
            let factor = i32::from(scale) * i32::from(times);
            let expected = |byte: u8| ((i32::from(byte as i8) * factor) >> 8) as i16;
            assert!(
                sum.numbers.iter().zip(&rows).all(|(sum, byte)| *sum == expected(*byte)),
                "{scale} {times}"
            );
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let bytes = sample();
        for end in 0..bytes.len() {
            assert!(Table::read(&bytes[..end]).is_none_or(|table| table.pieces.len() == 3), "{end}");
        }
        assert!(Table::read(b"SEMB1\0\0\0\xff\xff\xff\xff\0\x01\0\0").is_none());
    }
}
