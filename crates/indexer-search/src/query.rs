//! What is asked: words, names, paths, and what kind of question it is.

use crate::class::{Class, is_wondering};
use crate::report::{Frame, Report};
use crate::words::{Beginnings, Term, each_identifier, each_part, each_term, is_silent, whole};

indexer_core::worded! {
    /// What a question wishes to know of what it finds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Wish {
        /// Who uses it: "who calls ..", "where is .. used".
        Uses = "uses",
        /// How it works.
        How = "how",
        /// What tests it.
        Tests = "tests",
        /// What and where it is.
        What = "what",
    }
}

impl Wish {
    fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let mut words = lower.split_whitespace();
        let has = |one: &[&str]| lower.split(|c: char| !c.is_alphanumeric()).any(|word| one.contains(&word));
        match words.next() {
            Some("who" | "which") if has(&["calls", "call", "uses", "use", "depends"]) => Self::Uses,
            Some("where") if has(&["used", "called", "referenced"]) => Self::Uses,
            Some("callers" | "users" | "usages") => Self::Uses,
            _ if has(&["test", "tests", "tested", "testing"]) => Self::Tests,
            _ if is_wondering(text) => Self::How,
            _ => Self::What,
        }
    }
}

/// A question, read once.
#[derive(Clone, Debug)]
pub struct Query {
    /// What kind it is.
    pub class: Class,
    /// The rule that decided so.
    pub class_rule: &'static str,
    /// What it wishes to know.
    pub wish: Wish,
    /// Its terms, each once, in the order of the question.
    pub terms: Vec<Term>,
    /// How many of them stand in the first line of a question of several lines, which is the title of a
    /// report.
    pub title_terms: usize,
    /// Neighbouring words written together: `threadpool` of "thread pool".
    pub joined: Vec<Term>,
    /// Names that stand in it as code writes them, in the order of the question: `IntoResponse`,
    /// `path_router`; of a symbol question the last name.
    pub names: Vec<String>,
    /// Parts of paths that stand in it, in lower case, a slash before each: `/net/pool`.
    pub places: Vec<String>,
    /// Places that it names by file and line, the innermost of a stack first.
    pub frames: Vec<Frame>,
    /// True where it asks for tests, examples or documentation.
    pub asks_aside: bool,
    /// The words for the embedding, lower case, split, without those that say nothing.
    pub words: Vec<String>,
    /// How its terms begin.
    pub(crate) beginnings: Beginnings,
}

/// Words that ask for what stands beside the code.
const ASIDE: &[&str] = &[
    "test",
    "testing",
    "spec",
    "example",
    "doc",
    "documentation",
    "bench",
    "benchmark",
    "fixture",
    "tutorial",
];

/// What stands behind such a word where it is what is asked for: "tests of the parser".
const OF: &[&str] = &["of", "for", "that", "which", "about", "with", "covering", "using"];

/// True where tests, examples or documentation are asked for: they begin or end a question, or something says what
/// they are of. A report only mentions them, and so does the title of a change.
fn asks_aside(text: &str, class: Class) -> bool {
    if class.is_about_change() || class == Class::Diff {
        return false;
    }
    let mut words: Vec<String> = Vec::new();
    each_identifier(text, |identifier| each_part(identifier, |part| words.push(part.to_lowercase())));
    let last = words.iter().rposition(|word| !is_silent(word));
    let is_end = |at: usize| at == 0 || last == Some(at);
    let is_of = |at: usize| words.get(at + 1).is_some_and(|next| OF.contains(&next.as_str()));
    let aside = |at: &usize| ASIDE.contains(&words[*at].trim_end_matches('s'));
    (0..words.len()).filter(aside).any(|at| is_end(at) || is_of(at))
}

/// The parts of paths in a question: `ignore/types:`, `src/pool.rs`, `/home/me/src/pool.rs:6:3`; no
/// addresses.
fn places(text: &str) -> Vec<String> {
    let edge = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '@');
    let numbered = |c: char| c.is_ascii_digit() || c == ':' || edge(c);
    let words = text.split(|c: char| c.is_whitespace() || "\"'`(),".contains(c));
    let words = words.filter(|word| !word.contains("://") && word.contains(['/', '\\']));
    let trimmed = words.map(|word| match word.rfind(':') {
        Some(at) if word[at..].chars().all(numbered) => word.trim_end_matches(numbered).trim_matches(edge),
        _ => word.trim_matches(edge),
    });
    let some = trimmed.map(|word| word.replace('\\', "/")).filter(|word| word.contains('/'));
    some.take(MOST_PLACES).map(|word| format!("/{}", word.to_ascii_lowercase())).collect()
}

/// Most parts of paths that are looked for.
const MOST_PLACES: usize = 8;
/// Most neighbours that are written together.
const MOST_JOINED: usize = 64;
/// Most terms that are looked up: a stack trace of 10 kB repeats itself.
const MOST_TERMS: usize = 256;
/// Most names that are looked up.
const MOST_NAMES: usize = 48;

impl Query {
    /// In how many ways each name is looked up.
    pub(crate) const WAYS: usize = 3;

    /// All that is looked up in postings: its terms; then of each name how it is written, how else it may
    /// be, and who hands it on.
    pub fn lookups(&self) -> Vec<Term> {
        let mut all = self.terms.clone();
        for name in &self.names {
            let ways: [Term; Self::WAYS] =
                [Term::written(name), Term::otherwise_written(name), Term::handed_on(name)];
            all.extend(ways);
        }
        all
    }

    /// Reads a question. Any text is one; one without a word has no terms. O(length x terms).
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        let report = Report::read(text);
        let (class, class_rule) = Class::of(text, &report);
        let mut query = Self {
            class,
            class_rule,
            wish: Wish::of(text),
            terms: Vec::new(),
            title_terms: 0,
            joined: Vec::new(),
            names: Vec::new(),
            places: places(text),
            frames: Vec::new(),
            asks_aside: false,
            words: Vec::new(),
            beginnings: Beginnings::default(),
        };
        query.read(&report.text);
        if query.terms.is_empty() {
            // What is left of a form without an answer is the form.
            query.read(text);
        }
        query.mark(&report.marked);
        query.asks_aside = asks_aside(text, class);
        if class == Class::Trace {
            // The innermost frame is where it broke, seldom what broke it: it counts as a frame, and not as the path
            // that is asked for.
            query.places.retain(|place| !report.frames.iter().any(|frame| frame.place == *place));
        }
        query.frames = report.frames;
        query
    }

    /// Takes the words and names of a text.
    fn read(&mut self, text: &str) {
        let mut silent: Vec<Term> = Vec::new();
        let title = text.find('\n').map_or(0, |end| text.as_ptr() as usize + end);
        let mut before = String::new();
        each_identifier(text, |identifier| {
            if self.terms.len() >= MOST_TERMS {
                return;
            }
            self.beginnings.add(identifier);
            each_term(identifier, |term, _| {
                if !self.terms.contains(&term) {
                    self.terms.push(term);
                }
            });
            if (identifier.as_ptr() as usize) < title {
                self.title_terms = self.terms.len();
            }
            let folded = identifier.to_lowercase();
            if is_silent(&folded) {
                silent.push(whole(identifier));
            }
            if !before.is_empty() && self.joined.len() < MOST_JOINED {
                self.joined.push(whole(&format!("{before}{folded}")));
            }
            before = folded;
            each_part(identifier, |part| {
                let folded = part.to_lowercase();
                if !is_silent(&folded) {
                    self.words.push(folded);
                }
            });
            if self.class == Class::Identifier {
                self.names = vec![identifier.to_owned()];
            } else if is_written_as_code(identifier) {
                self.name(identifier);
            }
        });
        if self.class == Class::Identifier
            && let Some(name) = self.names.first().and_then(|name| dollared(text, name))
        {
            self.names.push(name);
        }
        if self.terms.is_empty() {
            // A question of silent words alone, such as `get` or `use`, asks for just those.
            self.terms = silent;
            self.terms.dedup();
        }
    }

    fn name(&mut self, name: &str) {
        if self.names.len() < MOST_NAMES && !self.names.iter().any(|one| one == name) {
            self.names.push(name.to_owned());
        }
    }

    /// Takes names that stand in backticks and blocks of code: what has spaces is no name.
    fn mark(&mut self, marked: &[&str]) {
        for text in marked.iter().filter(|text| !text.contains(char::is_whitespace)) {
            let mut last = None;
            each_identifier(text, |identifier| last = Some(identifier));
            let Some(name) = last else { continue };
            if !is_silent(name) {
                self.name(name);
            }
            if let Some(name) = dollared(text, name) {
                self.name(&name);
            }
        }
    }
}

/// The name with the `$` that stands beside it, as some languages write names; `None` where none does.
fn dollared(text: &str, name: &str) -> Option<String> {
    let at = text.rfind(name)?;
    let before = text[..at].len() - text[..at].trim_end_matches('$').len();
    let after = text[at + name.len()..].len() - text[at + name.len()..].trim_start_matches('$').len();
    (before + after > 0).then(|| text[at - before..at + name.len() + after].to_owned())
}

/// True for what nobody writes in a sentence: `IntoResponse`, `path_router`, `toJson`.
fn is_written_as_code(identifier: &str) -> bool {
    let mut parts = 0;
    each_part(identifier, |_| parts += 1);
    parts > 1
        && (identifier.contains('_') || identifier.bytes().skip(1).any(|b| b.is_ascii_uppercase()))
        && identifier.bytes().any(|b| b.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, class: Class, names: &[&str]) {
        let query = Query::new(text);
        assert_eq!(
            (query.class, query.names.iter().map(String::as_str).collect::<Vec<_>>()),
            (class, names.to_vec())
        );
    }

    #[test]
    fn questions_are_told_apart() {
        check("Router", Class::Identifier, &["Router"]);
        check("Router::nest", Class::Identifier, &["nest"]);
        check("src/lib.rs", Class::Path, &[]);
        check("how IntoResponse converts handler return values", Class::Architecture, &["IntoResponse"]);
        check("zsh shell completion", Class::Short, &[]);
        check("`emit` and `a.$on` in `a b`", Class::Short, &["emit", "$on"]);
        check("$emit", Class::Identifier, &["emit", "$emit"]);
    }

    #[test]
    fn parts_of_paths_are_read() {
        for (text, places) in [
            ("ignore/types: add a type", &["/ignore/types"][..]),
            ("  at run (/home/me/src/a.js:10:5)", &["/home/me/src/a.js"]),
            ("File \"net/pool.py\", line 6", &["/net/pool.py"]),
            (r"C:\src\a.rs:3", &["/c:/src/a.rs"]),
            ("see https://a.b/c, or / or a b", &[]),
        ] {
            assert_eq!(Query::new(text).places, places, "{text}");
        }
    }

    #[test]
    fn frames_of_a_stack_are_no_paths_that_are_asked_for() {
        let query = Query::new("it leaks, see net/conf.py\n  at net/alloc.py:3\n  at net/pool.py:9\n");
        assert_eq!((query.class, query.frames.len()), (Class::Trace, 2));
        assert_eq!(query.places, ["/net/conf.py"]);
        assert_eq!(Query::new("it leaks in net/alloc.py:3").places, ["/net/alloc.py"]);
    }

    #[test]
    fn a_wish_is_read_from_the_words() {
        for (text, wish) in [
            ("who calls Router::nest", Wish::Uses),
            ("where is the token used", Wish::Uses),
            ("how does retry work", Wish::How),
            ("describe the retry", Wish::How),
            ("tests of the parser", Wish::Tests),
            ("where is retry implemented", Wish::What),
        ] {
            assert_eq!(Query::new(text).wish, wish, "{text}");
        }
    }

    #[test]
    fn a_report_has_a_title_and_asks_for_no_tests() {
        let report = "Pool leaks sockets\n\nThe test below shows it, as the documentation says.\n".to_owned();
        let query = Query::new(&report);
        assert_eq!((query.title_terms, query.asks_aside), (3, false));
        for (question, asks) in [
            ("the test of pools", true),
            ("where are the pool tests", true),
            ("how do examples for pools look", true),
            ("how a test client sends a request", false),
            ("Fix the flaky test", false),
        ] {
            assert_eq!(Query::new(question).asks_aside, asks, "{question}");
        }
        assert_eq!(Query::new("one line").title_terms, 0);
        assert!(Query::new("the thread pool").joined.contains(&whole("ThreadPool")));
    }

    #[test]
    fn any_text_is_a_question() {
        assert!(Query::new("").terms.is_empty());
        assert!(Query::new("\"'(((").terms.is_empty());
        assert!(Query::new("🦀 ... ").terms.is_empty());
        assert_eq!(Query::new("use").terms.len(), 1, "a silent word alone is asked for");
        assert!(Query::new(&"at frame_number (file.js:1:2)\n".repeat(400)).terms.len() <= MOST_TERMS);
        assert!(
            Query::new(&(0..9000).map(|n| format!("word{n} ")).collect::<String>()).terms.len()
                <= MOST_TERMS + 1
        );
    }
}
