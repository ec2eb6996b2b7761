//! What the path of a file says: its words, and what kind of file it is.

use crate::query::{Intent, Query};
use crate::words::{Term, each_identifier, each_term};
use indexer_core::path;

/// File names that say less than their folder's.
const EMPTY_STEMS: &[&str] = &["mod", "index", "__init__", "lib", "main", "package-info"];

/// The words of a path, worked out once for all questions.
#[derive(Clone, Debug, Default)]
pub struct PathWords {
    of_path: Vec<Term>,
    of_stem: Vec<Term>,
    /// The path in lower case, between slashes.
    whole: String,
    /// [`is_aside`].
    pub(crate) aside: bool,
    /// [`is_made`].
    pub(crate) made: bool,
}

impl PathWords {
    /// Those of the file at this path. O(length).
    pub fn of(file: &str) -> Self {
        let mut stem = path::stem(file);
        if EMPTY_STEMS.contains(&stem) {
            stem = path::file_name(path::parent(file));
        }
        let mut words = Self {
            whole: format!("/{}/", file.to_ascii_lowercase()),
            aside: is_aside(file),
            made: is_made(file),
            ..Self::default()
        };
        each_identifier(file, |identifier| each_term(identifier, |term, _| words.of_path.push(term)));
        each_identifier(stem, |identifier| {
            each_term(identifier, |term, is_whole| {
                if !is_whole {
                    words.of_stem.push(term);
                }
            });
        });
        words
    }
}

/// The share of the question that stands in the path, and the share of the file's name that stands in
/// the question.
pub(crate) fn path_signals(words: &PathWords, query: &Query, rarity: &[f32]) -> (f32, f32) {
    let PathWords { of_path, of_stem, .. } = words;
    let said: f32 =
        query.terms.iter().zip(rarity).filter(|(term, _)| of_path.contains(term)).map(|(_, r)| r).sum();
    let matched = of_stem.iter().filter(|term| query.terms.contains(term)).count();
    let share = if of_stem.is_empty() { 0.0 } else { matched as f32 / of_stem.len() as f32 };
    let stem_share = if query.intent == Intent::Symbol && share < 1.0 { 0.0 } else { share };
    // A stack trace may name the file from another root.
    let is_end = |place: &str| place.ends_with(words.whole.trim_end_matches('/'));
    let named = query.places.iter().any(|place| words.whole.contains(place.as_str()) || is_end(place));
    let said = if named { 1.0 } else { said / rarity.iter().sum::<f32>().max(1e-6) };
    (said, stem_share)
}

/// Folders and marks of files that show or test what others do.
const ASIDE: &[&str] = &[
    "test",
    "tests",
    "testing",
    "__tests__",
    "spec",
    "examples",
    "example",
    "docs",
    "benches",
    "bench",
    "benchmarks",
    "fixtures",
    "testdata",
];

/// True for files of tests, examples, documentation.
pub fn is_aside(file: &str) -> bool {
    let stem = path::stem(file);
    let marked = stem.ends_with("_test")
        || stem.starts_with("test_")
        || stem.ends_with(".test")
        || stem.ends_with(".spec")
        || (stem.ends_with("Test") || stem.ends_with("Tests"))
        || stem == "conftest";
    marked || path::parent(file).split('/').any(|folder| ASIDE.contains(&folder))
}

/// Folders of what is built from other files or copied from elsewhere.
const MADE: &[&str] = &["dist", "vendor", "third_party", "node_modules", "generated", "__generated__"];
/// Marks in the names of such files.
const MADE_MARKS: &[&str] = &[".min.", ".bundle.", ".pb.", "_pb2.", ".generated.", "_generated."];

/// True for files that a program made and for copies of others' code.
pub fn is_made(file: &str) -> bool {
    let name = path::file_name(file);
    MADE_MARKS.iter().any(|mark| name.contains(mark))
        || path::parent(file).split('/').any(|folder| MADE.contains(&folder))
}
