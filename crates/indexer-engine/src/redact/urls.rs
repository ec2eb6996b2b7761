//! Passwords in addresses: `scheme://user:password@host` and `Server=a;Password=b`.

use super::classes::graphic_but;
use super::secret::SecretRanges;
use super::text::ScannedText;
use super::value::is_placeholder;
use std::ops::Range;

/// Longest user name or password in a URL.
const LONGEST_PASSWORD: usize = 256;
/// How far from the password other parts of a connection string are looked for.
const NEAR: usize = 200;

/// Keys of which one stands in every connection string.
const KEYS: &[&[u8]] =
    &[b"server", b"host", b"data source", b"user id", b"uid", b"database", b"user", b"address"];

/// Words that stand for a password.
const SAID: &[&[u8]] =
    &[b"password", b"pass", b"passwd", b"pwd", b"secret", b"token", b"port", b"user", b"hunter2"];

/// Bytes of a user's name, and of a password.
const USER: [bool; 256] = graphic_but(b"@/:\"'`<>{}\\|,;()[]");
const PASSWORD: [bool; 256] = graphic_but(b"@/\"'`<>{}\\");

/// The password of `scheme://user:password@host`.
pub(super) fn password(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let user = text.run(anchor.end, |b| USER[usize::from(b)], LONGEST_PASSWORD);
    if text.get(user) != Some(b':') {
        return anchor.end;
    }
    let start = user + 1;
    let end = text.run(start, |b| PASSWORD[usize::from(b)], LONGEST_PASSWORD);
    let host = text.get(end + 1).is_some_and(|b| b.is_ascii_alphanumeric() || b"[${".contains(&b));
    if end - start < 4 || text.get(end) != Some(b'@') || !host {
        return anchor.end;
    }
    let value = text.part(start..end);
    let stands_for = [&b"$"[..], b"%", b"#", b"*", b":"].iter().any(|first| value.starts_with(first));
    let said = SAID.iter().any(|word| value.eq_ignore_ascii_case(word));
    if !stands_for && !said && !is_shown(value) {
        found.push(start..end);
    }
    end
}

/// True where a value was hidden before.
fn is_shown(value: &[u8]) -> bool {
    value.iter().all(|b| matches!(b, b'*' | b'x' | b'X' | b'.'))
}

/// The password of `Server=a;User Id=b;Password=c;`.
pub(super) fn connection(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let set = |b: u8| b.is_ascii_graphic() && !b";\"'`{}<>\\".contains(&b);
    let end = text.run(anchor.end, set, LONGEST_PASSWORD);
    if end - anchor.end < 6 {
        return anchor.end;
    }
    let value = text.part(anchor.end..end);
    if value.starts_with(b"$") || value.starts_with(b"%") || is_placeholder(value) {
        return end;
    }
    let ends = |b: &u8| matches!(b, b'\n' | b'"' | b'\'');
    let before = text.part(anchor.start.saturating_sub(NEAR)..anchor.start);
    let before = before.rsplit(ends).next().unwrap_or_default();
    let behind = text.part(end..end + NEAR);
    let behind = behind.split(ends).next().unwrap_or_default();
    let parts = before.split(|b| *b == b';').chain(behind.split(|b| *b == b';'));
    let key = |part: &[u8]| {
        let end = memchr::memchr(b'=', part)?;
        Some(part[..end].trim_ascii().to_ascii_lowercase())
    };
    let several = memchr::memchr(b';', before).is_some() || behind.first() == Some(&b';');
    if several && parts.filter_map(key).any(|key| KEYS.iter().any(|known| key.ends_with(known))) {
        found.push(anchor.end..end);
    }
    end
}
