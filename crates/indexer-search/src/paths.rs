//! What the path of a file says: its words, and what kind of file it is.

use crate::class::Class;
use crate::query::Query;
use crate::words::{Term, each_identifier, each_term, whole};
use indexer_core::path;

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
}

/// The share of the question that stands in the path, and how much of the file's name stands in the
/// question: rare words more than common ones. `rarity` is that of each term, `told` how much it tells files
/// apart, 0 to 1.
pub(crate) fn path_signals(words: &PathWords, query: &Query, rarity: &[f32], told: &[f32]) -> (f32, f32) {
    let PathWords { of_path, of_stem, .. } = words;
    let said: f32 =
        query.terms.iter().zip(rarity).filter(|(term, _)| of_path.contains(term)).map(|(_, r)| r).sum();
    let tells =
        |term: &Term| query.terms.iter().zip(told).find(|(one, _)| *one == term).map(|(_, told)| *told);
    let matched: f32 = of_stem.iter().filter_map(tells).sum();
    let all = of_stem.iter().all(|term| query.terms.contains(term));
    // `threadpool` for "thread pool", and the other way round.
    let together = words.name.filter(|name| query.joined.contains(name) || query.terms.contains(name));
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

/// Folders of tests.
const TESTS: &[&str] = &["test", "tests", "testing", "__tests__", "spec", "testdata"];
/// What stands before or after the name of what a file tests.
const TEST_MARKS: (&[&str], &[&str]) = (&["test_", "spec_"], &["_tests", "_test", "_spec", "tests", "test"]);

/// True for a file of tests, by its name or its folder.
fn is_of_tests(file: &str) -> bool {
    let name = path::file_name(file).to_ascii_lowercase();
    let in_folder = path::parent(file).split('/').any(|folder| TESTS.contains(&folder));
    in_folder || name.contains("test") || name.contains("spec")
}

/// The name of a file up to its first dot, without what marks a test; that of its folder, where it says less.
fn subject(file: &str, is_test: bool) -> Option<Term> {
    let name = path::file_name(file);
    let mut name = name.split('.').next().unwrap_or(name);
    if EMPTY_STEMS.contains(&name) {
        name = path::file_name(path::parent(file));
    }
    let name = name.to_ascii_lowercase();
    let mut bare = name.as_str();
    if is_test {
        let (before, after) = TEST_MARKS;
        bare = before.iter().find_map(|mark| bare.strip_prefix(mark)).unwrap_or(bare);
        bare = after
            .iter()
            .find_map(|mark| bare.strip_suffix(mark))
            .filter(|rest| !rest.is_empty())
            .unwrap_or(bare);
    }
    (!bare.is_empty()).then(|| Term::of(bare))
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

/// What a file is among those that hold the same line: source before tests, examples and documentation,
/// these before what is no code, and what a program made last. Lower comes first.
pub fn role(file: &str, is_code: bool) -> u8 {
    match (is_made(file), is_code || text_language(file).is_some(), is_aside(file)) {
        (true, _, _) => 3,
        (_, false, _) => 2,
        (_, _, true) => 1,
        _ => 0,
    }
}

/// Programming languages that are searched as text only, by extension, sorted.
const TEXT_LANGUAGES: &[(&str, &str)] = &[
    ("awk", "Awk"),
    ("clj", "Clojure"),
    ("cljc", "Clojure"),
    ("cljs", "Clojure"),
    ("coffee", "CoffeeScript"),
    ("cu", "CUDA"),
    ("el", "Emacs Lisp"),
    ("elm", "Elm"),
    ("ex", "Elixir"),
    ("exs", "Elixir"),
    ("f", "Fortran"),
    ("f90", "Fortran"),
    ("fs", "F#"),
    ("glsl", "GLSL"),
    ("groovy", "Groovy"),
    ("hs", "Haskell"),
    ("jl", "Julia"),
    ("lisp", "Lisp"),
    ("m", "Objective-C"),
    ("ml", "OCaml"),
    ("mm", "Objective-C++"),
    ("nim", "Nim"),
    ("pl", "Perl"),
    ("pm", "Perl"),
    ("ps1", "PowerShell"),
    ("pyx", "Cython"),
    ("rkt", "Racket"),
    ("s", "Assembly"),
    ("scala", "Scala"),
    ("sql", "SQL"),
    ("swift", "Swift"),
    ("tcl", "Tcl"),
    ("vb", "Visual Basic"),
    ("vim", "Vim script"),
    ("wgsl", "WGSL"),
];

/// The programming language of a file that is searched as text only, by its extension; `None` for prose and
/// configuration. Says nothing of files of languages that are parsed.
pub fn text_language(file: &str) -> Option<&'static str> {
    let extension = path::file_name(file).rsplit_once('.')?.1.to_ascii_lowercase();
    let at = TEXT_LANGUAGES.binary_search_by(|(one, _)| one.cmp(&extension.as_str())).ok()?;
    Some(TEXT_LANGUAGES[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_that_are_text_have_names() {
        assert!(TEXT_LANGUAGES.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(text_language("src/Main.SWIFT"), Some("Swift"));
        assert_eq!(text_language("docs/a.md"), None);
        assert_eq!(text_language("swift"), None);
    }

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
        ] {
            let (test, source) = (PathWords::of(test), PathWords::of(source));
            assert!(
                test.tests && !source.tests && test.subject == source.subject,
                "{} {}",
                test.whole,
                source.whole
            );
        }
        let other = PathWords::of("docs/pool.py");
        assert!(other.aside && !other.tests && PathWords::of("test.py").subject.is_some());
    }

    #[test]
    fn source_comes_before_what_is_about_it() {
        let files = ["src/a.rs", "src/a.swift", "tests/a.rs", "a.toml", "vendor/a.rs"];
        let roles = files.map(|file| role(file, file.ends_with(".rs")));
        assert_eq!(roles, [0, 0, 1, 2, 3]);
    }
}
