//! The words of files, read in place.

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
        let (own, next) = self.file(file).glance();
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
