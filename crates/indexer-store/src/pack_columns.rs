//! The columns of a table as packs hold them: their lengths, then each after the other.

use crate::packed_numbers::{NumberPacker, PackedNumbers};

/// Columns of one table that are being filled.
pub(crate) struct ColumnPacker {
    columns: Vec<NumberPacker>,
}

impl ColumnPacker {
    pub(crate) fn new(columns: usize) -> Self {
        Self { columns: std::iter::repeat_with(NumberPacker::default).take(columns).collect() }
    }

    pub(crate) fn push(&mut self, column: usize, number: impl Into<u64>) {
        if let Some(packer) = self.columns.get_mut(column) {
            packer.push(number.into());
        }
    }

    pub(crate) fn finish(self, out: &mut Vec<u8>) {
        let columns: Vec<Vec<u8>> = self.columns.into_iter().map(NumberPacker::finish).collect();
        let mut lengths = NumberPacker::default();
        columns.iter().for_each(|column| lengths.push(column.len() as u64));
        out.extend_from_slice(&lengths.finish());
        columns.iter().for_each(|column| out.extend_from_slice(column));
    }
}

/// Columns of one table that are being read.
pub(crate) struct ColumnReader<'a> {
    columns: Vec<PackedNumbers<'a>>,
}

impl<'a> ColumnReader<'a> {
    /// The columns at the start of `bytes`, which become the rest.
    pub(crate) fn new(bytes: &mut &'a [u8], columns: usize) -> Option<Self> {
        let mut lengths = PackedNumbers::new(bytes);
        let ends: Vec<u64> = lengths.by_ref().take(columns).collect();
        let mut rest = lengths.rest();
        let mut found = Vec::with_capacity(columns);
        for length in &ends {
            let (column, after) = rest.split_at_checked(usize::try_from(*length).ok()?)?;
            found.push(PackedNumbers::new(column));
            rest = after;
        }
        *bytes = rest;
        (found.len() == columns).then_some(Self { columns: found })
    }

    pub(crate) fn number(&mut self, column: usize) -> Option<u64> {
        self.columns.get_mut(column)?.next()
    }

    pub(crate) fn id(&mut self, column: usize) -> Option<u32> {
        self.number(column)?.try_into().ok()
    }

    /// Bytes of the first column that were not read yet.
    pub(crate) fn rest_of_first(&self) -> usize {
        self.columns.first().map_or(0, |column| column.rest().len())
    }
}
