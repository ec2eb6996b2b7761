//! Style sheets: selectors and rules with a block, variables, and what is imported.

use super::MOST_LEVELS;
use super::draft::{Draft, Entry};
use super::markdown::target;
use indexer_core::SymbolKind;

/// Longest selector that is named whole, in bytes.
const LONGEST: usize = 200;
/// Longest text that is put in by `#{..}`, in bytes.
const LONGEST_INSERTION: usize = 1_000;

pub(super) fn plain(draft: &mut Draft<'_>) {
    read(draft, false);
}

/// SCSS and Less: comments to the end of a line, rules inside of rules.
pub(super) fn nested(draft: &mut Draft<'_>) {
    read(draft, true);
}

fn read(draft: &mut Draft<'_>, has_line_comments: bool) {
    let text = draft.text;
    let bytes = text.as_bytes();
    let mut open: Vec<Option<Entry>> = Vec::new();
    // Where the statement begins that is read, once something of it was.
    let mut statement: Option<usize> = None;
    let (mut at, mut brackets) = (0, 0_usize);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let Some(length) = memchr::memmem::find(&bytes[at + 2..], b"*/") else {
                    draft.broken(at, "a comment does not end");
                    break;
                };
                at += length + 4;
            }
            b'/' if has_line_comments && bytes.get(at + 1) == Some(&b'/') && brackets == 0 => {
                at = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length);
            }
            b'"' | b'\'' => {
                statement.get_or_insert(at);
                at = end_of_text(bytes, at);
            }
            b'(' | b'[' => {
                statement.get_or_insert(at);
                brackets += 1;
                at += 1;
            }
            b')' | b']' => {
                brackets = brackets.saturating_sub(1);
                at += 1;
            }
            // `#{..}` puts something in.
            b'#' | b'@' if bytes.get(at + 1) == Some(&b'{') => {
                statement.get_or_insert(at);
                let near = &bytes[at..bytes.len().min(at + LONGEST_INSERTION)];
                at += memchr::memchr(b'}', near).map_or(2, |length| length + 1);
            }
            b'{' => {
                let start = statement.take().unwrap_or(at);
                open.push(opened(draft, &open, (start, at)));
                brackets = 0;
                at += 1;
            }
            b'}' => {
                if let Some(start) = statement.take() {
                    declared(draft, &open, (start, at));
                }
                match open.pop() {
                    Some(entry) => draft.end(entry, at + 1),
                    None if !draft.has_problems() => draft.broken(at, "a bracket closes what is not open"),
                    None => {}
                }
                brackets = 0;
                at += 1;
            }
            b';' if brackets == 0 => {
                if let Some(start) = statement.take() {
                    declared(draft, &open, (start, at));
                }
                at += 1;
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => {
                statement.get_or_insert(at);
                at += 1;
            }
        }
    }
    if !open.is_empty() && !draft.has_problems() {
        draft.broken(bytes.len(), "a bracket is not closed");
    }
    for entry in open {
        draft.end(entry, text.trim_end().len());
    }
}

/// A block begins: what stands before it names it.
fn opened(draft: &mut Draft<'_>, open: &[Option<Entry>], (start, end): (usize, usize)) -> Option<Entry> {
    let owner = open.last().copied().flatten();
    if open.len() >= MOST_LEVELS || (!open.is_empty() && owner.is_none()) {
        return None;
    }
    let whole = draft.text.get(start..end)?.trim_end();
    let name = one_line(whole);
    draft.add(SymbolKind::Selector, &name, (start, start + whole.len()), owner)
}

/// A statement without a block: an import, or a variable, whose value is left out.
fn declared(draft: &mut Draft<'_>, open: &[Option<Entry>], (start, end): (usize, usize)) {
    let Some(whole) = draft.text.get(start..end) else { return };
    let owner = open.last().copied().flatten();
    if ["@import", "@use", "@forward"].iter().any(|word| whole.starts_with(word)) {
        let Some(open) = whole.find(['"', '\'']) else { return };
        let mark = whole.as_bytes()[open];
        let Some(length) = memchr::memchr(mark, &whole.as_bytes()[open + 1..]) else { return };
        target(draft, (start + open + 1, start + open + 1 + length), owner);
        return;
    }
    let is_variable =
        whole.starts_with("--") || (whole.starts_with(['$', '@']) && !whole.starts_with("@include"));
    if !is_variable || open.len() > 1 || (!open.is_empty() && owner.is_none()) {
        return;
    }
    let Some(length) = whole.find(':') else { return };
    let name = whole[..length].trim_end();
    if !name.contains(char::is_whitespace) {
        let entry = draft.add(SymbolKind::Key, name, (start, start + name.len()), owner);
        draft.end(entry, end);
    }
}

/// The byte behind a text; the end of its line where it does not end.
fn end_of_text(bytes: &[u8], at: usize) -> usize {
    let mark = bytes[at];
    let mut next = at + 1;
    while let Some(byte) = bytes.get(next) {
        match *byte {
            b'\\' => next += 1,
            b'\n' => return next,
            byte if byte == mark => return next + 1,
            _ => {}
        }
        next += 1;
    }
    bytes.len()
}

/// A selector on one line, without comments.
fn one_line(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(LONGEST * 2)];
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*") {
        out.push_str(&rest[..at]);
        rest = rest[at..].find("*/").map_or("", |end| &rest[at + end + 2..]);
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
