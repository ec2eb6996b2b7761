//! Whether the text of a literal stands somewhere at all, be it inside of a word.

use super::Literal;
use aho_corasick::AhoCorasick;

/// Looks for the characters of a literal, inside of words too, upper and lower case of ASCII the same: words of
/// scripts without blanks and signs that touch a word hide it from [`Finder`](super::Finder) and from the index.
#[derive(Debug)]
pub struct Anywhere(AhoCorasick);

impl Anywhere {
    /// `None` where nothing can be looked for.
    pub fn new(literal: &Literal<'_>) -> Option<Self> {
        let text = literal.text.trim();
        let found = AhoCorasick::builder().ascii_case_insensitive(true).build([text]).ok();
        found.filter(|_| !text.is_empty()).map(Self)
    }

    /// True where a text holds the characters. O(bytes).
    pub fn stands_in(&self, text: &[u8]) -> bool {
        self.0.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_word_of_its_own_is_seen() {
        for (question, text, is_there) in [
            ("\"Loading\"", "label = \"Loading\u{2026}\"", true),
            ("\"\u{4ef7}\u{683c}\"", "\u{5546}\u{54c1}\u{4ef7}\u{683c}\u{4e3a}", true),
            ("\"px\"", "width: 12PX", true),
            ("\"px\"", "width: 12em", false),
        ] {
            let all = Literal::all(question);
            assert_eq!(Anywhere::new(&all[0]).unwrap().stands_in(text.as_bytes()), is_there, "{text}");
        }
    }
}
