//! The words of files, read in place.

use crate::bytes::lower_bound;
use crate::column_reader::ColumnReader;
use crate::file_row::FileRow;
use crate::format::Section as S;
use crate::segment::Segment;

impl Segment {
    /// Reads what every search reads of every file. O(files), once.
    pub(crate) fn read_glances(&self) {
        self.glances
            .get_or_init(|| (0..=self.file_count()).map(|file| self.file(file).glance_here()).collect());
    }

    /// The files that hold a word, each with its postings there. O(log words + files).
    pub(crate) fn word_runs(&self, word: u32) -> impl ExactSizeIterator<Item = (u32, &[u8])> {
        let words = self.columns.items(S::Word);
        // Hashes are spread evenly.
        let guess = (u64::from(words) * u64::from(word)) >> 32;
        let number =
            lower_bound(u64::from(words), guess, |i| self.columns.get32(S::Word, i as u32) < word) as u32;
        let found = number < words && self.columns.get32(S::Word, number) == word;
        let run = if found { self.columns.run(S::WordFileStart, S::WordFile, number) } else { 0..0 };
        let mut files = ColumnReader::new(&self.columns, S::WordFile);
        let mut ends = ColumnReader::new(&self.columns, S::WordFilePostingEnd);
        let mut start = run.start.checked_sub(1).map_or(0, |before| ends.get(before));
        run.map(move |at| {
            let end = ends.get(at);
            let postings = self.columns.slice(S::WordFilePostingBytes, start..end);
            start = end;
            (files.get32(at), postings)
        })
    }
}

impl<'s> FileRow<'s> {
    /// Its words, ascending: the hash of each, and its postings. O(words x log files), for who writes the file once more.
    pub(crate) fn postings(self) -> impl ExactSizeIterator<Item = (u32, &'s [u8])> + use<'s> {
        let columns = self.columns;
        let files = columns.items(S::FilePath);
        columns.run_items(S::FileWordStart, S::FileWord, self.index).map(move |number| {
            let run = columns.run(S::WordFileStart, S::WordFile, number);
            let count = u64::from(run.end - run.start);
            let file = |place: u64| columns.get32(S::WordFile, run.start + place as u32);
            // The files of a word are a sample of all, so this one is about as far on among them as among all.
            let guess = count * u64::from(self.index) / u64::from(files.max(1));
            let place = lower_bound(count, guess, |place| file(place) < self.index);
            let postings = match place < count && file(place) == self.index {
                true => {
                    columns.ended(S::WordFilePostingBytes, S::WordFilePostingEnd, run.start + place as u32)
                }
                false => columns.damage(),
            };
            (columns.get32(S::Word, number), postings)
        })
    }
}
