//! Texts that end at a word.

/// Longest word at which a text ends, in bytes. The scanner of the grammar keeps the length in a byte, and ends the
/// program where that is not enough.
const LONGEST: usize = 200;

/// How many bytes of a file come before a text with a longer word. O(bytes): a word is read to its limit.
pub(super) fn held(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        // A comment ends with its line; `#{` begins none.
        let code = line.trim_ascii_start();
        if !code.starts_with('#') || code.starts_with("#{") {
            let long = line.match_indices("<<").find(|(at, _)| is_long(bytes, start + at));
            if let Some((at, _)) = long {
                return start + at;
            }
        }
        start += line.len();
    }
    bytes.len()
}

/// True where the word behind the `<<` at `at` is longer than the limit.
fn is_long(bytes: &[u8], at: usize) -> bool {
    let sign = usize::from(matches!(bytes.get(at + 2), Some(b'-' | b'~')));
    let word = &bytes[at + 2 + sign..];
    // What begins behind the last quote goes on to the end of the file.
    word.len() > LONGEST
        && match word[0] {
            // `"<<"` is a string.
            quote @ (b'"' | b'\'' | b'`') if at > 0 && bytes[at - 1] == quote => false,
            quote @ (b'"' | b'\'' | b'`') => !word[1..].iter().take(LONGEST).any(|one| *one == quote),
            _ => word.iter().take(LONGEST).all(|one| is_of_word(*one)),
        }
}

/// True for a byte of a name; those of letters beyond ASCII are.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, by_id, parse};

    #[test]
    fn words_of_any_length_end_no_program() {
        let word = "A".repeat(300);
        for text in [
            format!("x = <<{word}\ny\n{word}\n"),
            format!("A<<{word}\n"),
            format!("x = <<~{word}\ny\n{word}\n"),
            format!("x = <<-\"{word}\"\ny\n{word}\n"),
            format!("x = <<'{word}'\ny\n"),
            format!("x = <<{}\n", "\u{e9}".repeat(300)),
        ] {
            let text = format!("def first; end\n{text}");
            let facts = parse(by_id("ruby").unwrap(), text.as_bytes(), Limits::default());
            let names: Vec<&str> = facts.definitions.iter().map(|one| facts.name(one.name)).collect();
            assert_eq!(names, ["first"]);
            assert!(
                facts.problems.iter().any(|one| one.detail.starts_with("strings")),
                "{:?}",
                facts.problems
            );
        }
    }

    #[test]
    fn other_uses_of_the_sign_are_held() {
        let rest = "x = 1\n".repeat(100);
        for text in
            ["a <<~SQL\nb\nSQL\n", "when \"<<\" then\n", "a << b\n", "a <<\"b\"\n", "# a <<'b\n", "a <<"]
        {
            let text = format!("{text}{rest}");
            assert_eq!(held(&text), text.len(), "{text}");
        }
    }
}
