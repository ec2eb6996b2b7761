//! JSON, with the comments and commas that many settings have: keys of the first levels.

use super::draft::{Draft, Entry};
use super::{MOST_LEVELS, words};
use indexer_core::SymbolKind;

/// Deepest nesting that is read.
const DEEPEST: usize = 10_000;

/// An object or array that is open.
struct Open {
    is_object: bool,
    /// The key whose value it is; `None` at the top, and where it is too deep to be listed.
    entry: Option<Entry>,
    /// True where its keys are listed.
    is_listed: bool,
    /// True where its texts are commands.
    is_scripts: bool,
}

pub(super) fn read(draft: &mut Draft<'_>) {
    let text = draft.text;
    let bytes = text.as_bytes();
    let mut open: Vec<Open> = Vec::new();
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    // A key whose value is to come, and whether a key is expected.
    let (mut key, mut wants_key): (Option<(Option<Entry>, &str)>, bool) = (None, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                if open.len() >= DEEPEST {
                    draft.problem(indexer_core::ProblemKind::TooDeep, at, "nested too deep");
                    break;
                }
                let (entry, name) = key.take().unwrap_or((None, ""));
                let is_object = *byte == b'{';
                let is_top = open.is_empty();
                let is_listed = is_object && (is_top || entry.is_some()) && open.len() < MOST_LEVELS;
                let is_scripts = is_object && open.len() == 1 && name == "scripts";
                open.push(Open { is_object, entry, is_listed, is_scripts });
                wants_key = is_object;
                at += 1;
            }
            b'}' | b']' => {
                match open.pop() {
                    Some(one) if one.is_object == (*byte == b'}') => draft.end(one.entry, at + 1),
                    _ => {
                        draft.broken(at, "a bracket closes what is not open");
                        break;
                    }
                }
                (key, wants_key) = (None, false);
                at += 1;
            }
            b',' => {
                (key, wants_key) = (None, open.last().is_some_and(|one| one.is_object));
                at += 1;
            }
            b'"' | b'\'' => {
                let Some(end) = end_of_text(bytes, at) else {
                    draft.broken(at, "a text does not end");
                    break;
                };
                let place = (at + 1, end - 1);
                let inner = &text[place.0..place.1];
                if wants_key {
                    let parent = open.last().map(|one| (one.entry, one.is_listed));
                    let entry = match parent {
                        Some((owner, true)) => draft.add(SymbolKind::Key, inner, place, owner),
                        _ => None,
                    };
                    (key, wants_key) = (Some((entry, inner)), false);
                } else if let Some((entry, _)) = key.take() {
                    draft.end(entry, end);
                    if open.last().is_some_and(|one| one.is_scripts) {
                        words::paths(draft, place, entry);
                    }
                }
                at = end;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = line_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = memchr::memmem::find(&bytes[at + 2..], b"*/").map(|length| at + 2 + length + 2);
                let Some(end) = end else {
                    draft.broken(at, "a comment does not end");
                    break;
                };
                at = end;
            }
            _ if is_word(*byte) => {
                let length = bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
                let end = at + length;
                match open.last() {
                    Some(parent) if wants_key => {
                        let (owner, is_listed) = (parent.entry, parent.is_listed);
                        let name = &text[at..end];
                        let entry =
                            if is_listed { draft.add(SymbolKind::Key, name, (at, end), owner) } else { None };
                        (key, wants_key) = (Some((entry, name)), false);
                    }
                    _ => {
                        if let Some((entry, _)) = key.take() {
                            draft.end(entry, end);
                        }
                    }
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    if at >= bytes.len() && !open.is_empty() {
        draft.broken(bytes.len(), "a bracket is not closed");
    }
    for one in open {
        draft.end(one.entry, at);
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-' | b'+' | b'.') || byte >= 0x80
}

/// The byte behind the quote that ends the text at `at`; `None` where its line ends before.
fn end_of_text(bytes: &[u8], at: usize) -> Option<usize> {
    let quote = bytes[at];
    let mut next = at + 1;
    loop {
        match *bytes.get(next)? {
            b'\n' => return None,
            b'\\' => next += 2,
            byte if byte == quote => return Some(next + 1),
            _ => next += 1,
        }
    }
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}
