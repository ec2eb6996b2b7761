//! The words of files: written, and read in place.

use crate::format::{FileWriter, Section as S};
use crate::glance::Glance;
use crate::record::FileRecord;
use crate::segment::Segment;
use crate::tables::starts;
use indexer_core::signs;

/// Writes the words of all files. O(words x log words).
pub(crate) fn write_words(out: &mut FileWriter, records: &[FileRecord]) {
    let mut held: Vec<WordOccurrence> = Vec::with_capacity(records.iter().map(|r| r.words.terms.len()).sum());
    for (record, file) in records.iter().zip(0u32..) {
        held.extend((0u32..).zip(&record.words.terms).map(|(place, word)| WordOccurrence {
            word: *word,
            file,
            place,
        }));
    }
    held.sort_unstable();
    let first_file = starts_of(records, |r| r.words.terms.len());
    let mut numbers = vec![0_u64; held.len()];
    let (mut words, mut runs) = (Vec::new(), Vec::new());
    for (one, at) in held.iter().zip(0u64..) {
        if words.last() != Some(&u64::from(one.word)) {
            words.push(u64::from(one.word));
            runs.push(at);
        }
        let own = first_file.get(one.file as usize).map_or(0, |first| first + u64::from(one.place));
        if let Some(number) = numbers.get_mut(own as usize) {
            *number = words.len() as u64 - 1;
        }
    }
    runs.push(held.len() as u64);
    out.column(S::Word, words.iter().copied());
    out.column(S::WordFileStart, runs.iter().copied());
    out.column(S::WordFile, held.iter().map(|one| u64::from(one.file)));
    out.column(S::WordPlace, held.iter().map(|one| u64::from(one.place)));
    drop(held);
    out.column(S::FileWordStart, starts(records.iter().map(|r| r.words.terms.len())));
    out.column(S::FileWord, numbers.iter().copied());
    // As many ends as words, whatever the record says.
    let ends = records.iter().flat_map(|r| {
        let last = r.words.postings.len() as u32;
        let ends = r.words.ends.iter().copied().chain(std::iter::repeat(last));
        ends.take(r.words.terms.len()).map(u64::from)
    });
    out.column(S::FileWordEnd, ends);
    texts(out, S::FilePostingBytes, S::FilePostingEnd, records, |r| &r.words.postings);
    out.column(S::FileChunks, records.iter().map(|r| u64::from(r.words.chunks)));
    texts(out, S::FileTableBytes, S::FileTableEnd, records, |r| &r.words.table);
    out.column(S::FileEmbeddedStart, starts(records.iter().map(|r| r.words.embedded.len())));
    out.column(
        S::FileEmbedded,
        records.iter().flat_map(|r| &r.words.embedded).map(|piece| u64::from(*piece)),
    );
    out.bytes(S::VectorBytes, records.iter().map(|r| r.words.vectors.as_slice()));
    let of_all: Vec<Vec<u8>> = records.iter().map(|r| signs(&r.words.vectors)).collect();
    out.bytes(S::SignBytes, of_all.iter().map(Vec::as_slice));
    texts(out, S::FilePathVectorBytes, S::FilePathVectorEnd, records, |r| &r.path_vector);
}

/// A word of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct WordOccurrence {
    word: u32,
    file: u32,
    /// Which word of the file it is.
    place: u32,
}

fn starts_of(records: &[FileRecord], length: fn(&FileRecord) -> usize) -> Vec<u64> {
    starts(records.iter().map(length)).collect()
}

fn texts(out: &mut FileWriter, bytes: S, ends: S, records: &[FileRecord], of: fn(&FileRecord) -> &[u8]) {
    out.bytes(bytes, records.iter().map(of));
    out.column(ends, starts(records.iter().map(|r| of(r).len())).skip(1).collect::<Vec<_>>().into_iter());
}

impl Segment {
    /// Reads what every search reads of every file. O(files), once.
    pub(crate) fn read_glances(&self) {
        self.glances.get_or_init(|| (0..=self.file_count()).map(|file| self.glance_of(file)).collect());
    }

    /// What every search reads of a file, and of the one after it. O(1).
    pub(crate) fn glance(&self, file: u32) -> (Glance, Glance) {
        if file >= self.file_count() {
            return self.columns.damage();
        }
        let known =
            self.glances.get().and_then(|all| all.get(file as usize..)).and_then(<[Glance]>::first_chunk);
        known.map_or_else(|| (self.glance_of(file), self.glance_of(file + 1)), |[own, next]| (*own, *next))
    }

    fn glance_of(&self, file: u32) -> Glance {
        let end = |section| file.checked_sub(1).map_or(0, |before| self.columns.get(section, before));
        Glance {
            chunks: if file < self.file_count() { self.columns.get32(S::FileChunks, file) } else { 0 },
            words: self.columns.get32(S::FileWordStart, file),
            embedded: self.columns.get32(S::FileEmbeddedStart, file),
            postings: end(S::FilePostingEnd),
            path_vector: end(S::FilePathVectorEnd),
        }
    }

    /// The files that hold a word, each with its postings there. O(log words + files).
    pub(crate) fn word_runs(&self, word: u32) -> impl Iterator<Item = (u32, &[u8])> {
        let words = self.columns.items(S::Word);
        // Hashes are spread evenly.
        let guess = (u64::from(words) * u64::from(word)) >> 32;
        let at = crate::bytes::lower_bound(u64::from(words), guess, |i| {
            self.columns.get32(S::Word, i as u32) < word
        }) as u32;
        let found = at < words && self.columns.get32(S::Word, at) == word;
        let run = if found { self.columns.run(S::WordFileStart, S::WordFile, at) } else { 0..0 };
        run.map(|at| {
            let file = self.columns.get32(S::WordFile, at);
            (file, self.file_run(file, self.columns.get32(S::WordPlace, at)))
        })
    }

    /// The postings of word `place` of a file.
    fn file_run(&self, file: u32, place: u32) -> &[u8] {
        let (own, next) = self.glance(file);
        let Some(at) = own.words.checked_add(place).filter(|at| *at < next.words) else {
            return self.columns.damage();
        };
        let start = if place == 0 { 0 } else { self.columns.get(S::FileWordEnd, at - 1) };
        let (start, end) =
            (own.postings.checked_add(start), own.postings.checked_add(self.columns.get(S::FileWordEnd, at)));
        match (start, end) {
            (Some(start), Some(end)) if end <= next.postings => {
                self.columns.slice(S::FilePostingBytes, start..end)
            }
            _ => self.columns.damage(),
        }
    }
}
