//! Columns of numbers: packed by bits in blocks of their own, read in place one by one.
//!
//! A block is as wide as the numbers in it differ, so that one odd file (a generated one with lines
//! of a megabyte) widens its own blocks only, and places that grow through a file take the bits of
//! their steps and not of their sums.

use crate::bytes::{number, push_number, width_of};

/// Numbers of a block.
pub(crate) const RUN: usize = 128;

/// The widths of a column's directory, which has one entry a block: the block's smallest number,
/// the bits of each number above it, the block's place in the data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ColumnShape {
    /// Bytes of a smallest number.
    pub(crate) base: u8,
    /// Bytes of a place.
    pub(crate) place: u8,
}

impl ColumnShape {
    /// Bytes of an entry.
    pub(crate) const fn entry(self) -> usize {
        self.base as usize + 1 + self.place as usize
    }

    /// Bytes of the directory of `items` numbers.
    pub(crate) const fn directory(self, items: u64) -> u64 {
        items.div_ceil(RUN as u64).saturating_mul(self.entry() as u64)
    }

    /// Smallest number, bits and place of an entry.
    pub(crate) fn read(self, entry: &[u8]) -> (u64, u8, u64) {
        let (base, rest) = entry.split_at(usize::from(self.base).min(entry.len()));
        let (bits, place) = rest.split_at(1.min(rest.len()));
        (number(base), number(bits) as u8, number(place))
    }
}

/// Appends directory and data of a column.
pub(crate) fn push_column(out: &mut Vec<u8>, numbers: impl Iterator<Item = u64>) -> (ColumnShape, u64) {
    let mut blocks = Blocks::default();
    let mut block = [0; RUN];
    let mut filled = 0;
    // By a call for each number: an iterator of files and what is in them is quick only where it drives the loop.
    numbers.for_each(|number| {
        block[filled] = number;
        filled += 1;
        if filled == RUN {
            blocks.push(&block);
            filled = 0;
        }
    });
    let items = (blocks.entries.len() * RUN + filled) as u64;
    if filled > 0 {
        blocks.push(&block[..filled]);
    }
    let widest = |of: fn(&(u64, u8, u64)) -> u64| width_of(blocks.entries.iter().map(of).max().unwrap_or(0));
    let shape = ColumnShape { base: widest(|e| e.0), place: widest(|e| e.2) };
    for (base, bits, place) in blocks.entries {
        push_number(out, base, shape.base);
        out.push(bits);
        push_number(out, place, shape.place);
    }
    out.extend_from_slice(&blocks.data);
    (shape, items)
}

/// The blocks of a column: for each its smallest number, bits and place, and the bits of all.
#[derive(Default)]
struct Blocks {
    entries: Vec<(u64, u8, u64)>,
    data: Vec<u8>,
}

impl Blocks {
    fn push(&mut self, block: &[u64]) {
        let (base, largest) =
            block.iter().fold((u64::MAX, 0), |(least, most), n| (least.min(*n), most.max(*n)));
        let bits = (64 - largest.wrapping_sub(base).leading_zeros()) as u8;
        self.entries.push((base, bits, self.data.len() as u64));
        pack(&mut self.data, block.iter().map(|n| n - base), bits);
    }
}

fn pack(data: &mut Vec<u8>, numbers: impl Iterator<Item = u64>, bits: u8) {
    match bits {
        0 => {}
        1..=32 => pack_narrow(data, numbers, u32::from(bits)),
        _ => pack_wide(data, numbers, u32::from(bits)),
    }
}

/// Numbers of at most 32 bits, four bytes at a time.
fn pack_narrow(data: &mut Vec<u8>, numbers: impl Iterator<Item = u64>, bits: u32) {
    let (mut held, mut count) = (0u64, 0u32);
    for number in numbers {
        held |= number << count;
        count += bits;
        if count >= 32 {
            data.extend_from_slice(&(held as u32).to_le_bytes());
            held >>= 32;
            count -= 32;
        }
    }
    data.extend_from_slice(&held.to_le_bytes()[..count.div_ceil(8) as usize]);
}

fn pack_wide(data: &mut Vec<u8>, numbers: impl Iterator<Item = u64>, bits: u32) {
    let (mut held, mut count) = (0u128, 0u32);
    for number in numbers {
        held |= u128::from(number) << count;
        count += bits;
        if count >= 64 {
            data.extend_from_slice(&(held as u64).to_le_bytes());
            held >>= 64;
            count -= 64;
        }
    }
    data.extend_from_slice(&held.to_le_bytes()[..count.div_ceil(8) as usize]);
}

/// Where number `index` of a block is: first byte after the block's place, bytes, bits to skip.
pub(crate) const fn window(index: usize, bits: u8) -> (u64, usize, u32) {
    let bit = index as u64 * bits as u64;
    let skip = (bit % 8) as usize;
    (bit / 8, (skip + bits as usize).div_ceil(8), skip as u32)
}

/// The `bits` bits after `skip` in at most nine bytes.
#[inline]
pub(crate) fn unpack(bytes: &[u8], skip: u32, bits: u8) -> u64 {
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    let ninth = bytes.get(8).map_or(0, |one| u128::from(*one) << 64);
    ((u128::from(number(bytes)) | ninth) >> skip) as u64 & mask
}

/// A block of a column whose bytes were checked: who reads many numbers near one another finds it once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ColumnBlock<'a> {
    /// The place of its first number in the column.
    pub(crate) first: u32,
    /// How many numbers it has.
    pub(crate) count: u32,
    pub(crate) base: u64,
    pub(crate) bits: u8,
    pub(crate) data: &'a [u8],
}

impl ColumnBlock<'_> {
    /// Number `index` of the column; `None` for one that stands in another block.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<u64> {
        let inside = index.wrapping_sub(self.first);
        if inside >= self.count {
            return None;
        }
        let (byte, length, skip) = window(inside as usize, self.bits);
        let rest = self.data.get(byte as usize..)?;
        // Eight bytes at once wherever there are as many; what is too much is masked.
        let bytes = if rest.len() > 8 { &rest[..9] } else { rest.get(..length)? };
        Some(self.base.wrapping_add(unpack(bytes, skip, self.bits)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(out: &[u8], shape: ColumnShape, items: u64, index: u64) -> u64 {
        let block = (index / RUN as u64) as usize;
        let entry = &out[block * shape.entry()..(block + 1) * shape.entry()];
        let (base, bits, place) = shape.read(entry);
        let (byte, length, skip) = window((index % RUN as u64) as usize, bits);
        let start = (shape.directory(items) + place + byte) as usize;
        base + unpack(&out[start..start + length], skip, bits)
    }

    #[test]
    fn numbers_of_any_size_come_back() {
        let columns: [Vec<u64>; 6] = [
            Vec::new(),
            vec![7; 1000],
            (0..129).collect(),
            (0..500).map(|n| u64::MAX - n * n).collect(),
            vec![0, u64::MAX, 1, u64::MAX - 1],
            (0..300u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect(),
        ];
        for column in columns {
            let mut out = Vec::new();
            let (shape, items) = push_column(&mut out, column.iter().copied());
            assert_eq!(items, column.len() as u64);
            for (expected, index) in column.iter().zip(0..) {
                assert_eq!(read(&out, shape, items, index), *expected);
            }
        }
    }

    #[test]
    fn equal_numbers_take_no_data() {
        let mut out = Vec::new();
        push_column(&mut out, std::iter::repeat_n(300, 1280));
        assert_eq!(out.len(), 10 * 3);
    }
}
