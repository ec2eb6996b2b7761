//! Texts that end at a word.
//!
//! The scanner of the grammar takes every `<<word` for the beginning of such a text where one may stand, also where no
//! line ends it, and keeps what is open in 1,024 bytes, a word's length in one of them. It ends the program where that
//! is not enough. What is a string or a comment, only it can tell, so here every `<<` counts.

use super::state::Ruby;
use crate::language::Cut;
use crate::masked::Masked;
use indexer_core::work;
use rustc_hash::{FxHashMap, FxHashSet};

/// Longest word at which a text ends, in bytes.
const LONGEST: usize = 255;
/// Most bytes of what is open at a place, as the scanner keeps it: fewer than it has, for it may take more for open.
const OPEN: usize = 900;
/// Bytes that it keeps beside a word, and those for a string around a place.
const OF_WORD: usize = 4;
const OF_STRING: usize = 5;

/// Where a file has a text with a longer word, or more is open. O(bytes).
pub(super) fn parsable_prefix(text: &str) -> Option<Cut> {
    Scan::new(text).run().err()
}

/// The text in which no `<<` begins what nothing ends: there it is an operator, or no code. O(bytes).
pub(super) fn mask(text: &str) -> Masked {
    let mut masked = text.to_owned();
    // What cannot be held is not parsed.
    for at in Scan::new(text).run().unwrap_or_default() {
        // Where two of them overlap, the first is gone.
        if masked[at..].starts_with("<<") {
            masked.replace_range(at..at + 2, ">>");
        }
    }
    Masked { text: masked, identifiers: 0, verbatim: None, memory: Box::new(Ruby::default()) }
}

/// A look at all of a text.
struct Scan<'t> {
    text: &'t str,
    /// True where `<<` stands before what may be a word.
    begins: bool,
    /// Those lines that are such a word, without the white space around them, and where the last of each begins.
    lines: FxHashMap<&'t str, usize>,
    /// Words that wait for their line, and how often.
    open: FxHashMap<&'t str, usize>,
    /// Bytes of what is open.
    bytes: usize,
    /// Braces around a place: true for those of `#{`.
    braces: Vec<bool>,
    /// Where each of three kinds of quotes and the end of a line come next: none is looked for twice.
    next: [Option<usize>; 4],
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Self {
        let (lines, open, braces) = (FxHashMap::default(), FxHashMap::default(), Vec::new());
        let begins = may_begin(text);
        let mut scan = Self { text, begins, lines, open, bytes: 0, braces, next: [None; 4] };
        if begins {
            scan.find_lines();
        }
        scan
    }

    /// Finds the lines at which a text may end.
    fn find_lines(&mut self) {
        let bytes = self.text.as_bytes();
        let mut words = FxHashSet::default();
        let (mut shortest, mut longest) = (usize::MAX, 0);
        for at in memchr::memchr_iter(b'<', bytes).filter(|at| bytes.get(at + 1) == Some(&b'<')) {
            let word = self.word(at).map_or("", str::trim);
            if !word.is_empty() && words.insert(word) {
                (shortest, longest) = (shortest.min(word.len()), longest.max(word.len()));
            }
        }
        self.next = [None; 4];
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            let trimmed = line.trim();
            if (shortest..=longest).contains(&trimmed.len()) && words.contains(trimmed) {
                self.lines.insert(trimmed, start);
            }
            start += line.len();
        }
    }

    /// Where operators stand.
    fn run(mut self) -> Result<Vec<usize>, Cut> {
        work::add(self.text.len());
        let mut operators = Vec::new();
        let mut start = 0;
        if !self.begins {
            return Ok(operators);
        }
        for line in self.text.split_inclusive('\n') {
            if !self.open.is_empty() {
                self.end(line.trim());
            }
            // How many braces stood around the first `#{` of this line that is not closed.
            let mut put_in = usize::MAX;
            let bytes = line.as_bytes();
            for at in memchr::memchr3_iter(b'{', b'}', b'<', bytes) {
                let byte = bytes[at];
                match byte {
                    b'{' => {
                        let is_put_in = at > 0 && bytes[at - 1] == b'#';
                        if is_put_in {
                            self.bytes += OF_STRING;
                            put_in = put_in.min(self.braces.len());
                        }
                        self.braces.push(is_put_in);
                    }
                    b'}' => {
                        if self.braces.pop() == Some(true) {
                            self.bytes -= OF_STRING;
                        }
                        if self.braces.len() <= put_in {
                            put_in = usize::MAX;
                        }
                    }
                    b'<' if bytes.get(at + 1) == Some(&b'<') => match self.word(start + at) {
                        Some(word) if self.is_ended(word, start + at) => {
                            if word.len() > LONGEST {
                                return Err(Cut {
                                    at: start + at,
                                    reason: "the word of a heredoc is too long",
                                });
                            }
                            self.bytes += OF_WORD + word.len();
                            // In a string no end of a line begins the text, and no line ends it.
                            if put_in == usize::MAX {
                                *self.open.entry(word.trim()).or_default() += 1;
                            }
                        }
                        Some(_) => operators.push(start + at),
                        None => {}
                    },
                    _ => {}
                }
                if self.bytes > OPEN && matches!(byte, b'{' | b'<') {
                    let reason = "too many heredocs and strings are open together";
                    return Err(Cut { at: start + at, reason });
                }
            }
            start += line.len();
        }
        Ok(operators)
    }

    /// True where a line behind `at` may end a text at `word`.
    fn is_ended(&self, word: &str, at: usize) -> bool {
        !word.is_empty() && self.lines.get(word.trim()).is_some_and(|line| *line > at)
    }

    /// Takes back a word that waits for this line.
    fn end(&mut self, line: &str) {
        if let Some(count) = self.open.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            self.bytes -= OF_WORD + line.len();
        }
    }

    /// The word behind the `<<` at `at`, empty where it does not end in its line; `None` where none begins.
    fn word(&mut self, at: usize) -> Option<&'t str> {
        let bytes = self.text.as_bytes();
        let start = at + 2 + usize::from(matches!(bytes.get(at + 2), Some(b'-' | b'~')));
        let quote = match bytes.get(start)? {
            b'"' => 0,
            b'\'' => 1,
            b'`' => 2,
            one if is_of_word(*one) => {
                let length = bytes[start..].iter().take_while(|one| is_of_word(**one)).count();
                return Some(&self.text[start..start + length]);
            }
            _ => return None,
        };
        let (line, end) = (self.find(3, start + 1), self.find(quote, start + 1));
        Some(if end < line { &self.text[start + 1..end] } else { "" })
    }

    /// Where the next of one of four bytes stands at or behind `from`, which never goes back.
    fn find(&mut self, which: usize, from: usize) -> usize {
        let byte = b"\"'`\n"[which];
        let found = self.next[which].filter(|found| *found >= from).unwrap_or_else(|| {
            let length = self.text.as_bytes()[from..].iter().position(|one| *one == byte);
            length.map_or(self.text.len(), |length| from + length)
        });
        self.next[which] = Some(found);
        found
    }
}

/// True where `<<` stands before what may be a word: most stand in `class << self`.
fn may_begin(text: &str) -> bool {
    let begins = |byte: &u8| b"-~\"'`<".contains(byte) || is_of_word(*byte);
    text.match_indices("<<").any(|(at, two)| text.as_bytes().get(at + two.len()).is_some_and(begins))
}

/// True for a byte of a name; those of letters beyond ASCII are.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, by_id, parse};
    use indexer_core::FileFacts;

    fn facts(text: &str) -> FileFacts {
        parse(by_id("ruby").unwrap(), text.as_bytes(), Limits::default())
    }

    fn names(facts: &FileFacts) -> Vec<&str> {
        facts.definitions.iter().map(|one| facts.name(one.name)).collect()
    }

    #[test]
    fn words_of_any_length_end_no_program() {
        let word = "A".repeat(300);
        for text in [
            format!("x = <<{word}\ny\n{word}\n"),
            format!("A<<{word}\n{word}\n"),
            format!("x = <<~{word}\ny\n  {word}\n"),
            format!("x = <<-\"{word}\"\ny\n{word}\n"),
            format!("x = <<'{word}'\ny\n{word}\n"),
            format!("x = <<{0}\n{0}\n", "\u{e9}".repeat(300)),
            format!("x = \"\n# #{{<<{word}\n}}\n\"\n{word}\n"),
            format!("class B <<<{word}\nend\n{word}\n"),
            format!(") \"\"<<\"{word}\"\n{word}\n"),
        ] {
            let found = facts(&format!("def first; end\n{text}def last; end\n"));
            assert_eq!(names(&found), ["first"], "{text}");
            assert!(found.problems.iter().any(|one| one.detail.contains("heredoc")), "{:?}", found.problems);
            // What no line ends is none.
            let open = text.replace(&format!("\n{word}\n"), "\n");
            facts(&format!("def first; end\n{open}def last; end\n"));
        }
    }

    #[test]
    fn words_that_are_open_together_end_no_program() {
        let of = |letter: &str, length: usize| letter.repeat(length);
        let words = ["B", "C", "D", "E", "F"].map(|letter| of(letter, 190)).to_vec();
        for last in 1..255 {
            let words: Vec<String> = words.iter().cloned().chain([of("Z", last)]).collect();
            let line = format!("f(<<{})\n", words.join(", <<"));
            facts(&line);
            facts(&format!("{line}{}\n", words.join("\n")));
        }
        for strings in 100..205 {
            for last in 1..6 {
                let open = "\"#{".repeat(strings);
                facts(&format!("x = {open}<<{0}\n{0}\n", of("A", last)));
                let last = of("A", (1_023 - strings * 5).min(255).saturating_sub(last));
                facts(&format!("x = {open}<<{last}\n{last}\n"));
                facts(&format!("x = <<{last} + {open}\n{last}\n"));
            }
        }
    }

    #[test]
    fn other_uses_of_the_sign_are_held() {
        let rest = "x = 1\n".repeat(100);
        let line = "f(\"#{<<~A}\", <<B) { <<-'C' }\n  A\nB\nC\n".repeat(100);
        for text in [
            "a <<~SQL\nb\nSQL\n",
            "when \"<<\" then\n",
            "a << b\n",
            "a <<\"b\"\n",
            "# a <<'b\n",
            "a <<",
            "@a<<list\nB<<list\n",
            &line,
        ] {
            let text = format!("{text}{rest}def last; end\n");
            assert_eq!(parsable_prefix(&text), None, "{text}");
            assert_eq!(names(&facts(&text)), ["last"], "{text}");
        }
    }
}
