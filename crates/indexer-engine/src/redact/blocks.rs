//! Private keys between `-----BEGIN` and `-----END`, in files of their own or inside string
//! literals and comments.

use super::kinds::base64;
use std::ops::Range;

/// Longest `-----BEGIN ... -----`.
const LONGEST_MARKER: usize = 80;
/// Shortest line of base64 but the last.
const SHORTEST_LINE: usize = 16;
/// Most bytes between two lines: an end, quotes, signs of a comment, an indent.
const BETWEEN: usize = 64;
/// Fewest bytes of base64 that make a key: a mention of the marker in code is none.
const SHORTEST: usize = 60;

/// Hides the lines of base64 behind a marker, each for itself, so that code around them stays code.
pub(super) fn private_key(bytes: &[u8], anchor: Range<usize>, found: &mut Vec<Range<usize>>) {
    let line = &bytes[anchor.end..bytes.len().min(anchor.end + LONGEST_MARKER)];
    let Some(key) = memchr::memmem::find(line, b"PRIVATE KEY") else { return };
    let Some(dashes) = memchr::memmem::find(&line[key..], b"-----") else { return };
    if memchr::memchr(b'\n', &line[..key + dashes]).is_some() {
        return;
    }
    let mut at = anchor.end + key + dashes + 5;
    let (first, mut total) = (found.len(), 0);
    loop {
        let start = at + between(&bytes[at..]);
        if start - at > BETWEEN {
            break;
        }
        let end = start + bytes[start..].iter().take_while(|b| base64(**b)).count();
        // `Proc-Type: 4,ENCRYPTED` and the like.
        let is_header = bytes[end..].iter().take(40).position(|b| *b == b':').is_some_and(|colon| {
            bytes[end..end + colon].iter().all(|b| b.is_ascii_alphabetic() || *b == b'-')
                && bytes.get(end + colon + 1) == Some(&b' ')
        });
        if is_header && end > start {
            let stop = |b: &u8| matches!(b, b'\n' | b'\\' | b'"' | b'\'');
            at = end + bytes[end..].iter().take(200).position(stop).unwrap_or(200).min(bytes.len() - end);
            continue;
        }
        let last = bytes[end + between(&bytes[end..])..].starts_with(b"-----END ");
        if end - start < SHORTEST_LINE && !(total > 0 && last) || end == start {
            break;
        }
        // The slashes of a comment are not the key's.
        let from = start + bytes[start..end].iter().take_while(|b| **b == b'/').count();
        total += end - from;
        found.push(from..end);
        at = end;
    }
    if total < SHORTEST {
        found.truncate(first);
    }
}

/// How many bytes stand between two lines of a key.
fn between(bytes: &[u8]) -> usize {
    let mut at = 0;
    while at <= BETWEEN && at < bytes.len() {
        match bytes[at..] {
            [b'\\', b'n' | b'r' | b't', ..] => at += 2,
            [b'/', b'/', ..] => at += 2,
            [b, ..] if separates(b) => at += 1,
            _ => break,
        }
    }
    at
}

fn separates(b: u8) -> bool {
    b.is_ascii_whitespace()
        || matches!(b, b'"' | b'\'' | b'`' | b'\\' | b'#' | b'*' | b',' | b'.' | b'>' | b'|' | b';')
}
