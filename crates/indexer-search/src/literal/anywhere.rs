//! Whether the texts of literals stand somewhere at all, be it inside of a word.

use aho_corasick::AhoCorasick;

/// Looks for the characters of literals, inside of words too, upper and lower case of ASCII the same: words of
/// scripts without blanks and signs that touch a word hide them from [`Finder`](super::Finder) and from the index.
#[derive(Debug)]
pub struct Anywhere(AhoCorasick);

impl Anywhere {
    /// `None` where nothing can be looked for.
    pub fn new(texts: &[&str]) -> Option<Self> {
        let texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
        let all = AhoCorasick::builder().ascii_case_insensitive(true).build(&texts).ok();
        all.filter(|_| !texts.is_empty() && texts.iter().all(|text| !text.is_empty())).map(Self)
    }

    /// Of each literal whether a text holds its characters. O(bytes + places).
    pub fn held_by(&self, text: &[u8]) -> Vec<bool> {
        let mut held = vec![false; self.0.patterns_len()];
        let mut left = held.len();
        for found in self.0.find_overlapping_iter(text) {
            let held = &mut held[found.pattern().as_usize()];
            left -= usize::from(!*held);
            *held = true;
            if left == 0 {
                break;
            }
        }
        held
    }
}

#[cfg(test)]
mod tests {
    use super::super::Literal;
    use super::*;

    #[test]
    fn what_is_no_word_of_its_own_is_seen() {
        for (question, text, is_there) in [
            ("\"Loading\"", "label = \"Loading\u{2026}\"", true),
            ("\"\u{4ef7}\u{683c}\"", "\u{5546}\u{54c1}\u{4ef7}\u{683c}\u{4e3a}", true),
            ("\"px\"", "width: 12PX", true),
            ("\"px\"", "width: 12em", false),
        ] {
            let literal = &Literal::all(question)[0];
            let anywhere = Anywhere::new(&[literal.text, "width"]).unwrap();
            assert_eq!(anywhere.held_by(text.as_bytes()), [is_there, text.contains("width")], "{text}");
        }
    }
}
