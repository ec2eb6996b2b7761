//! Literals: what of a question may stand word for word in a file, and where it does.
//!
//! A message that somebody pastes has values where the code has placeholders, is broken over lines in the
//! code, or stands inside a sentence. So words are compared, in their order, not characters: [`Literal::all`]
//! says what of a question is meant literally, [`Finder`] where a text holds it and how much of it.

mod anywhere;
mod finder;
mod marks;

pub use anywhere::Anywhere;
pub use finder::{Finder, Held, Place, SILENT_WEIGHT};

use crate::words::{Term, each_part, is_silent, stem, whole};

/// How a literal stands in its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Between quotes.
    Quoted,
    /// Between backticks, or written as no sentence is: `FOO_BAR`, `--no-ignore`, `text/html`.
    Code,
    /// The question itself, or a part of it.
    Bare,
}

/// What is meant literally.
#[derive(Clone, Debug)]
pub struct Literal<'q> {
    /// As it stands in the question, without its quotes.
    pub text: &'q str,
    /// How it stands there.
    pub mark: Mark,
    /// Its words, in their order.
    pub words: Vec<Word>,
}

/// A word of a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// In lower case.
    folded: Vec<u8>,
    /// Under which postings know the files that hold it; `None` where they do not: numbers, single letters,
    /// words that say nothing.
    pub term: Option<Term>,
}

/// What is read and told of one literal. `docs/limits.md` lists all limits.
pub mod limits {
    /// Literals of one question: a report quotes much.
    pub const LITERALS: usize = 8;
    /// Files that are read where all of its rarest words stand together.
    pub const WHOLE: usize = 256;
    /// Files where at least some do, of what has a mark.
    pub const PARTS: usize = 48;
    /// The same of what has none.
    pub const BARE: usize = 16;
    /// Pieces of files after which no further ones are added to those that may hold it.
    pub const PIECES: usize = 20_000;
    /// Rare words in one file, around which the literal is looked for.
    pub const ANCHORS: usize = 200;
    /// Places in one file.
    pub const PLACES: usize = 100;
    /// Bytes that are looked through for what the index knows no word of, and before something is told to be absent.
    pub const LOOKED_THROUGH: u64 = 64 << 20;
    /// Files whose text is looked at once more without its secrets.
    pub const CHECKED: usize = 20;
    /// Places that an answer tells.
    pub const TOLD: usize = 20;
    /// Places of a name or key above which it tells nothing by itself: where something else is found, none of them is
    /// told.
    pub const COMMON: usize = 20;
}

/// Most words of a literal, and of a question that is one itself: a longer one is a text about something.
const MOST_WORDS: usize = 64;
/// Words of a question that must stand together for it to be a literal without any mark.
pub(crate) const LEAST_RUN: usize = 4;

impl<'q> Literal<'q> {
    /// What of a question may be meant literally: what stands between its quotes, and the question itself
    /// where it is a line of at least four words or one that nobody writes in a sentence. O(length).
    pub fn all(question: &'q str) -> Vec<Self> {
        let question = question.trim();
        let marked = marks::between(question);
        let mut all: Vec<Self> = Vec::new();
        for (text, mark) in marked {
            let one = Self::new(text, mark);
            if !one.words.is_empty()
                && all.len() < limits::LITERALS
                && !all.iter().any(|other| other.text == one.text)
            {
                all.push(one);
            }
        }
        let is_sentence = question.contains(char::is_whitespace);
        let one = Self::new(question, if is_sentence { Mark::Bare } else { Mark::Code });
        match one.words.len() {
            1.. if !is_sentence && all.is_empty() && is_no_word(question) => all.push(one),
            // A message may hold quotes itself; what is all between quotes is one already.
            LEAST_RUN..MOST_WORDS
                if is_sentence
                    && !question.contains('\n')
                    && !all.iter().any(|other| other.words.len() == one.words.len()) =>
            {
                all.push(one);
            }
            _ => {}
        }
        all
    }

    /// True where it is all of a question that has no marks.
    pub fn is_bare(&self, question: &str) -> bool {
        self.text.len() == question.trim().len()
    }

    fn new(text: &'q str, mark: Mark) -> Self {
        let mut words = Vec::new();
        each_word(text.as_bytes(), false, |start, end| {
            if words.len() < MOST_WORDS {
                words.push(Word::new(&text.as_bytes()[start..end]));
            }
        });
        Self { text, mark, words }
    }
}

impl Word {
    fn new(written: &[u8]) -> Self {
        let folded = written.to_ascii_lowercase();
        Self { term: std::str::from_utf8(written).ok().and_then(term), folded }
    }

    /// Its bytes, those of ASCII in lower case.
    pub fn folded(&self) -> &[u8] {
        &self.folded
    }
}

/// True for what nobody writes in a sentence; a word by itself asks for what is about it.
fn is_no_word(text: &str) -> bool {
    text.contains(|c: char| !c.is_alphabetic()) || text.chars().skip(1).any(char::is_uppercase)
}

/// The term that tells most of a word: that of the whole where it has several parts.
fn term(written: &str) -> Option<Term> {
    let letters = written.bytes().any(|byte| !byte.is_ascii_digit() && byte != b'_');
    let is_word = letters && (written.is_ascii() || written.contains(char::is_alphabetic));
    // As `each_identifier` takes them.
    if !is_word || !(2..=64).contains(&written.len()) {
        return None;
    }
    let (mut parts, mut only) = (0, "");
    each_part(written, |part| {
        parts += 1;
        only = part;
    });
    if parts > 1 {
        return Some(whole(written));
    }
    let folded = only.to_lowercase();
    (folded.len() > 1 && !is_silent(&folded)).then(|| Term::of(stem(&folded)))
}

/// Calls `each` with where the words of a text begin and end: runs of letters, digits and `_`. With
/// `escapes`, the letter of an escape such as `\n` belongs to none. O(length).
fn each_word(text: &[u8], escapes: bool, mut each: impl FnMut(usize, usize)) {
    let mut at = 0;
    while at < text.len() {
        if escapes && text[at] == b'\\' {
            let is_letter = text.get(at + 1).is_some_and(|byte| b"\\nrtabfv0\"'".contains(byte));
            at += if is_letter { 2 } else { 1 };
            continue;
        }
        if !is_word(text[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < text.len() && is_word(text[at]) {
            at += 1;
        }
        if text[start..at].iter().any(|byte| *byte != b'_') {
            each(start, at);
        }
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(question: &str, expected: &[(&str, Mark)]) {
        let all = Literal::all(question);
        assert_eq!(all.iter().map(|one| (one.text, one.mark)).collect::<Vec<_>>(), expected, "{question}");
    }

    #[test]
    fn quotes_say_what_is_meant_literally() {
        check("get \"max_retries\"", &[("max_retries", Mark::Quoted)]);
        let question = "why 'no such pool' and `open_pool`?";
        check(question, &[("no such pool", Mark::Quoted), ("open_pool", Mark::Code), (question, Mark::Bare)]);
        check("“cannot open”", &[("cannot open", Mark::Quoted)]);
        check(
            "it's what the user's pool doesn't hold",
            &[("it's what the user's pool doesn't hold", Mark::Bare)],
        );
    }

    #[test]
    fn without_quotes_a_long_line_may_be_one_and_so_may_what_is_no_sentence() {
        check("cannot open the pool", &[("cannot open the pool", Mark::Bare)]);
        check("connection pool", &[]);
        check("Router", &[]);
        check("HTTP_PROXY", &[("HTTP_PROXY", Mark::Code)]);
        check("--no-ignore", &[("--no-ignore", Mark::Code)]);
        check("a report\nof several lines", &[]);
        check("", &[]);
        check("?!", &[]);
    }

    #[test]
    fn words_have_the_terms_that_postings_know() {
        let all = Literal::all("`the max_retries of 10`");
        let terms: Vec<Option<Term>> = all[0].words.iter().map(|word| word.term).collect();
        assert_eq!(terms, [None, Some(whole("maxRetries")), None, None]);
        for (sign, is_known) in [("→", false), ("✓✓", false), ("é", true), ("a→", true)] {
            let word = &Literal::new(sign, Mark::Quoted).words[0];
            let mut known = false;
            crate::words::each_identifier(sign, |_| known = true);
            assert_eq!((word.term.is_some(), known), (is_known, is_known), "{sign}: as postings know it");
        }
    }
}
