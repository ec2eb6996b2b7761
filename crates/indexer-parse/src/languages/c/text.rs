//! Texts of definitions: signatures and documentation.

const DOC_BYTES: usize = 2_000;

/// `text` without comments, white space folded, at most 500 bytes.
pub(in crate::languages) fn signature(text: &str) -> String {
    let stripped;
    let text = if text.contains("/*") || text.contains("//") {
        stripped = strip(text);
        &stripped
    } else {
        text
    };
    let mut out = crate::text::folded(text);
    let end = out.trim_end_matches([';', ' ', '{', '=']).len();
    out.truncate(end);
    out
}

fn strip(text: &str) -> String {
    let text = text.lines().map(without_line_comment).collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("/*") {
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = rest[at..].find("*/").map_or("", |end| &rest[at + end + 2..]);
    }
    out.push_str(rest);
    out
}

fn without_line_comment(line: &str) -> &str {
    match line.find("//") {
        Some(at) if !line[..at].contains('"') => &line[..at],
        _ => line,
    }
}

/// The documentation before byte `start`: the comments that end on the line before it, or on its
/// own. Gives its text without comment marks and its first byte.
pub(in crate::languages) fn before(
    source: &str,
    comments: &[(u32, u32)],
    start: u32,
) -> Option<(String, u32)> {
    let mut last = comments.partition_point(|(_, end)| *end <= start);
    let end = last;
    let mut reach = start;
    while last > 0 {
        let (from, to) = comments[last - 1];
        let gap = source.as_bytes().get(to as usize..reach as usize)?;
        // A line comment ends before its line's end.
        if !is_blank_to_next_line(gap) || !begins_line(source, from) {
            break;
        }
        last -= 1;
        reach = from;
    }
    if last == end {
        return None;
    }
    let mut out = String::new();
    for (from, to) in &comments[last..end] {
        clean(source.get(*from as usize..*to as usize).unwrap_or(""), &mut out);
    }
    out.truncate(out.trim_end().len());
    (!out.is_empty()).then_some((out, reach))
}

/// True for white space with one line break at most. Looks from the end: the text between a comment and a definition
/// far below it may be most of a file.
fn is_blank_to_next_line(gap: &[u8]) -> bool {
    let mut breaks = 0;
    gap.iter().rev().all(|byte| {
        breaks += usize::from(*byte == b'\n');
        byte.is_ascii_whitespace() && breaks <= 1
    })
}

/// True where only white space stands before `at` on its line.
fn begins_line(source: &str, at: u32) -> bool {
    let before = &source.as_bytes()[..at as usize];
    before.iter().rev().take_while(|b| **b != b'\n').all(u8::is_ascii_whitespace)
}

/// Adds the text of a comment, without its marks.
fn clean(comment: &str, out: &mut String) {
    let text = match comment.strip_prefix("/*") {
        Some(inner) => inner.strip_suffix("*/").unwrap_or(inner),
        None => comment,
    };
    let is_line = comment.starts_with("//");
    for line in text.lines() {
        let line = line.trim();
        let line = match is_line {
            true => line.trim_start_matches('/').trim_start_matches('!'),
            false => line.trim_start_matches(['*', '!']).trim_end_matches('*'),
        };
        let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
        let rule = line.len() > 2 && line.bytes().all(|b| matches!(b, b'-' | b'=' | b'*' | b'/'));
        if rule || (out.is_empty() && line.is_empty()) {
            continue;
        }
        out.push_str(line);
        out.push('\n');
        if out.len() > DOC_BYTES {
            out.truncate(out.floor_char_boundary(DOC_BYTES));
            return;
        }
    }
}

/// What the first comment of a file says of it; `None` where it is about licences alone.
pub(in crate::languages) fn file(source: &str, comments: &[(u32, u32)]) -> Option<String> {
    let mut reach = 0u32;
    for (from, to) in comments.iter().take(8) {
        let gap = source.get(reach as usize..*from as usize)?;
        if !gap.bytes().all(|b| b.is_ascii_whitespace()) {
            return None;
        }
        reach = *to;
        let mut out = String::new();
        clean(source.get(*from as usize..*to as usize)?, &mut out);
        let lower = out.to_ascii_lowercase();
        if ["copyright", "spdx-", "license"].iter().any(|word| lower.contains(word)) || out.trim().is_empty()
        {
            continue;
        }
        return Some(out.trim_end().to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doc(source: &str) -> Option<String> {
        let comments = super::super::lexer::tokens(source, super::super::branches::Dialect::C).comments;
        before(source, &comments, source.find("int").expect("a definition") as u32).map(|(text, _)| text)
    }

    #[test]
    fn comments_right_before_are_documentation() {
        assert_eq!(doc("/** Says\n *  what.\n */\nint x;").as_deref(), Some("Says\n what."));
        assert_eq!(doc("// one\n/// two\nint x;").as_deref(), Some("one\ntwo"));
        assert_eq!(doc("// one\n\nint x;"), None);
        assert_eq!(doc("y; // of y\nint x;"), None);
        assert_eq!(doc("/* ---- */\n/* a */ int x;").as_deref(), Some("a"));
    }

    #[test]
    fn signatures_have_no_comments() {
        assert_eq!(signature("static /* a */ int // b\n f(int x)\n;"), "static int f(int x)");
        assert_eq!(signature(&"ä".repeat(400)).len(), 500);
    }

    #[test]
    fn licences_do_not_document_a_file() {
        let of = |source: &str| {
            file(source, &super::super::lexer::tokens(source, super::super::branches::Dialect::C).comments)
        };
        assert_eq!(of("/* Copyright me. */\n/* Lists. */\nint x;").as_deref(), Some("Lists."));
        assert_eq!(of("int x; /* a */"), None);
    }
}
