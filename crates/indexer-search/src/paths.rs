//! What the path of a file says: its words, and what kind of file it is.

use crate::class::Class;
use crate::query::Query;
use crate::words::{Term, each_identifier, each_term, whole};
use indexer_core::path;
use indexer_core::vendored::is_vendored;
use rustc_hash::{FxHashMap, FxHashSet};

/// File names that say less than their folder's.
const EMPTY_STEMS: &[&str] = &["mod", "index", "__init__", "lib", "main", "package-info"];

/// The words of a path, worked out once for all questions.
#[derive(Clone, Debug, Default)]
pub struct PathWords {
    of_path: Vec<Term>,
    of_stem: Vec<Term>,
    /// The name of the file as one word.
    name: Option<Term>,
    /// What it is about by its name alone: of a file of tests the name of what it tests.
    pub(crate) subject: Option<Term>,
    /// True for files of tests.
    pub(crate) tests: bool,
    /// The path in lower case, between slashes.
    pub(crate) whole: String,
    /// [`is_aside`].
    pub(crate) aside: bool,
    /// [`is_made`], or a copy for another reason.
    pub(crate) made: bool,
}

impl PathWords {
    /// Those of no path.
    pub const NONE: Self = Self {
        of_path: Vec::new(),
        of_stem: Vec::new(),
        name: None,
        subject: None,
        tests: false,
        whole: String::new(),
        aside: false,
        made: false,
    };

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
            tests: is_aside(file) && is_of_tests(file),
            ..Self::default()
        };
        words.subject = subject(file, words.tests);
        each_identifier(file, |identifier| each_term(identifier, |term, _| words.of_path.push(term)));
        each_identifier(stem, |identifier| {
            each_term(identifier, |term, is_whole| {
                if !is_whole {
                    words.of_stem.push(term);
                }
            });
        });
        words.name = (!words.of_stem.is_empty()).then(|| whole(stem));
        words
    }

    /// The same of a file that is a copy of others' code where `is_copy`, though its path alone does not say so.
    pub fn copied(mut self, is_copy: bool) -> Self {
        self.made |= is_copy;
        self
    }
}

/// The terms of a question, as they are looked up for every path.
#[derive(Clone, Debug)]
pub(crate) struct AskedTerms<'q> {
    query: &'q Query,
    /// Where each term stands in the question.
    places: FxHashMap<Term, usize>,
    /// Two words of it that stand together, as one.
    joined: FxHashSet<Term>,
    /// One bit of 1,024 for each of both, by the end of its hash: most words of paths are asked for by no question,
    /// and need no look into a table.
    marks: [u64; 16],
}

impl<'q> AskedTerms<'q> {
    pub(crate) fn of(query: &'q Query) -> Self {
        let places: FxHashMap<Term, usize> = query.terms.iter().copied().zip(0..).collect();
        let joined: FxHashSet<Term> = query.joined.iter().copied().collect();
        let mut marks = [0; 16];
        for term in places.keys().chain(&joined) {
            marks[(term.0 / 64 % 16) as usize] |= 1 << (term.0 % 64);
        }
        Self { query, places, joined, marks }
    }

    fn is_marked(&self, term: Term) -> bool {
        self.marks[(term.0 / 64 % 16) as usize] & 1 << (term.0 % 64) != 0
    }

    /// Where a term stands in the question.
    #[inline]
    fn place(&self, term: Term) -> Option<usize> {
        if self.is_marked(term) { self.places.get(&term).copied() } else { None }
    }

    /// True for the name of a file that the question says, be it as two words.
    fn says(&self, name: Term) -> bool {
        self.is_marked(name) && (self.joined.contains(&name) || self.places.contains_key(&name))
    }
}

/// What the terms of a question tell of paths, worked out once for all files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told<'q> {
    pub(crate) asked: &'q AskedTerms<'q>,
    /// How rare each is, and all together.
    pub(crate) rarity: &'q [f32],
    pub(crate) rarities: f32,
    /// How much each tells files apart, 0 to 1.
    pub(crate) told: &'q [f32],
}

/// The share of the question that stands in the path, and how much of the file's name stands in the
/// question: rare words more than common ones. O(words of the path), whatever the length of the question.
pub(crate) fn path_signals(words: &PathWords, of: &Told<'_>) -> (f32, f32) {
    let PathWords { of_path, of_stem, .. } = words;
    let Told { asked, rarity, rarities, told } = *of;
    let query = asked.query;
    // In the order of the question, each once: sums differ in their last bit by their order.
    let mut held: Vec<usize> = of_path.iter().filter_map(|term| asked.place(*term)).collect();
    held.sort_unstable();
    held.dedup();
    let said: f32 = held.iter().filter_map(|at| rarity.get(*at)).sum();
    let tells = |term: &Term| asked.place(*term).and_then(|at| told.get(at)).copied();
    let matched: f32 = of_stem.iter().filter_map(tells).sum();
    let all = of_stem.iter().all(|term| asked.place(*term).is_some());
    // `threadpool` for "thread pool", and the other way round.
    let together = words.name.filter(|name| asked.says(*name));
    let share = match together {
        Some(_) => 1.0,
        None if of_stem.is_empty() => 0.0,
        None => matched / of_stem.len() as f32,
    };
    // A name of a question is asked for however common its word is, and a part of it is another name.
    let stem_share = match query.class {
        Class::Identifier if together.is_some() || all && !of_stem.is_empty() => 1.0,
        Class::Identifier => 0.0,
        _ => share,
    };
    // A stack trace may name the file from another root.
    let is_end = |place: &str| place.ends_with(words.whole.trim_end_matches('/'));
    let named = query.places.iter().any(|place| words.whole.contains(place.as_str()) || is_end(place));
    let said = if named { 1.0 } else { said / rarities };
    (said, stem_share)
}

/// Folders of tests, in lower case.
const TESTS: &[&str] = &["test", "tests", "spec", "specs", "e2e"];
/// Other folders of files that show what others do, or that tests need, in lower case.
const SHOWING: &[&str] = &[
    "testing",
    "testdata",
    "examples",
    "example",
    "samples",
    "sample",
    "demos",
    "demo",
    "docs",
    "benches",
    "bench",
    "benchmarks",
    "fixtures",
    "mocks",
    "playground",
    "playgrounds",
];

/// True where a file lies in a folder of one of these names, whatever its case, also written as `__tests__`.
fn is_below(file: &str, names: &[&str]) -> bool {
    let is_one = |folder: &str| names.iter().any(|name| folder.eq_ignore_ascii_case(name));
    let inside =
        |folder: &str| folder.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")).is_some_and(is_one);
    path::parent(file).split('/').any(|folder| is_one(folder) || inside(folder))
}

/// True for files of tests, examples, documentation.
pub fn is_aside(file: &str) -> bool {
    let stem = path::stem(file);
    let marked = tested_by(stem).is_some() || stem == "conftest";
    marked || is_below(file, TESTS) || is_below(file, SHOWING)
}

/// Words that mark a file of tests, at either end of its name.
const TEST_WORDS: &[(&str, &str)] =
    &[("test", "Test"), ("tests", "Tests"), ("spec", "Spec"), ("specs", "Specs")];
/// What parts the words of a file's name, beside a capital.
const PARTING: [char; 3] = ['_', '-', '.'];

/// True for a file of tests, by its name or its folder: `test_pool.py`, `PoolTest.java`, `tests/pool.rs`. What is
/// there to write tests with (`testing/mod.rs`, `conftest.py`) is none.
pub fn is_of_tests(file: &str) -> bool {
    let stem = path::stem(file);
    let is_bare = TEST_WORDS.iter().any(|(small, _)| stem.eq_ignore_ascii_case(small));
    is_bare || is_below(file, TESTS) || tested_by(stem).is_some()
}

/// What a file tests by its name: `pool` of `test_pool`, `pool-spec`, `pool.test`, `Pool` of `PoolTest`, `TestPool`.
/// `None` for a name that no word marks: `latest`, `inspect`.
fn tested_by(stem: &str) -> Option<&str> {
    let parted = |mark: &str| {
        let before = stem.strip_suffix(mark).and_then(|rest| rest.strip_suffix(PARTING));
        before.or_else(|| stem.strip_prefix(mark).and_then(|rest| rest.strip_prefix(PARTING)))
    };
    // A word that only a capital parts begins with one itself.
    let capital = |mark: &str| {
        let before = stem.strip_suffix(mark).filter(|rest| rest.ends_with(char::is_alphanumeric));
        before.or_else(|| stem.strip_prefix(mark).filter(|rest| rest.starts_with(char::is_uppercase)))
    };
    let found = TEST_WORDS.iter().find_map(|(small, large)| parted(small).or_else(|| capital(large)));
    found.filter(|rest| !rest.is_empty())
}

/// The name of a file up to its first dot, without what marks a test; that of its folder, where it says less.
fn subject(file: &str, is_test: bool) -> Option<Term> {
    let stem = path::stem(file);
    let bare = if is_test { tested_by(stem).unwrap_or(stem) } else { stem };
    let mut name = bare.split('.').next().unwrap_or(bare);
    if EMPTY_STEMS.contains(&name) {
        name = path::file_name(path::parent(file));
    }
    (!name.is_empty()).then(|| Term::of(&name.to_ascii_lowercase()))
}

/// Folders of what is built from other files.
const MADE: &[&str] = &["dist", "generated", "__generated__", "single_include"];
/// Marks in the names of such files.
const MADE_MARKS: &[&str] =
    &[".min.", ".bundle.", ".pb.", "_pb2.", ".generated.", "_generated.", "_amalgamated.", "-amalgamated."];

/// True for files that a program made and for copies of others' code.
pub fn is_made(file: &str) -> bool {
    let name = path::file_name(file);
    MADE_MARKS.iter().any(|mark| name.contains(mark))
        || path::parent(file).split('/').any(|folder| MADE.contains(&folder))
        || is_vendored(file)
}

/// What a file is among those that hold the same line: source before tests, examples and documentation,
/// these before what is no code, be it in a language that is searched as text, and what a program made last. Lower
/// comes first.
pub fn role(file: &str, is_code: bool) -> u8 {
    match (is_made(file), is_code, is_aside(file)) {
        (true, _, _) => 3,
        (_, false, _) => 2,
        (_, _, true) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_tests_has_the_subject_of_what_it_tests() {
        for (test, source) in [
            ("tests/test_pool.py", "net/pool.py"),
            ("net/pool_test.go", "net/pool.go"),
            ("src/test/java/a/PoolTest.java", "src/main/java/a/Pool.java"),
            ("src/pool.spec.ts", "src/pool.ts"),
            ("src/__tests__/pool.ts", "src/pool/index.ts"),
            ("test/spec_pool.rb", "lib/pool.rb"),
            ("tests/pool.rs", "src/pool/mod.rs"),
            ("lib/pool-test.js", "lib/pool.js"),
            ("lib/pool-spec.js", "lib/pool.js"),
            ("lib/test-pool.js", "lib/pool.js"),
            ("a/TestPool.java", "a/Pool.java"),
            ("a/PoolSpec.kt", "a/Pool.kt"),
            ("tests/latest.py", "net/latest.py"),
        ] {
            let (test, source) = (PathWords::of(test), PathWords::of(source));
            assert!(
                test.tests && !source.tests && test.subject == source.subject,
                "{} {}",
                test.whole,
                source.whole
            );
        }
        for other in ["docs/pool.py", "docs/latest.md", "examples/inspect.py", "docs/contest/Attest.java"] {
            let other = PathWords::of(other);
            assert!(other.aside && !other.tests, "{}", other.whole);
        }
        for aside in ["examples/a/main.go", "Tests/A/Pool.swift", "src/__mocks__/pool.ts", "samples/a.c"] {
            assert!(PathWords::of(aside).aside, "{aside}");
        }
        for source in ["src/latest.py", "src/Testament.java", "src/testPool.js", "src/inspect.rs", "lib/é.x"]
        {
            assert!(!PathWords::of(source).aside, "{source}");
        }
        assert!(PathWords::of("test.py").subject.is_some());
    }

    #[test]
    fn files_of_tests_are_told_by_their_paths() {
        let tests = ["tests/a.py", "a/test_b.py", "b_test.go", "x/__tests__/y.js", "y.test.ts", "z.spec.tsx"];
        assert!(tests.iter().all(|path| is_of_tests(path)));
        let others =
            ["src/testing.rs", "a/testing/b.py", "contest.py", "latest/a.py", "attest.go", "conftest.py"];
        assert!(!others.iter().any(|path| is_of_tests(path)));
    }

    #[test]
    fn source_comes_before_what_is_about_it() {
        let files = ["src/a.rs", "tests/a.rs", "a.toml", "vendor/a.rs"];
        let roles = files.map(|file| role(file, file.ends_with(".rs")));
        assert_eq!(roles, [0, 1, 2, 3]);
    }
}
