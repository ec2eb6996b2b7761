//! The words of files, read in place.

use crate::format::Section as S;
use crate::glance::Glance;
use crate::segment::Segment;
use indexer_core::{DIMENSIONS, FileWords, SIGNS};

impl Segment {
    /// The words of file `file`, as they were written. O(words).
    pub(crate) fn file_words(&self, file: u32) -> FileWords {
        let run = self.run(S::FileWordStart, S::FileWord, file);
        let number = |at| self.get32(S::FileWord, at);
        FileWords {
            chunks: self.get32(S::FileChunks, file),
            table: self.file_table(file).to_vec(),
            terms: run.clone().map(|at| self.get32(S::Word, number(at))).collect(),
            ends: run.map(|at| self.get32(S::FileWordEnd, at)).collect(),
            postings: self.ended(S::FilePostingBytes, S::FilePostingEnd, file).to_vec(),
            embedded: self.file_embedded(file).collect(),
            vectors: self.file_vectors(file).to_vec(),
        }
    }

    /// What the pieces of a file are, encoded.
    pub(crate) fn file_table(&self, file: u32) -> &[u8] {
        self.ended(S::FileTableBytes, S::FileTableEnd, file)
    }

    /// The pieces of a file that have a vector.
    pub(crate) fn file_embedded(&self, file: u32) -> impl ExactSizeIterator<Item = u32> + use<'_> {
        self.run_items(S::FileEmbeddedStart, S::FileEmbedded, file)
    }

    /// Their vectors.
    pub(crate) fn file_vectors(&self, file: u32) -> &[u8] {
        let (own, next) = self.glance(file);
        let byte = |vector: u32| u64::from(vector) * DIMENSIONS as u64;
        self.slice(S::VectorBytes, byte(own.embedded)..byte(next.embedded))
    }

    /// The signs of their numbers.
    pub(crate) fn file_signs(&self, file: u32) -> &[u8] {
        let (own, next) = self.glance(file);
        let byte = |vector: u32| u64::from(vector) * SIGNS as u64;
        self.slice(S::SignBytes, byte(own.embedded)..byte(next.embedded))
    }

    /// What the path of a file means.
    pub(crate) fn file_path_vector(&self, file: u32) -> &[u8] {
        let (own, next) = self.glance(file);
        self.slice(S::FilePathVectorBytes, own.path_vector..next.path_vector)
    }

    /// Reads what every search reads of every file. O(files), once.
    pub(crate) fn read_glances(&self) {
        self.glances.get_or_init(|| (0..=self.file_count()).map(|file| self.glance_of(file)).collect());
    }

    /// What every search reads of a file, and of the one after it. O(1).
    pub(crate) fn glance(&self, file: u32) -> (Glance, Glance) {
        if file >= self.file_count() {
            return self.damage();
        }
        let known =
            self.glances.get().and_then(|all| all.get(file as usize..)).and_then(<[Glance]>::first_chunk);
        known.map_or_else(|| (self.glance_of(file), self.glance_of(file + 1)), |[own, next]| (*own, *next))
    }

    fn glance_of(&self, file: u32) -> Glance {
        let end = |section| file.checked_sub(1).map_or(0, |before| self.get(section, before));
        Glance {
            chunks: if file < self.file_count() { self.get32(S::FileChunks, file) } else { 0 },
            words: self.get32(S::FileWordStart, file),
            embedded: self.get32(S::FileEmbeddedStart, file),
            postings: end(S::FilePostingEnd),
            path_vector: end(S::FilePathVectorEnd),
        }
    }

    /// The files that hold a word, each with its postings there. O(log words + files).
    pub(crate) fn word_runs(&self, word: u32) -> impl Iterator<Item = (u32, &[u8])> {
        let words = self.items(S::Word);
        // Hashes are spread evenly.
        let guess = (u64::from(words) * u64::from(word)) >> 32;
        let at = crate::bytes::lower_bound(u64::from(words), guess, |i| self.get32(S::Word, i as u32) < word)
            as u32;
        let found = at < words && self.get32(S::Word, at) == word;
        let run = if found { self.run(S::WordFileStart, S::WordFile, at) } else { 0..0 };
        run.map(|at| {
            let file = self.get32(S::WordFile, at);
            (file, self.file_run(file, self.get32(S::WordPlace, at)))
        })
    }

    /// The postings of word `place` of a file.
    fn file_run(&self, file: u32, place: u32) -> &[u8] {
        let (own, next) = self.glance(file);
        let Some(at) = own.words.checked_add(place).filter(|at| *at < next.words) else {
            return self.damage();
        };
        let start = if place == 0 { 0 } else { self.get(S::FileWordEnd, at - 1) };
        let (start, end) =
            (own.postings.checked_add(start), own.postings.checked_add(self.get(S::FileWordEnd, at)));
        match (start, end) {
            (Some(start), Some(end)) if end <= next.postings => self.slice(S::FilePostingBytes, start..end),
            _ => self.damage(),
        }
    }
}
