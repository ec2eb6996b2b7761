//! What a terminal would obey, as text that it shows.
//!
//! Files, names, paths and commit messages may hold control characters: they clear the screen, set the
//! clipboard, or show one name and mean another. Whatever goes to a terminal goes through [`visible`], in
//! the one place of each program where it leaves. What goes to a pipe or a file stays as it is.

use std::borrow::Cow;
use std::fmt::Write;

/// A line, or a part of one, with everything visible that a terminal would obey or hide: control
/// characters (of Unicode too), line breaks, directions of writing, characters without width that are of
/// no script. They show as `\n`, `\x1b`, `\u{202e}`; tabs stay. O(length).
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        // Writing to a text cannot fail.
        match c {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            c if !is_obeyed(c) => shown.push(c),
            c if u32::from(c) <= 0xff => drop(write!(shown, "\\x{:02x}", u32::from(c))),
            c => drop(write!(shown, "\\u{{{:x}}}", u32::from(c))),
        }
    }
    Cow::Owned(shown)
}

/// The lines of a text, each of them [`visible`]. What is not a line of its own must not hold a line
/// break before it comes here.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c != '\n' && is_obeyed(c)) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n').map(|line| match line.strip_suffix('\n') {
        Some(line) => format!("{}\n", visible(line)),
        None => visible(line).into_owned(),
    });
    Cow::Owned(lines.collect())
}

/// True for what is not simply shown.
fn is_obeyed(c: char) -> bool {
    match c {
        '\t' => false,
        // Marks, embeddings, overrides and isolates of the direction of writing.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        // Line breaks; characters without width, but those that scripts and emoji need (U+200C, U+200D).
        '\u{2028}' | '\u{2029}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' => true,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        // Tags: text that nobody sees and a model reads.
        '\u{e0000}'..='\u{e007f}' => true,
        c => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        for (text, shown) in [
            ("\u{1b}]52;c;AAAA\u{7}", "\\x1b]52;c;AAAA\\x07"),
            ("a\u{9b}2J\u{7f}", "a\\x9b2J\\x7f"),
            ("access\u{202e}txt.exe\u{2069}", "access\\u{202e}txt.exe\\u{2069}"),
            ("a\nb\r\0", "a\\nb\\r\\x00"),
            ("x\u{2028}y\u{200b}z\u{e0041}", "x\\u{2028}y\\u{200b}z\\u{e0041}"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn text_of_people_stays_as_it_is() {
        for text in ["", "a\tb \\x1b", "größe 漢字 שלום", "👩\u{200d}👧", "می\u{200c}خواهم"]
        {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text), "{text}");
        }
        assert!(matches!(visible_lines("a\nb\n"), Cow::Borrowed(_)));
        assert_eq!(visible_lines("a\r\nb\u{1b}\nc"), "a\\r\nb\\x1b\nc");
    }
}
