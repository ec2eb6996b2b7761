//! Texts that end at a word.

/// Longest word at which a text ends, in bytes. The scanner of the grammar keeps the length in a byte, and ends the
/// program where that is not enough.
const LONGEST: usize = 200;

/// How many bytes of a file come before a text with a longer word. O(bytes): a word is read to its limit.
pub(super) fn held(text: &str) -> usize {
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices("<<") {
        let sign = usize::from(matches!(bytes.get(at + 2), Some(b'-' | b'~')));
        let word = &bytes[at + 2 + sign..];
        let is_long = match word.first() {
            // `"<<"` is a string.
            Some(quote @ (b'"' | b'\'' | b'`')) if at > 0 && bytes[at - 1] == *quote => false,
            Some(quote @ (b'"' | b'\'' | b'`')) => !word[1..].iter().take(LONGEST).any(|one| one == quote),
            _ => word.iter().take(LONGEST).take_while(|one| is_of_word(**one)).count() == LONGEST,
        };
        // A quote behind the last one is none that the end of the file could end.
        if is_long && word.len() > LONGEST && !is_in_comment(bytes, at) {
            return at;
        }
    }
    bytes.len()
}

/// True for a byte of a name; those of letters beyond ASCII are.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// True where the line begins as a comment does; `#{` begins none.
fn is_in_comment(bytes: &[u8], at: usize) -> bool {
    let line = bytes[..at].iter().rposition(|one| *one == b'\n').map_or(0, |end| end + 1);
    let line = bytes[line..at].trim_ascii_start();
    line.starts_with(b"#") && !line.starts_with(b"#{")
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
