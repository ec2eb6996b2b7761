//! What speaks for a file, and how much each of it counts.

use crate::class::Class;
use std::ops::{Index, IndexMut};

indexer_core::worded! {
    /// One number that speaks for a file. Its word is what answers call it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Signal {
        /// The best piece, by its words.
        Words = "words",
        /// The file as a whole, by its words.
        FileWords = "file_words",
        /// The share of the question that stands in the path.
        Path = "path",
        /// How much of the file's name stands in the question, by how rare its words are.
        FileName = "file_name",
        /// A symbol that the question names.
        Name = "name",
        /// The mean of the three pieces of the file that are nearest in meaning.
        Meaning = "meaning",
        /// The path, by its meaning.
        PathMeaning = "path_meaning",
        /// A frame of a stack, or another place that the question names by its line.
        Frame = "frame",
        /// What was changed with it before, by the words of the changes.
        History = "history",
        /// A file of tests for it, by its name, that the question speaks of.
        Tested = "tested",
        /// How often it was changed lately.
        Changed = "changed",
        /// The share of a report's first line that stands in the file.
        Title = "title",
    }
}

/// A signal with all that ranking knows of it.
struct Row {
    signal: Signal,
    /// True where it has no upper end: it counts beside the best of an answer.
    is_open: bool,
    /// How much it counts, in the order of [`Weights::of`]: in names, paths and literals; in questions of words; in
    /// titles of changes; in reports.
    weights: [f32; SETS],
}

/// How many sets of weights there are.
const SETS: usize = 4;
/// How many signals a file has.
const COUNT: usize = 12;

/// The signals in their order. What is left of each class of questions without one stands in
/// `benches/results/search.md`, which `cargo xtask search` writes.
#[rustfmt::skip]
const TABLE: [Row; COUNT] = [
    Row { signal: Signal::Words,       is_open: true,  weights: [0.8, 0.9,  0.9,  0.75] },
    Row { signal: Signal::FileWords,   is_open: true,  weights: [0.8, 0.7,  0.3,  0.35] },
    Row { signal: Signal::Path,        is_open: false, weights: [1.2, 1.2,  1.5,  1.5] },
    Row { signal: Signal::FileName,    is_open: false, weights: [0.5, 0.55, 0.05, 0.0] },
    Row { signal: Signal::Name,        is_open: false, weights: [2.0, 2.0,  0.4,  0.6] },
    Row { signal: Signal::Meaning,     is_open: true,  weights: [0.8, 0.75, 0.6,  0.5] },
    Row { signal: Signal::PathMeaning, is_open: true,  weights: [0.3, 0.2,  0.2,  0.075] },
    Row { signal: Signal::Frame,       is_open: false, weights: [2.0, 2.0,  2.0,  2.0] },
    Row { signal: Signal::History,     is_open: true,  weights: [0.0, 0.0,  0.5,  0.4] },
    Row { signal: Signal::Tested,      is_open: false, weights: [0.0, 0.0,  0.2,  0.2] },
    Row { signal: Signal::Changed,     is_open: false, weights: [0.0, 0.0,  0.1,  0.1] },
    Row { signal: Signal::Title,       is_open: false, weights: [0.0, 0.0,  0.0,  0.2] },
];

/// A number for each signal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals([f32; COUNT]);

impl Index<Signal> for Signals {
    type Output = f32;

    fn index(&self, signal: Signal) -> &f32 {
        &self.0[signal as usize]
    }
}

impl IndexMut<Signal> for Signals {
    fn index_mut(&mut self, signal: Signal) -> &mut f32 {
        &mut self.0[signal as usize]
    }
}

impl Signals {
    /// What is made of each signal.
    pub(crate) fn each(of: impl Fn(Signal) -> f32) -> Self {
        Self(std::array::from_fn(|at| of(TABLE[at].signal)))
    }

    /// Each with its signal, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (Signal, f32)> {
        TABLE.iter().map(|row| row.signal).zip(self.0)
    }

    /// All together.
    pub fn sum(&self) -> f32 {
        self.0.iter().sum()
    }
}

impl Signal {
    /// The signals without an upper end.
    pub(crate) fn open() -> impl Iterator<Item = Self> {
        TABLE.iter().filter(|row| row.is_open).map(|row| row.signal)
    }
}

/// How much each signal counts, and what else decides on an order.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// How much each signal counts.
    pub signals: Signals,
    /// How many times more a symbol counts where the question is nothing but its name.
    pub asked: f32,
    /// How soon more of the same word stops to count, in a piece.
    pub chunk_saturation: f32,
    /// The same in a file.
    pub file_saturation: f32,
    /// How many times more the words of a report's first line count.
    pub title_words: f32,
    /// What is kept of a file of tests, examples or documentation.
    pub aside: f32,
    /// What is kept of a file that a program made, or that is a copy of others' code.
    pub made: f32,
    /// What is kept of a file that is no code.
    pub text: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self::set(0)
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
    /// Of reports, what words, names of files and meanings of paths count was lowered once more: of 325 fixes of thirteen repositories that brings
    /// .010 of the reciprocal rank, of 276 of twenty others, which were asked for nothing before, .009.
    ///
    /// Four sets, two of them once more with one weight changed, for ten classes. No such question is a path, a literal, a trace, a log or a diff: these classes have the
    /// weights of what they are most like, but for frames in traces, of which 18 were looked at, and titles in logs, of which 9. How good
    /// they are stands in the results under `pasted`; for paths and literals it is not measured.
    pub fn of(class: Class) -> Self {
        match class {
            Class::Identifier | Class::Path | Class::Literal => Self::set(0),
            Class::Short | Class::Architecture => Self::set(1),
            Class::Change => Self::set(2),
            Class::Issue | Class::Diff => Self::set(3),
            // Where it broke says less than what broke: 18 traces of eleven repositories.
            Class::Trace => Self::set(3).with(Signal::Frame, 1.0),
            // Its lines are alike: the first is no title.
            Class::Log => Self::set(3).with(Signal::Title, 0.0),
        }
    }

    /// The same with another weight of a signal.
    pub fn with(mut self, signal: Signal, weight: f32) -> Self {
        self.signals[signal] = weight;
        self
    }

    fn set(set: usize) -> Self {
        Self {
            signals: Signals(TABLE.map(|row| row.weights[set])),
            asked: 2.0,
            chunk_saturation: 0.5,
            file_saturation: 8.0,
            title_words: 2.0,
            aside: 0.3,
            made: 0.3,
            text: 0.3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_signals() {
        assert!(TABLE.iter().enumerate().all(|(at, row)| row.signal as usize == at));
    }
}
