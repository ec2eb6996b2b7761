//! Runs of numbers in few bytes, read from first to last: what a file's rows are while a segment is made.

use crate::spill::{Spill, Waiting};

/// Appends numbers, each by its distance from the one before.
#[derive(Debug, Default)]
pub(crate) struct NumberPacker {
    bytes: Vec<u8>,
    last: u64,
}

impl NumberPacker {
    pub(crate) fn push(&mut self, number: u64) {
        let distance = number.wrapping_sub(self.last) as i64;
        self.last = number;
        let mut rest = (distance << 1 ^ distance >> 63) as u64;
        while rest >= 0x80 {
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// The numbers that were packed.
#[derive(Clone, Debug)]
pub(crate) struct PackedNumbers<'a> {
    bytes: &'a [u8],
    last: u64,
}

impl<'a> PackedNumbers<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, last: 0 }
    }

    /// The bytes behind the numbers that were read.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

impl Iterator for PackedNumbers<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let (mut coded, mut shift) = (0u64, 0u32);
        loop {
            let (byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            coded |= u64::from(byte & 0x7f).wrapping_shl(shift);
            shift += 7;
            if *byte < 0x80 {
                break;
            }
        }
        let distance = (coded >> 1) ^ (coded & 1).wrapping_neg();
        self.last = self.last.wrapping_add(distance);
        Some(self.last)
    }
}

/// Several runs of numbers behind one another.
#[derive(Debug, Default)]
pub(crate) struct PackedRows {
    bytes: Waiting,
    ends: Box<[u32]>,
}

impl PackedRows {
    pub(crate) fn new(columns: impl IntoIterator<Item = NumberPacker>) -> Self {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for column in columns {
            bytes.extend_from_slice(&column.finish());
            ends.push(bytes.len() as u32);
        }
        Self { bytes: Waiting::Held(bytes.into()), ends: ends.into() }
    }

    /// Moves the runs to where there is room for them.
    pub(crate) fn spill(&mut self, spill: &Spill) {
        spill.take(&mut self.bytes);
    }

    /// True where `spilled` can be the bytes of the file of the spill.
    pub(crate) fn fits(&self, spilled: &[u8]) -> bool {
        self.bytes.fits(spilled)
    }

    /// Run number `at`; nothing for a number of none. `spilled` are the bytes of the file of the spill.
    pub(crate) fn column<'a>(&'a self, at: usize, spilled: &'a [u8]) -> PackedNumbers<'a> {
        let end = self.ends.get(at).map_or(0, |end| *end as usize);
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end as usize);
        PackedNumbers::new(self.bytes.bytes(spilled).get(start..end).unwrap_or(&[]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_come_back() {
        let columns = [
            vec![],
            vec![0, u64::MAX, 1, u64::MAX - 1, 1 << 63],
            (0..300u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect(),
            vec![7; 5],
        ];
        let packed = columns.each_ref().map(|column: &Vec<u64>| {
            let mut packer = NumberPacker::default();
            column.iter().for_each(|number| packer.push(*number));
            packer
        });
        let rows = PackedRows::new(packed);
        for (at, column) in columns.iter().enumerate() {
            assert_eq!(rows.column(at, &[]).collect::<Vec<_>>(), *column);
        }
        assert_eq!(rows.column(9, &[]).count(), 0);
    }
}
