//! The files that are ranked.

use crate::paths::PathWords;
use crate::query::Query;
use indexer_core::{FileWords, LEVELS, SIGNS};
use std::borrow::Cow;

/// From how many files on a question is answered by several threads: of fewer, waking these costs more than it saves.
pub const MANY_FILES: usize = 8_192;

/// One file of a collection.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The words of its path from the root.
    pub path: &'a PathWords,
    /// True for code of a known language; text ranks below.
    pub is_code: bool,
    /// How many pieces it has.
    pub chunks: u32,
    /// How alike the question and the changes are that touched it; 0 where no history was read.
    pub history: f32,
    /// How often it was changed lately, beside the file that was most: 0 to 1; 0 where no history was read.
    pub changed: f32,
    /// The pieces that have a vector.
    pub embedded: Cow<'a, [u32]>,
    /// The signs of their vectors.
    pub signs: &'a [u8],
    /// The levels of their vectors.
    pub levels: &'a [u8],
    /// The vector of its path; empty where it has none.
    pub path_vector: &'a [u8],
    /// Which of its pieces may answer; the others still count for how rare a word is.
    pub wanted: Wanted,
}

impl<'a> Document<'a> {
    /// A file of which only the path is known.
    pub fn at(path: &'a PathWords) -> Self {
        Self {
            path,
            is_code: false,
            chunks: 0,
            history: 0.0,
            changed: 0.0,
            embedded: Cow::default(),
            signs: &[],
            levels: &[],
            path_vector: &[],
            wanted: Wanted::All,
        }
    }
}

/// Which pieces of a file may answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    #[default]
    All,
    /// None.
    Nothing,
    /// Those that are marked.
    Marked(Vec<bool>),
}

impl<'a> Document<'a> {
    /// The signs and levels of each vector.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = (&'a [u8; SIGNS], &'a [u8; LEVELS])> {
        self.signs.as_chunks::<SIGNS>().0.iter().zip(self.levels.as_chunks::<LEVELS>().0)
    }
}

impl Wanted {
    pub(crate) fn has(&self, chunk: usize) -> bool {
        match self {
            Wanted::All => true,
            Wanted::Nothing => false,
            Wanted::Marked(marks) => marks.get(chunk).copied().unwrap_or(false),
        }
    }
}

/// The files that are searched, and where the words of one question stand in them.
#[derive(Clone, Debug, Default)]
pub struct Collection<'a> {
    /// The files, by path: equal scores stand in their order.
    pub documents: Vec<Document<'a>>,
    /// (file, place in [`Query::lookups`], postings), in any order.
    pub runs: Vec<(u32, u32, &'a [u8])>,
}

/// Where a word stands: the place among [`Query::lookups`] and the postings of a file.
pub(crate) type PostingRun<'a> = (u32, &'a [u8]);

impl<'a> Collection<'a> {
    /// The runs file by file, in each in the order of the question's words, and where those of each file
    /// begin. O(files + runs).
    pub(crate) fn by_file(&self) -> (Vec<PostingRun<'a>>, Vec<usize>) {
        let mut starts = vec![0; self.documents.len() + 1];
        for (file, _, _) in &self.runs {
            if let Some(count) = starts.get_mut(*file as usize + 1) {
                *count += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut sorted: Vec<PostingRun<'a>> = vec![(0, &[]); starts.last().copied().unwrap_or(0)];
        let mut next = starts.clone();
        for (file, lookup, run) in &self.runs {
            let Some(at) = next.get_mut(*file as usize) else { continue };
            if let Some(place) = sorted.get_mut(*at) {
                *place = (*lookup, run);
                *at += 1;
            }
        }
        for own in starts.windows(2) {
            if let Some(runs) = sorted.get_mut(own[0]..own[1]) {
                runs.sort_by_key(|(lookup, _)| *lookup);
            }
        }
        (sorted, starts)
    }

    /// The collection of files with their words, for one question. O(files x words of the question).
    pub fn of(query: &Query, files: impl IntoIterator<Item = (Document<'a>, &'a FileWords)>) -> Self {
        let lookups = query.lookups();
        let mut made = Self::default();
        for (at, (document, words)) in (0..).zip(files) {
            let found = (0..).zip(&lookups).map(|(lookup, term)| (at, lookup, words.find(term.0)));
            made.runs.extend(found.filter(|(_, _, run)| !run.is_empty()));
            made.documents.push(Document {
                chunks: words.chunks,
                embedded: Cow::Borrowed(&words.embedded),
                signs: &words.signs,
                levels: &words.levels,
                ..document
            });
        }
        made
    }
}
