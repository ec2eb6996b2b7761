//! The files that are ranked.

use crate::paths::PathWords;
use crate::query::Query;
use indexer_core::{FileWords, LEVELS, SIGNS};
use std::borrow::Cow;
use std::ops::Range;

/// From how many files on a question is answered by several threads: of fewer, waking these costs more than it saves.
pub const MANY_FILES: usize = 512;

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
    pub wanted: Wanted<'a>,
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
pub enum Wanted<'a> {
    /// All.
    #[default]
    All,
    /// None.
    Nothing,
    /// Those that are marked.
    Marked(Cow<'a, [bool]>),
}

impl<'a> Document<'a> {
    /// The signs and levels of each vector.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = (&'a [u8; SIGNS], &'a [u8; LEVELS])> {
        self.signs.as_chunks::<SIGNS>().0.iter().zip(self.levels.as_chunks::<LEVELS>().0)
    }
}

impl Wanted<'_> {
    pub(crate) fn has(&self, chunk: usize) -> bool {
        match self {
            Wanted::All => true,
            Wanted::Nothing => false,
            Wanted::Marked(marks) => marks.get(chunk).copied().unwrap_or(false),
        }
    }
}

/// Files by path: equal scores stand in their order. A file is made each time it is asked for, so that those of a large
/// repository are not written down once more for each question.
pub trait Documents: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// The one at a place below [`count`](Self::count). O(1), or O(pieces of it) where only some are wanted.
    fn document(&self, at: usize) -> Document<'_>;

    /// How large that one is. O(1).
    fn extent(&self, at: usize) -> Extent;
}

/// How large a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Its pieces.
    pub chunks: u64,
    /// Vectors of it that are compared.
    pub vectors: u64,
}

impl Documents for Vec<Document<'_>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn document(&self, at: usize) -> Document<'_> {
        let own = &self[at];
        let wanted = match &own.wanted {
            Wanted::Marked(marks) => Wanted::Marked(Cow::Borrowed(marks)),
            Wanted::All => Wanted::All,
            Wanted::Nothing => Wanted::Nothing,
        };
        Document { embedded: Cow::Borrowed(&own.embedded), wanted, ..*own }
    }

    fn extent(&self, at: usize) -> Extent {
        let own = &self[at];
        let vectors = if own.wanted == Wanted::Nothing { 0 } else { own.signs.len() / SIGNS };
        Extent { chunks: u64::from(own.chunks), vectors: vectors as u64 }
    }
}

/// Where a word stands in a file: the place of the file among the documents, and its postings there.
pub type FileRun<'a> = (u32, &'a [u8]);

/// The files that are searched, and where the words of one question stand in them.
#[derive(Clone, Debug, Default)]
pub struct Collection<'a, D = Vec<Document<'a>>> {
    /// The files.
    pub documents: D,
    /// Where each of [`Query::lookups`] stands, by file.
    pub runs: Vec<Vec<FileRun<'a>>>,
}

/// The same of one file: the place among [`Query::lookups`] and the postings.
pub(crate) type PostingRun<'a> = (u32, &'a [u8]);

/// Where the words of a question stand in some files that follow each other.
#[derive(Debug, Default)]
pub(crate) struct RunsByFile<'a> {
    first: usize,
    /// Where the runs of each file end.
    ends: Vec<usize>,
    runs: Vec<PostingRun<'a>>,
}

impl<'a> RunsByFile<'a> {
    /// Those of one of the files, in the order of the question's words.
    pub(crate) fn of(&self, document: usize) -> &[PostingRun<'a>] {
        let at = document - self.first;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.runs[start..self.ends[at]]
    }
}

impl<'a, D> Collection<'a, D> {
    /// The runs of these files. O(files + runs + words of the question x log files).
    pub(crate) fn by_file(&self, files: Range<usize>) -> RunsByFile<'a> {
        let place = |list: &[FileRun<'a>], file: usize| list.partition_point(|(at, _)| (*at as usize) < file);
        let own = self.runs.iter().map(|list| &list[place(list, files.start)..place(list, files.end)]);
        let own: Vec<&[FileRun<'a>]> = own.collect();
        // What stands at a place is first how many runs the file has, then where they begin, then where they end.
        let mut ends = vec![0; files.len()];
        for (file, _) in own.iter().copied().flatten() {
            ends[*file as usize - files.start] += 1;
        }
        let mut all = 0;
        for count in &mut ends {
            all += std::mem::replace(count, all);
        }
        let mut runs: Vec<PostingRun<'a>> = vec![(0, &[]); all];
        for (lookup, list) in (0..).zip(own) {
            for (file, run) in list {
                let next = &mut ends[*file as usize - files.start];
                runs[*next] = (lookup, run);
                *next += 1;
            }
        }
        RunsByFile { first: files.start, ends, runs }
    }

    /// The runs of one file, in the order of the question's words. O(words of the question x log files).
    pub(crate) fn of_file(&self, file: usize) -> Vec<PostingRun<'a>> {
        let mut runs = Vec::new();
        for (lookup, list) in (0..).zip(&self.runs) {
            let from = list.partition_point(|(at, _)| (*at as usize) < file);
            let own = list[from..].iter().take_while(|(at, _)| *at as usize == file);
            runs.extend(own.map(|(_, run)| (lookup, *run)));
        }
        runs
    }
}

impl<'a> Collection<'a> {
    /// The collection of files with their words, for one question. O(files x words of the question).
    pub fn of(query: &Query, files: impl IntoIterator<Item = (Document<'a>, &'a FileWords)>) -> Self {
        let lookups = query.lookups();
        let mut made = Self { documents: Vec::new(), runs: vec![Vec::new(); lookups.len()] };
        for (at, (document, words)) in (0..).zip(files) {
            for (term, list) in lookups.iter().zip(&mut made.runs) {
                let run = words.find(term.0);
                if !run.is_empty() {
                    list.push((at, run));
                }
            }
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
