//! The words of files, read in place.

use crate::column_reader::ColumnReader;
use crate::format::Section as S;
use crate::segment::Segment;

impl Segment {
    /// Reads what every search reads of every file. O(files), once.
    pub(crate) fn read_glances(&self) {
        self.glances
            .get_or_init(|| (0..=self.file_count()).map(|file| self.file(file).glance_here()).collect());
    }

    /// The files that hold a word, each with its postings there. O(log words + files).
    pub(crate) fn word_runs(&self, word: u32) -> impl Iterator<Item = (u32, &[u8])> {
        let words = self.columns.items(S::Word);
        // Hashes are spread evenly.
        let guess = (u64::from(words) * u64::from(word)) >> 32;
        let number = crate::bytes::lower_bound(u64::from(words), guess, |i| {
            self.columns.get32(S::Word, i as u32) < word
        }) as u32;
        let found = number < words && self.columns.get32(S::Word, number) == word;
        let run = if found { self.columns.run(S::WordFileStart, S::WordFile, number) } else { 0..0 };
        let mut files = ColumnReader::new(&self.columns, S::WordFile);
        let mut runs = FileRuns {
            segment: self,
            word: number,
            words,
            numbers: ColumnReader::new(&self.columns, S::FileWord),
            ends: ColumnReader::new(&self.columns, S::FileWordEnd),
        };
        run.map(move |at| {
            let file = files.get32(at);
            (file, runs.of(file))
        })
    }
}

/// Finds the postings of one word in files.
struct FileRuns<'a> {
    segment: &'a Segment,
    /// The number of the word among all.
    word: u32,
    words: u32,
    /// The words of files, by their numbers.
    numbers: ColumnReader<'a>,
    /// Where the postings of each end.
    ends: ColumnReader<'a>,
}

impl<'a> FileRuns<'a> {
    /// Those in a file that has the word. O(log words of the file), a few looks expected.
    fn of(&mut self, file: u32) -> &'a [u8] {
        let columns = &self.segment.columns;
        let (own, next) = self.segment.file(file).glance();
        // Words of a file are a sample of all, so this one is about as far on in its words as it is in all.
        let count = u64::from(next.words.saturating_sub(own.words));
        let guess = count * u64::from(self.word) / u64::from(self.words.max(1));
        let (numbers, word) = (&mut self.numbers, self.word);
        let place =
            crate::bytes::lower_bound(count, guess, |place| numbers.get32(own.words + place as u32) < word);
        if place >= count || numbers.get32(own.words + place as u32) != word {
            return columns.damage();
        }
        let at = own.words + place as u32;
        let start = if place == 0 { 0 } else { self.ends.get(at - 1) };
        let (start, end) = (own.postings.checked_add(start), own.postings.checked_add(self.ends.get(at)));
        match (start, end) {
            (Some(start), Some(end)) if end <= next.postings => {
                columns.slice(S::FilePostingBytes, start..end)
            }
            _ => columns.damage(),
        }
    }
}
