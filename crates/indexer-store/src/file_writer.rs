//! The file of a segment while it is written: in memory, or where it is large in a file without a name.

use crate::bytes::push_number;
use crate::change::nameless_file;
use crate::column::push_column;
use crate::format::{BLOCK, HEADER, Section, SectionExtent, header};
use crate::mmap::Bytes;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes that stay in memory at most, but for a column that is larger.
const SPILL: usize = 4 << 20;

/// Collects sections in the order of [`Section::ALL`] and finishes the file.
pub(crate) struct FileWriter<'f> {
    /// What follows what was spilled.
    out: Vec<u8>,
    /// Bytes of the file before `out`.
    spilled: usize,
    places: Vec<SectionExtent>,
    /// Checksums of the blocks that were spilled.
    sums: Vec<u64>,
    folder: Option<&'f Path>,
    spill: usize,
    file: Option<File>,
    failed: bool,
}

impl<'f> FileWriter<'f> {
    /// A writer that may make a file without a name in `folder`.
    pub(crate) fn new(folder: Option<&'f Path>) -> Self {
        Self {
            out: vec![0; HEADER],
            spilled: 0,
            places: Vec::with_capacity(Section::ALL.len()),
            sums: Vec::new(),
            folder,
            spill: SPILL,
            file: None,
            failed: false,
        }
    }

    /// Appends a column.
    pub(crate) fn column(&mut self, section: Section, numbers: impl Iterator<Item = u64>) {
        let offset = self.open(section);
        let (shape, items) = push_column(&mut self.out, numbers);
        self.places.push(SectionExtent { offset, end: self.length(), items, shape: Some(shape) });
        self.spill();
    }

    /// Appends bytes.
    pub(crate) fn bytes(&mut self, section: Section, parts: impl Iterator<Item = impl AsRef<[u8]>>) {
        let offset = self.open(section);
        for part in parts {
            self.out.extend_from_slice(part.as_ref());
            self.spill();
        }
        let end = self.length();
        self.places.push(SectionExtent { offset, end, items: (end - offset) as u64, shape: None });
    }

    /// Appends bytes part by part, and where each part ends.
    pub(crate) fn frames(&mut self, bytes: Section, ends: Section, parts: impl Iterator<Item = Vec<u8>>) {
        let mut lengths = Vec::new();
        self.bytes(bytes, parts.inspect(|part| lengths.push(part.len() as u64)));
        let sums = lengths.iter().scan(0, |sum, length| {
            *sum += length;
            Some(*sum)
        });
        self.column(ends, sums);
    }

    fn open(&self, section: Section) -> usize {
        debug_assert_eq!(self.places.len(), section as usize, "sections are written in order");
        self.length()
    }

    fn length(&self) -> usize {
        self.spilled + self.out.len()
    }

    /// Puts whole blocks into the file where there are many.
    fn spill(&mut self) {
        let Some(folder) = self.folder.filter(|_| self.out.len() >= self.spill && !self.failed) else {
            return;
        };
        if self.file.is_none() {
            self.file = nameless_file(folder);
        }
        let Some(file) = &mut self.file else {
            self.folder = None;
            return;
        };
        // Blocks are counted from the end of the header.
        let head = HEADER.saturating_sub(self.spilled);
        let blocks = (self.out.len() - head) / BLOCK * BLOCK;
        self.sums.extend(self.out[head..head + blocks].chunks(BLOCK).map(xxh3_64));
        self.failed = file.write_all(&self.out[..head + blocks]).is_err();
        self.spilled += head + blocks;
        self.out.drain(..head + blocks);
    }

    /// Adds header and checksums; `None` where the file could not be written.
    pub(crate) fn finish(mut self) -> Option<Bytes> {
        let head = HEADER.saturating_sub(self.spilled);
        self.sums.extend(self.out[head..].chunks(BLOCK).map(xxh3_64));
        let mut checksums = Vec::with_capacity(self.sums.len() * 8);
        for sum in &self.sums {
            push_number(&mut checksums, *sum, 8);
        }
        self.out.extend_from_slice(&checksums);
        let header = header(&self.places, self.length(), &checksums);
        let Some(mut file) = self.file else {
            self.out[..HEADER].copy_from_slice(&header);
            return Some(Bytes::Owned(self.out));
        };
        let written = file.write_all(&self.out).and_then(|()| file.seek(SeekFrom::Start(0)));
        let written = written.and_then(|_| file.write_all(&header));
        if self.failed || written.is_err() {
            return None;
        }
        Bytes::map_nameless(&file).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(mut writer: FileWriter<'_>) -> Bytes {
        for (section, number) in Section::ALL.iter().zip(0..) {
            if number % 2 == 0 {
                writer.column(*section, (0..number * 300).map(|n| n * n));
            } else {
                writer.bytes(*section, (0..40).map(|n| vec![n as u8; number as usize * 30]));
            }
        }
        writer.finish().unwrap()
    }

    #[test]
    fn a_file_that_was_spilled_is_that_of_memory() {
        let folder = tempfile::tempdir().unwrap();
        let memory = filled(FileWriter::new(None));
        assert!(matches!(memory, Bytes::Owned(_)));
        for spill in [1, 20_000, 100_000] {
            let file = filled(FileWriter { spill, ..FileWriter::new(Some(folder.path())) });
            assert!(cfg!(not(unix)) || matches!(file, Bytes::Mapped(_)));
            assert!(*file == *memory, "{spill}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "it has no name");
        let missing = folder.path().join("missing");
        assert!(*filled(FileWriter { spill: 1, ..FileWriter::new(Some(&missing)) }) == *memory);
    }
}
