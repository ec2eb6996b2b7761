//! Kinds of secrets whose shape is more than a prefix.

use super::kinds::{alnum, base64, begins_word, dotted, run, word};
use super::random::{distinct, is_placeholder, looks_random};
use std::ops::Range;

/// Longest user name or password in a URL.
const LONGEST_PASSWORD: usize = 256;
/// Longest part of a token.
const LONGEST: usize = 4000;

type Found = Vec<Range<usize>>;

/// The parts of a webhook's address that are not words.
pub(super) fn webhook(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    let path = |b: u8| word(b) || matches!(b, b'/' | b'\\' | b'@' | b'.');
    let end = run(bytes, anchor.end, path, LONGEST).max(anchor.end);
    let mut at = anchor.end;
    while at < end {
        let part = run(bytes, at, word, LONGEST);
        let value = &bytes[at..part];
        let random = value.iter().any(u8::is_ascii_digit) && distinct(value) >= 5;
        if value.len() >= 8 && (random || value.len() >= 24) && !is_placeholder(value) {
            found.push(at..part);
        }
        at = part + 1;
    }
}

/// Three parts in base64 with dots between: the account, the time, the signature.
pub(super) fn discord(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    if !begins_word(bytes, anchor.start) {
        return;
    }
    let id = run(bytes, anchor.start, word, 40);
    if !(24..=28).contains(&(id - anchor.start)) || bytes.get(id) != Some(&b'.') {
        return;
    }
    let time = run(bytes, id + 1, word, 40);
    if !(6..=7).contains(&(time - id - 1)) || bytes.get(time) != Some(&b'.') {
        return;
    }
    let signature = run(bytes, time + 1, word, 40);
    if signature - time > 27 {
        found.push(anchor.start..signature);
    }
}

/// Digits, a colon and 35 characters that begin with `AA`.
pub(super) fn telegram(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    let digits = bytes[..anchor.start].iter().rev().take(11).take_while(|b| b.is_ascii_digit()).count();
    let end = run(bytes, anchor.start + 1, word, LONGEST);
    if (8..=10).contains(&digits) && end - anchor.start - 1 == 35 && distinct(&bytes[anchor.end..end]) > 6 {
        found.push(anchor.start - digits..end);
    }
}

/// `SG.`, 22 characters, a dot, 43 characters.
pub(super) fn sendgrid(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    let id = run(bytes, anchor.end, word, 40);
    if !begins_word(bytes, anchor.start) || id - anchor.end < 16 || bytes.get(id) != Some(&b'.') {
        return;
    }
    let end = run(bytes, id + 1, word, LONGEST);
    if end - id > 30 {
        found.push(anchor.start..end);
    }
}

/// Three parts in base64 with dots between, of which the first two are JSON objects.
pub(super) fn jwt(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    if !begins_word(bytes, anchor.start) {
        return;
    }
    let head = run(bytes, anchor.start, word, LONGEST);
    if head - anchor.start < 12 || !bytes[head..].starts_with(b".ey") {
        return;
    }
    let body = run(bytes, head + 1, word, LONGEST);
    let end = match bytes.get(body) {
        Some(b'.') => run(bytes, body + 1, word, LONGEST).max(body),
        _ => body,
    };
    if body - head > 12 {
        found.push(anchor.start..end);
    }
}

/// The password of `scheme://user:password@host`.
pub(super) fn url(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    let part = |b: u8| b.is_ascii_graphic() && !b"@/:\"'`<>{}\\ |,;()[]".contains(&b);
    let user = run(bytes, anchor.end, part, LONGEST_PASSWORD);
    if bytes.get(user) != Some(&b':') {
        return;
    }
    let secret = |b: u8| b.is_ascii_graphic() && !b"@/\"'`<>{}\\".contains(&b);
    let start = user + 1;
    let end = run(bytes, start, secret, LONGEST_PASSWORD);
    let value = &bytes[start..end];
    let stands_for = [&b"$"[..], b"%", b"#", b"*", b":"].iter().any(|first| value.starts_with(first));
    let word =
        [&b"password"[..], b"pass", b"passwd", b"pwd", b"secret", b"token", b"port", b"user", b"hunter2"];
    let said = word.iter().any(|word| value.eq_ignore_ascii_case(word));
    let host = bytes.get(end + 1).is_some_and(|b| b.is_ascii_alphanumeric() || b"[${".contains(b));
    if value.len() >= 4 && bytes.get(end) == Some(&b'@') && host && !stands_for && !said && !is_shown(value) {
        found.push(start..end);
    }
}

/// True where a value was hidden before.
fn is_shown(value: &[u8]) -> bool {
    value.iter().all(|b| matches!(b, b'*' | b'x' | b'X' | b'.'))
}

/// What follows `Bearer` and looks random, or follows `Basic` and is `user:password` in base64.
pub(super) fn authorization(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    if !begins_word(bytes, anchor.start) {
        return;
    }
    let set = |b: u8| dotted(b) || base64(b) || b == b'~';
    let end = run(bytes, anchor.end, set, LONGEST);
    let value = bytes[anchor.end..end].trim_ascii_end();
    let value = value.strip_suffix(b".").unwrap_or(value);
    let hidden = match bytes[anchor.start].eq_ignore_ascii_case(&b'b') && bytes[anchor.start + 1] | 32 == b'a'
    {
        true => value.len() >= 8 && is_user_and_password(value),
        false => looks_random(value),
    };
    if hidden {
        found.push(anchor.end..anchor.end + value.len());
    }
}

/// True for base64 of printable text with a colon in it.
fn is_user_and_password(value: &[u8]) -> bool {
    let digits = value.iter().take_while(|b| alnum(**b) || matches!(b, b'+' | b'/'));
    let (mut kept, mut bits, mut colon, mut count) = (0u32, 0, false, 0);
    for digit in digits {
        let six = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        kept = (kept << 6 | u32::from(six)) & 0xffff;
        bits += 6;
        count += 1;
        if bits >= 8 {
            bits -= 8;
            let byte = (kept >> bits) as u8;
            colon |= byte == b':';
            if !(byte.is_ascii_graphic() || byte == b' ' || byte >= 0x80) {
                return false;
            }
        }
    }
    colon && value[count..].iter().all(|b| *b == b'=')
}
