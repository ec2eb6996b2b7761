//! Functions of Python that say what they give, and what a file says for other versions of the language.

use super::versions::Branches;
use std::ops::Range;

/// What stands for a body, or its quotes: white space inside of a text is read once, and before a statement as often as
/// the grammar asks where that begins.
const STATEMENT: &[u8] = b"...";
const QUOTES: &[u8] = b"\"\"\"";

fn is_of_one_line(bytes: &[u8]) -> bool {
    !bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Puts a statement in the place of a body, which is white space.
pub(super) fn put_statement(body: &mut [u8]) {
    let end = body.len() - QUOTES.len();
    if end < QUOTES.len() || !is_of_one_line(&body[end..]) {
        return body[..STATEMENT.len()].copy_from_slice(STATEMENT);
    }
    body[..QUOTES.len()].copy_from_slice(QUOTES);
    body[end..].copy_from_slice(QUOTES);
}

/// A line as the language counts them: up to its end outside of brackets and texts.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Where what is written in it begins.
    start: usize,
    /// Where that ends, before a comment.
    end: usize,
    indent: usize,
}

/// The bodies of functions with an annotation of their result, each from its first statement to the end of its last,
/// documentation, and the blocks of conditions that do not hold in this version of the language.
pub(super) fn bodies(text: &str, version: Option<&str>) -> Vec<Range<usize>> {
    let lines = lines(text);
    let mut found = Vec::new();
    let mut branches = version.and_then(Branches::of);
    let mut at = 0;
    while let Some(head) = lines.get(at) {
        at += 1;
        let written = &text[head.start..head.end];
        if is_text(written) {
            found.push(head.start..head.end);
        }
        let is_unused = branches.as_mut().is_some_and(|branches| branches.is_unused(written, head.indent));
        if !is_unused && !says_result(written) {
            continue;
        }
        let inside = lines[at..].iter().take_while(|line| line.indent > head.indent).count();
        let body = &lines[at..at + inside];
        let (Some(first), Some(last)) = (body.first(), body.last()) else { continue };
        // Fields that a method sets and functions that it gives are seen by others.
        let written = || body.iter().map(|line| &text[line.start..line.end]);
        if !is_unused && (written().any(is_seen) || gives_own(written())) {
            continue;
        }
        // What stands for it holds no end of a line.
        if text.as_bytes()[first.start..last.end].get(..STATEMENT.len()).is_some_and(is_of_one_line) {
            found.push(first.start..last.end);
        }
        at += inside;
    }
    found
}

/// True for a statement that is nothing but a text.
fn is_text(line: &str) -> bool {
    let quoted = line.strip_prefix(['r', 'u', 'b', 'R']).unwrap_or(line);
    quoted.len() >= STATEMENT.len()
        && quoted.starts_with(['"', '\''])
        && behind_text(quoted.as_bytes(), 0) == quoted.len()
}

/// True for the head of a function that says what it gives, whose body stands in other lines.
fn says_result(line: &str) -> bool {
    let head = line.strip_prefix("async ").unwrap_or(line).trim_start();
    let is_behind_parameters = |at: usize| line[..at].trim_end().ends_with(')');
    head.starts_with("def ")
        && line.ends_with(':')
        && line.match_indices("->").any(|(at, _)| is_behind_parameters(at))
}

/// True where the lines of a body give something that they define: a decorator.
fn gives_own<'t>(mut lines: impl Iterator<Item = &'t str>) -> bool {
    let mut defined = Vec::new();
    lines.any(|line| {
        let bare = line.strip_prefix("async ").unwrap_or(line);
        let named = ["def ", "class "].iter().find_map(|word| bare.strip_prefix(word));
        defined.extend(named.and_then(|rest| rest.split(['(', ':']).next()).map(str::trim));
        let given = line.strip_prefix("return ").or_else(|| line.strip_prefix("yield ")).unwrap_or("");
        let mut words = given.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| defined.contains(&word))
    })
}

/// True for a statement that may set a field of an instance or type, or a name outside of the function.
fn is_seen(line: &str) -> bool {
    let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
    let holds = |words: &[&str]| words.iter().any(|word| line.contains(word));
    begins(&["global ", "nonlocal "])
        || (begins(&["self.", "cls."]) && line.contains('='))
        || (holds(&[", self.", ", cls."]) && line.contains(" = "))
        || holds(&[" as self.", " as cls.", "for self.", "setattr("])
}

/// The lines in which something is written beside comments.
fn lines(text: &str) -> Vec<Line> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let begin = at;
        while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\x0c')) {
            at += 1;
        }
        let (start, indent) = (at, at - begin);
        let (mut depth, mut end) = (0_u32, at);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\n' if depth == 0 => break,
                b'#' => {
                    at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at);
                    continue;
                }
                b'\'' | b'"' => at = behind_text(bytes, at),
                b'\\' => at = (at + 2).min(bytes.len()),
                _ => {
                    depth = match byte {
                        b'(' | b'[' | b'{' => depth + 1,
                        b')' | b']' | b'}' => depth.saturating_sub(1),
                        _ => depth,
                    };
                    at += 1;
                }
            }
            if !byte.is_ascii_whitespace() {
                end = at;
            }
        }
        if end > start {
            found.push(Line { start, end, indent });
        }
        at += 1;
    }
    found
}

/// Where the text ends whose quote stands at `at`.
fn behind_text(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let is_long = bytes[at..].starts_with(&[quote; 3]);
    let mut behind = at + if is_long { 3 } else { 1 };
    while let Some(byte) = bytes.get(behind) {
        match byte {
            b'\\' => behind += 2,
            b'\n' if !is_long => return behind,
            byte if *byte == quote && !is_long => return behind + 1,
            byte if *byte == quote && bytes[behind..].starts_with(&[quote; 3]) => return behind + 3,
            _ => behind += 1,
        }
    }
    bytes.len()
}
