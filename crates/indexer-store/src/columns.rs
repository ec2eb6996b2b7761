//! The columns, texts and runs of a segment, in bytes that are checked when they are first read.

use crate::bytes::{expected_place, lower_bound, u64_at};
use crate::column::{ColumnBlock, RUN, unpack, window};
use crate::error::StoreError;
use crate::format::{BLOCK, Header, RECORD, Section, has_checksums, read_header};
use crate::mmap::Bytes;
use crate::partial::PartialFile;
use crate::symbol_blocks::{BLOCK_SYMBOLS, ReadBlocks, ScannedBlock};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use xxhash_rust::xxh3::xxh3_64;

/// The bytes of a segment, read as columns. Total: what is damaged or beyond an end reads as the
/// neutral value, and sets the damaged flag.
#[derive(Debug)]
pub(crate) struct Columns {
    bytes: Bytes,
    header: Header,
    /// One bit for each block whose checksum was found right.
    verified: Vec<AtomicU64>,
    damaged: AtomicBool,
    /// Blocks of records of symbols that were read.
    blocks: ReadBlocks,
    /// Where its file is here in part.
    partial: Option<PartialFile>,
    /// The 4 KiB pages that were read since it was opened.
    #[cfg(test)]
    pub(crate) pages: std::sync::Mutex<std::collections::BTreeSet<usize>>,
}

/// Where the record of a symbol is.
struct SymbolRecordPlace {
    /// Its block.
    block: u32,
    /// Bytes of all records of that.
    length: u64,
    /// Its own among them.
    inside: Range<usize>,
}

impl Columns {
    /// Checks what [`Segment::open`](crate::Segment::open) says.
    pub(crate) fn open(bytes: Bytes, partial: Option<PartialFile>) -> Result<Columns, StoreError> {
        let header = read_header(&bytes)?;
        if partial.is_some() && !has_checksums(&bytes, &header) {
            return Err(StoreError::Damaged("the checksums of a segment that is here in part"));
        }
        let blocks = header.blocks();
        let verified = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        #[cfg(test)]
        let pages = std::sync::Mutex::new((0..header.body.div_ceil(4096)).collect());
        Ok(Columns {
            bytes,
            header,
            verified,
            damaged: AtomicBool::new(false),
            blocks: ReadBlocks::default(),
            partial,
            #[cfg(test)]
            pages,
        })
    }

    /// All bytes as they are written to disk. O(1).
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// True when bytes failed a check since it was opened.
    pub(crate) fn damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    /// Reads every block against its checksum; true when all are right. O(length).
    pub(crate) fn verify(&self) -> bool {
        self.complete();
        self.checked(self.header.body, self.header.checksums - self.header.body);
        !self.damaged()
    }

    /// True where its file may lack some bytes.
    pub(crate) fn partial(&self) -> Option<&PartialFile> {
        self.partial.as_ref()
    }

    /// Bytes of each section by its name, in the order of the file.
    pub(crate) fn section_sizes(&self) -> Vec<(String, u64)> {
        let places = self.header.places.iter().zip(Section::ALL);
        places.map(|(place, section)| (format!("{section:?}"), (place.end - place.offset) as u64)).collect()
    }

    /// Notes that bytes failed a check, and gives the neutral value.
    pub(crate) fn damage<T: Default>(&self) -> T {
        self.damaged.store(true, Ordering::Relaxed);
        T::default()
    }

    /// How many items a section has.
    pub(crate) fn items(&self, section: Section) -> u32 {
        let items = self.header.places[section as usize].items;
        u32::try_from(items).unwrap_or_else(|_| self.damage())
    }

    /// Item `index` of a column; 0 and damaged beyond its end.
    #[inline]
    pub(crate) fn get(&self, section: Section, index: u32) -> u64 {
        let place = self.header.places[section as usize];
        if u64::from(index) >= place.items {
            return self.damage();
        }
        let Some(shape) = place.shape else { return self.damage() };
        let entry = place.offset + index as usize / RUN * shape.entry();
        let (base, bits, start) = shape.read(self.checked(entry, shape.entry()));
        if bits == 0 {
            return base;
        }
        let (byte, length, skip) = window(index as usize % RUN, bits);
        let start = shape.directory(place.items).saturating_add(start).saturating_add(byte);
        if bits > 64 || start.saturating_add(length as u64) > (place.end - place.offset) as u64 {
            return self.damage();
        }
        base.wrapping_add(unpack(self.checked(place.offset + start as usize, length), skip, bits))
    }

    /// The block of a column that holds item `index`; an empty one and damaged where it is not inside.
    pub(crate) fn block(&self, section: Section, index: u32) -> ColumnBlock<'_> {
        let place = self.header.places[section as usize];
        if u64::from(index) >= place.items {
            return self.damage();
        }
        let Some(shape) = place.shape else { return self.damage() };
        let first = index - index % RUN as u32;
        let entry = place.offset + first as usize / RUN * shape.entry();
        let (base, bits, start) = shape.read(self.checked(entry, shape.entry()));
        let count = (place.items - u64::from(first)).min(RUN as u64) as u32;
        let length = (count as usize * usize::from(bits)).div_ceil(8);
        let start = shape.directory(place.items).saturating_add(start);
        if bits > 64 || start.saturating_add(length as u64) > (place.end - place.offset) as u64 {
            return self.damage();
        }
        ColumnBlock { first, count, base, bits, data: self.checked(place.offset + start as usize, length) }
    }

    /// Item `index` of a column of 32-bit numbers.
    #[inline]
    pub(crate) fn get32(&self, section: Section, index: u32) -> u32 {
        u32::try_from(self.get(section, index)).unwrap_or_else(|_| self.damage())
    }

    /// Item `index` of a column of optional numbers.
    pub(crate) fn option(&self, section: Section, index: u32) -> Option<u32> {
        self.get(section, index).checked_sub(1).map(|n| u32::try_from(n).unwrap_or_else(|_| self.damage()))
    }

    /// Bytes `range` of a section of bytes; none and damaged where they are not inside.
    pub(crate) fn slice(&self, section: Section, range: Range<u64>) -> &[u8] {
        let place = self.header.places[section as usize];
        if place.shape.is_some() || range.start > range.end || range.end > place.items {
            return self.damage();
        }
        self.checked(place.offset + range.start as usize, (range.end - range.start) as usize)
    }

    /// Bytes between the end of item `index - 1` and the end of item `index`.
    pub(crate) fn ended(&self, bytes: Section, ends: Section, index: u32) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.get(ends, before));
        let end = self.get(ends, index);
        self.slice(bytes, start..end)
    }

    fn utf8<'a>(&self, bytes: &'a [u8]) -> &'a str {
        std::str::from_utf8(bytes).unwrap_or_else(|_| self.damage())
    }

    /// Item `index` of the texts; "" and damaged beyond their end.
    pub(crate) fn text(&self, index: u32) -> &str {
        self.utf8(self.ended(Section::TextBytes, Section::TextEnd, index))
    }

    /// Item `index` of the names; "" and damaged beyond their end.
    pub(crate) fn name(&self, index: u32) -> &str {
        self.utf8(self.ended(Section::NameBytes, Section::NameEnd, index))
    }

    /// Decodes record `index`; the neutral value and damaged where it is none.
    pub(crate) fn decode<'a, T: bincode::BorrowDecode<'a, ()> + Default>(
        &'a self,
        bytes: Section,
        ends: Section,
        index: u32,
    ) -> T {
        let record = self.ended(bytes, ends, index);
        match bincode::borrow_decode_from_slice(record, RECORD) {
            Ok((value, read)) if read == record.len() => value,
            _ => self.damage(),
        }
    }

    /// Decodes the record of symbol `index`; the neutral value and damaged where it is none. The first of a block
    /// decompresses all of it.
    pub(crate) fn symbol_record<'a, T: bincode::BorrowDecode<'a, ()> + Default>(&'a self, index: u32) -> T {
        let Some(place) = self.symbol_record_place(index) else { return self.damage() };
        let frame = || self.ended(Section::SymbolBlockBytes, Section::SymbolBlockEnd, place.block);
        let blocks = self.items(Section::SymbolBlockEnd).min(self.symbol_blocks()) as usize;
        let plain = self.blocks.read((place.block as usize, blocks), place.length, frame);
        self.decode_symbol(plain.and_then(|plain| plain.get(place.inside)))
    }

    /// The same, where the block is kept in `scan` and not by the segment: for who reads many and shows few.
    pub(crate) fn scan_symbol<'s, T: bincode::BorrowDecode<'s, ()> + Default>(
        &self,
        index: u32,
        scan: &'s mut ScannedBlock,
    ) -> T {
        let Some(place) = self.symbol_record_place(index) else { return self.damage() };
        let frame = || self.ended(Section::SymbolBlockBytes, Section::SymbolBlockEnd, place.block);
        let plain = scan.read(place.block, place.length, frame);
        self.decode_symbol(plain.and_then(|plain| plain.get(place.inside)))
    }

    /// How many blocks the records of symbols are cut into.
    fn symbol_blocks(&self) -> u32 {
        self.items(Section::SymbolRecordEnd).div_ceil(BLOCK_SYMBOLS as u32)
    }

    /// Where the record of symbol `index` is; `None` where there is none.
    fn symbol_record_place(&self, index: u32) -> Option<SymbolRecordPlace> {
        let (records, ends) = (self.items(Section::SymbolRecordEnd), Section::SymbolRecordEnd);
        if index >= records {
            return None;
        }
        let block = index / BLOCK_SYMBOLS as u32;
        let end = |of: u32| of.checked_sub(1).map_or(0, |before| self.get(ends, before));
        let start = block * BLOCK_SYMBOLS as u32;
        let first = end(start);
        let last = end(start.saturating_add(BLOCK_SYMBOLS as u32).min(records));
        let inside = |at: u64| at.checked_sub(first).and_then(|at| usize::try_from(at).ok());
        let range = inside(end(index))?..inside(self.get(ends, index))?;
        Some(SymbolRecordPlace { block, length: last.checked_sub(first)?, inside: range })
    }

    fn decode_symbol<'r, T: bincode::BorrowDecode<'r, ()> + Default>(&self, record: Option<&'r [u8]>) -> T {
        let Some(record) = record else { return self.damage() };
        match bincode::borrow_decode_from_slice(record, RECORD) {
            Ok((value, read)) if read == record.len() => value,
            _ => self.damage(),
        }
    }

    /// The run of `owner` in `items`; empty and damaged where it is not inside.
    pub(crate) fn run(&self, starts: Section, items: Section, owner: u32) -> Range<u32> {
        let Some(next) = owner.checked_add(1) else { return self.damage() };
        let (start, end) = (self.get32(starts, owner), self.get32(starts, next));
        if start > end || end > self.items(items) {
            return self.damage();
        }
        start..end
    }

    /// The items of the run of `owner`.
    pub(crate) fn run_items(
        &self,
        starts: Section,
        items: Section,
        owner: u32,
    ) -> impl ExactSizeIterator<Item = u32> + use<'_> {
        self.run(starts, items, owner).map(move |i| self.get32(items, i))
    }

    /// The owner whose run holds item `item`: the last whose start is not beyond it. O(log owners).
    pub(crate) fn owner_of(&self, starts: Section, item: u32) -> u32 {
        let owners = self.items(starts);
        let after =
            lower_bound(u64::from(owners), u64::from(owners / 2), |i| self.get32(starts, i as u32) <= item);
        if after == 0 || after >= u64::from(owners) {
            return self.damage();
        }
        after as u32 - 1
    }

    /// The places of `hash` in a sorted column of hashes; O(1) pages where they are spread evenly.
    pub(crate) fn hash_places(&self, section: Section, hash: u64) -> impl Iterator<Item = u32> + use<'_> {
        let items = self.items(section);
        let guess = expected_place(hash, u64::from(items));
        let first = lower_bound(u64::from(items), guess, |i| self.get(section, i as u32) < hash);
        (first as u32..items).take_while(move |i| self.get(section, *i) == hash)
    }

    /// The places of what may have `hash` in a sorted column of upper halves of hashes; who reads what stands there
    /// sees whether it does.
    pub(crate) fn half_hash_places(
        &self,
        section: Section,
        hash: u64,
    ) -> impl Iterator<Item = u32> + use<'_> {
        let (items, half) = (self.items(section), hash >> 32);
        let guess = expected_place(hash, u64::from(items));
        let first = lower_bound(u64::from(items), guess, |i| self.get(section, i as u32) < half);
        (first as u32..items).take_while(move |i| self.get(section, *i) == half)
    }

    /// Bytes of the body, whose blocks are checked at their first touch.
    #[inline]
    fn checked(&self, offset: usize, length: usize) -> &[u8] {
        let inside = offset >= self.header.body && offset.saturating_add(length) <= self.header.checksums;
        if !inside {
            return self.damage();
        }
        if length == 0 {
            return &[];
        }
        let first = (offset - self.header.body) / BLOCK;
        let last = (offset - self.header.body + length - 1) / BLOCK;
        let mut block = first;
        while block <= last {
            if !self.is_verified(block) && !self.check_block(block, last) {
                return self.damage();
            }
            block += 1;
        }
        #[cfg(test)]
        self.touch(offset, length);
        self.bytes.get(offset..offset + length).unwrap_or_else(|| self.damage())
    }

    /// How many blocks the body has.
    pub(crate) fn block_count(&self) -> usize {
        self.header.blocks()
    }

    /// True for a block that was read and found right.
    #[inline]
    pub(crate) fn is_verified(&self, block: usize) -> bool {
        let bit = 1u64 << (block % 64);
        self.verified.get(block / 64).is_some_and(|word| word.load(Ordering::Relaxed) & bit != 0)
    }

    /// Checks a block that is read for the first time, on the way to `last`.
    #[cold]
    fn check_block(&self, block: usize, last: usize) -> bool {
        let right = self.has_right_sum(block) || self.is_brought(block, last);
        #[cfg(test)]
        {
            let start = self.header.body + block * BLOCK;
            self.touch(start, (start + BLOCK).min(self.header.checksums) - start);
            self.touch(self.header.checksums + block * 8, 8);
        }
        right
    }

    /// True where the bytes of a block have the sum that they should have, which is noted.
    pub(crate) fn has_right_sum(&self, block: usize) -> bool {
        let start = self.header.body + block * BLOCK;
        let end = (start + BLOCK).min(self.header.checksums);
        let sum = u64_at(&self.bytes, self.header.checksums + block * 8);
        let right = self.bytes.get(start..end).map(xxh3_64) == sum && sum.is_some();
        if let (true, Some(word)) = (right, self.verified.get(block / 64)) {
            word.fetch_or(1 << (block % 64), Ordering::Relaxed);
        }
        right
    }

    #[cfg(test)]
    fn touch(&self, offset: usize, length: usize) {
        let mut pages = self.pages.lock().unwrap();
        pages.extend(offset / 4096..=(offset + length - 1) / 4096);
    }

    /// Item `index` of a column of codes.
    pub(crate) fn code<T>(&self, section: Section, index: u32, decode: fn(u8) -> Option<T>, neutral: T) -> T {
        let found = u8::try_from(self.get(section, index)).ok().and_then(decode);
        found.unwrap_or_else(|| {
            self.damage::<()>();
            neutral
        })
    }

    /// The place of `text` in a sorted column of texts.
    pub(crate) fn text_place(&self, section: Section, text: &str) -> Option<u32> {
        let items = self.items(section);
        let at = |place: u64| self.text(self.get32(section, place as u32));
        let place = lower_bound(u64::from(items), u64::from(items / 2), |i| at(i) < text);
        (place < u64::from(items) && at(place) == text).then_some(place as u32)
    }

    /// The texts of a sorted column that begin with `prefix`, in their order. O(log column + the texts found).
    pub(crate) fn texts_from(&self, section: Section, prefix: &str) -> impl Iterator<Item = &str> {
        let items = self.items(section);
        let at = move |place: u64| self.text(self.get32(section, place as u32));
        let first = lower_bound(u64::from(items), u64::from(items / 2), |i| at(i) < prefix);
        (first..u64::from(items)).map(at).take_while(move |text| text.starts_with(prefix))
    }
}

#[cfg(test)]
impl Columns {
    /// Columns as nobody but a mischievous writer makes them: these sections, and nothing in all others.
    pub(crate) fn crafted(sections: &[(Section, &[u64])]) -> Self {
        let mut out = crate::file_writer::FileWriter::new(None);
        for section in Section::ALL {
            let numbers = sections.iter().find(|(one, _)| one == section).map_or(&[][..], |(_, all)| all);
            out.column(*section, numbers.iter().copied());
        }
        Self::open(out.finish().unwrap(), None).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_beyond_the_last_is_damage() {
        for index in [2, 64, u32::MAX - 63, u32::MAX] {
            let columns = Columns::crafted(&[(Section::SymbolRecordEnd, &[1, 2])]);
            assert_eq!(columns.symbol_record::<u32>(index), 0);
            assert!(columns.damaged());
        }
    }

    #[test]
    fn more_blocks_than_records_ask_for_no_memory() {
        let ends = vec![0; 100_000];
        let columns =
            Columns::crafted(&[(Section::SymbolRecordEnd, &[1; 65]), (Section::SymbolBlockEnd, &ends)]);
        assert_eq!(columns.symbol_record::<u32>(64), 0);
        assert_eq!(columns.blocks.slots(), 2);
    }

    #[test]
    fn a_scan_keeps_one_block_and_the_segment_none() {
        let columns =
            Columns::crafted(&[(Section::SymbolRecordEnd, &[1; 65]), (Section::SymbolBlockEnd, &[0, 0])]);
        let mut scan = ScannedBlock::default();
        for index in [0, 64] {
            assert_eq!(columns.scan_symbol::<u32>(index, &mut scan), 0);
        }
        assert_eq!(columns.blocks.slots(), 0);
    }
}
