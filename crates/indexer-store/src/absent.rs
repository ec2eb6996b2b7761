//! What a segment that is here in part lacks, and how it comes.

use crate::columns::Columns;
use crate::format::BLOCK;
use crate::partial::Presence;
use crate::partial::{Arrival, PIECE_BLOCKS, PartialFile};
use std::ops::Range;

/// What is absent around a piece that is missed comes with it: 512 KB, from a multiple of that on. A question reads
/// columns that lie beside each other, and what a request costs in time brings as much on a good line.
const AROUND: u32 = (512 << 10) / (PIECE_BLOCKS * BLOCK) as u32;

/// Blocks that were read before one that is absent count up to so many.
const MOST_LOOKED_BACK: usize = (4 << 20) / BLOCK;

impl Columns {
    /// Brings all that is absent, and makes the file that of a whole segment; false where it does not come. O(length).
    pub(crate) fn complete(&self) -> bool {
        let Some(partial) = self.partial() else { return true };
        let mut piece = 0;
        while let Some(absent) = self.absent_from(partial, piece, u32::MAX) {
            piece = absent.start;
            if !self.comes(partial, absent, true) {
                return false;
            }
        }
        partial.finish();
        true
    }

    /// Brings the next pieces that are absent, at most `most`, while nobody waits; true where there were some and they
    /// came.
    pub(crate) fn bring_some(&self, most: u32) -> bool {
        let Some(partial) = self.partial() else { return false };
        if let Some(absent) = self.absent_from(partial, 0, most) {
            return self.comes(partial, absent, false);
        }
        partial.finish();
        false
    }

    /// How much of it is here; `None` where all was when it was opened. O(length).
    pub(crate) fn presence(&self) -> Option<Presence> {
        let partial = self.partial()?;
        let is_here = |block: &usize| self.is_verified(*block) || self.has_right_sum(*block);
        let blocks = self.block_count() as u64;
        let here = (0..self.block_count()).filter(is_here).count() as u64;
        Some(Presence {
            blocks_here: here,
            blocks_absent: blocks - here,
            bytes_absent: ((blocks - here) * BLOCK as u64).min(self.bytes().len() as u64),
            failure: partial.failure().map(str::to_owned),
        })
    }

    /// Brings a block that is absent, with those up to `last`, which are wanted next, and what else is absent around it.
    /// Where what lies before it was read, it is likely that somebody reads on: as much again comes too, as kernels read
    /// ahead of who reads a file. False where it does not come.
    pub(crate) fn is_brought(&self, block: usize, last: usize) -> bool {
        let Some(partial) = self.partial() else { return false };
        let piece = |block: usize| (block / PIECE_BLOCKS) as u32;
        let read = (0..block).rev().take_while(|before| self.is_verified(*before)).take(MOST_LOOKED_BACK);
        let ahead = read.count().div_ceil(PIECE_BLOCKS) as u32;
        let wanted = piece(block);
        let around = wanted / AROUND * AROUND;
        let end = (piece(last) + 1).max(wanted + 1 + ahead).max(around + AROUND);
        while self.lacks(wanted) {
            let before = (around..wanted).rev().take_while(|piece| self.lacks(*piece)).last();
            let first = before.unwrap_or(wanted);
            match partial.bring(self.absent_run(partial, first, end - first), true) {
                // Who brought it may have failed, and then it is asked for here.
                Arrival::Perhaps => {}
                // Only what lies before it, since somebody else is bringing it.
                Arrival::Here { end } if end <= wanted => {}
                Arrival::Here { .. } | Arrival::Never => break,
            }
        }
        self.has_right_sum(block)
    }

    /// Brings absent pieces, or some of them; false where the first is as absent as before.
    fn comes(&self, partial: &PartialFile, absent: Range<u32>, is_awaited: bool) -> bool {
        let first = absent.start;
        match partial.bring(absent, is_awaited) {
            Arrival::Never => false,
            Arrival::Perhaps => true,
            Arrival::Here { .. } => !self.lacks(first),
        }
    }

    /// The first run of pieces, at most `most`, that are absent, from piece `from` on.
    fn absent_from(&self, partial: &PartialFile, from: u32, most: u32) -> Option<Range<u32>> {
        let first = (from..partial.count()).find(|piece| self.lacks(*piece))?;
        Some(self.absent_run(partial, first, most))
    }

    /// The run of absent pieces, at most `most`, that begins with `first`, which is one.
    fn absent_run(&self, partial: &PartialFile, first: u32, most: u32) -> Range<u32> {
        let end = first.saturating_add(most).min(partial.count());
        first..(first + 1..end).find(|piece| !self.lacks(*piece)).unwrap_or(end)
    }

    /// True where not all blocks of a piece are right.
    fn lacks(&self, piece: u32) -> bool {
        let first = piece as usize * PIECE_BLOCKS;
        let mut blocks = first..(first + PIECE_BLOCKS).min(self.block_count());
        !blocks.all(|block| self.is_verified(block) || self.has_right_sum(block))
    }
}
