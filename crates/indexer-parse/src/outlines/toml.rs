//! TOML: tables and their keys.

use super::draft::{Draft, Entry};
use indexer_core::SymbolKind;

pub(super) fn read(draft: &mut Draft<'_>) {
    let text = draft.text;
    let bytes = text.as_bytes();
    let mut table: Option<Entry> = None;
    let (mut at, mut open_texts) = (0, OpenTexts::default());
    while at < bytes.len() {
        match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at = line_end(bytes, at),
            b'[' => {
                draft.end(table, text[..at].trim_end().len());
                let end = line_end(bytes, at);
                let line = &text[at..end];
                let marks = line.bytes().take_while(|byte| *byte == b'[').count();
                let inner = &line[marks..];
                let Some(length) = inner.find(']') else {
                    draft.broken(at, "the name of a table does not end");
                    table = None;
                    at = end;
                    continue;
                };
                let place = (at + marks, at + marks + length);
                let name = inner[..length].trim().replace(['"', '\''], "");
                table = draft.add(SymbolKind::Key, &name, place, None);
                draft.start(table, at);
                at = end;
            }
            _ => {
                let end = line_end(bytes, at);
                let Some(length) = equals(&bytes[at..end]) else {
                    draft.broken(at, "no key, no table");
                    at = end;
                    continue;
                };
                let written = text[at..at + length].trim_end();
                let quotes = usize::from(written.starts_with(['"', '\'']) && written.len() > 1);
                let place = (at + quotes, at + written.len() - quotes);
                let name = written.replace(['"', '\''], "");
                let entry = draft.add(SymbolKind::Key, &name, place, table);
                let value = value_end(bytes, at + length + 1, &mut open_texts);
                if value.1 {
                    draft.broken(at, "a value does not end");
                }
                at = value.0;
                draft.end(entry, text[..at].trim_end().len());
            }
        }
    }
    draft.end(table, text.trim_end().len());
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

/// Where the `=` of a line stands, outside of quotes.
fn equals(line: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in line.iter().enumerate() {
        match (quote, byte) {
            (None, b'=') => return Some(at),
            (None, b'#') => return None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The marks of long texts that do not end: the file was looked through for their ends once.
#[derive(Default)]
struct OpenTexts {
    quote: bool,
    apostrophe: bool,
}

impl OpenTexts {
    fn of(&mut self, mark: u8) -> &mut bool {
        if mark == b'"' { &mut self.quote } else { &mut self.apostrophe }
    }
}

/// Where a value ends, and whether its end is missing.
fn value_end(bytes: &[u8], from: usize, open_texts: &mut OpenTexts) -> (usize, bool) {
    let (mut at, mut depth) = (from, 0_usize);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\n' if depth == 0 => return (at, false),
            b'#' => at = line_end(bytes, at),
            b'[' | b'{' => {
                depth += 1;
                at += 1;
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            b'"' | b'\'' => {
                let mark = *byte;
                let is_long = bytes[at..].starts_with(&[mark; 3]);
                let is_open = open_texts.of(mark);
                let end = match is_long {
                    true if *is_open => None,
                    true => long_text(bytes, at + 3, mark),
                    false => short_text(bytes, at + 1, mark),
                };
                *is_open |= is_long && end.is_none();
                match end {
                    Some(end) => at = end,
                    // What follows is read as if the text had ended.
                    None => return (line_end(bytes, at), true),
                }
            }
            _ => at += 1,
        }
    }
    (bytes.len(), depth > 0)
}

fn short_text(bytes: &[u8], from: usize, mark: u8) -> Option<usize> {
    let mut at = from;
    loop {
        match *bytes.get(at)? {
            b'\n' => return None,
            b'\\' if mark == b'"' => at += 2,
            byte if byte == mark => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn long_text(bytes: &[u8], from: usize, mark: u8) -> Option<usize> {
    let mut at = from;
    loop {
        match *bytes.get(at)? {
            b'\\' if mark == b'"' => at += 2,
            byte if byte == mark && bytes[at..].starts_with(&[mark; 3]) => {
                let marks = bytes[at..].iter().take_while(|byte| **byte == mark).count();
                return Some(at + marks.min(5));
            }
            _ => at += 1,
        }
    }
}
