//! A column that is read at many places near one another.

use crate::column::ColumnBlock;
use crate::columns::Columns;
use crate::format::Section;

/// Reads a column and keeps the block that it read last: a number near the one before costs a few instructions
/// and no look into the directory.
#[derive(Clone, Debug)]
pub(crate) struct ColumnReader<'a> {
    columns: &'a Columns,
    section: Section,
    block: ColumnBlock<'a>,
}

impl<'a> ColumnReader<'a> {
    pub(crate) fn new(columns: &'a Columns, section: Section) -> Self {
        Self { columns, section, block: ColumnBlock::default() }
    }

    /// Item `index`, as [`Columns::get`] has it.
    #[inline]
    pub(crate) fn get(&mut self, index: u32) -> u64 {
        match self.block.get(index) {
            Some(number) => number,
            None => self.far(index),
        }
    }

    /// The same of a column of 32-bit numbers.
    #[inline]
    pub(crate) fn get32(&mut self, index: u32) -> u32 {
        u32::try_from(self.get(index)).unwrap_or_else(|_| self.columns.damage())
    }

    #[cold]
    fn far(&mut self, index: u32) -> u64 {
        self.block = self.columns.block(self.section, index);
        self.block.get(index).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_by_blocks_is_what_is_read_one_by_one() {
        let columns: [Vec<u64>; 5] = [
            (0..1000).map(|n| n * n).collect(),
            vec![7; 300],
            vec![0, u64::MAX, 1, u64::MAX - 1],
            (0..257u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect(),
            (0..128).collect(),
        ];
        for numbers in &columns {
            let columns = Columns::crafted(&[(Section::FileWord, numbers)]);
            let mut reader = ColumnReader::new(&columns, Section::FileWord);
            let count = numbers.len() as u32;
            for index in (0..count).chain((0..count).rev()).chain((0..count).map(|n| n * 131 % count)) {
                assert_eq!(reader.get(index), numbers[index as usize]);
                assert_eq!(reader.get(index), columns.get(Section::FileWord, index));
            }
            assert!(!columns.damaged());
            assert_eq!(reader.get(count), 0);
            assert!(columns.damaged(), "beyond the end");
        }
    }
}
