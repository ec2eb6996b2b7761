//! Secrets of several lines: private keys between `-----BEGIN` and `-----END` and those of PuTTY, in files
//! of their own or inside string literals and comments, and the values of secrets of Kubernetes.

use super::classes::base64;
use super::secret::SecretRanges;
use super::text::ScannedText;
use super::value::LONGEST;
use std::ops::Range;

/// Longest `-----BEGIN ... -----`.
const LONGEST_MARKER: usize = 80;
/// Longest `Proc-Type: 4,ENCRYPTED` and the like; and the most of them.
const LONGEST_HEADER: usize = 200;
const HEADERS: usize = 8;
/// Longest name of a header.
const HEADER_NAME: usize = 40;
/// Shortest line of base64 but the last.
const SHORTEST_LINE: usize = 16;
/// Most bytes between two lines: an end, quotes, signs of a comment, an indent.
const BETWEEN: usize = 64;
/// Fewest bytes of base64 that make a key: a mention of the marker in code is none.
const SHORTEST: usize = 60;
/// How far from `kind: Secret` its values are looked for, either way.
const MANIFEST: usize = 4096;
/// Shortest value of a secret of Kubernetes.
const SHORTEST_VALUE: usize = 8;

/// Hides the lines of base64 behind a marker, each for itself, so that code around them stays code.
pub(super) fn private_key(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let line = text.part(anchor.end..anchor.end + LONGEST_MARKER);
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
    let Some(key) = memchr::memmem::find(line, b"PRIVATE KEY") else { return anchor.end };
    let Some(dashes) = memchr::memmem::find(&line[key..], b"-----") else { return anchor.end };
    lines(text, anchor.end + key + dashes + 5, found)
}

/// The same for the file format of PuTTY, whose private lines stand behind a header.
pub(super) fn putty(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    lines(text, text.run(anchor.end, |b| b.is_ascii_digit(), 4), found)
}

/// Adds the lines of base64 from `at` on, where they are long enough to be a key; where they end.
fn lines(text: &ScannedText<'_>, mut at: usize, found: &mut SecretRanges) -> usize {
    let (first, mut total, mut headers) = (found.len(), 0, 0);
    loop {
        let start = between(text, at);
        if start - at > BETWEEN {
            break;
        }
        let end = text.run(start, base64, usize::MAX);
        if end > start && headers < HEADERS && is_header(text, start) {
            headers += 1;
            let stop = |b: u8| !matches!(b, b'\n' | b'\\' | b'"' | b'\'');
            at = text.run(start, stop, LONGEST_HEADER);
            continue;
        }
        let last = || text.starts(between(text, end), b"-----END ");
        if end == start || end - start < SHORTEST_LINE && !(total > 0 && last()) {
            break;
        }
        // The slashes of a comment are not the key's.
        let from = text.run(start, |b| b == b'/', end - start);
        total += end - from;
        found.push(from..end);
        at = end;
    }
    if total < SHORTEST {
        found.truncate(first);
    }
    at
}

/// True where `Name: ` stands at `at`.
fn is_header(text: &ScannedText<'_>, at: usize) -> bool {
    let colon = text.run(at, |b| b.is_ascii_alphabetic() || b == b'-', HEADER_NAME);
    text.starts(colon, b": ")
}

/// Where what stands between two lines of a key ends; more than [`BETWEEN`] behind `at` where it is too
/// much.
fn between(text: &ScannedText<'_>, at: usize) -> usize {
    let bytes = text.part(at..at + BETWEEN + 2);
    let mut length = 0;
    while length <= BETWEEN {
        match bytes[length.min(bytes.len())..] {
            [b'\\', b'n' | b'r' | b't', ..] | [b'/', b'/', ..] => length += 2,
            [b, ..] if separates(b) => length += 1,
            _ => break,
        }
    }
    at + length
}

fn separates(b: u8) -> bool {
    b.is_ascii_whitespace() || b"\"'`\\#*,.>|;+".contains(&b)
}

/// The values below `data:` and `stringData:` in the document of YAML that holds `kind: Secret`.
pub(super) fn kubernetes(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let ends_there = !text.get(anchor.end).is_some_and(|b| b.is_ascii_alphanumeric());
    let begins_there = text.before(anchor.start).is_none_or(|b| b.is_ascii_whitespace());
    if !ends_there || !begins_there {
        return anchor.end;
    }
    let from = anchor.start.saturating_sub(MANIFEST);
    let before = text.part(from..anchor.start);
    let start = memchr::memmem::rfind(before, b"\n---").map_or(from, |at| from + at + 4);
    let behind = text.part(anchor.end..anchor.end + MANIFEST);
    let end = anchor.end + memchr::memmem::find(behind, b"\n---").unwrap_or(behind.len());
    let (mut at, mut inside) = (start, false);
    for line in text.part(start..end).split_inclusive(|b| *b == b'\n') {
        let begins = line.first().is_some_and(|b| !b.is_ascii_whitespace() && *b != b'#');
        if begins {
            inside = line.starts_with(b"data:") || line.starts_with(b"stringData:");
        } else if inside && let Some(value) = value_of(line) {
            found.push(at + value.start..at + value.end);
        }
        at += line.len();
    }
    end
}

/// The value of a line of a map, or of a block of text, that is no reference.
fn value_of(line: &[u8]) -> Option<Range<usize>> {
    let indent = line.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let start = match memchr::memmem::find(line, b": ") {
        Some(colon) if line[indent..colon].iter().all(|b| super::classes::dotted(*b)) => colon + 2,
        _ => indent,
    };
    let quotes = |b: &&u8| b" \"'".contains(b);
    let start = start + line[start..].iter().take_while(quotes).count();
    let end =
        start + line[start..].iter().take_while(|b| b.is_ascii_graphic() && !b"\"'".contains(b)).count();
    let value = &line[start..end];
    let refers = value.first().is_none_or(|b| b"$<{|>#*".contains(b)) || value.ends_with(b":");
    let length = (SHORTEST_VALUE..LONGEST).contains(&value.len());
    (length && !refers && !super::value::is_placeholder(value)).then_some(start..end)
}
