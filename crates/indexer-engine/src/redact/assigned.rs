//! Values that are secrets because of the name that they are given to.

use super::kinds::{base64, run, word};
use super::random::{is_placeholder, is_uuid, looks_chosen, looks_random};
use std::ops::Range;

/// Words in the names of passwords.
pub(super) const PASSWORDS: &[&str] = &[
    "password",
    "Password",
    "PASSWORD",
    "passwd",
    "Passwd",
    "PASSWD",
    "pwd",
    "Pwd",
    "PWD",
    "passphrase",
    "Passphrase",
    "PASSPHRASE",
    "passWord",
    "PassWord",
];

/// Words in the names of other secrets.
pub(super) const SECRETS: &[&str] = &[
    "secret",
    "Secret",
    "SECRET",
    "token",
    "Token",
    "TOKEN",
    "api_key",
    "apikey",
    "apiKey",
    "ApiKey",
    "APIKey",
    "API_KEY",
    "APIKEY",
    "api-key",
    "Api-Key",
    "API-Key",
    "API-KEY",
    "private_key",
    "privateKey",
    "PrivateKey",
    "PRIVATE_KEY",
    "access_key",
    "accessKey",
    "AccessKey",
    "ACCESS_KEY",
    "access-key",
    "auth_key",
    "authKey",
    "AUTH_KEY",
    "encryption_key",
    "encryptionKey",
    "ENCRYPTION_KEY",
    "signing_key",
    "signingKey",
    "SIGNING_KEY",
    "account_key",
    "accountKey",
    "ACCOUNT_KEY",
    "credential",
    "Credential",
    "CREDENTIAL",
];

/// How far behind a name its value is looked for, in bytes.
const WINDOW: usize = 400;
/// How far a name reaches beyond its word.
const NAME: usize = 64;
/// Most literals of a line that are looked at.
const LITERALS: usize = 4;
/// Longest value.
const LONGEST: usize = 300;

type Found = Vec<Range<usize>>;

/// Values given to names of passwords.
pub(super) fn password(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    // `password_field` and the like hold other things than passwords.
    let ends = name_end(bytes, anchor.end) == anchor.end;
    values(bytes, anchor, found, |value| looks_random(value) || (ends && looks_chosen(value)));
}

/// Values given to names of other secrets.
pub(super) fn secret(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    values(bytes, anchor, found, looks_random);
}

/// A UUID given to something of Heroku's.
pub(super) fn heroku(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    values(bytes, anchor, found, is_uuid);
}

/// The password of `Server=a;User Id=b;Password=c;`.
pub(super) fn connection(bytes: &[u8], anchor: Range<usize>, found: &mut Found) {
    let before = bytes[anchor.start.saturating_sub(200)..anchor.start].to_ascii_lowercase();
    let about = before.rsplit(|b| matches!(b, b'\n' | b'"' | b'\'')).next().unwrap_or(&[]);
    let has = |word: &[u8]| memchr::memmem::find(about, word).is_some();
    let words: [&[u8]; 7] =
        [b"server=", b"host=", b"data source=", b"user id=", b"uid=", b"database=", b"user="];
    if !words.iter().any(|word| has(word)) {
        return;
    }
    let set = |b: u8| b.is_ascii_graphic() && !b";\"'`{}<>\\".contains(&b);
    let end = run(bytes, anchor.end, set, LONGEST);
    let value = &bytes[anchor.end..end];
    if value.len() >= 6 && !value.starts_with(b"$") && !value.starts_with(b"%") && !is_placeholder(value) {
        found.push(anchor.end..end);
    }
}

/// Adds what is given to the name around `anchor` and is a secret as `is_secret` says: a literal,
/// or in files without quotes what stands to the end of the word.
fn values(bytes: &[u8], anchor: Range<usize>, found: &mut Found, is_secret: impl Fn(&[u8]) -> bool) {
    let name = name_end(bytes, anchor.end);
    let window = &bytes[name..bytes.len().min(name + WINDOW)];
    let Some(sign) = sign(window) else { return };
    let line = sign + memchr::memchr(b'\n', &window[sign..]).unwrap_or(window.len() - sign);
    if let Some((start, end)) = bare(&window[..line], sign)
        && is_secret(&window[start..end])
    {
        found.push(name + start..name + end);
        return;
    }
    let mut at = sign;
    for _ in 0..LITERALS {
        let Some((start, end)) = literal(&window[..line], at) else { return };
        if end - start <= LONGEST && is_secret(&window[start..end]) {
            found.push(name + start..name + end);
        }
        // What was no end, as in `&'static str`, may be a beginning.
        at = if end > start && is_secret(&window[start..end]) { end + 1 } else { start };
    }
}

/// Where the name that holds `at` ends.
fn name_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take(NAME).take_while(|b| word(**b)).count()
}

/// Where the value may begin: behind the first `=`, `:`, `>`, `(` or `,`, and behind the end of the
/// line where only brackets follow.
fn sign(window: &[u8]) -> Option<usize> {
    let near =
        window.iter().take(NAME).position(|b| matches!(b, b'=' | b':' | b'>' | b'(' | b',' | b'\n'))?;
    let near = match window[near] {
        b'\n' => return flag(window),
        _ => near,
    };
    let mut at = near + 1;
    // Behind a comma, the next line is about something else.
    let lines = window[near] != b',';
    while let Some(b) = window.get(at)
        && (matches!(b, b' ' | b'\t' | b'=' | b'>' | b'(' | b'[' | b'|')
            || (lines && b.is_ascii_whitespace()))
    {
        at += 1;
    }
    Some(at)
}

/// `--password value`, where no sign stands between.
fn flag(window: &[u8]) -> Option<usize> {
    (window.first() == Some(&b' ')).then_some(1)
}

/// A value without quotes.
fn bare(line: &[u8], at: usize) -> Option<(usize, usize)> {
    let set = |b: u8| base64(b) || word(b);
    let end = run(line, at, set, LONGEST);
    let ends = line.get(end).is_none_or(|b| b.is_ascii_whitespace() || b";,&\"'`<#\\)]}@ ".contains(b));
    let value = line.get(at..end)?;
    let count = |class: fn(&u8) -> bool| value.iter().filter(|b| class(b)).count();
    let hex = value.iter().all(u8::is_ascii_hexdigit);
    // Names of things have fewer digits and capital letters, or a pattern in them.
    let mixed = count(u8::is_ascii_digit) >= 3
        && count(u8::is_ascii_uppercase) >= 3
        && count(u8::is_ascii_lowercase) >= 3
        && count(|b| *b == b'_') <= 1;
    (ends && (is_uuid(value) || (end - at >= 20 && (hex || mixed)))).then_some((at, end))
}

/// The next string literal of `line` from `at` on, without its quotes.
fn literal(line: &[u8], at: usize) -> Option<(usize, usize)> {
    let open = at + line.get(at..)?.iter().position(|b| matches!(b, b'"' | b'\'' | b'`'))?;
    let start = open + 1;
    let Some(length) = line[start..].iter().position(|b| *b == line[open]) else {
        return Some((start, start));
    };
    // `\"value\"`
    let escaped = length > 0 && line[start + length - 1] == b'\\';
    Some((start, start + length - usize::from(escaped)))
}
