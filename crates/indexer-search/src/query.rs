//! What is asked: words, names, paths, and what kind of question it is.

use crate::words::{Term, each_identifier, each_part, each_term, is_silent, whole};

/// What kind of question it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// One name, perhaps with its owners: `Router`, `Router::nest`, `app.use`.
    Symbol,
    /// A path or file name: `src/lib.rs`.
    Path,
    /// A sentence or a few words.
    Words,
}

/// What a question wishes to know of what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Who uses it: "who calls ..", "where is .. used".
    Uses,
    /// How it works.
    How,
    /// What tests it.
    Tests,
    /// What and where it is.
    What,
}

impl Wish {
    /// The word that answers use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Uses => "uses",
            Self::How => "how",
            Self::Tests => "tests",
            Self::What => "what",
        }
    }

    fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let mut words = lower.split_whitespace();
        let has = |one: &[&str]| lower.split(|c: char| !c.is_alphanumeric()).any(|word| one.contains(&word));
        match words.next() {
            Some("who" | "which") if has(&["calls", "call", "uses", "use", "depends"]) => Self::Uses,
            Some("where") if has(&["used", "called", "referenced"]) => Self::Uses,
            Some("callers" | "users" | "usages") => Self::Uses,
            _ if has(&["test", "tests", "tested", "testing"]) => Self::Tests,
            Some("how" | "why" | "explain") => Self::How,
            _ => Self::What,
        }
    }
}

/// A question, read once.
#[derive(Clone, Debug)]
pub struct Query {
    /// What kind it is.
    pub intent: Intent,
    /// What it wishes to know.
    pub wish: Wish,
    /// Its terms, each once, in the order of the question.
    pub terms: Vec<Term>,
    /// How many of them stand in the first line of a question of several lines, which is the title of a
    /// report.
    pub titled: usize,
    /// Neighbouring words written together: `threadpool` of "thread pool".
    pub joined: Vec<Term>,
    /// Names that stand in it as code writes them, in the order of the question: `IntoResponse`,
    /// `path_router`; of a symbol question the last name.
    pub names: Vec<String>,
    /// Parts of paths that stand in it, in lower case, a slash before each: `/net/pool`.
    pub places: Vec<String>,
    /// True where it asks for tests, examples or documentation.
    pub asks_aside: bool,
    /// The words for the embedding, lower case, split, without those that say nothing.
    pub words: Vec<String>,
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
/// Most words of a question that may ask for tests or documentation: a report only mentions them.
const SHORT: usize = 24;

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
        let mut query = Self {
            intent: intent(text),
            wish: Wish::of(text),
            terms: Vec::new(),
            titled: 0,
            joined: Vec::new(),
            names: Vec::new(),
            places: places(text),
            asks_aside: false,
            words: Vec::new(),
        };
        let mut silent: Vec<Term> = Vec::new();
        let title = text.find('\n').map_or(0, |end| text.as_ptr() as usize + end);
        let (mut words, mut before) = (0, String::new());
        each_identifier(text, |identifier| {
            if query.terms.len() >= MOST_TERMS {
                return;
            }
            words += 1;
            each_term(identifier, |term, _| {
                if !query.terms.contains(&term) {
                    query.terms.push(term);
                }
            });
            if (identifier.as_ptr() as usize) < title {
                query.titled = query.terms.len();
            }
            let folded = identifier.to_lowercase();
            if is_silent(&folded) {
                silent.push(whole(identifier));
            }
            if !before.is_empty() && query.joined.len() < MOST_JOINED {
                query.joined.push(whole(&format!("{before}{folded}")));
            }
            before = folded;
            each_part(identifier, |part| {
                let folded = part.to_lowercase();
                query.asks_aside |= ASIDE.contains(&folded.trim_end_matches('s'));
                if !is_silent(&folded) {
                    query.words.push(folded);
                }
            });
            if query.intent == Intent::Symbol {
                query.names = vec![identifier.to_owned()];
            } else if is_written_as_code(identifier) && !query.names.iter().any(|name| name == identifier) {
                query.names.push(identifier.to_owned());
            }
        });
        query.asks_aside &= words <= SHORT;
        if query.terms.is_empty() {
            // A question of silent words alone, such as `get` or `use`, asks for just those.
            query.terms = silent;
            query.terms.dedup();
        }
        query
    }
}

fn intent(text: &str) -> Intent {
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Intent::Words;
    }
    let has_extension = text.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=4).contains(&extension.len())
            && extension.bytes().all(|b| b.is_ascii_lowercase())
    });
    if text.contains('/') || text.contains('\\') {
        return Intent::Path;
    }
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '#' | '(' | ')' | '$' | '!');
    match text.chars().all(is_name) {
        true if has_extension
            && indexer_core::path::stem(text).len() > 2
            && text.matches('.').count() == 1 =>
        {
            Intent::Path
        }
        true => Intent::Symbol,
        false => Intent::Words,
    }
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

    fn check(text: &str, intent: Intent, names: &[&str]) {
        let query = Query::new(text);
        assert_eq!(
            (query.intent, query.names.iter().map(String::as_str).collect::<Vec<_>>()),
            (intent, names.to_vec())
        );
    }

    #[test]
    fn questions_are_told_apart() {
        check("Router", Intent::Symbol, &["Router"]);
        check("Router::nest", Intent::Symbol, &["nest"]);
        check("src/lib.rs", Intent::Path, &[]);
        check("how IntoResponse converts handler return values", Intent::Words, &["IntoResponse"]);
        check("zsh shell completion", Intent::Words, &[]);
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
    fn a_wish_is_read_from_the_words() {
        for (text, wish) in [
            ("who calls Router::nest", Wish::Uses),
            ("where is the token used", Wish::Uses),
            ("how does retry work", Wish::How),
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
        assert_eq!((query.titled, query.asks_aside), (3, true));
        let long = report + &"It leaks on every call and in every thread of it. ".repeat(9);
        assert!(!Query::new(&long).asks_aside);
        assert_eq!(Query::new("one line").titled, 0);
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
