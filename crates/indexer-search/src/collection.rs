//! The files that are ranked, and the weights of their signals.

use crate::class::Class;
use crate::paths::PathWords;
use crate::query::Query;
use indexer_core::{FileWords, LEVELS, SIGNS};
use std::borrow::Cow;

/// One file of a collection.
#[derive(Clone, Debug, Default)]
pub struct Document<'a> {
    /// The words of its path from the root.
    pub path: Cow<'a, PathWords>,
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

/// How many signals a file has.
pub const COUNT: usize = 12;

/// How much each signal counts. What is left of each class of questions without a signal stands in
/// `benches/results/search.md`, which `cargo xtask search` writes.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The best piece, by its words.
    pub chunk: f32,
    /// The file as a whole, by its words.
    pub file: f32,
    /// The share of the question that stands in the path.
    pub path: f32,
    /// How much of the file's name stands in the question, by how rare its words are.
    pub stem: f32,
    /// A symbol that the question names.
    pub exact: f32,
    /// The mean of the three nearest pieces of the file.
    pub around: f32,
    /// The path, by its meaning.
    pub path_vector: f32,
    /// A frame of a stack, or another place that the question names by its line.
    pub frame: f32,
    /// What was changed with it before, by the words of the changes.
    pub history: f32,
    /// A file of tests for it, by its name, that the question speaks of.
    pub tested: f32,
    /// How often it was changed lately.
    pub changed: f32,
    /// The share of a report's first line that stands in the file.
    pub titled: f32,
    /// How many times more a symbol counts where the question is nothing but its name.
    pub asked: f32,
    /// How soon more of the same word stops to count, in a piece.
    pub chunk_saturation: f32,
    /// The same in a file.
    pub file_saturation: f32,
    /// How many times more the words of a report's first line count.
    pub title: f32,
    /// What is kept of a file of tests, examples or documentation.
    pub aside: f32,
    /// What is kept of a file that a program made, or that is a copy of others' code.
    pub made: f32,
    /// What is kept of a file that is no code.
    pub text: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            chunk: 0.8,
            file: 0.8,
            path: 1.2,
            stem: 0.5,
            exact: 2.0,
            around: 0.8,
            path_vector: 0.3,
            frame: 2.0,
            history: 0.0,
            tested: 0.0,
            changed: 0.0,
            titled: 0.0,
            asked: 2.0,
            chunk_saturation: 0.5,
            file_saturation: 8.0,
            title: 2.0,
            aside: 0.3,
            made: 0.3,
            text: 0.3,
        }
    }
}

impl Weights {
    /// Those of a class of questions, learned from 163 questions and 300 fixes of twelve repositories, each repository
    /// weighed by what the others say. A question in words names what it wants; in a text about a change a word that
    /// is a file's name, or a name that some file defines, is one of many, and paths and old changes say more. Files of
    /// tests, how often a file was changed, and the first line of a report bring .013 of the reciprocal rank to 320 fixes
    /// of thirteen repositories that had no say in how much (.001 to .026); all others learned anew with them bring nothing
    /// to repositories that had none.
    ///
    /// Six sets for ten classes. No such question is a path, a literal, a trace, a log or a diff: these classes have the
    /// weights of what they are most like, but for `frame` in traces, of which 18 were looked at, and `titled` in logs, of which 9. How good
    /// they are stands in the results under `pasted`; for paths and literals it is not measured.
    pub fn of(class: Class) -> Self {
        let usual = Self::default();
        match class {
            Class::Identifier | Class::Path | Class::Literal => usual,
            Class::Short | Class::Architecture => {
                Self { chunk: 0.9, file: 0.7, stem: 0.55, around: 0.75, path_vector: 0.2, ..usual }
            }
            Class::Change => Self {
                chunk: 0.9,
                file: 0.3,
                path: 1.5,
                stem: 0.05,
                exact: 0.4,
                around: 0.6,
                path_vector: 0.2,
                history: 0.5,
                tested: 0.2,
                changed: 0.1,
                ..usual
            },
            // Where it broke says less than what broke: 18 traces of eleven repositories.
            Class::Trace => Self { frame: 1.0, ..Self::of(Class::Issue) },
            // Its lines are alike: the first is no title.
            Class::Log => Self { titled: 0.0, ..Self::of(Class::Issue) },
            Class::Issue | Class::Diff => Self {
                chunk: 0.9,
                file: 0.35,
                path: 1.5,
                stem: 0.05,
                exact: 0.6,
                around: 0.5,
                path_vector: 0.15,
                history: 0.4,
                tested: 0.2,
                changed: 0.1,
                titled: 0.2,
                ..usual
            },
        }
    }
}
