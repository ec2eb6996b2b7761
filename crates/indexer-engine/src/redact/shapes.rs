//! Kinds of secrets whose shape is more than a prefix.

use super::classes::{alnum, base64, dotted, hex, lower, token, upper, word};
use super::secret::SecretRanges;
use super::text::ScannedText;
use super::value::{distinct, is_placeholder};
use std::ops::Range;

/// Longest part of a webhook's address.
const LONGEST: usize = 4000;

/// The parts of a webhook's address that are not words.
pub(super) fn webhook(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let path = |b: u8| word(b) || matches!(b, b'/' | b'\\' | b'@' | b'.');
    let end = text.run(anchor.end, path, LONGEST);
    let mut at = anchor.end;
    while at < end {
        let part = text.run(at, word, LONGEST);
        let value = text.part(at..part);
        let random = value.iter().any(u8::is_ascii_digit) && distinct(value) >= 5;
        if value.len() >= 8 && (random || value.len() >= 24) && !is_placeholder(value) {
            found.push(at..part);
        }
        at = part + 1;
    }
    end
}

/// Three parts in base64 with dots between: the account, the time, the signature.
pub(super) fn discord(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    if !text.begins_word(anchor.start) {
        return anchor.end;
    }
    let id = text.run(anchor.start, word, 40);
    if !(24..=28).contains(&(id - anchor.start)) || text.get(id) != Some(b'.') {
        return anchor.end;
    }
    let time = text.run(id + 1, word, 40);
    if !(6..=7).contains(&(time - id - 1)) || text.get(time) != Some(b'.') {
        return anchor.end;
    }
    let signature = text.run(time + 1, word, 40);
    if signature - time > 27 {
        found.push(anchor.start..signature);
    }
    anchor.end
}

/// Digits, a colon and 35 characters that begin with `AA`.
pub(super) fn telegram(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let start = text.run_back(anchor.start, |b| b.is_ascii_digit(), 11);
    let end = text.run(anchor.start + 1, word, 40);
    let fits = (8..=10).contains(&(anchor.start - start)) && end - anchor.start - 1 == 35;
    if fits && distinct(text.part(anchor.end..end)) > 6 {
        found.push(start..end);
    }
    anchor.end
}

/// `SG.`, 22 characters, a dot, 43 characters.
pub(super) fn sendgrid(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let id = text.run(anchor.end, word, 40);
    if !text.begins_word(anchor.start) || id - anchor.end < 16 || text.get(id) != Some(b'.') {
        return anchor.end;
    }
    let end = text.run(id + 1, word, usize::MAX);
    if end - id > 30 {
        found.push(anchor.start..end);
    }
    end
}

/// Three parts in base64 with dots between, of which the first two are JSON objects.
pub(super) fn jwt(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    if !text.begins_word(anchor.start) {
        return anchor.end;
    }
    let head = text.run(anchor.start, word, usize::MAX);
    if head - anchor.start < 12 || !text.starts(head, b".ey") {
        return head;
    }
    let body = text.run(head + 1, word, usize::MAX);
    if body - head <= 12 {
        return head;
    }
    let end = if text.get(body) == Some(b'.') { text.run(body + 1, word, usize::MAX) } else { body };
    found.push(anchor.start..end);
    end
}

/// The same, encoded once more: what `eyJ` begins is the head of a token.
pub(super) fn jwt_in_base64(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    if !text.begins_word(anchor.start) {
        return anchor.end;
    }
    let end = text.run(anchor.start, base64, usize::MAX);
    // `{"alg` and `{"typ` twice in base64.
    let said = [&b"ZXlKaGJHY2lPa"[..], b"ZXlKMGVYQWlPa", b"ZXlKcmFXUWlPa"];
    if end - anchor.start >= 100 && said.iter().any(|head| text.starts(anchor.start, head)) {
        found.push(anchor.start..end);
    }
    end
}

/// What follows `Bearer` and looks random, or follows `Basic` and is `user:password` in base64.
pub(super) fn authorization(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    if !text.begins_word(anchor.start) {
        return anchor.end;
    }
    let end = text.run(anchor.end, token, usize::MAX);
    let tail = usize::from(text.before(end) == Some(b'.') && end > anchor.end);
    let value = anchor.end..end - tail;
    let basic = matches!(text.get(anchor.start + 1), Some(b'a' | b'A'));
    let hidden = match basic {
        true => value.len() >= 8 && is_user_and_password(text.part(value.clone())),
        false => text.traits(value.clone()).looks_random() || value.len() > super::value::LONGEST,
    };
    if hidden {
        found.push(value);
    }
    end
}

/// `"auth": "..."`, whose value is `user:password` in base64.
pub(super) fn user_and_password(
    text: &ScannedText<'_>,
    anchor: Range<usize>,
    found: &mut SecretRanges,
) -> usize {
    let start = text.run(anchor.end, |b| b" \t\"':=".contains(&b), 12);
    let end = text.run(start, base64, LONGEST);
    if start > anchor.end && end - start >= 12 && is_user_and_password(text.part(start..end)) {
        found.push(start..end);
    }
    end
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

/// `A3`, six, six or eleven, and four times five capital letters and digits, with dashes between.
pub(super) fn one_password(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let end = text.run(anchor.start, |b| upper(b) || b == b'-', 48);
    let parts: Vec<usize> = text.part(anchor.start..end).split(|b| *b == b'-').map(<[u8]>::len).collect();
    let fits = matches!(parts[..], [2, 6, 6 | 11, 5, 5, 5] | [2, 6, 6, 5, 5, 5, 5]);
    if text.begins_word(anchor.start) && fits {
        found.push(anchor.start..end);
    }
    anchor.end
}

/// `pat`, fourteen characters, a dot and 64 hexadecimal digits.
pub(super) fn airtable(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    if !text.begins_word(anchor.start) {
        return anchor.end;
    }
    let id = text.run(anchor.end, alnum, 15);
    if id - anchor.end != 14 || text.get(id) != Some(b'.') {
        return anchor.end;
    }
    let end = text.run(id + 1, hex, 65);
    if end - id == 65 {
        found.push(anchor.start..end);
    }
    anchor.end
}

/// Three characters and a digit, `Q~`, and more than thirty characters.
pub(super) fn azure_secret(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let set = |b: u8| dotted(b) || b == b'~';
    let start = text.run_back(anchor.start, set, 4);
    let end = text.run(anchor.end, set, 40);
    let digit = text.before(anchor.start).is_some_and(|b| b.is_ascii_digit());
    if anchor.start - start == 4
        && text.begins_word(start)
        && digit
        && (30..=36).contains(&(end - anchor.end))
    {
        found.push(start..end);
    }
    anchor.end
}

/// Keys that carry a mark of their service near their end: more characters before than behind.
pub(super) fn azure_marked(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let set = |b: u8| alnum(b) || matches!(b, b'+' | b'/');
    let start = text.run_back(anchor.start, set, 90);
    let end = text.run(anchor.end, base64, 16);
    if (33..=80).contains(&(anchor.start - start)) && (6..=12).contains(&(end - anchor.end)) {
        found.push(start..end);
    }
    anchor.end
}

/// `sk-` and at least twenty characters on both sides of the mark.
pub(super) fn open_ai(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let start = text.run_back(anchor.start, word, 200);
    let end = text.run(anchor.end, word, 200);
    if anchor.start - start >= 20 && end - anchor.end >= 20 {
        found.push(start..end);
    }
    anchor.end
}

/// `re_`, eight characters, an underscore and 24 characters; or one part of that length.
pub(super) fn resend(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    if !text.begins_word(anchor.start) {
        return anchor.end;
    }
    let end = text.run(anchor.end, |b| alnum(b) || b == b'_', 48);
    let traits = text.traits(anchor.end..end);
    if end - anchor.end >= 30 && traits.signs <= 1 && traits.digits > 1 && traits.odd >= 35 {
        found.push(anchor.start..end);
    }
    anchor.end
}

/// 32 hexadecimal digits before the name of a data centre.
pub(super) fn mailchimp(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let start = text.run_back(anchor.start, hex, 33);
    let end = text.run(anchor.end, |b| b.is_ascii_digit(), 3);
    if anchor.start - start == 32 && (1..=2).contains(&(end - anchor.end)) {
        found.push(start..end);
    }
    anchor.end
}

/// `1/`, digits, perhaps more digits, a colon and 32 hexadecimal digits.
pub(super) fn asana(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let colon = text.run(anchor.end, |b| b.is_ascii_digit() || b == b'/', 40);
    if colon - anchor.end < 12 || text.get(colon) != Some(b':') || !text.begins_word(anchor.start) {
        return anchor.end;
    }
    let end = text.run(colon + 1, lower, 33);
    if end - colon == 33 {
        found.push(anchor.start..end);
    }
    anchor.end
}
