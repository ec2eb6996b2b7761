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
        let number = crate::bytes::lower_bound(u64::from(words), guess, |i| {
            self.columns.get32(S::Word, i as u32) < word
        }) as u32;
        let found = number < words && self.columns.get32(S::Word, number) == word;
        let run = if found { self.columns.run(S::WordFileStart, S::WordFile, number) } else { 0..0 };
        run.map(move |at| {
            let file = self.columns.get32(S::WordFile, at);
            (file, self.file_run(file, number, words))
        })
    }

    /// The postings of word number `word`, of so many, in a file that has it. O(log words of the file), a few looks expected.
    fn file_run(&self, file: u32, word: u32, words: u32) -> &[u8] {
        let (own, next) = self.file(file).glance();
        // Words of a file are a sample of all, so this one is about as far on in its words as it is in all.
        let count = u64::from(next.words.saturating_sub(own.words));
        let guess = count * u64::from(word) / u64::from(words.max(1));
        let number = |place: u64| self.columns.get32(S::FileWord, own.words + place as u32);
        let place = crate::bytes::lower_bound(count, guess, |place| number(place) < word);
        if place >= count || number(place) != word {
            return self.columns.damage();
        }
        let at = own.words + place as u32;
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
